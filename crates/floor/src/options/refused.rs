//! What a player might want to say now and cannot, with the reason: the buttons of a terminal that explain themselves.

use round::{Awaiting, Decision, Stage, awaiting};
use serde::Serialize;
use vocabulary::{PlayerId, Spot};

use super::{Sayable, at};
use crate::api::Against;
use crate::roles::Role;
use crate::speech::understand;
use crate::table::Table;

/// A usual answer that the rules refuse now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Unsayable {
    /// The sentence, without the speaker's name.
    pub say: String,
    /// What kind of answer it is.
    pub word: &'static str,
    /// The spot it is about.
    pub spot: Option<u8>,
    /// Which of the spot's hands it is about, from 1.
    pub hand: Option<usize>,
    /// Why it would be refused, in a sentence.
    pub why: String,
    /// The same for programs.
    pub refusal: Option<Against>,
    /// The clause behind it.
    pub clause: Option<String>,
}

/// The playing decisions.
const DECISIONS: [&str; 5] = ["hits", "stands", "doubles", "splits", "surrenders"];

/// The usual answers to what the table waits for that are not among a person's options: each was said to a copy of the table,
/// and this is what became of it.
#[must_use]
pub fn unsayable(table: &Table, name: &str, options: &[Sayable]) -> Vec<Unsayable> {
    let Some(player) = table.find(name).filter(|_| !options.is_empty()) else { return Vec::new() };
    let open = |usual: &Sayable| {
        options.iter().any(|open| (open.word, open.spot, open.hand) == (usual.word, usual.spot, usual.hand))
    };
    let usual = usual(table, player).into_iter().filter(|usual| !open(usual));
    usual.filter_map(|usual| refused(table, name, usual)).collect()
}

/// What a player is usually asked at this point of a round.
fn usual(table: &Table, player: PlayerId) -> Vec<Sayable> {
    match awaiting(table.rules(), table.round()) {
        Awaiting::Offers { stage, open, first } => {
            let own = open.iter().filter(|offer| offer.player == player);
            let offers = own.flat_map(|offer| offered(stage, offer.spot));
            offers.chain(decisions(&first, player)).collect()
        }
        Awaiting::Decisions(all) => decisions(&all, player).collect(),
        _ => Vec::new(),
    }
}

fn offered(stage: Stage, spot: Spot) -> impl Iterator<Item = Sayable> {
    let words: &[&'static str] = match stage {
        Stage::Insurance => &["insures", "takes even money"],
        Stage::EarlySurrender | Stage::LateSurrender => &["surrenders"],
    };
    words.iter().map(move |word| at(word, spot))
}

fn decisions(all: &[Decision], player: PlayerId) -> impl Iterator<Item = Sayable> {
    all.iter().filter(move |decision| decision.by == player).flat_map(|decision| {
        let hand = Some(decision.hand + 1);
        DECISIONS.into_iter().map(move |word| Sayable { hand, ..at(word, decision.spot) })
    })
}

/// Why this would be refused; `None` if it would not.
fn refused(table: &Table, name: &str, usual: Sayable) -> Option<Unsayable> {
    let Sayable { say, word, spot, hand, .. } = usual;
    let statement = understand(name, Role::Player, false, &say).ok()?;
    let refused = table.why_not(&statement)?;
    let clause = refused.clauses.first().map(ToString::to_string);
    let cited = clause.as_ref().map(|clause| format!(" [{clause}]")).unwrap_or_default();
    let why = refused.says.strip_suffix(&cited).unwrap_or(&refused.says).to_owned();
    let refusal = Against::of(&refused);
    Some(Unsayable { say, word, spot, hand, why, refusal, clause })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::options;
    use crate::table::Dealing;
    use crate::testing::table_after;

    /// What is refused to ann, once all of this was said.
    fn refused_after(game: &str, said: &[&str]) -> Vec<(&'static str, String, Option<String>)> {
        let table = table_after(game, Dealing::Dealer, "ann", said);
        let all = unsayable(&table, "ann", &options(&table, "ann"));
        all.into_iter().map(|one| (one.word, one.why, one.clause)).collect()
    }

    const DEALT: [&str; 3] = ["dealer opens bets", "ann bets 10 on 1", "dealer closes bets"];

    #[test]
    fn what_is_not_offered_says_why_with_its_clause() {
        let said = [&DEALT[..], &["shoe 9c 7s 6h"]].concat();
        let refused = refused_after("macau", &said);
        let (word, why, clause) = refused.first().unwrap();
        assert_eq!((*word, why.as_str()), ("splits", "only two cards of equal value may be split"));
        assert!(clause.is_some(), "{refused:?}");
    }

    #[test]
    fn nobody_who_is_not_asked_is_refused_anything() {
        assert!(refused_after("macau", &DEALT).is_empty());
        assert!(refused_after("macau", &["dealer opens bets"]).is_empty());
    }

    #[test]
    fn with_insurance_on_offer_even_money_explains_itself() {
        let said = [&DEALT[..], &["shoe 9c As 6h"]].concat();
        let refused = refused_after("plus", &said);
        assert!(
            refused.iter().any(|(word, why, _)| *word == "takes even money" && why.contains("blackjack"))
        );
    }
}
