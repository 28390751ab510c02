//! The engine's words as they are stored: JSON text that an old journal can be read from whatever becomes of the code.
//!
//! Engine types know nothing of this. Each stored form is pinned by a golden file, and the compiler says so when an event
//! gets a field or a variant that is not written here.

mod event;
mod values;

use serde_json::Value;

/// Something that is written to the journal and read back.
pub(crate) trait Stored: Sized {
    /// Adds its JSON to the text.
    fn write(&self, out: &mut String);
    /// Reads it back.
    fn read(value: &Value) -> Result<Self, NotStored>;
}

/// JSON that is not the stored form of what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct NotStored {
    expected: &'static str,
    found: String,
}

impl NotStored {
    pub(crate) fn new(expected: &'static str, found: &Value) -> NotStored {
        let found: String = found.to_string().chars().take(80).collect();
        NotStored { expected, found }
    }
}

/// The stored form as text.
pub(crate) fn text_of<T: Stored>(value: &T) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}
