//! What is about to be written: decided on a copy of the table, true once it is on disk.

use std::collections::VecDeque;
use std::sync::Arc;

use journal::{Account, AppendError, Keep, NewRecord, Posting, RoundEnd, Sent};
use round::{Phase, unseen};
use transcript::{Deed, Statement};
use vocabulary::Chips;

use super::second::{assign, lapsed, require_on_duty, sign_off, sign_on};
use super::{Answer, Ask, Asked, Book, CONFIG, Denied, Heeded, Keeper};
use crate::answers::GivenAnswer;
use crate::approval::Approval;
use crate::entry::Entry;
use crate::house::SHOES;
use crate::json;
use crate::meters::{self, MetersByMoney};
use crate::money::{Chipcount, Money};
use crate::posted::Posted;
use crate::roles::Role;
use crate::rule_book::{ADOPTED, RuleBook};
use crate::speech::{Unsaid, keyed_for, understand};
use crate::table::{Dealing, Step, Table};
use crate::window::Millis;

/// What was decided together: what is to be written, and what is refused because of that or of what is written already.
#[derive(Default)]
pub(super) struct Drafts {
    pub(super) accepted: Vec<Draft>,
    pub(super) refused: Vec<Refusal>,
}

/// Something refused. It rests on drafts, so it is final once they are written.
pub(super) struct Refusal {
    pub(super) asked: Asked,
    pub(super) denied: Denied,
    /// How many drafts came before it.
    pub(super) after: usize,
}

/// Something decided and not yet written.
pub(super) struct Draft {
    /// Who asked; nobody where the clock did it.
    pub(super) asked: Option<Asked>,
    pub(super) step: Step,
    /// The table, its book and its meters after it.
    pub(super) table: Table,
    pub(super) book: Book,
    pub(super) meters: Arc<MetersByMoney>,
    pub(super) record: NewRecord,
    /// The purses it takes nothing from but what was paid into them by mistake, or before the rules took it back. Where one
    /// has too little, the rest is owed.
    pub(super) taken_back: Vec<Account>,
    /// The answer to the asker once it is written.
    pub(super) answer: Result<Answer, Denied>,
}

impl Draft {
    /// The id of the command it answers.
    fn id(&self) -> Option<&String> {
        self.asked.as_ref()?.id.as_ref()
    }
}

impl Keeper {
    /// Decides what the clock and everyone waiting want, one after another. A repeated id that is about to be written waits for
    /// that answer.
    pub(super) fn draft(&mut self, waiting: &mut VecDeque<Asked>) -> Drafts {
        let now = self.clock.now();
        let mut drafts: Vec<Draft> = Vec::new();
        let (mut refused, mut sent_twice) = (Vec::new(), VecDeque::new());
        let clock_runs = self.awake && now >= self.clock_stands_until;
        if clock_runs && self.table.clock().is_some_and(|clock| clock.until <= now) {
            let mut table = self.table.clone();
            if let Some(step) = table.tick(now, &mut self.seeds) {
                drafts.push(self.drafted(None, step, table, None, now));
            }
        }
        if clock_runs {
            self.lapse(&mut drafts, now);
        }
        while let Some(asked) = waiting.pop_front() {
            if let Some(answer) = self.known(&asked) {
                let _ = asked.reply.send(answer);
                continue;
            }
            if asked.id.is_some() && drafts.iter().any(|draft| draft.id() == asked.id.as_ref()) {
                sent_twice.push_back(asked);
                continue;
            }
            let mut table = drafts.last().map_or_else(|| self.table.clone(), |draft| draft.table.clone());
            let seq = drafts.last().map_or(self.book.seq, |draft| draft.book.seq) + 1;
            match self.decide(&mut table, &asked, (seq, now)) {
                Ok(step) => {
                    let draft = self.drafted(Some(asked), step, table, drafts.last(), now);
                    drafts.push(draft);
                    if drafts.last().is_some_and(|draft| draft.step.entry.rest) {
                        break;
                    }
                }
                Err(denied) => refused.push(Refusal { asked, denied, after: drafts.len() }),
            }
        }
        sent_twice.append(waiting);
        *waiting = sent_twice;
        Drafts { accepted: drafts, refused }
    }

