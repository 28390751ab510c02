//! Rows as both databases give them: whole numbers, texts, bytes.

use crate::{Hash, JournalError, Stream};

/// One column of one row, or one parameter of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    None,
    Number(i64),
    Text(String),
    /// Bytes; also a text whose bytes are not UTF-8, which only damage brings about.
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Number(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.to_owned())
    }
}

/// One row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row(pub(crate) Vec<Value>);

impl Row {
    pub(crate) fn number(&self, column: usize) -> Result<i64, JournalError> {
        match self.0.get(column) {
            Some(Value::Number(value)) => Ok(*value),
            _ => Err(self.wrong(column, "a number")),
        }
    }

    pub(crate) fn count(&self, column: usize) -> Result<u64, JournalError> {
        u64::try_from(self.number(column)?).map_err(|_| self.wrong(column, "a count"))
    }

    /// Takes the text out of the row.
    pub(crate) fn text(&mut self, column: usize) -> Result<String, JournalError> {
        self.maybe_text(column)?.ok_or_else(|| self.wrong(column, "a text"))
    }

    /// Takes the text out of the row, if there is one.
    pub(crate) fn maybe_text(&mut self, column: usize) -> Result<Option<String>, JournalError> {
        match self.0.get_mut(column) {
            Some(Value::Text(value)) => Ok(Some(std::mem::take(value))),
            Some(Value::None) => Ok(None),
            _ => Err(self.wrong(column, "a text")),
        }
    }

    pub(crate) fn hash(&self, column: usize) -> Result<Hash, JournalError> {
        match self.0.get(column) {
            Some(Value::Bytes(bytes)) => {
                bytes.as_slice().try_into().map(Hash).map_err(|_| self.wrong(column, "a hash"))
            }
            _ => Err(self.wrong(column, "a hash")),
        }
    }

    pub(crate) fn stream(&mut self, column: usize) -> Result<Stream, JournalError> {
        self.text(column)?.parse().map_err(|why| JournalError::Damaged(format!("{why}")))
    }

    fn wrong(&self, column: usize, wanted: &str) -> JournalError {
        JournalError::Damaged(format!("{:?} stands where {wanted} should be", self.0.get(column)))
    }
}
