//! The shoe as the caller knows it: full, without the cards seen, or by what is left.

use std::fmt;

use anyhow::{Context, Result, bail};
use odds::{Game, LETTERS, Shoe, Unfit, VALUES};
use rulebook::{Pattern, Rules, SideWager};
use vocabulary::{Card, Composition, Deck, Rank};

/// How closely the cards of a shoe are known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Known {
    /// Their values: how many Aces, twos, .. and tens.
    Values,
    /// Their ranks too: how many Kings, how many plain tens.
    Ranks,
    /// Every card with its suit.
    Cards,
}

/// A card somebody saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    /// With its suit.
    Card(Card),
    /// Only its rank.
    Rank(Rank),
}

/// What the caller says about the shoe.
#[derive(Clone, Debug)]
pub(crate) enum Described {
    /// Nothing: it is full.
    Full,
    /// These cards are gone.
    Without(Vec<Seen>),
    /// So many of each value are left, Ace to ten.
    Left([u32; VALUES]),
}

/// The cards a round is dealt from. Where ranks or suits are not known they are divided evenly, and nothing that rests
/// on them is worked out.
#[derive(Clone, Debug)]
pub(crate) struct Stock {
    pub(crate) cards: Composition,
    pub(crate) known: Known,
}

impl Described {
    /// Reads `--seen` or `--shoe`.
    pub(crate) fn read(seen: Option<&str>, shoe: Option<&str>) -> Result<Described> {
        match (seen, shoe) {
            (Some(seen), _) => Ok(Described::Without(cards(seen).context("--seen")?)),
            (None, Some(shoe)) => Ok(Described::Left(counts(shoe)?)),
            (None, None) => Ok(Described::Full),
        }
    }

    /// The cards left of the decks of a game.
    pub(crate) fn stock(&self, rules: &Rules) -> Result<Stock> {
        let full = Stock { cards: Composition::full(rules.deck(), rules.decks()), known: Known::Cards };
        let stock = match self {
            Described::Full => full,
            Described::Without(seen) => full.without(seen, rules.decks()).context("--seen")?,
            Described::Left(counts) => full.left(counts, rules.decks())?,
        };
        lasts(&Game::of(rules), &Shoe::of(&stock.cards))?;
        Ok(stock)
    }
}

/// No walk goes further.
pub(crate) const MOST_STATES: usize = 200_000;

/// Whether a shoe may be walked card by card: so many different sets of cards can be left of it at most.
pub(crate) fn is_small(shoe: &Shoe) -> bool {
    const MOST: u64 = 100_000;
    let mut sets = 1;
    shoe.counts().iter().all(|&count| {
        sets *= u64::from(count) + 1;
        sets <= MOST
    })
}

/// Whether every round can be finished from a shoe: because it has so many cards, or because no round that can be played
/// from it runs out.
pub(crate) fn lasts(game: &Game, shoe: &Shoe) -> Result<(), Unfit> {
    let walked = || is_small(shoe) && odds::optimal::<f64>(game, shoe, MOST_STATES).is_ok();
    shoe.suffices(game).or_else(|unfit| if walked() { Ok(()) } else { Err(unfit) })
}

impl Stock {
    /// The stock after these cards have gone.
    pub(crate) fn without(mut self, seen: &[Seen], decks: u8) -> Result<Stock> {
        // Cards with a suit first: those without take whatever is left of their rank.
        for card in seen.iter().filter_map(|seen| seen.card()) {
            match self.known {
                Known::Ranks | Known::Values if self.cards.deck().contains(card) => {
                    self.take_any(card.rank(), decks)?;
                }
                Known::Cards | Known::Ranks | Known::Values => self.cards.take(card)?,
            }
        }
        for seen in seen.iter().filter(|seen| seen.card().is_none()) {
            self.take_any(seen.rank(), decks)?;
            self.known = self.known.min(Known::Ranks);
        }
        Ok(self)
    }

    /// Takes a card of this rank, or of its value where ranks are not known, from where most are left.
    fn take_any(&mut self, rank: Rank, decks: u8) -> Result<()> {
        let same = |card: &Card| match self.known {
            Known::Values => card.rank().points() == rank.points(),
            Known::Ranks | Known::Cards => card.rank() == rank,
        };
        if !self.cards.deck().ranks().any(|known| known == rank) {
            bail!("there is no {} in a deck of {} cards", rank.letter(), self.cards.deck().size());
        }
        match most_left(&self.cards, same) {
            Some(card) => Ok(self.cards.take(card)?),
            None if self.known == Known::Values => bail!("the shoe has no {} left", name(value(rank))),
            None => {
                let all = self.cards.deck().suits().len() * usize::from(decks);
                bail!("more cards {} than the {all} that {} hold", rank.letter(), plural(decks));
            }
        }
    }

