use std::sync::Arc;

use vocabulary::{Chips, Clause, Payout, Rounding};

use crate::choices::{
    Control, DoubleAmount, HoleCard, Insurance, OverMaximum, RoundingRule, Surrender, SurrenderWindow,
};
use crate::clauses::ClauseTable;
use crate::reason::{Because, Reason};
use crate::settings::{NotSet, Settings};
use crate::value::{Floor, Many};
use crate::wager::SideWager;

/// The rules of one game as they stand at one table: the rule book, the settings chosen, the limits posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(crate) settings: Settings,
    pub(crate) book: Arc<Book>,
    limits: Vec<(Kind, Limits)>,
}

/// What no table changes: the game's name, its side wagers, its clauses.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Book {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) in_force: String,
    pub(crate) wagers: Vec<SideWager>,
    pub(crate) because: Vec<Vec<Clause>>,
    pub(crate) clauses: ClauseTable,
}

/// What a wager made before the deal is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The hand.
    Main,
    /// A side wager, by its place in [`Rules::side_wagers`].
    Side(u8),
}

/// The smallest and the largest wager of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The smallest.
    pub min: Chips,
    /// The largest.
    pub max: Chips,
}

impl Rules {
    pub(crate) fn new(settings: Settings, book: Book) -> Rules {
        Rules { settings, book: Arc::new(book), limits: Vec::new() }
    }

