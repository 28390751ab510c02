//! The keeper of a table: one task (an actor) that owns it, takes commands in turn, and answers after the commit.
//!
//! While a commit is on its way, what people say waits; then all of it is decided together and written in one batch. So a
//! table is never held up by the disk for longer than one commit, and nobody learns what is not on disk.

mod denied;
mod draft;
mod second;
mod suspension;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use journal::{Account, AppendError, Batch, Epoch, Journal, Stopped, Stream};
use tokio::sync::{Notify, broadcast, mpsc, oneshot, watch};
use vocabulary::Chips;

use crate::answers::{Answers, Fingerprint, GivenAnswer};
use crate::approval::{Approval, ApprovalLimits, Request};
use crate::clock::Clock;
use crate::config::AfterFailure;
use crate::dealers::SignOff;
use crate::desk::{Desk, Standing};
use crate::environment::TableSeeds;
use crate::meters::MetersByMoney;
use crate::people::{People, Person};
use crate::posted::Posted;
use crate::presence::Presence;
use crate::roles::{Action, Role};
use crate::rule_book::RuleBook;
use crate::shoe_key::ShoeKey;
use crate::sight::{News, RecentNews};
use crate::speech::takes;
use crate::table::{SeatEnding, Table};
use crate::window::Millis;
pub use denied::Denied;
pub(crate) use draft::heard;
use draft::{Draft, Drafts, Refusal, decide_again, deny_all, hear_again};
pub(crate) use second::Uncovered;

/// The number of requests that may wait at a table; the next one is answered that the table is busy.
pub(crate) const WAITING: usize = 2048;
/// The number of requests handled together.
const TOGETHER: usize = 256;
/// How many milliseconds a clock stands still if its step cannot be written.
const CLOCK_STANDS: Millis = 10_000;

/// A person who asks something of a table.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Who made the token they ask with, if it is one.
    pub(crate) token_by: Option<String>,
    /// Whether they are a guest, or speak of one.
    pub(crate) for_guest: bool,
    /// The player whose chips they would put at further risk although that player is signed in nowhere.
    pub(crate) for_absent: Option<String>,
}

impl Asker {
    /// The house itself.
    pub(crate) fn house() -> Asker {
        let (name, role) = ("house".into(), Role::ShiftManager);
        Asker { name, role, token_by: None, for_guest: false, for_absent: None }
    }
}

impl From<&Person> for Asker {
    fn from(person: &Person) -> Asker {
        let Person { name, role, token_by, guest, .. } = person.clone();
        Asker { name, role, token_by, for_guest: guest && role == Role::Player, for_absent: None }
    }
}

/// Something asked of a table.
#[derive(Debug)]
pub(crate) struct Asked {
    /// Who asks.
    pub(crate) by: Asker,
    /// Made by the sender: the same again has one effect and the same answer.
    pub(crate) id: Option<String>,
    /// What.
    pub(crate) what: Ask,
    /// Where the answer goes.
    pub(crate) reply: oneshot::Sender<Result<Answer, Denied>>,
}

/// What can be asked of a table.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    /// To carry out sentences of the notation, all or none.
    Say(Vec<String>),
    /// To play by other settings or limits from the next round on.
    Post(Posted),
    /// To begin no further rounds, or to begin them again, as one command says it to one table, all tables of a game, or all.
    Open { open: bool, table: Option<String>, game: Option<String> },
    /// To carry out what waits for a second person, or to drop it; it is dropped, too, if an account does not cover it, or if the
    /// login of somebody who asked for it is disabled.
    Approve { number: u64, approve: bool, uncovered: Option<Uncovered>, disabled: Option<String> },
    /// To let a dealer sign on from now on, or no more.
    Assign { dealer: String, assigned: bool },
    /// That the asker deals from now on, or no more.
    SignOn(bool),
    /// To sign off a dealer who is not signed in any more.
    SignOff(SignOff),
    /// To go on after the floor was away, and to apply a config that was not applied yet.
    WakeUp { failed: bool, standing: AfterFailure, heeded: Heeded },
    /// To end a seat.
    EndSeat(SeatEnding),
    /// To keep the asker's seat.
    Stay,
    /// To wait as long as it said it would, although the clock was set by this much.
    MoveDeadline(Millis),
    /// To write down that the floor closes in good order.
    Rest,
}

/// What the config says of a table, and the file of its rule book.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heeded {
    /// What the config says, where it is known from now on.
    pub(crate) config: Option<Posted>,
    /// What the table plays by from the next round on, where that is something else.
    pub(crate) posts: Option<Posted>,
    /// The rule book that stands for rounds that were written down without one.
    pub(crate) adopts: Option<RuleBook>,
}

/// The shelf that keeps what the config said when it was last applied, by table.
pub(crate) const CONFIG: &str = "config";

