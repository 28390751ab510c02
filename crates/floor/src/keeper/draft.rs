//! What is about to be written: decided on a copy of the table, true once it is on disk.

use std::collections::VecDeque;
use std::sync::Arc;

use journal::{Account, Keep, NewRecord, Posting, RoundEnd, Sent};
use round::{Phase, unseen};
use transcript::{Deed, Statement};
use vocabulary::Chips;

use super::{Answer, Ask, Asked, Book, CONFIG, Denied, Keeper};
use crate::answers::GivenAnswer;
use crate::entry::Entry;
use crate::house::SHOES;
use crate::json;
use crate::meters::Meters;
use crate::money::Chipcount;
use crate::posted::Posted;
use crate::roles::Role;
use crate::speech::{Unsaid, understand};
use crate::table::{Dealing, Step, Table};
use crate::window::Millis;

/// Something decided and not yet written.
pub(super) struct Draft {
    /// Who asked; nobody where the clock did it.
    pub(super) asked: Option<Asked>,
    pub(super) step: Step,
    /// The table, its book and its meters after it.
    pub(super) table: Table,
    pub(super) book: Book,
    pub(super) meters: Arc<Meters>,
    pub(super) record: NewRecord,
    pub(super) answer: Answer,
}

impl Keeper {
    /// Decides what the clock and everyone waiting want, one after another. Who is refused is answered at once.
    pub(super) fn draft(&mut self, waiting: &mut VecDeque<Asked>) -> Vec<Draft> {
        let now = self.clock.now();
        let mut drafts: Vec<Draft> = Vec::new();
        if self.awake && self.table.clock().is_some_and(|clock| clock.until <= now) {
            let mut table = self.table.clone();
            if let Some(step) = table.tick(now, &mut self.seeds) {
                drafts.push(self.drafted(None, step, table, None, now));
            }
        }
        while let Some(asked) = waiting.pop_front() {
            if let Some(answer) = self.known(&asked) {
                let _ = asked.reply.send(answer);
                continue;
            }
            let mut table = drafts.last().map_or_else(|| self.table.clone(), |draft| draft.table.clone());
            match self.decide(&mut table, &asked, now) {
                Ok(step) => {
                    let draft = self.drafted(Some(asked), step, table, drafts.last(), now);
                    drafts.push(draft);
                    if drafts.last().is_some_and(|draft| draft.step.entry.rest) {
                        return drafts;
                    }
                }
                Err(denied) => self.refuse(asked, denied),
            }
        }
        drafts
    }

    /// What the same id was answered before, if that is remembered.
    fn known(&self, asked: &Asked) -> Option<Result<Answer, Denied>> {
        let given = asked.id.as_ref().and_then(|id| self.answers.find(id))?;
        Some(given.again(&asked.fingerprint(&self.id)))
    }

    /// Who is refused may have been heard before, by a server that is gone. The table does not wait while that is looked up.
    fn refuse(&self, asked: Asked, denied: Denied) {
        let Some(id) = asked.id.clone() else {
            let _ = asked.reply.send(Err(denied));
            return;
        };
        let (journal, request) = (self.journal.clone(), asked.fingerprint(&self.id));
        tokio::spawn(async move {
            let answer = match journal.answer(&id).await.ok().flatten() {
                Some(before) => GivenAnswer::read(&before.answer)
                    .map_or(Err(Denied::OtherUse), |given| given.again(&request)),
                None => Err(denied),
            };
            let _ = asked.reply.send(answer);
        });
    }

    fn decide(&mut self, table: &mut Table, asked: &Asked, now: Millis) -> Result<Step, Denied> {
        match &asked.what {
            Ask::Say(sentences) => {
                let understood = sentences.iter().map(|say| heard(table, &asked.by.name, asked.by.role, say));
                let statements: Vec<Statement> = understood.collect::<Result<_, _>>()?;
                table.hear_all(&asked.by.name, &statements, now, &mut self.seeds).map_err(Denied::Rules)
            }
            Ask::Post(posted) => {
                if table.has_wagers() {
                    return Err(Denied::RoundOn);
                }
                // Another game would be another table; and whoever posts names no files of this machine.
                if posted.game != table.posted().game {
                    let game = &table.posted().game;
                    return Err(Denied::Senseless(format!("the game of this table stays `{game}`")));
                }
                let posted = table.post_by(&asked.by.name, posted.clone(), now, &mut self.seeds);
                posted.map_err(|why| Denied::Senseless(why.to_string()))
            }
            Ask::Open(open) => Ok(table.keep_open(&asked.by.name, *open, now)),
            Ask::WakeUp { failed, standing, config } => {
                let posted = config.as_ref().filter(|config| config.holds).map(|config| &config.posted);
                if let Some(posted) = posted {
                    table.post(posted.clone()).map_err(|why| Denied::Senseless(why.to_string()))?;
                }
                self.awake = true;
                let mut step = table.wake_up(*failed, *standing, now, &mut self.seeds);
                step.entry.posted = posted.cloned();
                Ok(step)
            }
            Ask::MoveDeadline(by) => Ok(table.move_deadline(*by)),
            Ask::Rest => Ok(table.rest()),
        }
    }

