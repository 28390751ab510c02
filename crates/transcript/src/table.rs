//! A table that understands statements: names, spots left out, cards ahead of need.

mod commands;
mod staff;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use round::{
    Accepted, Awaiting, Bet, Between, Command, Duty, Event, Phase, Refusal, Round, Viewer, apply, awaiting,
    cited, decide, due, refusal_cites, undealt,
};
use rulebook::{Because, Kind, Limits, NotSet, Reason, Role, Rules};
use vocabulary::{Card, Clause, PlayerId, Spot};

use crate::statement::{Name, SpotNumber, Statement};
use crate::tell::Teller;

/// The words of the side wagers the notation knows, whatever the game.
const SIDE_WAGERS: [&str; 10] = [
    "pair",
    "set-21",
    "royal-match-21",
    "kings-bounty",
    "super-star-sevens",
    "three-stars",
    "rws-pairs",
    "boom-busted",
    "over-13",
    "under-13",
];

/// A table to which statements are said.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) rules: Arc<Rules>,
    pub(crate) round: Round,
    pub(crate) names: Arc<Names>,
    pub(crate) shoe: VecDeque<Card>,
    /// Who of the staff holds which post.
    posts: Vec<(PlayerId, Role)>,
    /// A wager has been placed, so the settings are no longer open.
    begun: bool,
}

/// The players' names and their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) list: Vec<Name>,
    numbers: HashMap<Name, PlayerId>,
}

/// Why a statement was turned away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// In a sentence.
    pub says: String,
    /// The clauses it names, the one it rests on first.
    pub clauses: Vec<Clause>,
    /// What the rules have against it, where it is they that refuse it.
    pub reason: Option<Reason>,
    /// The amounts that would have been accepted, where it was one that is refused.
    pub accepted: Option<Accepted>,
}

impl Refused {
    /// Turned away for something no clause is about.
    #[must_use]
    pub fn plainly(says: String) -> Refused {
        Refused { says, clauses: Vec::new(), reason: None, accepted: None }
    }
}

/// What became of a statement.
pub(crate) enum Said {
    /// It was accepted, and this happened.
    Done(Vec<Happened>),
    /// It was refused.
    Refused(Refused),
    /// It uses a word that does not exist: what was expected, and the word.
    Unknown(String, String),
}

/// Something that happened, with all clauses it names; in a sentence where that is wanted or it is irregular.
#[derive(Clone, Debug)]
pub(crate) struct Happened {
    pub(crate) event: Event,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) told: Option<String>,
    pub(crate) irregular: Option<String>,
}

/// What keeps a statement from being carried out.
enum Trouble {
    Refused(Refused),
    Unknown(String, String),
}

type Carried<T = ()> = Result<T, Trouble>;

impl Table {
    /// A table with these rules and nothing on it.
    #[must_use]
    pub fn new(rules: Rules) -> Table {
        Table {
            rules: Arc::new(rules),
            round: Round::new(),
            names: Arc::default(),
            shoe: VecDeque::new(),
            posts: Vec::new(),
            begun: false,
        }
    }

    /// A table that goes on after a round, with the people it knows by their numbers.
    #[must_use]
    pub fn resume(rules: Arc<Rules>, names: Vec<Name>, after: Between) -> Table {
        let posts = after.memory.posts.clone();
        let numbers = names.iter().cloned().zip((0..=u16::MAX).map(PlayerId)).collect();
        let names = Arc::new(Names { list: names, numbers });
        Table { rules, round: Round::after(after), names, shoe: VecDeque::new(), posts, begun: true }
    }

    /// Says one statement. What happened has happened to [`Table::round`] when this returns; nothing has where it is
    /// refused, save that a new name has a number.
    ///
    /// # Errors
    ///
    /// When the rules refuse it, or it uses a word this game does not have.
    pub fn hear(&mut self, statement: &Statement) -> Result<Vec<Event>, Refused> {
        match self.say(statement, false) {
            Said::Done(happened) => Ok(happened.into_iter().map(|happened| happened.event).collect()),
            Said::Refused(refused) => Err(refused),
            Said::Unknown(expected, found) => {
                Err(Refused::plainly(format!("expected {expected}, found {found}")))
            }
        }
    }

    /// Applies what is known to have happened: a table brought up to date from its records.
    pub fn catch_up(&mut self, names: &[Name], events: &[Event]) {
        for name in names {
            // A number past the last is refused when a name is heard first; records hold none.
            let _ = self.player(name);
        }
        for event in events {
            apply(&mut self.round, event);
            self.note_post(event);
        }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The round as it stands.
    #[must_use]
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// The names of the players, in the order of their numbers.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        &self.names.list
    }

