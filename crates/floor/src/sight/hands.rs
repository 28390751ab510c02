//! Hands as a viewer sees them: their cards, what was decided for them, and which of everyone's cards are in them.

use round::{Area, Round, ViewedArea, Viewer};

use super::{Automatic, CardSight, CommonSight, HandSight, hand, name_of};
use crate::table::{Course, Played};

/// The hands of these areas. What a viewer sees is in the order of the table's own areas.
pub(super) fn all(round: &Round, names: &[String], course: &Course, seen: &[ViewedArea]) -> Vec<HandSight> {
    let mut areas = round.areas().iter().enumerate();
    let mut number = |seen: &ViewedArea| {
        let same = |(_, area): &(usize, &Area)| (area.spot, area.owner) == (seen.spot, seen.owner);
        areas.find(same).map(|(number, _)| number)
    };
    seen.iter().flat_map(|seen| of(names, course, seen, number(seen))).collect()
}

fn of(names: &[String], course: &Course, seen: &ViewedArea, area: Option<usize>) -> Vec<HandSight> {
    let player = seen.owner.map(|owner| name_of(names, owner.0));
    let lengths: Vec<usize> = seen.hands.iter().map(Vec::len).collect();
    let numbers = area.map(|area| course.numbers(area, &lengths)).unwrap_or_default();
    let mut hands = Vec::with_capacity(seen.hands.len());
    for (at, cards) in seen.hands.iter().enumerate() {
        let automatic = area.into_iter().flat_map(|area| course.played(area, at)).map(automatic);
        let shown = hand(Some(seen.spot), player.clone(), at + 1, cards);
        let numbers = numbers.get(at).cloned().unwrap_or_default();
        hands.push(HandSight { numbers, automatic: automatic.collect(), ..shown });
    }
    hands
}

fn automatic(played: &Played) -> Automatic {
    let word = if played.draws { "hits" } else { "stands" };
    Automatic { word, clause: played.clause.to_string() }
}

/// The cards that are everyone's. A terminal takes each of them until its last hand is done: its own are the first.
pub(super) fn common(round: &Round, course: &Course, viewer: Viewer) -> Vec<CommonSight> {
    let own = match viewer {
        Viewer::Player(player) => round.areas().iter().find(|area| area.owner == Some(player)),
        Viewer::Staff | Viewer::Public => None,
    };
    let used = own.map_or(0, |area| area.hands().iter().map(|hand| hand.cards().len()).sum());
    let shown = |(at, card): (usize, &_)| CommonSight { card: CardSight(Some(*card)), used: at < used };
    course.common.iter().enumerate().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::desk::Standing;
    use crate::sight::{Eyes, Sight};
    use crate::table::Dealing;
    use crate::testing::table_after;

    /// What somebody sees once all of this was said at a table of this game.
    fn seen(game: &str, eyes: &Eyes, said: &[&str]) -> Sight {
        let table = table_after(game, Dealing::Dealer, "test", said);
        let standing = Standing { table, seq: 1, meters: Arc::default() };
        Sight::of("one", &standing, eyes, 0)
    }

    #[test]
    fn a_terminal_shows_which_shared_cards_are_its_own_and_what_was_decided_for_it() {
        let said = [
            "dealer opens bets",
            "ann bets 10 on 1",
            "bob bets 20 on 2",
            "dealer closes bets",
            "shoe 5c 7d 4h",
            "bob hits",
            "ann times out",
            "shoe 6s",
            "bob hits",
            "shoe 2s",
        ];
        let ann = seen("electronic", &Eyes::Player("ann".into()), &said);
        let used: Vec<bool> = ann.common.iter().map(|common| common.used).collect();
        assert_eq!(used, [true, true, true, false]);
        let words: Vec<&str> = ann.hands[0].automatic.iter().map(|taken| taken.word).collect();
        assert_eq!((ann.hands.len(), words), (1, vec!["hits", "stands"]));
        assert!(ann.wagers.iter().all(|wager| wager.player == "ann"));
        assert!(ann.awaits.iter().all(|awaited| awaited.player.is_none()), "{:?}", ann.awaits);
        let bob = seen("electronic", &Eyes::Player("bob".into()), &said);
        assert!(bob.common.iter().all(|common| common.used) && bob.hands[0].automatic.is_empty());
        let public = seen("electronic", &Eyes::Public, &said);
        assert_eq!((public.common.len(), public.hands.len()), (4, 0));
        assert!(public.common.iter().all(|common| !common.used));
    }

    #[test]
    fn a_card_that_is_split_off_keeps_its_number() {
        let said = [
            "dealer opens bets",
            "ann bets 10 on 3",
            "dealer closes bets",
            "shoe 8c 6d 8h",
            "ann splits on 3",
            "shoe 3d",
        ];
        let sight = seen("plus", &Eyes::Public, &said);
        let numbers: Vec<&[usize]> = sight.hands.iter().map(|hand| hand.numbers.as_slice()).collect();
        assert_eq!(numbers, [&[0, 2][..], &[1]]);
        assert!(sight.common.is_empty());
    }
}
