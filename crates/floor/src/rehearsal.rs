//! A sentence tried out before it is said: what it would come to, and who may say it.

use vocabulary::{Chips, PlayerId};

use crate::desk::Desk;
use crate::keeper::{Denied, heard};
use crate::money::Chipcount;
use crate::people::Person;
use crate::roles::Role;
use crate::sight::News;
use crate::table::Table;

/// What a sentence would come to at once. Cards that the house would deal next are not in it, so nobody learns of them.
#[derive(Debug)]
pub struct Rehearsed {
    /// What would be written down, as news that never came.
    pub news: News,
    /// The table after it.
    pub after: Table,
    /// What would come to whose account, or with a minus leave it.
    pub moves: Vec<(String, Chips)>,
}

/// What would come of a sentence, were someone in this role to say it now. Nothing changes.
///
/// # Errors
///
/// When it would not be carried out.
pub fn rehearse(table: &Table, by: &str, role: Role, say: &str) -> Result<Rehearsed, Denied> {
    let statement = heard(table, by, role, say)?;
    let (after, entry) = table.dry_run(by, &statement).map_err(Denied::Rules)?;
    let count = Chipcount::of(after.round()).since(&Chipcount::of(table.round()));
    let named = |(player, chips): (PlayerId, Chips)| {
        let name = after.names().get(usize::from(player.0))?;
        Some((name.clone(), chips))
    };
    let moves = count.players.into_iter().filter_map(named).collect();
    Ok(Rehearsed { news: News::new(0, 0, entry, table.clone()), after, moves })
}

impl Desk {
    /// What would come of it, were this person to say this now.
    ///
    /// # Errors
    ///
    /// When it would not be carried out.
    pub async fn rehearse(&self, person: &Person, say: &str) -> Result<Rehearsed, Denied> {
        self.require_players(say).await?;
        let standing = self.standing.borrow().clone();
        rehearse(&standing.table, &person.name, person.role, say)
    }
}

/// The lowest post that may say a sentence of the staff now; none where nobody may.
#[must_use]
pub fn lowest_post(table: &Table, say: &str) -> Option<Role> {
    let posts = [Role::Dealer, Role::Supervisor, Role::PitManager, Role::ShiftManager];
    posts.into_iter().find(|role| rehearse(table, "", *role, say).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shoe::Seed;
    use crate::table::Dealing;
    use crate::testing;

    /// A table at which these sentences were said.
    fn table(game: &str, dealing: Dealing, said: &[&str]) -> Table {
        let mut table = testing::table(game, dealing);
        for say in said {
            let role = if say.starts_with(['b', 's']) { Role::Player } else { Role::Dealer };
            let statement = heard(&table, "ann", role, say).unwrap();
            table.hear("ann", &statement, 0, &mut || Seed([1; 32])).unwrap();
        }
        table
    }

    #[test]
    fn who_may_say_it_is_the_games_own_rule() {
        let begun = ["dealer opens bets", "bets 10 on 1", "dealer closes bets"];
        let decides = [("blackjack", Role::Supervisor), ("plus", Role::ShiftManager)];
        for (game, post) in decides {
            let table = table(game, Dealing::Dealer, &begun);
            assert_eq!(lowest_post(&table, "pit rules play goes on"), Some(post), "{game}");
            assert_eq!(lowest_post(&table, "pit reports foreign-card"), Some(Role::Dealer), "{game}");
            assert_eq!(lowest_post(&table, "dealer opens bets"), None, "{game}");
        }
    }

    #[test]
    fn a_rehearsal_changes_nothing_and_takes_no_card_from_the_shoe() {
        let begun = ["dealer opens bets", "bets 10 on 1"];
        let table = table("macau", Dealing::House(None), &begun);
        let rehearsed = rehearse(&table, "dan", Role::Dealer, "dealer closes bets").unwrap();
        assert_eq!(rehearsed.news.entry.events.len(), 1, "{:?}", rehearsed.news.entry.events);
        assert!(
            rehearsed
                .after
                .round()
                .areas()
                .iter()
                .all(|area| area.hands().iter().all(|hand| hand.cards().is_empty()))
        );
        assert_eq!(table.round().phase(), round::Phase::Betting);
    }

    #[test]
    fn a_dealer_keys_what_players_say_where_he_deals_himself_and_nowhere_else() {
        for (dealing, keyed) in [(Dealing::Dealer, true), (Dealing::House(None), false)] {
            let table = table("macau", dealing, &["dealer opens bets", "sits on 2"]);
            assert_eq!(rehearse(&table, "dan", Role::Dealer, "ann bets 10 on 2").is_ok(), keyed);
            assert!(rehearse(&table, "bob", Role::Player, "ann bets 10 on 2").is_err());
            assert!(rehearse(&table, "dan", Role::Dealer, "bob bets 10 on 2").is_err(), "bob has no seat");
        }
    }
}