    /// The word for the game in the notation and on the command line.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.book.id
    }

    /// The game's full name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.book.name
    }

    /// Since when the rules are in force.
    #[must_use]
    pub fn in_force(&self) -> &str {
        &self.book.in_force
    }

    /// Every setting with its clauses.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game's side wagers.
    #[must_use]
    pub fn side_wagers(&self) -> &[SideWager] {
        &self.book.wagers
    }

    /// The side wager of this kind; `None` for the main wager.
    #[must_use]
    pub fn side_wager(&self, kind: Kind) -> Option<&SideWager> {
        match kind {
            Kind::Main => None,
            Kind::Side(at) => self.book.wagers.get(usize::from(at)),
        }
    }

    /// The kind written with this word.
    #[must_use]
    pub fn kind(&self, word: &str) -> Option<Kind> {
        let at = self.book.wagers.iter().position(|wager| wager.kind == word)?;
        u8::try_from(at).ok().map(Kind::Side)
    }

    /// The word for a kind: `main`, or a side wager's.
    #[must_use]
    pub fn word(&self, kind: Kind) -> &str {
        self.side_wager(kind).map_or("main", |wager| wager.kind.as_str())
    }

    /// Our wording of every clause of the game's document.
    #[must_use]
    pub fn clauses(&self) -> &ClauseTable {
        &self.book.clauses
    }

    /// All clauses behind a reason, the most specific first.
    #[must_use]
    pub fn clauses_behind(&self, reason: Reason) -> &[Clause] {
        let listed = &self.book.because[reason as usize];
        if listed.is_empty() { &self.book.because[Reason::ALL.len()] } else { listed }
    }

    /// A reason with the clause it rests on in this game.
    #[must_use]
    pub fn because(&self, reason: Reason) -> Because {
        Because { reason, clause: self.clauses_behind(reason)[0] }
    }

    /// Whether the rule book itself lists a clause for this reason.
    #[must_use]
    pub fn knows(&self, reason: Reason) -> bool {
        !self.book.because[reason as usize].is_empty()
    }

    /// Changes a setting by its name.
    ///
    /// # Errors
    ///
    /// When there is no such setting, the value is not of its kind, this game does not allow it, or it does not go
    /// together with the others; nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), NotSet> {
        self.change(|settings| settings.set(name, value))
    }

    /// Changes a setting by its name, be it to what the game's document does not allow: to ask what another rule would
    /// be worth, not to play by it.
    ///
    /// ```
    /// let mut rules = rulebook::Rules::of("macau").expect("one of the five");
    /// assert!(rules.set("soft-17", "hit").is_err());
    /// assert!(rules.suppose("soft-17", "hit").is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no such setting, the value is not of its kind, or it does not go together with the others; nothing
    /// changes then.
    pub fn suppose(&mut self, name: &str, value: &str) -> Result<(), NotSet> {
        self.change(|settings| settings.suppose(name, value))
    }

    fn change(&mut self, change: impl FnOnce(&mut Settings) -> Result<(), NotSet>) -> Result<(), NotSet> {
        let before = self.settings.clone();
        change(&mut self.settings)?;
        match self.impossible().into_iter().next() {
            None => Ok(()),
            Some((_, why)) => {
                self.settings = before;
                Err(NotSet::Impossible(why))
            }
        }
    }

    /// The limits posted for a kind of wager, if any.
    #[must_use]
    pub fn limits(&self, kind: Kind) -> Option<Limits> {
        self.limits.iter().find(|(posted, _)| *posted == kind).map(|(_, limits)| *limits)
    }

    /// Whether any limits are posted.
    #[must_use]
    pub fn has_limits(&self) -> bool {
        !self.limits.is_empty()
    }

    /// Posts limits for a kind of wager.
    pub fn post_limits(&mut self, kind: Kind, limits: Limits) {
        self.limits.retain(|(posted, _)| *posted != kind);
        self.limits.push((kind, limits));
    }

    /// Changes the chip unit.
    ///
    /// # Errors
    ///
    /// When halves of it would not be whole minor units and no rounding is chosen.
    pub fn set_unit(&mut self, unit: Chips) -> Result<(), NotSet> {
        let before = self.settings.unit.is;
        self.settings.unit.is = unit;
        match self.impossible().into_iter().next() {
            None => Ok(()),
            Some((_, why)) => {
                self.settings.unit.is = before;
                Err(NotSet::Impossible(why))
            }
        }
    }

    /// What wagers made after the deal are multiples of: half a unit.
    #[must_use]
    pub fn half_unit(&self) -> Chips {
        self.unit().half().max(Chips::minor(1))
    }

    /// Half of a stake, as refunds and insurance reckon it.
    #[must_use]
    pub fn half_of(&self, stake: Chips) -> Chips {
        Payout::HALF.on(stake, self.payment_rounding())
    }

    /// The amount a floor stands for at this table.
    #[must_use]
    pub fn floor(&self, floor: Floor) -> Chips {
        match floor {
            Floor::Unit => self.unit(),
            Floor::Amount(amount) => amount,
        }
    }

    /// How payments are rounded where they must be.
    #[must_use]
    pub fn payment_rounding(&self) -> Rounding {
        match self.rounding() {
            RoundingRule::Exact | RoundingRule::Down => Rounding::Down,
            RoundingRule::Up => Rounding::Up,
            RoundingRule::HalfEven => Rounding::HalfEven,
        }
    }

    /// Pay-table lines that no cards can ever be paid by, as faults.
    pub(crate) fn lines_that_never_pay(&self) -> Vec<crate::Fault> {
        let wagers = self.book.wagers.iter();
        let dead =
            wagers.flat_map(|wager| wager.dead_lines(self.deck()).into_iter().map(move |line| (wager, line)));
        dead.map(|(wager, line)| {
            let what =
                format!("the line \"{line}\" can never pay: no cards fit it, or a line above always does");
            crate::Fault { line: 1, key: wager.kind.clone(), what }
        })
        .collect()
    }

    /// Settings that make no game together, each with the name of the setting to look at.
    #[must_use]
    pub(crate) fn impossible(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let mut fault = |wrong: bool, key: &'static str, why: &str| {
            if wrong {
                faults.push((key, why.to_owned()));
            }
        };
        fault(self.decks() == 0, "decks", "a shoe has at least one deck");
        fault(self.decks() > 12, "decks", "a shoe has at most twelve decks");
        fault(!(1..=7).contains(&self.spots()), "spots", "a table has 1 to 7 spots");
        fault(!(1..=4).contains(&self.max_hands()), "max-hands", "a spot comes to 1 to 4 hands");
        fault(self.unit() <= Chips::ZERO, "unit", "the chip unit is more than nothing");
        let odd = self.unit().units() % 2 != 0 && self.rounding() == RoundingRule::Exact;
        fault(odd, "unit", "an odd chip unit cannot be halved exactly: choose an even one, or set rounding");
        fault(self.forced_draw_below() > 17, "forced-draw-below", "no hand must draw at 17 or more");
        fault(self.cut_card_position() > 100, "cut-card-position", "the cut card is at 0 to 100 per cent");
        let shared = self.shared_hand();
        fault(
            shared && self.control() != Control::Own,
            "control",
            "with a shared hand each player has `own` control",
        );
        fault(!shared && self.control() == Control::Own, "control", "`own` control is for a shared hand");
        let alone = self.max_bettors() == Many::UpTo(1);
        fault(shared && !alone, "max-bettors", "with a shared hand each terminal has one bettor");
        let window = self.surrender_window() == SurrenderWindow::Decision;
        fault(window && !shared, "surrender-window", "a `decision` window is for a shared hand");
        let no_insurance = self.insurance() == Insurance::None;
        fault(
            no_insurance && self.even_money(),
            "even-money",
            "even money is offered together with insurance",
        );
        fault(
            no_insurance && self.insure_others(),
            "insure-others",
            "there is no insurance to pass to others",
        );
        let late = self.surrender() == Surrender::Late;
        fault(
            late && self.hole_card() == HoleCard::None,
            "surrender",
            "late surrender needs a hole card to look at",
        );
        fault(late && window, "surrender-window", "late surrender is offered to the table");
        fault(
            shared && self.hole_card() == HoleCard::Peek,
            "hole-card",
            "a shared hand is dealt without a hole card",
        );
        let pro_rata = self.over_maximum() == OverMaximum::ProRata && shared;
        fault(pro_rata, "over-maximum", "terminals do not share a maximum");
        let doubled = self.double_amount() != DoubleAmount::Equal && shared;
        fault(doubled, "double-amount", "a shared hand is doubled for the original wager");
        faults
    }

    /// The settings whose value differs from the rule book's own, by name and value.
    #[must_use]
    pub fn chosen(&self, book: &Rules) -> Vec<(&'static str, String)> {
        let pairs = self.settings.show().into_iter().zip(book.settings.show());
        pairs
            .filter(|(here, there)| here.value != there.value)
            .map(|(here, _)| (here.name, here.value))
            .collect()
    }
}
