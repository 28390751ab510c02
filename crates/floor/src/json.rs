//! What the floor writes as JSON.

use serde::Serialize;
use serde_json::value::RawValue;

/// A value as JSON text.
pub(crate) fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("nothing of ours refuses to be written")
}

/// Text of ours that is JSON already.
pub(crate) fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).expect("it was written as JSON")
}
