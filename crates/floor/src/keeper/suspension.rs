//! Wagers that are not taken for now, because the floor is short of space.

use std::sync::Arc;

use super::Keeper;
use crate::desk::Standing;

impl Keeper {
    /// Takes no wagers, or takes them again, as the floor has space.
    pub(super) fn follow_disk_space(&mut self) {
        let suspended = *self.suspended.borrow_and_update();
        if self.table.is_suspended() != suspended {
            self.table.suspend(suspended, self.clock.now());
            self.show();
        }
    }

    /// Shows everyone the table as it is.
    pub(super) fn show(&self) {
        let (table, seq, meters) = (self.table.clone(), self.book.seq, Arc::clone(&self.meters));
        self.standing.send_replace(Arc::new(Standing { table, seq, meters }));
    }
}
