//! What a chart and a report say about a game, in short sentences.

use odds::{Chart, LETTERS, Letter, Row, VALUES};
use rulebook::{
    DealerBlackjackLoss, DoubleOn, HoleCard, Insurance, Rules, Soft17, SplitBy, Surrender, SurrenderAgainst,
    Tie,
};
use vocabulary::{Card, Composition, Deck};

use super::chart::COLUMNS;
use super::sheet::Sheet;

/// The parts of a chart in the order of a printed one, each with its heading.
pub(crate) const PARTS: [(&str, &str); 3] =
    [("hard", "Hard totals"), ("soft", "Soft totals"), ("pairs", "Pairs")];

/// How a row is named on a chart: `16`, `18`, `8,8`.
pub(crate) fn row_name(row: Row) -> String {
    match row {
        Row::Hard(_) | Row::Soft(_) => row.name(),
        Row::Pair(_) => format!("{0},{0}", row.name()),
    }
}

/// The two cards a soft total is usually made of.
pub(crate) fn two_cards(row: Row) -> Option<String> {
    match row {
        Row::Soft(total) => {
            LETTERS.get(usize::from(total.saturating_sub(12))).map(|letter| format!("A,{letter}"))
        }
        Row::Hard(_) | Row::Pair(_) => None,
    }
}

/// The chart that is printed: the one asked for, or else the best.
pub(crate) struct Printed<'s> {
    /// What it is called.
    pub(crate) name: String,
    /// The chart.
    chart: &'s Chart,
    by_up: &'s [Option<f64>; VALUES],
    /// The mean net result of playing by it.
    pub(crate) ev: f64,
    /// The standard deviation of that.
    pub(crate) std_dev: f64,
}

impl Printed<'_> {
    /// The chart that was asked for, or else the best.
    pub(crate) fn of(sheet: &Sheet) -> Printed<'_> {
        let asked = sheet.main.played.as_ref().and_then(|played| Some((played, played.chart.as_ref()?)));
        match asked {
            Some((played, chart)) if *chart != sheet.main.chart => Printed {
                name: format!("Strategy: {}", played.name),
                chart,
                by_up: &played.by_up,
                ev: played.ev,
                std_dev: played.std_dev,
            },
            _ => Printed::best(sheet),
        }
    }

    /// The best chart.
    pub(crate) fn best(sheet: &Sheet) -> Printed<'_> {
        let main = &sheet.main;
        Printed {
            name: "Basic strategy".to_owned(),
            chart: &main.chart,
            by_up: &main.by_up_basic,
            ev: main.ev_basic,
            std_dev: main.std_dev,
        }
    }

    /// What a cell says; `None` against an up card that the shoe does not have.
    pub(crate) fn cell(&self, row: Row, up: usize) -> Option<Letter> {
        self.by_up[up].map(|_| self.chart.cell(row, up))
    }

    /// What a cell says, in words.
    pub(crate) fn says(&self, row: Row, up: usize) -> &'static str {
        self.cell(row, up).map_or("no such up card in this shoe", Letter::words)
    }

    /// The letters that stand in the chart, in the order of a legend.
    pub(crate) fn letters(&self) -> Vec<Letter> {
        let stands = |letter: &Letter| {
            Row::all().any(|row| COLUMNS.into_iter().any(|up| self.cell(row, up) == Some(*letter)))
        };
        Letter::ALL.into_iter().filter(stands).collect()
    }
}

/// Where a chart comes from.
pub(crate) const WORKED_OUT_BY: &str = concat!(
    "Croupier ",
    env!("CARGO_PKG_VERSION"),
    " · every hand, up card and split worked out from the rules"
);

/// How a chart is read.
pub(crate) const HOW_TO_READ: &str = "Two equal cards: look among the pairs first. An Ace that counts eleven makes a \
    soft total, any other hand is hard. What follows “else” is for hands on which the first is not allowed. Split \
    hands are played by the same chart.";

/// The decks in use, such as "8 decks of 52 cards", and what is left of them if not all.
pub(crate) fn shoe(rules: &Rules, shoe: &Composition) -> String {
    let decks = match rules.decks() {
        1 => "1 deck".to_owned(),
        decks => format!("{decks} decks"),
    };
    let pack = match shoe.deck() {
        Deck::Standard52 => "52 cards",
        Deck::Elements65 => "65 cards (five elements)",
    };
    let all = Composition::full(shoe.deck(), rules.decks()).len();
    match shoe.len() {
        left if left == all => format!("{decks} of {pack}"),
        left => format!("{decks} of {pack}, {left} of {all} cards left"),
    }
}

