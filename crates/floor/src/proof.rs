//! What a player needs to check the shoe of a past round, and the check.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vocabulary::{Card, Composition, Deck};

use crate::reshuffle::{Dealt, InUse, Unfair, is_fair};

/// The shoe that cards of a round came from: everything needed to shuffle it again once its seed is published.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShoeProof {
    /// At which table.
    pub table: String,
    /// In which round.
    pub round: u32,
    /// The SHA-256 of the seed, published before the first card, in hexadecimal digits.
    pub commitment: String,
    /// The seed, in hexadecimal digits; none before the shoe is done.
    pub seed: Option<String>,
    /// `standard-52` or `elements-65`.
    pub deck: String,
    /// How many decks.
    pub decks: u8,
    /// The cards that were on the table when it was shuffled, and are not in it.
    pub without: Vec<String>,
    /// The cards of the round that came from it.
    pub cards: Vec<ProofCard>,
}

/// A card and its place in the shoe.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofCard {
    /// Its place in the shoe, from 1.
    pub place: usize,
    /// The card, such as `Ts`.
    pub card: String,
}

/// Why a shoe does not prove what was dealt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproven {
    /// The shoe is still dealt from.
    #[error("its seed is not published yet: it is when the shoe is done")]
    NotTold,
    /// Something in it cannot be read.
    #[error("{0} cannot be read")]
    Unreadable(String),
    /// It was not dealt as committed to.
    #[error("{0}")]
    Unfair(#[from] Unfair),
}

impl ShoeProof {
    pub(crate) fn new(table: &str, round: u32, shoe: &InUse, seed: Option<String>) -> ShoeProof {
        let of_round = shoe.dealt.iter().filter(|dealt| dealt.round == round);
        let card = |place: usize, card: Card| ProofCard { place: place + 1, card: card.to_string() };
        ShoeProof {
            table: table.to_owned(),
            round,
            commitment: shoe.commitment.clone(),
            seed,
            deck: word(shoe.cards.deck()).to_owned(),
            decks: shoe.decks,
            without: shoe.without.iter().map(ToString::to_string).collect(),
            cards: of_round.map(|dealt| card(dealt.place, dealt.card)).collect(),
        }
    }

    /// Shuffles the shoe again: whether the seed fits the commitment, and every card is the one at its place.
    ///
    /// # Errors
    ///
    /// When it is not so, or cannot be known.
    pub fn check(&self) -> Result<(), Unproven> {
        let seed = self.seed.as_deref().ok_or(Unproven::NotTold)?;
        let dealt = self.cards.iter().map(|ProofCard { place, card }| {
            let place = place.checked_sub(1).ok_or_else(|| unreadable("place 0"))?;
            Ok(Dealt { place, card: read(card)?, round: self.round })
        });
        let dealt: Vec<_> = dealt.collect::<Result<_, Unproven>>()?;
        Ok(is_fair(&self.composition()?, &self.commitment, seed, &dealt)?)
    }

    fn composition(&self) -> Result<Composition, Unproven> {
        let deck = match self.deck.as_str() {
            "standard-52" => Deck::Standard52,
            "elements-65" => Deck::Elements65,
            other => return Err(unreadable(&format!("the deck {other:.40}"))),
        };
        let mut cards = Composition::full(deck, self.decks);
        for card in &self.without {
            cards.take(read(card)?).map_err(|why| unreadable(&why.to_string()))?;
        }
        Ok(cards)
    }
}

fn word(deck: Deck) -> &'static str {
    match deck {
        Deck::Standard52 => "standard-52",
        Deck::Elements65 => "elements-65",
    }
}

fn unreadable(what: &str) -> Unproven {
    Unproven::Unreadable(what.to_owned())
}

fn read(card: &str) -> Result<Card, Unproven> {
    card.parse().map_err(|_| unreadable(&format!("the card {card:.40}")))
}
