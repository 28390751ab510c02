//! Rows as both databases give them: whole numbers, texts, bytes. All rows of an answer share two pieces of memory, since
//! verifying reads millions of them.

use crate::{Account, Hash, JournalError, Stream};

/// One parameter of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Number(i64),
    Text(String),
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

/// One column of one row. What has a length lies in the rows' bytes, from one place to another.
#[derive(Clone, Copy, Debug)]
enum Cell {
    None,
    Number(i64),
    Text(usize, usize),
    Bytes(usize, usize),
    /// What no column holds. Reading it is finding damage.
    Other,
}

/// What a statement found.
#[derive(Debug)]
pub(crate) struct Rows {
    width: usize,
    cells: Vec<Cell>,
    bytes: Vec<u8>,
}

impl Rows {
    /// No rows yet, each of `width` columns. They are filled column by column.
    pub(crate) fn new(width: usize) -> Rows {
        Rows { width: width.max(1), cells: Vec::new(), bytes: Vec::new() }
    }

    pub(crate) fn push_none(&mut self) {
        self.cells.push(Cell::None);
    }

    pub(crate) fn push_number(&mut self, value: i64) {
        self.cells.push(Cell::Number(value));
    }

    /// The bytes of a text: bytes that are stored as such are none, whatever they say.
    pub(crate) fn push_text(&mut self, value: &[u8]) {
        let (begin, end) = self.lay(value);
        self.cells.push(Cell::Text(begin, end));
    }

    pub(crate) fn push_bytes(&mut self, value: &[u8]) {
        let (begin, end) = self.lay(value);
        self.cells.push(Cell::Bytes(begin, end));
    }

    pub(crate) fn push_other(&mut self) {
        self.cells.push(Cell::Other);
    }

    fn lay(&mut self, value: &[u8]) -> (usize, usize) {
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(value);
        (begin, self.bytes.len())
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    pub(crate) fn get(&self, place: usize) -> Option<Row<'_>> {
        let begin = place.checked_mul(self.width)?;
        let cells = self.cells.get(begin..begin + self.width)?;
        Some(Row { cells, bytes: &self.bytes })
    }

    pub(crate) fn first(&self) -> Option<Row<'_>> {
        self.get(0)
    }

    pub(crate) fn last(&self) -> Option<Row<'_>> {
        self.get(self.len().checked_sub(1)?)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.len()).filter_map(|place| self.get(place))
    }
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'r> {
    cells: &'r [Cell],
    bytes: &'r [u8],
}

impl<'r> Row<'r> {
    pub(crate) fn is_none(self, column: usize) -> bool {
        matches!(self.cells.get(column), Some(Cell::None))
    }

    pub(crate) fn number(self, column: usize) -> Result<i64, JournalError> {
        match self.cells.get(column) {
            Some(Cell::Number(value)) => Ok(*value),
            _ => Err(wrong("a number")),
        }
    }

    pub(crate) fn count(self, column: usize) -> Result<u64, JournalError> {
        u64::try_from(self.number(column)?).map_err(|_| wrong("a count"))
    }

    /// Bytes that are no text are damage.
    pub(crate) fn text(self, column: usize) -> Result<&'r str, JournalError> {
        let bytes = match self.cells.get(column) {
            Some(&Cell::Text(begin, end)) => self.bytes.get(begin..end),
            _ => None,
        };
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).ok_or_else(|| wrong("a text"))
    }

    pub(crate) fn maybe_text(self, column: usize) -> Result<Option<&'r str>, JournalError> {
        if self.is_none(column) { Ok(None) } else { self.text(column).map(Some) }
    }

    pub(crate) fn hash(self, column: usize) -> Result<Hash, JournalError> {
        let bytes = match self.cells.get(column) {
            Some(&Cell::Bytes(begin, end)) => self.bytes.get(begin..end),
            _ => None,
        };
        bytes.and_then(|bytes| bytes.try_into().ok()).map(Hash).ok_or_else(|| wrong("a hash"))
    }

    pub(crate) fn stream(self, column: usize) -> Result<Stream, JournalError> {
        self.text(column)?.parse().map_err(|why| JournalError::Damaged(format!("{why}")))
    }

    pub(crate) fn account(self, column: usize) -> Result<Account, JournalError> {
        self.text(column)?.parse().map_err(|why| JournalError::Damaged(format!("{why}")))
    }
}

fn wrong(wanted: &str) -> JournalError {
    JournalError::Damaged(format!("something else stands where {wanted} should be"))
}