    /// What nobody approved in time ends.
    fn lapse(&self, drafts: &mut Vec<Draft>, now: Millis) {
        loop {
            let mut table = drafts.last().map_or(&self.table, |draft| &draft.table).clone();
            let Some(step) = table.lapse(now) else { return };
            let draft = self.drafted(None, step, table, drafts.last(), now);
            drafts.push(draft);
        }
    }

    /// What the same id was answered before, if that is remembered.
    fn known(&self, asked: &Asked) -> Option<Result<Answer, Denied>> {
        let given = asked.id.as_ref().and_then(|id| self.answers.find(id))?;
        Some(given.again(&asked.fingerprint(&self.id)))
    }

    /// Refuses something, unless it was carried out before by a server that is gone: then it gets the answer of that time. The
    /// table does not wait while that is looked up.
    pub(super) fn refuse(&self, asked: Asked, denied: Denied) {
        let Some(id) = asked.id.clone() else {
            let _ = asked.reply.send(Err(denied));
            return;
        };
        let (journal, request) = (self.journal.clone(), asked.fingerprint(&self.id));
        tokio::spawn(async move {
            let answer = match journal.answer(&id).await {
                Ok(Some(before)) => GivenAnswer::read(&before.answer)
                    .map_or(Err(Denied::OtherUse), |given| given.again(&request)),
                Ok(None) => Err(denied),
                // Nobody knows then whether it was carried out.
                Err(error) => Err(Denied::Away(error.to_string())),
            };
            let _ = asked.reply.send(answer);
        });
    }

    fn decide(
        &mut self,
        table: &mut Table,
        asked: &Asked,
        (seq, now): (u64, Millis),
    ) -> Result<Step, Denied> {
        match &asked.what {
            Ask::Say(_) if asked.by.for_guest && table.posted().money.is_real() => {
                Err(Denied::RealMoney(Arc::clone(&self.play_tables)))
            }
            Ask::Say(_) if let Some(player) = &asked.by.for_absent => {
                Err(Denied::PlayerAbsent(player.clone()))
            }
            Ask::Say(sentences) => self.hear(table, &asked.by, sentences, (seq, now)),
            Ask::Approve { number, approve, uncovered, disabled } => {
                let hindered = (uncovered.as_ref(), disabled.as_deref());
                self.judge(table, &asked.by, (*number, *approve, hindered), now)
            }
            Ask::Assign { dealer, assigned } => Ok(assign(table, &asked.by, dealer, *assigned)),
            Ask::SignOn(on) => sign_on(table, &asked.by, *on),
            Ask::SignOff(off) => sign_off(table, &asked.by, off),
            Ask::Post(posted) => {
                if table.has_wagers() {
                    return Err(Denied::RoundOn);
                }
                // Another game would be another table; and nobody names files of this machine from outside.
                let (game, book) = (&table.coming().game, table.coming().book.clone().map(RuleBook::written));
                if posted.game != *game {
                    return Err(Denied::Senseless(format!("the game of this table stays `{game}`")));
                }
                if posted.book.is_some() && posted.book != book {
                    let why = "the rule book of this table stays: it is changed in its file, and posted when the floor opens";
                    return Err(Denied::Senseless(why.into()));
                }
                let money = table.coming().money;
                if posted.money != money && !posted.money.is_real() {
                    let why = "this table is for real money: only the floor's config changes that";
                    return Err(Denied::Senseless(why.into()));
                }
                let posted = Posted { book, money, ..posted.clone() };
                let posted = table.post_by(&asked.by.name, posted, now, &mut self.seeds);
                posted.map_err(|why| Denied::Senseless(why.to_string()))
            }
            Ask::Open { open, .. } => Ok(table.keep_open(&asked.by.name, *open, now)),
            Ask::WakeUp { failed, standing, heeded } => {
                if let Some(posts) = &heeded.posts {
                    table.post(posts.clone()).map_err(|why| Denied::Senseless(why.to_string()))?;
                }
                self.awake = true;
                let mut step = table.wake_up(*failed, *standing, now, &mut self.seeds);
                step.entry.posted.clone_from(&heeded.posts);
                Ok(step)
            }
            Ask::EndSeat(ending) => {
                require_on_duty(table, &asked.by)?;
                let ended = table.end_seat(&asked.by.name, ending, now, &mut self.seeds);
                ended.map_err(Denied::Rules)
            }
            Ask::Stay => Ok(table.stay(&asked.by.name, now)?),
            Ask::MoveDeadline(by) => Ok(table.move_deadline(*by)),
            Ask::Rest => Ok(table.rest()),
        }
    }