impl Ask {
    /// What someone asks of this table, to tell a repeated command from another one with its id.
    pub(crate) fn fingerprint(&self, by: &str, table: &str) -> Fingerprint {
        let parts: Vec<String> = match self {
            Ask::Say(sentences) => ["say".to_owned()].into_iter().chain(sentences.iter().cloned()).collect(),
            Ask::Post(posted) => vec!["post".into(), crate::json::text(posted)],
            Ask::Open { open, table, game } => {
                let [table, game] = [table, game].map(|word| word.clone().unwrap_or_default());
                vec!["open".into(), open.to_string(), table, game]
            }
            Ask::Approve { number, approve, .. } => {
                vec!["approve".into(), number.to_string(), approve.to_string()]
            }
            Ask::Assign { dealer, assigned } => vec!["assign".into(), dealer.clone(), assigned.to_string()],
            Ask::SignOn(on) => vec!["sign on".into(), on.to_string()],
            Ask::SignOff(SignOff { dealer, why }) => {
                vec!["sign off".into(), dealer.clone(), why.word().into()]
            }
            Ask::WakeUp { .. } => vec!["wake up".into()],
            Ask::EndSeat(SeatEnding { player, why, words, .. }) => {
                vec!["end seat".into(), player.clone(), why.word().into(), words.clone().unwrap_or_default()]
            }
            Ask::Stay => vec!["stay".into(), by.to_owned()],
            Ask::MoveDeadline(by) => vec!["move deadline".into(), by.to_string()],
            Ask::Rest => vec!["rest".into()],
        };
        Fingerprint::of(std::iter::once(table).chain(parts.iter().map(String::as_str)))
    }
}

impl Asked {
    /// What is asked of this table, to tell a repeated command from another one with its id.
    fn fingerprint(&self, table: &str) -> Fingerprint {
        self.what.fingerprint(&self.by.name, table)
    }

    /// A line in the log for what staff did about the table, and for what the pit decided.
    fn log(&self, table: &str, seq: u64) {
        let by = &self.by.name;
        match &self.what {
            Ask::Open { open: true, .. } => tracing::info!(table, seq, by, "the table is opened"),
            Ask::Open { open: false, .. } => tracing::info!(table, seq, by, "the table is closed"),
            Ask::Post(posted) => {
                tracing::info!(table, seq, by, posted = crate::json::text(posted), "rules are posted");
            }
            Ask::Say(sentences) => {
                for said in sentences.iter().filter(|said| takes(self.by.role, said) == Action::Rule) {
                    tracing::info!(table, seq, by, said, "a ruling");
                }
            }
            Ask::Approve { number, uncovered: Some(Uncovered { account, .. }), .. } => {
                let account = account.as_str();
                tracing::warn!(table, seq, by, number, account, "what was approved is not covered: it ends");
            }
            Ask::Approve { number, approve: true, .. } => {
                tracing::info!(table, seq, by, number, "a second person approves");
            }
            Ask::Approve { number, approve: false, .. } => {
                tracing::info!(table, seq, by, number, "a request is declined");
            }
            Ask::Assign { dealer, assigned } => {
                tracing::info!(table, seq, by, dealer, assigned, "a dealer is assigned");
            }
            Ask::SignOn(on) => tracing::info!(table, seq, by, on, "a dealer signs on"),
            Ask::SignOff(SignOff { dealer, why }) => {
                tracing::info!(table, seq, dealer, why = why.word(), "a dealer is signed off");
            }
            Ask::EndSeat(SeatEnding { player, why, .. }) => {
                tracing::info!(table, seq, by, player, why = why.word(), "a seat ended");
            }
            Ask::WakeUp { .. } | Ask::Stay | Ask::MoveDeadline(_) | Ask::Rest => {}
        }
    }

    /// What is applied of the config.
    fn heeded(&self) -> Option<&Heeded> {
        match &self.what {
            Ask::WakeUp { heeded, .. } => Some(heeded),
            _ => None,
        }
    }
}

/// The answer to what was carried out.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Answer {
    /// The number of the entry in the table's book.
    pub seq: u64,
    /// The round it belongs to.
    pub round: u32,
    /// Whether it is not carried out but waits for a second person, under the number of the entry.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits_for_approval: bool,
}

/// A table's book, as far as its keeper needs it.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub(crate) stream: Stream,
    pub(crate) epoch: Epoch,
    /// The number of the last entry.
    pub(crate) seq: u64,
    /// The number of the round's first entry.
    pub(crate) first: u64,
    /// When the round began.
    pub(crate) opened_at: Millis,
    /// The last round whose end is written down.
    pub(crate) ended: u32,
    /// The rule book that was stored last.
    pub(crate) stored: Option<RuleBook>,
}

