//! Who a table still knows. People get new numbers in every round, so that a table that thousands pass through remembers only
//! those it must. Nobody is away from a round they have no wager in: a player who places one is there.

use round::{Between, Memory};
use vocabulary::PlayerId;

/// The people in what a round left, numbered anew from 0, and what it left with their new numbers.
pub(super) fn still_known(names: &[String], between: Between) -> (Vec<String>, Between) {
    let Memory { seats, away: _, small_before, posts, shuffle_due, kept_to_one, limited, full } =
        between.memory;
    let mut roster = Roster { old: names, new: Vec::new() };
    let memory = Memory {
        seats: seats.into_iter().map(|(spot, player)| (spot, roster.number(player))).collect(),
        away: Vec::new(),
        small_before: small_before.into_iter().map(|player| roster.number(player)).collect(),
        posts: posts.into_iter().map(|(player, role)| (roster.number(player), role)).collect(),
        kept_to_one: kept_to_one.into_iter().map(|player| roster.number(player)).collect(),
        shuffle_due,
        limited,
        full,
    };
    (roster.new, Between { memory, ..between })
}

struct Roster<'n> {
    old: &'n [String],
    new: Vec<String>,
}

impl Roster<'_> {
    fn number(&mut self, player: PlayerId) -> PlayerId {
        let name = self.old.get(usize::from(player.0)).map_or("", String::as_str);
        let at = self.new.iter().position(|known| known == name).unwrap_or_else(|| {
            self.new.push(name.to_owned());
            self.new.len() - 1
        });
        PlayerId(u16::try_from(at).expect("there are no more people than before"))
    }
}
