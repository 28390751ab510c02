//! What would come of a sentence, were it said now: shown to whoever is about to say it.

use vocabulary::Chips;

use crate::keeper::{Denied, Desk, heard};
use crate::money::Chipcount;
use crate::people::Person;
use crate::sight::News;

/// What would happen at once. Cards that the house would deal next are not in it, so nobody learns of them.
#[derive(Debug)]
pub struct Foreseen {
    /// What would be written down, as news that never came.
    pub news: News,
    /// What would come to whose account, or with a minus leave it.
    pub moves: Vec<(String, Chips)>,
}

impl Desk {
    /// What would come of it, were this person to say this now.
    ///
    /// # Errors
    ///
    /// When it would not be carried out.
    pub async fn foresee(&self, person: &Person, say: &str) -> Result<Foreseen, Denied> {
        self.require_no_strangers(say).await?;
        let standing = self.standing.borrow().clone();
        let table = &standing.table;
        let statement = heard(table, &person.name, person.role, say)?;
        let (after, entry) = table.foresee(&person.name, &statement).map_err(Denied::Rules)?;
        let count = Chipcount::of(after.round()).since(&Chipcount::of(table.round()));
        let named = |(player, chips): (vocabulary::PlayerId, Chips)| {
            let name = after.names().get(usize::from(player.0))?;
            Some((name.clone(), chips))
        };
        let moves = count.players.into_iter().filter_map(named).collect();
        Ok(Foreseen { news: News::new(standing.seq, 0, entry, table.clone()), moves })
    }
}
