//! The last entries of a table, held in memory. Most clients that come back after a break have missed only a few, and a thousand
//! of them come back at once when a server is started again.

use std::collections::VecDeque;
use std::sync::{Arc, RwLock};

use super::News;
use crate::hold;

/// How many entries are held for each table.
pub(crate) const RECENT: usize = 64;

/// The newest entries of a table as news, without a gap.
#[derive(Clone, Default, Debug)]
pub(crate) struct RecentNews(Arc<RwLock<VecDeque<Arc<News>>>>);

impl RecentNews {
    /// Adds the entry that follows the newest one.
    pub(crate) fn push(&self, news: Arc<News>) {
        let mut recent = hold::write(&self.0);
        if recent.len() == RECENT {
            recent.pop_front();
        }
        recent.push_back(news);
    }

    /// All entries after this one, or `None` if some of them are not held any more.
    pub(crate) fn after(&self, seq: u64) -> Option<VecDeque<Arc<News>>> {
        let recent = hold::read(&self.0);
        let oldest = recent.front()?.seq;
        (oldest <= seq.saturating_add(1))
            .then(|| recent.iter().filter(|news| news.seq > seq).cloned().collect())
    }
}