/// The cards that are out of the shoe, each with how many.
pub(crate) fn out_of_the_shoe(rules: &Rules, shoe: &Composition) -> Vec<(Card, u8)> {
    let out = |card: Card| (card, rules.decks().saturating_sub(shoe.count(card)));
    shoe.deck().cards().map(out).filter(|(_, out)| *out > 0).collect()
}

/// The rules that the value of the main wager rests on, each in a few words.
pub(crate) fn key_rules(rules: &Rules) -> Vec<String> {
    let mut all = vec![dealer(rules), format!("Blackjack pays {}", rules.blackjack_pays())];
    all.extend(dealer_blackjack(rules).map(str::to_owned));
    all.extend([
        double(rules),
        split(rules),
        split_aces(rules),
        surrender(rules).to_owned(),
        insurance(rules),
    ]);
    if rules.forced_draw_below() > 4 {
        all.push(format!("A hand below {} must draw", rules.forced_draw_below()));
    }
    if rules.tie() == Tie::Lose {
        all.push("Equal totals lose".to_owned());
    }
    if rules.win_pays().sides() != (1, 1) {
        all.push(format!("A win pays {}", rules.win_pays()));
    }
    all
}

fn dealer(rules: &Rules) -> String {
    let hole = match rules.hole_card() {
        HoleCard::None => "no hole card",
        HoleCard::Peek => "looks for blackjack",
    };
    match rules.soft_17() {
        Soft17::Stand => format!("Dealer stands on soft 17, {hole}"),
        Soft17::Hit => format!("Dealer hits soft 17, {hole}"),
    }
}

/// What a dealer blackjack takes; nothing to say where the dealer looks before anyone plays.
fn dealer_blackjack(rules: &Rules) -> Option<&'static str> {
    (rules.hole_card() == HoleCard::None).then(|| match rules.dealer_blackjack_loss() {
        DealerBlackjackLoss::OriginalOnly => "Dealer blackjack takes the original wager only",
        DealerBlackjackLoss::BustedPlusOne => "Dealer blackjack takes bust hands and one wager",
        DealerBlackjackLoss::PerHand => "Dealer blackjack takes bust hands, one wager a hand",
        DealerBlackjackLoss::All => "Dealer blackjack takes all wagers",
    })
}

fn double(rules: &Rules) -> String {
    let on = match rules.double_on() {
        DoubleOn::Any => "Double on any two cards".to_owned(),
        DoubleOn::Hard { from, to } if from == to => format!("Double on hard {from}"),
        DoubleOn::Hard { from, to } => format!("Double on hard {from} to {to}"),
    };
    format!("{on}, {} after a split", if rules.double_after_split() { "also" } else { "not" })
}

fn split(rules: &Rules) -> String {
    let what = match rules.split_by() {
        SplitBy::Value => "Split equal values",
        SplitBy::Rank => "Split equal ranks",
    };
    match rules.max_hands() {
        1 => "No splitting".to_owned(),
        hands => format!("{what}, to {hands} hands"),
    }
}

fn split_aces(rules: &Rules) -> String {
    let draw = if rules.draw_on_split_aces() { "they may draw" } else { "one card each" };
    match (rules.split_aces(), rules.resplit_aces()) {
        (false, _) => "Aces are not split".to_owned(),
        (true, false) => format!("Aces are split once, {draw}"),
        (true, true) => format!("Aces are split again, {draw}"),
    }
}

fn surrender(rules: &Rules) -> &'static str {
    match (rules.surrender(), rules.surrender_against()) {
        (Surrender::None, _) => "No surrender",
        (Surrender::Early, SurrenderAgainst::Any) => "Early surrender",
        (Surrender::Early, SurrenderAgainst::NotAce) => "Early surrender, not against an Ace",
        (Surrender::Early, SurrenderAgainst::Ten) => "Early surrender, against tens only",
        (Surrender::Late, SurrenderAgainst::Any) => "Late surrender",
        (Surrender::Late, SurrenderAgainst::NotAce) => "Late surrender, not against an Ace",
        (Surrender::Late, SurrenderAgainst::Ten) => "Late surrender, against tens only",
    }
}

fn insurance(rules: &Rules) -> String {
    match rules.insurance() {
        Insurance::None => "No insurance".to_owned(),
        Insurance::Half | Insurance::UpToHalf => format!("Insurance pays {}", rules.insurance_pays()),
    }
}