/// The task that owns a table.
pub(crate) struct Keeper {
    pub(crate) id: Arc<str>,
    pub(crate) journal: Journal,
    pub(crate) clock: Clock,
    pub(crate) seeds: TableSeeds,
    shoe_key: ShoeKey,
    table: Table,
    book: Book,
    meters: Arc<MetersByMoney>,
    limits: ApprovalLimits,
    /// Whether no wagers are taken for now.
    suspended: watch::Receiver<bool>,
    play_tables: Arc<[String]>,
    answers: Answers,
    /// What purses have from which more is taken back: the rest is owed.
    short: HashMap<Account, Chips>,
    /// Until then its clock stands still: what it did could not be written.
    clock_stands_until: Millis,
    /// Whether the table has been woken up since it was brought back: until then no clock runs out.
    awake: bool,
    /// Whether the book says that the table rests: nothing is written after that.
    rests: bool,
    asks: mpsc::Receiver<Asked>,
    standing: watch::Sender<Arc<Standing>>,
    news: broadcast::Sender<Arc<News>>,
    recent: RecentNews,
    /// Notified when the table is not kept here any more.
    dismissed: Arc<Notify>,
}

impl Keeper {
    /// A keeper for a table as its book left it, and the desk others find it at.
    pub(crate) fn new(
        id: Arc<str>,
        journal: Journal,
        clock: Clock,
        (seeds, shoe_key): (TableSeeds, ShoeKey),
        (people, play_tables): (People, Arc<[String]>),
        (limits, suspended): (ApprovalLimits, watch::Receiver<bool>),
        (table, book, meters, recent): (Table, Book, MetersByMoney, RecentNews),
    ) -> (Keeper, Desk) {
        let (ask, asks) = mpsc::channel(WAITING);
        let meters = Arc::new(meters);
        let now = Arc::new(Standing { table: table.clone(), seq: book.seq, meters: Arc::clone(&meters) });
        let (standing, watching) = watch::channel(now);
        let (news, _) = broadcast::channel(512);
        let lease = (book.stream.clone(), book.epoch);
        let presence = Presence::new(clock.clone());
        let dismissed = Arc::new(Notify::new());
        let (listening, elsewhere) = (news.downgrade(), Arc::clone(&play_tables));
        let desk = Desk {
            asks: ask,
            standing: watching,
            news: listening,
            recent: recent.clone(),
            dismissed: Arc::clone(&dismissed),
            lease,
            people,
            presence,
            play_tables: elsewhere,
        };
        let (answers, short, awake, rests) = (Answers::default(), HashMap::new(), false, false);
        let keeper = Keeper {
            id,
            journal,
            clock,
            seeds,
            shoe_key,
            table,
            book,
            meters,
            limits,
            suspended,
            play_tables,
            answers,
            short,
            clock_stands_until: 0,
            awake,
            rests,
            asks,
            standing,
            news,
            recent,
            dismissed,
        };
        (keeper, desk)
    }

    /// Keeps the table until it rests, nobody can ask any more, or its journal fails.
    pub(crate) async fn keep(mut self) -> Result<(), AppendError> {
        let mut asked = Vec::with_capacity(TOGETHER);
        while !self.rests {
            let due = self.table.due().filter(|_| self.awake);
            let until = due.map(|due| due.max(self.clock_stands_until));
            tokio::select! {
                heard = self.asks.recv_many(&mut asked, TOGETHER) => if heard == 0 { return Ok(()) },
                () = self.clock.wait_until(until) => {}
                () = self.dismissed.notified() => return Ok(()),
                Ok(()) = self.suspended.changed() => {}
            }
            self.follow_disk_space();
            self.serve(asked.drain(..).collect()).await?;
        }
        Ok(())
    }

