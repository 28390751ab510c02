//! Finding rounds again. Whatever is asked, one index holds the answer in its order.

use std::collections::HashMap;
use std::fmt::Write;

use crate::read::limited;
use crate::value::{Row, Value};
use crate::{Journal, JournalError, Stream};

/// Which rounds are wanted. What is left out does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundQuery {
    /// Of this stream.
    pub stream: Option<Stream>,
    /// In which this player had a wager.
    pub player: Option<String>,
    /// Closed at this time or later, in milliseconds since 1970, UTC.
    pub from: Option<i64>,
    /// Closed before this time.
    pub until: Option<i64>,
    /// With this number.
    pub number: Option<i64>,
    /// Older than this one: the last of the page before.
    pub before: Option<RoundMark>,
    /// How many at most; never more than 10,000.
    pub limit: usize,
}

/// A round's place among all rounds: by the time it closed, as the clock then was, then in the order of the journal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoundMark {
    /// When it closed.
    pub closed_at: i64,
    /// The place of its last record in the whole journal.
    pub entry: i64,
}

/// A round that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Its place among all rounds.
    pub mark: RoundMark,
    /// Where it was played.
    pub stream: Stream,
    /// Its number.
    pub number: i64,
    /// The number of its first record in the stream.
    pub first: u64,
    /// The number of the record that closed it.
    pub last: u64,
    /// When it began, in milliseconds since 1970, UTC.
    pub opened_at: i64,
    /// Who had a wager.
    pub players: Vec<String>,
}

impl Journal {
    /// Rounds, newest first.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn rounds(&self, query: &RoundQuery) -> Result<Vec<Round>, JournalError> {
        let (sql, values) = written(query);
        let rows = self.readers.rows(sql, values).await?;
        let mut rounds = rows.iter().map(round).collect::<Result<Vec<_>, JournalError>>()?;
        rounds.dedup_by_key(|round| round.mark);
        self.seat(&mut rounds).await?;
        Ok(rounds)
    }

    /// The round that a stream closed last, by its records: whatever the clock said meanwhile.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn last_round(&self, stream: &Stream) -> Result<Option<Round>, JournalError> {
        // From the newest record back: the first that closed a round is near.
        let sql = "select d.closed_at, d.entry, s.name, d.number, d.first, r.seq, d.opened_at
                   from streams s cross join records r cross join rounds d
                   where s.name = $1 and r.stream = s.id and d.entry = r.entry order by r.seq desc limit 1";
        let rows = self.readers.rows(sql, vec![stream.as_str().into()]).await?;
        let mut rounds = rows.iter().map(round).collect::<Result<Vec<_>, JournalError>>()?;
        self.seat(&mut rounds).await?;
        Ok(rounds.pop())
    }

    async fn seat(&self, rounds: &mut [Round]) -> Result<(), JournalError> {
        let places: HashMap<i64, usize> =
            rounds.iter().enumerate().map(|(place, round)| (round.mark.entry, place)).collect();
        let entries: Vec<i64> = rounds.iter().map(|round| round.mark.entry).collect();
        for entries in entries.chunks(100) {
            let places_held = (1..=entries.len()).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ");
            let sql =
                format!("select entry, player from players where entry in ({places_held}) order by entry, n");
            let values = entries.iter().map(|&entry| entry.into()).collect();
            for row in self.readers.rows(sql, values).await?.iter() {
                if let Some(&place) = places.get(&row.number(0)?) {
                    rounds[place].players.push(row.text(1)?.to_owned());
                }
            }
        }
        Ok(())
    }
}

/// The statement: it starts from the table whose index has what was asked in the order that was asked.
fn written(query: &RoundQuery) -> (String, Vec<Value>) {
    let of_player = query.player.is_some();
    let by = if of_player { "p" } else { "d" };
    let from = if of_player { "players p join rounds d on d.entry = p.entry" } else { "rounds d" };
    let mut sql = format!(
        "select d.closed_at, d.entry, s.name, d.number, d.first, r.seq, d.opened_at from {from}
         join records r on r.entry = d.entry join streams s on s.id = d.stream where 1 = 1"
    );
    let mut values = Vec::new();
    let mut and = |condition: &str, value: Value| {
        values.push(value);
        let n = values.len();
        let condition = condition.replace('?', &format!("${n}"));
        // Writing into a string cannot fail.
        let _ = write!(sql, " and {condition}");
    };
    if let Some(player) = &query.player {
        and("p.player = ?", player.as_str().into());
    }
    if let Some(stream) = &query.stream {
        and(&format!("{by}.stream = (select id from streams where name = ?)"), stream.as_str().into());
    }
    if let Some(number) = query.number {
        and("d.number = ?", number.into());
    }
    if let Some(from) = query.from {
        and(&format!("{by}.closed_at >= ?"), from.into());
    }
    if let Some(until) = query.until {
        and(&format!("{by}.closed_at < ?"), until.into());
    }
    if let Some(before) = query.before {
        and(&format!("{by}.closed_at <= ?"), before.closed_at.into());
        let n = values.len();
        values.push(before.entry.into());
        let _ = write!(sql, " and ({by}.closed_at < ${n} or {by}.entry < ${})", n + 1);
    }
    values.push(limited(query.limit));
    let _ = write!(sql, " order by {by}.closed_at desc, {by}.entry desc limit ${}", values.len());
    (sql, values)
}

fn round(row: Row<'_>) -> Result<Round, JournalError> {
    Ok(Round {
        mark: RoundMark { closed_at: row.number(0)?, entry: row.number(1)? },
        stream: row.stream(2)?,
        number: row.number(3)?,
        first: row.count(4)?,
        last: row.count(5)?,
        opened_at: row.number(6)?,
        players: Vec::new(),
    })
}