    fn drafted(
        &self,
        asked: Option<Asked>,
        mut step: Step,
        mut table: Table,
        after: Option<&Draft>,
        now: Millis,
    ) -> Draft {
        let (before, book, meters) = match after {
            Some(draft) => (&draft.table, &draft.book, &draft.meters),
            None => (&self.table, &self.book, &self.meters),
        };
        let (mut book, mut meters) = (book.clone(), meters.clone());
        let lapsed = lapsed(&table);
        table.lapse_with(&mut step, lapsed, now);
        book.seq += 1;
        if step.entry.opens.is_some() {
            (book.first, book.opened_at) = (book.seq, now);
            Arc::make_mut(&mut meters).settle();
        }
        step.entry.token_by = asked.as_ref().and_then(|asked| asked.by.token_by.clone());
        let waits_for_approval = matches!(step.entry.approval, Some(Approval::Asked(_)));
        let not_covered = asked.as_ref().and_then(Asked::is_not_covered);
        let answer = match not_covered.or(step.refused.take().map(Denied::Rules)) {
            Some(denied) => Err(denied),
            None => Ok(Answer { seq: book.seq, round: step.entry.round, waits_for_approval }),
        };
        let over = meters::counts(&table) && !step.entry.events.is_empty();
        if over {
            meters = Arc::new(meters.with(&table));
        }
        let heeded = asked.as_ref().and_then(Asked::heeded);
        let rule_books = new_rule_books(&mut book, &step.entry, heeded);
        let keeps = self.keeps(&step, over.then_some((table.posted().money, &*meters)), heeded);
        let round = (over && book.ended < table.round().number()).then(|| Keeper::ended(&mut book, &table));
        let (postings, taken_back) = self.postings(before, &table, &step.entry);
        let record = NewRecord {
            at: now,
            body: step.entry.write(),
            command: asked.as_ref().and_then(|asked| self.sent(asked, answer.as_ref().ok()?)),
            postings,
            keeps: keeps.into_iter().chain(rule_books).collect(),
            round,
            expects: Vec::new(),
            hides: hides(&table, &step.entry),
        };
        Draft { asked, step, table, book, meters, record, taken_back, answer }
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

    /// What the step moves between the players, the table and the house, and the purses it only takes back from.
    fn postings(&self, before: &Table, after: &Table, entry: &Entry) -> (Vec<Posting>, Vec<Account>) {
        let (earlier, back) = if entry.opens.is_some() {
            Default::default()
        } else {
            (Chipcount::of(before.round()), Chipcount::taken_back(before.round(), after.round()))
        };
        let moved = Chipcount::of(after.round()).since(&earlier);
        let (money, names) = (after.posted().money, after.names());
        let (mut postings, mut taken_back) = (moved.postings(money, &self.id, names), Vec::new());
        for player in moved.only_gives_back(&back) {
            let Some(name) = names.get(usize::from(player.0)) else { continue };
            let Some(purse) = money.purse(name) else { continue };
            if let Some(balance) = self.short.get(&purse) {
                owe(&mut postings, &purse, *balance, money.debt(name));
            }
            taken_back.push(purse);
        }
        (postings, taken_back)
    }

    /// What is kept beside the book: the shoe's secret, the meters, and what the config said when it was last applied.
    fn keeps(
        &self,
        step: &Step,
        meters: Option<(Money, &MetersByMoney)>,
        heeded: Option<&Heeded>,
    ) -> Vec<Keep> {
        let keep = |shelf: &str, body: String| Keep {
            shelf: shelf.to_owned(),
            key: self.id.to_string(),
            body: Some(body),
        };
        let shoe = step.sealed.as_ref().map(|sealed| keep(SHOES, self.shoe_key.seal(&self.id, sealed)));
        let meters = meters.map(|(money, meters)| keep(meters::shelf(money), json::text(meters.of(money))));
        let config = heeded.and_then(|heeded| heeded.config.as_ref());
        let config = config.map(|posted| keep(CONFIG, json::text(posted)));
        let adopts = heeded.and_then(|heeded| heeded.adopts.as_ref());
        let adopts = adopts.map(|book| keep(ADOPTED, book.hash().to_owned()));
        shoe.into_iter().chain(meters).chain(config).chain(adopts).collect()
    }
}

/// Leaves what a purse lacks to a debt.
fn owe(postings: &mut Vec<Posting>, purse: &Account, balance: Chips, debt: Option<Account>) {
    let Some(at) = postings.iter().position(|posting| posting.account == *purse) else { return };
    let lacks = postings[at].amount + balance;
    let Some(debt) = debt.filter(|_| lacks < Chips::ZERO) else { return };
    postings[at].amount -= lacks;
    if postings[at].amount == Chips::ZERO {
        postings.remove(at);
    }
    postings.push(Posting { account: debt, amount: lacks });
}

/// The rule books to be stored with an entry: those it names that were not stored before.
fn new_rule_books(book: &mut Book, entry: &Entry, heeded: Option<&Heeded>) -> Vec<Keep> {
    let config = heeded.and_then(|heeded| heeded.config.as_ref()?.book.as_ref());
    let mut keeps = Vec::new();
    for named in config.into_iter().chain(entry.rule_books()).filter(|named| !named.is_adopted()) {
        if book.stored.as_ref() != Some(named) {
            book.stored = Some(named.clone());
            keeps.extend(named.keep());
        }
    }
    keeps
}

/// What was refused because of drafts that were not written is decided anew.
pub(super) fn decide_again(refused: Vec<Refusal>, waiting: &mut VecDeque<Asked>) {
    for refusal in refused.into_iter().rev() {
        waiting.push_front(refusal.asked);
    }
}

/// Puts those who asked before all others who wait, in their order.
pub(super) fn hear_again(drafts: impl DoubleEndedIterator<Item = Draft>, waiting: &mut VecDeque<Asked>) {
    for asked in drafts.rev().filter_map(|draft| draft.asked) {
        waiting.push_front(asked);
    }
}

/// Tells everyone who waits that nothing of it was written.
pub(super) fn deny_all(drafts: Vec<Draft>, waiting: VecDeque<Asked>, error: &AppendError) {
    let asked = drafts.into_iter().filter_map(|draft| draft.asked).chain(waiting);
    for asked in asked {
        let _ = asked.reply.send(Err(Denied::Away(error.to_string())));
    }
}

/// Whether cards may lie face down after this entry: while a round is played, and where an entry has cards that nobody saw.
fn hides(table: &Table, entry: &Entry) -> bool {
    let is_played = !matches!(table.round().phase(), Phase::Betting | Phase::Over(_));
    is_played || entry.events.iter().any(|event| unseen(event).is_some())
}

/// What a person says at a table, if they may say it there.
pub(crate) fn heard(table: &Table, by: &str, role: Role, say: &str) -> Result<Statement, Denied> {
    let brings_cards = matches!(table.dealing(), Dealing::Dealer);
    let statement = understand(by, role, brings_cards, say).map_err(|unsaid| match unsaid {
        Unsaid::Unreadable(why) => Denied::Senseless(why),
        Unsaid::NotYours(why) => Denied::NotYours(why),
    })?;
    if !table.begins_rounds() && begins_something(&statement) {
        return Err(if table.is_open() { Denied::Suspended } else { Denied::Closed });
    }
    if role != Role::Player
        && let Some(name) = keyed_for(&statement)
        && !table.is_seated(name)
    {
        return Err(Denied::NotSeated(name.to_owned()));
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