    /// Answers everyone: what can be decided together is written together, as often as it takes.
    async fn serve(&mut self, mut waiting: VecDeque<Asked>) -> Result<(), AppendError> {
        while !self.rests {
            let Drafts { accepted: drafts, refused } = self.draft(&mut waiting);
            if drafts.is_empty() {
                self.refuse_all(refused);
                return Ok(());
            }
            let records = drafts.iter().map(|draft| draft.record.clone()).collect();
            let Book { stream, epoch, seq, .. } = self.book.clone();
            let appended = self.journal.append(Batch { stream, epoch, after: seq, records }).await;
            let appended = match appended {
                Ok(appended) => appended,
                Err(AppendError::Unwritable { index, why })
                    if drafts.get(index).is_some_and(|draft| draft.asked.is_some()) =>
                {
                    decide_again(refused, &mut waiting);
                    self.leave_out(index, why, drafts, &mut waiting);
                    continue;
                }
                Err(error) => {
                    decide_again(refused, &mut waiting);
                    deny_all(drafts, waiting, &error);
                    return Err(error);
                }
            };
            let (stands, falls) = refused.into_iter().partition(|refusal| refusal.after <= appended.written);
            self.refuse_all(stands);
            decide_again(falls, &mut waiting);
            let mut drafts = drafts.into_iter().peekable();
            self.commit(drafts.by_ref().take(appended.written));
            // Several purses may be short for one record, and each attempt names one more.
            if appended.written > 0 {
                self.short.clear();
            }
            let mut ends = None;
            match appended.stopped {
                // Decided once more, with what is missing as a debt.
                Some(Stopped::Overdrawn { account, balance, .. })
                    if drafts.peek().is_some_and(|draft| draft.taken_back.contains(&account)) =>
                {
                    tracing::warn!(table = %self.id, %account, %balance, "more is taken back than there is: the rest is owed");
                    self.short.insert(account, balance);
                }
                Some(stopped) => ends = drafts.next().and_then(|draft| self.turn_away(stopped, draft)),
                None => {}
            }
            // What was decided after it rested on it: it is decided anew, before those who came later.
            hear_again(drafts, &mut waiting);
            if let Some(asked) = ends {
                waiting.push_front(asked);
            }
        }
        Ok(())
    }

    /// Nothing was written because of one that no database keeps: its sender is refused, the others are decided again.
    fn leave_out(&self, index: usize, why: &str, mut drafts: Vec<Draft>, waiting: &mut VecDeque<Asked>) {
        if let Some(asked) = drafts.remove(index).asked {
            tracing::warn!(table = %self.id, by = asked.by.name, why, "this cannot be written down");
            let _ = asked.reply.send(Err(Denied::Senseless(format!("this cannot be written down: {why}"))));
        }
        hear_again(drafts.into_iter(), waiting);
    }

    /// What is written becomes the state: the table goes on, news goes out, senders get their answers.
    fn commit(&mut self, written: impl Iterator<Item = Draft>) {
        let mut answered = Vec::new();
        for Draft { asked, step, table, book, meters, record, answer, .. } in written {
            let before = std::mem::replace(&mut self.table, table);
            (self.book, self.meters) = (book, meters);
            let (entry, seq) = (step.entry, self.book.seq);
            self.rests = entry.rest;
            if let Some(remark) = &entry.remark {
                tracing::info!(table = %self.id, seq, remark);
            }
            match (&asked, &entry.approval) {
                (_, Some(Approval::Asked(request))) => {
                    let Request { by, said, amount, clause, .. } = request;
                    tracing::warn!(table = %self.id, seq, by, ?said, amount, clause, "this waits for a second person");
                }
                (Some(asked), _) => asked.log(&self.id, seq),
                (None, _) => {}
            }
            let news = Arc::new(News::new(seq, record.at, entry, before));
            self.recent.push(Arc::clone(&news));
            // Nobody listening is no fault.
            let _ = self.news.send(news);
            if let (Some(sent), Some(asked), Ok(answer)) = (record.command, &asked, &answer) {
                let given = GivenAnswer::new(answer, asked.fingerprint(&self.id));
                self.answers.note(sent.id, given);
            }
            answered.extend(asked.map(|asked| (asked, answer)));
        }
        self.show();
        for (asked, answer) in answered {
            let _ = asked.reply.send(answer);
        }
    }

    /// Answers the person who asked for what could not be written. An approval that an account does not cover goes through the
    /// table once more, so that it ends in the table's book and not only in an answer.
    fn turn_away(&mut self, stopped: Stopped, draft: Draft) -> Option<Asked> {
        let answer = match stopped {
            Stopped::Repeated { answer, .. } => match (&draft.asked, GivenAnswer::read(&answer)) {
                (Some(asked), Some(given)) => given.again(&asked.fingerprint(&self.id)),
                (_, _) => Err(Denied::OtherUse),
            },
            Stopped::Changed { .. } => Err(Denied::Away("a table expects no facts".into())),
            Stopped::Overdrawn { account, balance, .. } | Stopped::Overfull { account, balance, .. } => {
                if let Some(asked) = draft.asked {
                    return asked.end_uncovered(Uncovered { account, balance });
                }
                Err(Denied::Overdrawn { balance })
            }
        };
        if let Some(asked) = draft.asked {
            let _ = asked.reply.send(answer);
        } else {
            // The rules take no credits by the clock but what is owed then. Should they ever, the table is asked again later.
            self.clock_stands_until = self.clock.now() + CLOCK_STANDS;
            tracing::error!(table = %self.id, ?answer, "what the clock did cannot be written: it stands still for a while");
        }
        None
    }

    fn refuse_all(&self, refused: Vec<Refusal>) {
        for Refusal { asked, denied, .. } in refused {
            self.refuse(asked, denied);
        }
    }
}
