use vocabulary::{Chips, Clause, Deck, Payout};

use crate::choices::{
    BoomSpots, CloseAt21, Control, ControlTie, DealerBlackjackLoss, DefaultScope, DoubleAmount, DoubleOn21,
    EmptySpot, EntryLimits, Finding, HoleCard, Insurance, InsurancePrompt, MaxScope, Memory, Misdeal,
    MissingCards, Oddity, OverMaximum, PayBlackjack, PowerPolicy, Preemption, RefusalScope, Role,
    RoundingRule, ShuffleMode, SilentPlay, Soft17, SplitBy, SqueezeScope, Surrender, SurrenderAgainst,
    SurrenderScope, SurrenderWindow, Tie, Together, UnderMinimum,
};
use crate::value::{DoubleOn, Floor, Many, Value};

/// A setting: its value, the clauses that set it, and what a table may choose instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cited<T> {
    /// The value in force.
    pub is: T,
    /// The clauses that set it, the most specific first.
    pub by: Vec<Clause>,
    /// What a table may choose.
    pub may: May,
}

/// What a table may choose for a setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum May {
    /// Nothing else: the document fixes it.
    Fixed,
    /// Anything the schema knows.
    Any,
    /// One of these.
    Among(Vec<String>),
    /// A number in this range.
    Range(u8, u8),
}

impl May {
    /// Whether a table may choose this.
    #[must_use]
    pub fn permits(&self, text: &str) -> bool {
        match self {
            May::Fixed => false,
            May::Any => true,
            May::Among(values) => values.iter().any(|value| value == text),
            May::Range(from, to) => text.parse::<u8>().is_ok_and(|n| (*from..=*to).contains(&n)),
        }
    }
}

/// Why a setting was not changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotSet {
    /// The schema has no such setting.
    #[error("there is no setting `{0}`")]
    Unknown(String),
    /// The value is not of the setting's kind.
    #[error("`{name}` is {expected}, not `{value}`")]
    Unreadable {
        /// The setting.
        name: String,
        /// What was written.
        value: String,
        /// What may be written.
        expected: String,
    },
    /// The document fixes it, or the value is outside what this game allows.
    #[error("`{name}` cannot be `{value}` in this game: {allowed}")]
    NotAllowed {
        /// The setting.
        name: String,
        /// What was asked.
        value: String,
        /// What is allowed.
        allowed: String,
        /// The clause that sets it.
        clause: Option<Clause>,
    },
    /// Taken together with the other settings it makes no game.
    #[error("{0}")]
    Impossible(String),
}

/// A setting as read from a file, before its value is understood.
pub(crate) struct Written {
    pub(crate) is: String,
    pub(crate) by: Vec<Clause>,
    pub(crate) may: May,
}

/// One setting as shown to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown<'a> {
    /// The part of the rule book it stands in.
    pub section: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is about, in a sentence.
    pub about: &'static str,
    /// Its value as written.
    pub value: String,
    /// What that value means, in a sentence, where it is a word.
    pub means: Option<&'static str>,
    /// What can be written for it.
    pub expected: String,
    /// The clauses that set it.
    pub by: &'a [Clause],
    /// What a table may choose.
    pub may: &'a May,
}

macro_rules! settings {
    ($($section:literal { $(#[doc = $about:literal] $field:ident: $ty:ty = $name:literal,)+ })+) => {
        /// Every setting of a game, each with the clause that sets it.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Settings { $($(#[doc = $about] pub $field: Cited<$ty>,)+)+ }

        impl Settings {
            /// Section and name of every setting, in the order of the schema.
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$($(($section, $name),)+)+];

            /// Builds the settings from `take`, which yields a written setting by section and name, and reports
            /// through `fault` a value that cannot be read.
            pub(crate) fn build(
                mut take: impl FnMut(&'static str, &'static str) -> Option<Written>,
                mut fault: impl FnMut(&'static str, &'static str, String),
            ) -> Option<Settings> {
                // All settings are checked before the first is kept: a way out in the middle would have to drop those
                // that were kept, and that code took longer to compile than the rest of this crate.
                let checks: &[fn(&Written) -> Checked] = &[$($(Checked::as_a::<$ty>,)+)+];
                let mut all = Vec::with_capacity(checks.len());
                for (&(section, name), check) in Self::NAMES.iter().zip(checks) {
                    let Some(written) = take(section, name) else { continue };
                    let Checked { is_readable, what } = check(&written);
                    if let Some(what) = what {
                        fault(section, name, what);
                    }
                    all.extend(is_readable.then_some(written));
                }
                if all.len() < checks.len() {
                    return None;
                }
                let mut all = all.into_iter();
                Some(Settings { $($($field: Cited::next_of(&mut all),)+)+ })
            }

            /// Changes a setting by its name.
            ///
            /// # Errors
            ///
            /// When there is no such setting, the value is not of its kind, or this game does not allow it.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), NotSet> {
                match name {
                    $($($name => change(&mut self.$field, name, value),)+)+
                    _ => Err(NotSet::Unknown(name.to_owned())),
                }
            }

            /// Changes a setting by its name, be it to what this game does not allow.
            pub(crate) fn suppose(&mut self, name: &str, value: &str) -> Result<(), NotSet> {
                match name {
                    $($($name => {
                        self.$field.is = read(&self.$field, name, value)?;
                        Ok(())
                    })+)+
                    _ => Err(NotSet::Unknown(name.to_owned())),
                }
            }

            /// Every setting with its value, for a person.
            #[must_use]
            pub fn show(&self) -> Vec<Shown<'_>> {
                vec![$($(Shown {
                    section: $section,
                    name: $name,
                    about: $about.trim_ascii(),
                    value: self.$field.is.write(),
                    means: self.$field.is.means(),
                    expected: <$ty as Value>::expected(),
                    by: &self.$field.by,
                    may: &self.$field.may,
                },)+)+]
            }
        }

        impl crate::Rules {
            $($(
                #[doc = $about]
                #[must_use]
                pub fn $field(&self) -> $ty { self.settings.$field.is }
            )+)+
        }
    };
}