    /// How many cards lie in the shoe for which nothing is due yet.
    #[must_use]
    pub fn ahead(&self) -> usize {
        self.shoe.len()
    }

    /// The player with this name, if anyone has spoken of him.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PlayerId> {
        self.names.numbers.get(name).copied()
    }

    /// Says a statement; cards that are due then come out of the shoe.
    pub(crate) fn say(&mut self, statement: &Statement, telling: bool) -> Said {
        match self.carry_out(statement, telling) {
            Ok(happened) => Said::Done(happened),
            Err(Trouble::Refused(refused)) => Said::Refused(refused),
            Err(Trouble::Unknown(expected, found)) => Said::Unknown(expected, found),
        }
    }

    /// Whether a statement would be refused; nothing changes.
    pub(crate) fn try_saying(&self, statement: &Statement) -> Said {
        self.clone().say(statement, false)
    }

    fn carry_out(&mut self, statement: &Statement, telling: bool) -> Carried<Vec<Happened>> {
        let mut happened = Vec::new();
        match statement {
            Statement::Decks(decks) => self.choose("decks", &decks.to_string())?,
            Statement::Spots(spots) => self.choose("spots", &spots.to_string())?,
            Statement::Set { name, value } => self.choose(name, value)?,
            Statement::Unit(unit) => {
                self.require_not_begun()?;
                let set = Arc::make_mut(&mut self.rules).set_unit(*unit);
                set.map_err(|why| self.not_set(&why))?;
            }
            Statement::Limits { kind, min, max } => self.post_limits(kind.as_deref(), *min, *max)?,
            Statement::Shoe(cards) => self.load(cards)?,
            _ => {
                let command = self.command(statement)?;
                let events =
                    decide(&self.rules, &self.round, &command).map_err(|refusal| self.refused(&refusal))?;
                self.begun |=
                    matches!(command, Command::Bet { .. } | Command::Staff { duty: Duty::Bet { .. }, .. });
                self.happen(events, telling, &mut happened);
            }
        }
        self.deal(telling, &mut happened)?;
        Ok(happened)
    }

    fn happen(
        &mut self,
        events: impl IntoIterator<Item = Event>,
        telling: bool,
        happened: &mut Vec<Happened>,
    ) {
        for event in events {
            apply(&mut self.round, &event);
            self.note_post(&event);
            let clauses = cited(&self.rules, &self.round, &event);
            let (rules, round, names) = (&self.rules, &self.round, &self.names.list);
            let teller = Teller { rules, round, names, viewer: Viewer::Staff };
            let irregular = teller.irregular(&event);
            let told = telling.then(|| teller.tell(&event)).flatten();
            happened.push(Happened { event, clauses, told, irregular });
        }
    }

    fn note_post(&mut self, event: &Event) {
        if let Event::PostTaken { who, role, .. } = *event {
            self.posts.retain(|(other, _)| *other != who);
            self.posts.push((who, role));
        }
    }

    /// Cards that are due come out while the shoe has any.
    fn deal(&mut self, telling: bool, happened: &mut Vec<Happened>) -> Carried {
        while let Some(&card) = self.shoe.front()
            && due(&self.rules, &self.round).is_some()
        {
            let events = decide(&self.rules, &self.round, &Command::Deal(card))
                .map_err(|refusal| self.refused(&refusal))?;
            self.shoe.pop_front();
            self.happen(events, telling, happened);
        }
        Ok(())
    }

    fn load(&mut self, cards: &[Card]) -> Carried {
        self.require_possible(cards)?;
        self.shoe.extend(cards);
        Ok(())
    }

    /// Whether the decks can hold these cards besides those that are out and those waiting in the shoe.
    fn require_possible(&self, cards: &[Card]) -> Carried {
        let mut left = undealt(&self.rules, &self.round);
        for card in self.shoe.iter().chain(cards) {
            if let Err(why) = left.take(*card) {
                return Err(self.refuse(Reason::ImpossibleCard, &why.to_string()));
            }
        }
        Ok(())
    }

    fn refused(&self, refusal: &Refusal) -> Trouble {
        let clauses = refusal_cites(&self.rules, refusal);
        let (reason, accepted) = (Some(refusal.because.reason), refusal.accepted);
        Trouble::Refused(Refused { says: refusal.to_string(), clauses, reason, accepted })
    }

    fn refuse(&self, reason: Reason, says: &str) -> Trouble {
        let Because { clause, .. } = self.rules.because(reason);
        let clauses = self.rules.clauses_behind(reason).to_vec();
        let says = format!("{says} [{clause}]");
        Trouble::Refused(Refused { says, clauses, reason: Some(reason), accepted: None })
    }

    fn require_not_begun(&self) -> Carried {
        if self.begun {
            return Err(self.refuse(Reason::SettingRefused, "the table is set before the first bet"));
        }
        Ok(())
    }

    fn choose(&mut self, name: &str, value: &str) -> Carried {
        self.require_not_begun()?;
        let set = Arc::make_mut(&mut self.rules).set(name, value);
        set.map_err(|why| self.not_set(&why))
    }

    fn not_set(&self, why: &NotSet) -> Trouble {
        match why {
            NotSet::NotAllowed { clause: Some(clause), .. } => {
                let (says, reason) = (format!("{why} [{clause}]"), Some(Reason::SettingRefused));
                Trouble::Refused(Refused { says, clauses: vec![*clause], reason, accepted: None })
            }
            _ => self.refuse(Reason::SettingRefused, &why.to_string()),
        }
    }

    fn post_limits(&mut self, kind: Option<&str>, min: vocabulary::Chips, max: vocabulary::Chips) -> Carried {
        self.require_not_begun()?;
        let kind = self.kind(kind)?;
        if min > max || max <= vocabulary::Chips::ZERO {
            let says = format!("a minimum of {min} and a maximum of {max} leave no wager");
            return Err(self.refuse(Reason::SettingRefused, &says));
        }
        Arc::make_mut(&mut self.rules).post_limits(kind, Limits { min, max });
        Ok(())
    }

    fn kind(&self, word: Option<&str>) -> Carried<Kind> {
        let Some(word) = word.filter(|word| *word != "main") else { return Ok(Kind::Main) };
        match self.rules.kind(word) {
            Some(kind) => Ok(kind),
            None if SIDE_WAGERS.contains(&word) => {
                Err(self.refuse(Reason::NoSuchWager, &format!("{} has no wager `{word}`", self.rules.id())))
            }
            None => {
                let own: Vec<&str> =
                    self.rules.side_wagers().iter().map(|wager| wager.kind.as_str()).collect();
                let expected = format!("a wager of this game ({})", own.join(", "));
                Err(Trouble::Unknown(expected, word.to_owned()))
            }
        }
    }

    /// The number of the player with this name, new ones in the order they are spoken of.
    fn player(&mut self, name: &str) -> Carried<PlayerId> {
        if let Some(player) = self.find(name) {
            return Ok(player);
        }
        let too_many = |_| Trouble::Unknown("fewer than 65536 players".into(), name.to_owned());
        let player = PlayerId(u16::try_from(self.names.list.len()).map_err(too_many)?);
        let names = Arc::make_mut(&mut self.names);
        names.list.push(name.to_owned());
        names.numbers.insert(name.to_owned(), player);
        Ok(player)
    }

    /// The spot meant: the one written, or where it is left out the only one the player has.
    fn spot(&self, player: PlayerId, written: SpotNumber) -> Carried<Spot> {
        if let Some(number) = written {
            return self.spot_numbered(number);
        }
        // Neither insuring someone else's wager, nor a ruling, nor chips that went back make a spot one's own.
        let own = |wager: &&round::Wager| {
            let elsewhere = matches!(wager.bet, Bet::Insurance(_) | Bet::Award);
            wager.player == player && !elsewhere && !wager.was_returned()
        };
        let mut spots: Vec<Spot> = self.round.wagers().iter().filter(own).map(|wager| wager.spot).collect();
        // While bets are open a seat is a spot too; once they are closed it is where the chips lie.
        if spots.is_empty() || self.round.phase() == Phase::Betting {
            spots.extend(self.round.seat_of(player));
        }
        spots.sort_unstable();
        spots.dedup();
        match spots[..] {
            [only] => Ok(only),
            _ if self.rules.shared_hand() || self.is_asked_by_name(player) => {
                Ok(spots.first().copied().unwrap_or(Spot::FIRST))
            }
            _ => Err(self.refuse(Reason::NoSuchSpot, "say which spot: the player does not have exactly one")),
        }
    }

    fn spot_numbered(&self, number: u32) -> Carried<Spot> {
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        Spot::new(number).map_err(|why| self.refuse(Reason::NoSuchSpot, &why.to_string()))
    }

    /// Whether the round waits for this player alone, so that he need not say at which of his spots.
    fn is_asked_by_name(&self, player: PlayerId) -> bool {
        match awaiting(&self.rules, &self.round) {
            Awaiting::Pick { player: asked, .. } => asked == Some(player),
            Awaiting::FinishFirst(asked) => asked == player,
            _ => false,
        }
    }

    /// The post a person holds, if he is of the staff.
    fn post(&self, person: PlayerId) -> Option<Role> {
        self.posts.iter().find(|(other, _)| *other == person).map(|(_, role)| *role)
    }
}