    fn drafted(
        &self,
        asked: Option<Asked>,
        mut step: Step,
        table: Table,
        after: Option<&Draft>,
        now: Millis,
    ) -> Draft {
        let (before, book, meters) = match after {
            Some(draft) => (&draft.table, &draft.book, &draft.meters),
            None => (&self.table, &self.book, &self.meters),
        };
        let (mut book, mut meters) = (book.clone(), meters.clone());
        book.seq += 1;
        if step.entry.opens.is_some() {
            (book.first, book.opened_at) = (book.seq, now);
            Arc::make_mut(&mut meters).settle();
        }
        step.entry.token_by = asked.as_ref().and_then(|asked| asked.by.token_by.clone());
        let answer = Answer { seq: book.seq, round: step.entry.round };
        let over = table.round().end().is_some() && !step.entry.events.is_empty();
        if over {
            meters = Arc::new(meters.with(&table));
        }
        let round = (over && book.ended < table.round().number()).then(|| Keeper::ended(&mut book, &table));
        let record = NewRecord {
            at: now,
            body: step.entry.write(),
            command: asked.as_ref().and_then(|asked| self.sent(asked, &answer)),
            postings: self.postings(before, &table, &step.entry),
            keeps: self.keeps(&step, over.then_some(&*meters), asked.as_ref().and_then(Asked::config)),
            round,
            expects: Vec::new(),
            hides: hides(&table, &step.entry),
        };
        Draft { asked, step, table, book, meters, record, answer }
    }

    /// The command with its answer, as the journal keeps them.
    fn sent(&self, asked: &Asked, answer: &Answer) -> Option<Sent> {
        let id = asked.id.clone()?;
        Some(Sent { id, answer: GivenAnswer::new(answer, asked.fingerprint(&self.id)).write() })
    }

    fn ended(book: &mut Book, table: &Table) -> RoundEnd {
        book.ended = table.round().number();
        let mut players: Vec<String> = Vec::new();
        for wager in table.round().wagers() {
            if let Some(name) = table.names().get(usize::from(wager.player.0))
                && !players.contains(name)
            {
                players.push(name.clone());
            }
        }
        RoundEnd { number: i64::from(book.ended), first: book.first, opened_at: book.opened_at, players }
    }

    /// What the step moves between the players, the table and the house.
    fn postings(&self, before: &Table, after: &Table, entry: &Entry) -> Vec<Posting> {
        let begins = entry.opens.is_some();
        let earlier = if begins { Chipcount::default() } else { Chipcount::of(before.round()) };
        let moved = Chipcount::of(after.round()).since(&earlier);
        let players = moved.players.iter().filter_map(|(player, chips)| {
            let name = after.names().get(usize::from(player.0))?;
            posting(&format!("player/{name}"), *chips)
        });
        let table = posting(&format!("stakes/{}", self.id), moved.stakes);
        let house = posting(&format!("house/{}", self.id), moved.house);
        players.chain(table).chain(house).collect()
    }

    /// What is kept beside the book: the shoe's secret, the meters, and what the config said when it was last heeded.
    fn keeps(&self, step: &Step, meters: Option<&Meters>, config: Option<&Posted>) -> Vec<Keep> {
        let keep = |shelf: &str, body: String| Keep {
            shelf: shelf.to_owned(),
            key: self.id.to_string(),
            body: Some(body),
        };
        let shoe = step.sealed.as_ref().map(|sealed| keep(SHOES, self.shoe_key.seal(&self.id, sealed)));
        let meters = meters.map(|meters| keep("meters", json::text(meters)));
        let config = config.map(|posted| keep(CONFIG, json::text(posted)));
        shoe.into_iter().chain(meters).chain(config).collect()
    }
}

/// Whether cards may lie face down after this entry: while a round is played, and where an entry has cards that nobody saw.
fn hides(table: &Table, entry: &Entry) -> bool {
    let is_played = !matches!(table.round().phase(), Phase::Betting | Phase::Over(_));
    is_played || entry.events.iter().any(|event| unseen(event).is_some())
}

/// What a person says at a table, if it is heard there at all.
pub(crate) fn heard(table: &Table, by: &str, role: Role, say: &str) -> Result<Statement, Denied> {
    let brings_cards = matches!(table.dealing(), Dealing::Dealer);
    let statement = understand(by, role, brings_cards, say).map_err(|unsaid| match unsaid {
        Unsaid::Unreadable(why) => Denied::Senseless(why),
        Unsaid::NotYours(why) => Denied::NotYours(why),
    })?;
    if !table.is_open() && begins_something(&statement) {
        return Err(Denied::Closed);
    }
    Ok(statement)
}

/// Whether a statement puts down new wagers or calls for them, which a closed table does not want. What belongs to wagers
/// that lie already, such as an insurance or a double, it does.
fn begins_something(statement: &Statement) -> bool {
    match statement {
        Statement::Bets { .. } | Statement::OpensBets => true,
        Statement::Staff { does, .. } => matches!(does, Deed::Bets { .. }),
        _ => false,
    }
}

fn posting(account: &str, amount: Chips) -> Option<Posting> {
    let account: Account = account.parse().ok()?;
    (amount != Chips::ZERO).then_some(Posting { account, amount })
}