/// A setting as written, looked at.
struct Checked {
    is_readable: bool,
    /// What is wrong with it, if anything.
    what: Option<String>,
}

impl Checked {
    fn as_a<T: Value>(written: &Written) -> Checked {
        let is_readable = T::read(&written.is).is_some();
        let what = if is_readable {
            wrong_choice::<T>(written)
        } else {
            Some(format!("expected {}, found `{}`", T::expected(), written.is))
        };
        Checked { is_readable, what }
    }
}

impl<T: Value> Cited<T> {
    /// The next of the settings, all of which were checked.
    fn next_of(all: &mut impl Iterator<Item = Written>) -> Cited<T> {
        let Written { is, by, may } = all.next().expect("as many as there are settings");
        Cited { is: T::read(&is).expect("a value that was read before"), by, may }
    }
}

/// What is wrong with the choices a setting leaves to the table, if anything.
fn wrong_choice<T: Value>(written: &Written) -> Option<String> {
    let unreadable = |value: &str| T::read(value).is_none();
    match &written.may {
        May::Among(values) => {
            let wrong = values.iter().find(|value| unreadable(value))?;
            Some(format!("`may` lists `{wrong}`, which is not {}", T::expected()))
        }
        May::Range(from, to) if from > to => Some(format!("`may` runs from {from} down to {to}")),
        May::Range(from, to) if unreadable(&from.to_string()) || unreadable(&to.to_string()) => {
            Some(format!("`may` is a range of numbers, but the setting is {}", T::expected()))
        }
        May::Range(..) if !written.may.permits(&written.is) => {
            Some(format!("`is = {}` lies outside its own `may`", written.is))
        }
        May::Range(..) | May::Fixed | May::Any => None,
    }
}

fn read<T: Value>(setting: &Cited<T>, name: &str, text: &str) -> Result<T, NotSet> {
    T::read(text).ok_or_else(|| NotSet::Unreadable {
        name: name.to_owned(),
        value: text.to_owned(),
        expected: match setting.may {
            May::Range(from, to) => format!("a whole number from {from} to {to}"),
            May::Fixed | May::Any | May::Among(_) => T::expected(),
        },
    })
}

fn change<T: Value>(setting: &mut Cited<T>, name: &str, text: &str) -> Result<(), NotSet> {
    let value = read(setting, name, text)?;
    if value != setting.is && !setting.may.permits(text) {
        let allowed = match &setting.may {
            May::Fixed => format!("it is fixed at {}", setting.is.write()),
            May::Any => T::expected(),
            May::Among(values) => format!("choose {}", values.join(" | ")),
            May::Range(from, to) => format!("choose {from} to {to}"),
        };
        let (name, value) = (name.to_owned(), text.to_owned());
        return Err(NotSet::NotAllowed { name, value, allowed, clause: setting.by.first().copied() });
    }
    setting.is = value;
    Ok(())
}

