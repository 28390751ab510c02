//! What the floor writes as JSON, and reads.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

/// A value as JSON text.
pub(crate) fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("nothing of ours refuses to be written")
}

/// Text of ours that is JSON already.
pub(crate) fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).expect("it was written as JSON")
}

/// Something written as an object: a list of its fields without their names would be read as well.
pub(crate) fn object<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<T, D::Error> {
    let object = Map::<String, Value>::deserialize(from)?;
    T::deserialize(Value::Object(object)).map_err(D::Error::custom)
}

/// A whole number as JSON has them: `100.0` is one too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Number")]
pub(crate) struct Whole(pub(crate) i64);

/// Not a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a whole number of minor units is wanted")]
pub(crate) struct NotWhole;

impl TryFrom<Number> for Whole {
    type Error = NotWhole;

    fn try_from(number: Number) -> Result<Whole, NotWhole> {
        /// Up to here an `f64` can hold every whole number.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let pointed = || {
            let number = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= EXACT)?;
            format!("{number:.0}").parse().ok()
        };
        number.as_i64().or_else(pointed).map(Whole).ok_or(NotWhole)
    }
}