    /// The stock with so many cards of each value.
    fn left(mut self, counts: &[u32; VALUES], decks: u8) -> Result<Stock> {
        let mut faults = Vec::new();
        for (at, &count) in counts.iter().enumerate() {
            let of_value = |card: &Card| value(card.rank()) == at;
            let held = u32::from(decks) * in_deck(self.cards.deck(), at);
            if count > held {
                faults.push(format!("{count} {}s: {} hold {held}", name(at), plural(decks)));
            }
            for _ in count..held {
                let Some(card) = most_left(&self.cards, of_value) else { break };
                self.cards.take(card)?;
            }
        }
        self.known = Known::Values;
        if faults.is_empty() { Ok(self) } else { bail!("--shoe has {}", faults.join("; ")) }
    }

    /// Whether a wager can be worked out from what is known of the cards.
    pub(crate) fn tells(&self, wager: &SideWager) -> bool {
        self.known >= needed(wager)
    }
}

impl Seen {
    /// Its rank.
    pub(crate) fn rank(self) -> Rank {
        match self {
            Seen::Card(card) => card.rank(),
            Seen::Rank(rank) => rank,
        }
    }

    fn card(self) -> Option<Card> {
        match self {
            Seen::Card(card) => Some(card),
            Seen::Rank(_) => None,
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Card(card) => write!(f, "{card}"),
            Seen::Rank(rank) => write!(f, "{}", rank.letter()),
        }
    }
}

impl Known {
    /// What a wager that needs this much looks at.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Known::Values => "values",
            Known::Ranks => "ranks",
            Known::Cards => "suits",
        }
    }
}

/// How closely cards must be known to work a wager out.
pub(crate) fn needed(wager: &SideWager) -> Known {
    wager.lines.iter().map(|line| looks_at(&line.when)).max().unwrap_or(Known::Values)
}

fn looks_at(when: &Pattern) -> Known {
    if when.same_suit.is_some() || when.same_colour.is_some() || when.suit.is_some() {
        return Known::Cards;
    }
    let ranks = when.same_rank.is_some()
        || when.ranks.is_some()
        || when.one_each.is_some()
        || when.at_least.is_some();
    if ranks { Known::Ranks } else { Known::Values }
}

/// Reads cards, with suit or as bare ranks, separated by blanks or commas.
pub(crate) fn cards(written: &str) -> Result<Vec<Seen>> {
    let words = written.split(|letter: char| letter.is_whitespace() || letter == ',');
    words.filter(|word| !word.is_empty()).map(card).collect()
}

fn card(word: &str) -> Result<Seen> {
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && let Some(rank) = Rank::from_letter(letter)
    {
        return Ok(Seen::Rank(rank));
    }
    Ok(Seen::Card(word.parse()?))
}

/// Reads counts by value such as `A=4,2=5,T=16`; what is not named is none.
fn counts(written: &str) -> Result<[u32; VALUES]> {
    let mut counts = [None; VALUES];
    let mut faults = Vec::new();
    let words = written.split(|letter: char| letter.is_whitespace() || letter == ',');
    for word in words.filter(|word| !word.is_empty()) {
        match count(word) {
            Ok((at, count)) if counts[at].is_none() => counts[at] = Some(count),
            Ok((at, _)) => faults.push(format!("{} is given twice", LETTERS[at])),
            Err(fault) => faults.push(fault),
        }
    }
    if counts.iter().all(Option::is_none) && faults.is_empty() {
        faults.push("no cards; write how many of each value are left, like A=4,2=5,T=16".into());
    }
    if faults.is_empty() {
        return Ok(counts.map(Option::unwrap_or_default));
    }
    bail!("--shoe: {}", faults.join("; "))
}

fn count(word: &str) -> Result<(usize, u32), String> {
    let (letter, number) = word.split_once('=').ok_or_else(|| format!("`{word}` is not like A=4"))?;
    let at = LETTERS
        .iter()
        .position(|known| letter == known.to_string())
        .ok_or_else(|| format!("`{letter}` is no value: write A, 2 to 9, or T for all cards worth ten"))?;
    match number.parse::<i64>() {
        Ok(count) if count < 0 => Err(format!("{number} {}s: there cannot be fewer than none", name(at))),
        Ok(count) => u32::try_from(count).map(|count| (at, count)).map_err(|_| format!("{word} is too many")),
        Err(_) => Err(format!("`{number}` in `{word}` is not a whole number")),
    }
}

/// The card of which most are left among these.
fn most_left(cards: &Composition, wanted: impl Fn(&Card) -> bool) -> Option<Card> {
    let of_rank = |rank: Rank| -> u32 {
        let suits = cards.deck().suits().iter().filter_map(|&suit| Card::new(rank, suit));
        suits.map(|card| u32::from(cards.count(card))).sum()
    };
    let open = cards.deck().cards().filter(|card| wanted(card) && cards.count(*card) > 0);
    open.max_by_key(|card| (of_rank(card.rank()), cards.count(*card)))
}

/// How many cards of a value one deck has.
fn in_deck(deck: Deck, at: usize) -> u32 {
    deck.cards().map(|card| u32::from(value(card.rank()) == at)).sum()
}

/// The value of a rank, as charts and the analysis number them.
pub(crate) fn value(rank: Rank) -> usize {
    usize::from(rank.points()) - 1
}

/// A value in words.
fn name(at: usize) -> &'static str {
    ["Ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][at]
}

fn plural(decks: u8) -> String {
    if decks == 1 { "one deck".into() } else { format!("{decks} decks") }
}