settings! {
    "cards" {
        /// The pack of cards.
        deck: Deck = "deck",
        /// How many decks make the shoe.
        decks: u8 = "decks",
        /// Whether the dealer has a face-down second card.
        hole_card: HoleCard = "hole-card",
        /// How the cards are mixed.
        shuffle_mode: ShuffleMode = "shuffle-mode",
        /// Whether the first card of a shoe is burnt.
        burn_first_card: bool = "burn-first-card",
        /// How many per cent of the shoe are dealt before the cut card; 0 is without one.
        cut_card_position: u8 = "cut-card-position",
    }
    "table" {
        /// How many spots the table has.
        spots: u8 = "spots",
        /// Whether all players share one hand.
        shared_hand: bool = "shared-hand",
        /// How many players may have a main wager on a spot.
        max_bettors: Many = "max-bettors",
        /// Who decides for a spot with several bettors and none of them seated.
        control: Control = "control",
        /// Who decides among equal claims to control.
        control_tie: ControlTie = "control-tie",
        /// Whether who declined to follow a split is asked again at the next.
        follow_after_decline: bool = "follow-after-decline",
        /// Whether a side wager needs no main wager of one's own.
        side_without_main: bool = "side-without-main",
        /// Whether a better claim displaces a side wager.
        side_place_preemption: Preemption = "side-place-preemption",
        /// Whether Boom Busted is per spot or per table.
        boom_spots: BoomSpots = "boom-spots",
        /// Whether over 13 and under 13 may be bet together.
        both_13_bets: bool = "both-13-bets",
        /// Whose cards are squeezed.
        squeeze_scope: SqueezeScope = "squeeze-scope",
    }
    "limits" {
        /// The chip unit: main and side wagers are multiples of it, later wagers of half of it.
        unit: Chips = "unit",
        /// What becomes of fractions of a minor unit.
        rounding: RoundingRule = "rounding",
        /// What the maximum is measured on.
        max_scope: MaxScope = "max-scope",
        /// Whether double and split count towards the maximum.
        max_includes_derived: bool = "max-includes-derived",
        /// Whether limits are checked at entry.
        entry_limits: EntryLimits = "entry-limits",
        /// What becomes of a wager found above the maximum.
        over_maximum: OverMaximum = "over-maximum",
        /// What becomes of a wager found under the minimum.
        under_minimum: UnderMinimum = "under-minimum",
        /// How long a wager under the minimum is remembered.
        under_min_memory: Memory = "under-min-memory",
        /// Whether pro rata is computed anew after a share is raised to the minimum.
        pro_rata_refill: bool = "pro-rata-refill",
    }
    "settlement" {
        /// What an ordinary win pays.
        win_pays: Payout = "win-pays",
        /// What equal totals mean.
        tie: Tie = "tie",
        /// What a blackjack pays.
        blackjack_pays: Payout = "blackjack-pays",
        /// When a certain blackjack is paid.
        pay_blackjack: PayBlackjack = "pay-blackjack",
        /// Whether a dealer blackjack beats a 21 in more cards.
        blackjack_beats_21: bool = "blackjack-beats-21",
        /// Whether it beats a doubled or split 21 even where it does not beat a plain one.
        blackjack_beats_split_21: bool = "blackjack-beats-split-21",
        /// What a dealer blackjack takes from doubled, split and bust hands.
        dealer_blackjack_loss: DealerBlackjackLoss = "dealer-blackjack-loss",
    }
    "dealer" {
        /// What the dealer does on soft 17.
        soft_17: Soft17 = "soft-17",
        /// Whether the dealer completes his hand where nothing depends on it.
        dealer_draws_without_effect: bool = "dealer-draws-without-effect",
    }
    "surrender" {
        /// When half the wager may be given up.
        surrender: Surrender = "surrender",
        /// Against which up cards.
        surrender_against: SurrenderAgainst = "surrender-against",
        /// How it is asked for.
        surrender_window: SurrenderWindow = "surrender-window",
        /// For whom it speaks.
        surrender_scope: SurrenderScope = "surrender-scope",
        /// Whether a blackjack may be surrendered.
        surrender_blackjack: bool = "surrender-blackjack",
    }
    "insurance" {
        /// How much insurance may be taken.
        insurance: Insurance = "insurance",
        /// What insurance pays.
        insurance_pays: Payout = "insurance-pays",
        /// The smallest insurance where the amount is free.
        insurance_min: Floor = "insurance-min",
        /// Whether a declined insurance passes to others.
        insure_others: bool = "insure-others",
        /// Whether what the owner leaves of his insurance passes to others.
        insurance_balance_to_others: bool = "insurance-balance-to-others",
        /// Whether insurance has its own window.
        insurance_prompt: InsurancePrompt = "insurance-prompt",
        /// Whether a blackjack against an Ace may take even money.
        even_money: bool = "even-money",
        /// Whether even money returns an insurance on the same wager.
        even_money_returns_insurance: bool = "even-money-returns-insurance",
    }
    "double" {
        /// How much is added.
        double_amount: DoubleAmount = "double-amount",
        /// The smallest double where the amount starts at a unit.
        double_min: Floor = "double-min",
        /// On which totals.
        double_on: DoubleOn = "double-on",
        /// Whether split hands may double.
        double_after_split: bool = "double-after-split",
        /// Whether hands from unlike tens may double.
        double_after_unlike_ten_split: bool = "double-after-unlike-ten-split",
        /// Whether a two-card 21 may double.
        double_on_21: DoubleOn21 = "double-on-21",
    }
    "split" {
        /// Which two cards may be split.
        split_by: SplitBy = "split-by",
        /// How many hands a spot may come to.
        max_hands: u8 = "max-hands",
        /// Whether Aces may be split.
        split_aces: bool = "split-aces",
        /// Whether Aces may be split again.
        resplit_aces: bool = "resplit-aces",
        /// Whether split Aces may draw.
        draw_on_split_aces: bool = "draw-on-split-aces",
    }
    "draw" {
        /// Which hands of 21 take no more cards.
        close_at_21: CloseAt21 = "close-at-21",
        /// Below which total a hand must draw; 0 is never.
        forced_draw_below: u8 = "forced-draw-below",
    }
    "silence" {
        /// How many seconds a decision window lasts; 0 is without a clock.
        decision_seconds: u8 = "decision-seconds",
        /// Whether a window closes when all have answered.
        early_close: bool = "early-close",
        /// How a hand is played when its window closes without an answer.
        default_play: SilentPlay = "default-play",
        /// How far a default decision reaches.
        default_scope: DefaultScope = "default-scope",
        /// How the hand of an absent player is played.
        absent_policy: SilentPlay = "absent-policy",
    }
    "irregularities" {
        /// A card that does not belong to the decks in use.
        foreign_card: Finding = "foreign-card",
        /// Too few cards in the decks.
        missing_card: Finding = "missing-card",
        /// Too many cards in the decks.
        extra_card: Finding = "extra-card",
        /// Cards that were not shuffled.
        unshuffled_cards: Finding = "unshuffled-cards",
        /// Not enough cards to finish the round.
        short_shoe: Finding = "short-shoe",
        /// What a power failure means.
        power_policy: PowerPolicy = "power-policy",
        /// Whether a void takes back what was already paid and collected.
        void_reverses_payments: bool = "void-reverses-payments",
        /// Whether errors of the subsequent deal are rebuilt after the interim settlement.
        bp_reconstruct_after_interim: bool = "bp-reconstruct-after-interim",
        /// Whether a dealer's overdraw opens the players' choice.
        error_choice_on_overdraw: bool = "error-choice-on-overdraw",
        /// What refusing a card ends.
        refusal_scope: RefusalScope = "refusal-scope",
        /// Who decides what no rule covers.
        ruling_by: Role = "ruling-by",
        /// What an error of the initial deal leads to before any settlement or further card.
        misdeal_before: Misdeal = "misdeal-before",
        /// The same where the cards cannot be put back in order.
        beyond_repair_before: Misdeal = "beyond-repair-before",
        /// What it leads to once money has moved or a further card is out.
        misdeal_after: Misdeal = "misdeal-after",
        /// The same where the cards cannot be put back in order then.
        beyond_repair_after: Misdeal = "beyond-repair-after",
        /// What a card to the wrong hand or a skipped player leads to after the initial deal.
        misdeal_in_play: Misdeal = "misdeal-in-play",
        /// What becomes of places that lack a card of the initial deal once play has moved on.
        missing_cards: MissingCards = "missing-cards",
        /// What becomes of cards on a spot without a wager once play has moved on.
        cards_on_empty_spot: EmptySpot = "cards-on-empty-spot",
        /// Whether a player may refuse a card dealt in error.
        refuse_card: bool = "refuse-card",
        /// What becomes of a card on the dealer's finished hand.
        dealer_overdraw: Oddity = "dealer-overdraw",
        /// What becomes of a card lying face up in the dealing device.
        face_up_card: Oddity = "face-up-card",
        /// What becomes of cards drawn together in unknown order.
        cards_together: Together = "cards-together",
        /// Whether players may withdraw after the procedures for a faulty deal.
        dissatisfied_withdraw: bool = "dissatisfied-withdraw",
        /// Whether a shuffle that was due is made good before the next round.
        shuffle_made_good: bool = "shuffle-made-good",
        /// Who chooses or discards cards drawn together for the dealer's hand.
        dealer_cards_by: Role = "dealer-cards-by",
    }
    "discretion" {
        /// Whether staff may place wagers for a player.
        staff_bets: bool = "staff-bets",
        /// Whether players and spots may be restricted.
        restrictions: bool = "restrictions",
        /// Who may restrict players and spots.
        restricted_by: Role = "restricted-by",
        /// Whether the dealer may settle who decides for a spot.
        assign_control: bool = "assign-control",
        /// Whether players may ask for their cards face down.
        squeeze: bool = "squeeze",
        /// Whether the hand signal is the decision.
        hand_signals: bool = "hand-signals",
        /// Whether side wagers forgotten in the interim settlement are settled later.
        late_side_settlement: bool = "late-side-settlement",
    }
}
