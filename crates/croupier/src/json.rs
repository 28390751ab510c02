//! What all JSON we print has in common.

use serde::{Serialize, Serializer};

/// Named values in an order of their own.
pub(crate) struct Keyed<T>(pub(crate) Vec<(String, T)>);

impl<T: Serialize> Serialize for Keyed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
