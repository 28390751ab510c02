//! What a viewer gets of an entry: the events that are for them, each with a sentence.

use std::sync::{Arc, OnceLock};

use round::{Seen, concerns, seen_by};
use serde::Serialize;

use super::Eyes;
use crate::entry::Entry;
use crate::json;
use crate::stored::Stored;
use crate::table::Table;
use crate::window::{Deadline, Millis};

/// An entry that was written, and the table before it.
#[derive(Debug)]
pub struct News {
    /// The number of the entry.
    pub seq: u64,
    /// When.
    pub at: Millis,
    /// What happened.
    pub entry: Entry,
    /// The table before it.
    pub before: Table,
    /// What it says to everyone it does not concern.
    open: OnceLock<Arc<str>>,
    /// What it says to staff, where that is more.
    staff: OnceLock<Arc<str>>,
    /// Whom it concerns, at a table where everyone's play is their own business.
    concerned: OnceLock<Vec<String>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Heard<'e> {
    seq: u64,
    at: Millis,
    round: u32,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    people: &'e [String],
    clock: Option<Deadline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shoe: Option<&'e crate::entry::ShoeFact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat_end: Option<&'e crate::seats::SeatEnd>,
}

impl News {
    pub(crate) fn new(seq: u64, at: Millis, entry: Entry, before: Table) -> News {
        let (open, staff, concerned) = Default::default();
        News { seq, at, entry, before, open, staff, concerned }
    }

    /// What this viewer gets of it, as JSON. What many viewers get is written once.
    #[must_use]
    pub fn heard(&self, eyes: &Eyes) -> Arc<str> {
        let rules = self.before.rules();
        let (once, eyes) = match eyes {
            Eyes::Staff(_) if rules.shared_hand() || rules.squeeze() => (&self.staff, eyes),
            Eyes::Player(_) if rules.squeeze() => return self.tell(eyes).into(),
            Eyes::Player(name) if rules.shared_hand() && self.concerns(name) => {
                return self.tell(eyes).into();
            }
            Eyes::Player(_) | Eyes::Public | Eyes::Staff(_) => (&self.open, &Eyes::Public),
        };
        Arc::clone(once.get_or_init(|| self.tell(eyes).into()))
    }

    /// Whether it tells someone more than the public, at a table of terminals.
    fn concerns(&self, name: &str) -> bool {
        let concerned = self.concerned.get_or_init(|| {
            let (mut concerned, mut table) = (self.entry.names.clone(), self.before.clone());
            table.each_event(&self.entry, |table, event| {
                let whose = concerns(table.round(), event);
                concerned.extend(whose.and_then(|player| table.names().get(usize::from(player.0))).cloned());
                // What goes wrong may name several at once, and shows each of them only their own name.
                let (rules, round, names) = (table.rules(), table.round(), table.names());
                if whose.is_none() && transcript::irregularity(rules, round, names, event).is_some() {
                    concerned.extend_from_slice(names);
                }
            });
            concerned
        });
        concerned.iter().any(|concerned| concerned == name)
    }

    /// Goes through all that this viewer sees of it, each part with the table after it.
    pub fn each_seen(&self, eyes: &Eyes, mut each: impl FnMut(&Table, &Seen)) {
        self.before.clone().each_event(&self.entry, |table, event| {
            if let Some(seen) = seen_by(table.rules(), table.round(), event, eyes.viewer(table)) {
                each(table, &seen);
            }
        });
    }

    /// Whether this viewer learns what becomes of someone. At terminals nobody learns who else is there.
    fn may_know(&self, name: &str, eyes: &Eyes) -> bool {
        let is_theirs = || matches!(eyes, Eyes::Player(own) if own == name);
        !self.before.rules().shared_hand() || matches!(eyes, Eyes::Staff(_)) || is_theirs()
    }

    fn tell(&self, eyes: &Eyes) -> String {
        let Entry { round, names, clock, shoe, seat_end, .. } = &self.entry;
        let own = if self.before.rules().shared_hand() { super::own(names, eyes) } else { names.clone() };
        let (seq, at) = (self.seq, self.at);
        let seat_end = seat_end.as_ref().filter(|end| self.may_know(&end.player, eyes));
        let (people, shoe) = (own.as_slice(), shoe.as_ref());
        let heard = Heard { seq, at, round: *round, people, clock: *clock, shoe, seat_end };
        let mut text = json::text(&heard);
        // The events come last: each is stored form or a sentence, both of them JSON already.
        text.pop();
        text.push_str(",\"events\":[");
        let mut first = true;
        self.each_seen(eyes, |table, seen| {
            if !std::mem::take(&mut first) {
                text.push(',');
            }
            text.push_str("{\"event\":");
            write_seen(seen, &mut text);
            let says = match seen {
                Seen::Open(event) => {
                    let (rules, round, names) = (table.rules(), table.round(), table.names());
                    transcript::tell_to(eyes.viewer(table), rules, round, names, event)
                }
                Seen::FaceDown(_) => Some("a card is dealt face down".into()),
                Seen::Waiting(_) => None,
            };
            if let Some(says) = says {
                text.push_str(",\"says\":");
                text.push_str(&json::text(&says));
            }
            text.push('}');
        });
        text.push_str("]}");
        text
    }
}

/// Adds what is seen of an event to the text.
pub(crate) fn write_seen(seen: &Seen, out: &mut String) {
    match seen {
        Seen::Open(event) => event.write(out),
        Seen::FaceDown(slot) => {
            out.push_str("{\"FaceDown\":{\"to\":");
            slot.write(out);
            out.push_str("}}");
        }
        Seen::Waiting(cards) => {
            out.push_str("{\"Waiting\":{\"cards\":");
            cards.write(out);
            out.push_str("}}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::options;
    use crate::shoe::Seed;
    use crate::table::{Dealing, Step};
    use crate::testing::{self, posted, statement};
    use crate::window::Seconds;

    /// Plays some rounds at a table and looks at every entry as each viewer gets it.
    fn listen(game: &str, settings: &[(&str, &str)]) -> (usize, usize) {
        let posted = posted(game, settings);
        let mut table = Table::new(posted, Dealing::House(None), Seconds::default()).unwrap();
        table.hear("house", &transcript::Statement::OpensBets, 0, &mut || Seed([200; 32])).unwrap();
        let (mut seeds, mut now, mut entries, mut private) = (0, 0, 0, 0);
        let people = ["ann", "bob", "cyd"];
        let mut everyone: Vec<Eyes> = people.iter().map(|name| Eyes::Player((*name).into())).collect();
        everyone.extend([Eyes::Public, Eyes::Staff(crate::roles::Role::Supervisor)]);
        for turn in 0..200_usize {
            let mut fresh = || {
                seeds += 1;
                Seed([seeds; 32])
            };
            let (mut after, name) = (table.clone(), people[turn % 3]);
            let open = options(&table, name);
            let sentence = match open.get(turn % open.len().max(1)) {
                Some(sayable) => format!("{name} {}", sayable.say),
                None => format!("{name} bets 100 on {}", turn % 3 + 1),
            };
            let said = after.hear(name, &statement(&sentence), now, &mut fresh).ok();
            let step = said.filter(|_| turn % 4 != 3).or_else(|| {
                after = table.clone();
                now = after.clock().map_or(now, |clock| clock.until);
                after.tick(now, &mut fresh)
            });
            let Some(Step { entry, .. }) = step else { continue };
            let news = News::new(1, now, entry, std::mem::replace(&mut table, after));
            entries += 1;
            for eyes in &everyone {
                assert_eq!(*news.heard(eyes), news.tell(eyes), "{game}, {eyes:?}");
            }
            private += usize::from(news.heard(&everyone[turn % 3]) != news.heard(&Eyes::Public));
        }
        (entries, private)
    }

    /// The news for these eyes while two players sit down, bet, and one of them wins.
    fn evening(game: &str, eyes: &Eyes) -> String {
        let mut table = testing::table(game, Dealing::Dealer);
        let mut heard = String::new();
        for said in [
            "dealer opens bets",
            "ann sits on 1",
            "bob sits on 2",
            "bob leaves 2",
            "ann bets 100 on 1",
            "bob bets 700 on 2",
            "dealer closes bets",
            "shoe Tc 7d 9h",
            "ann stands",
            "bob stands",
            "shoe Td",
        ] {
            let before = table.clone();
            let name = said.split(' ').next().unwrap_or_default();
            let heard_now = table.hear(name, &statement(said), 0, &mut || Seed([1; 32]));
            let entry = heard_now.unwrap_or_else(|why| panic!("{game}, {said}: {why:?}")).entry;
            heard += &News::new(1, 0, entry, before).heard(eyes);
        }
        assert!(heard.contains("the round is settled"), "{game}: {heard}");
        heard
    }

    #[test]
    fn at_terminals_nobody_hears_of_others_nor_what_they_won_together() {
        let (ann, staff) = (Eyes::Player("ann".into()), Eyes::Staff(crate::roles::Role::Dealer));
        for (eyes, own) in [(&ann, true), (&Eyes::Public, false)] {
            let heard = evening("electronic", eyes);
            for secret in ["bob", "700", "800", "the house", "GotUp"] {
                assert!(!heard.contains(secret), "{eyes:?} see {secret}: {heard}");
            }
            assert_eq!(heard.contains("ann sits down at spot 1"), own, "{eyes:?}: {heard}");
        }
        assert!(evening("electronic", &staff).contains("bob leaves spot 2"));
        assert!(evening("electronic", &staff).contains("the house"));
    }

    #[test]
    fn what_is_told_once_for_many_is_what_each_would_be_told() {
        for game in rulebook::GAMES {
            let (entries, private) = listen(game, &[]);
            assert!(entries > 60, "{game}: {entries} entries");
            assert_eq!(private > 0, game == "electronic", "{game}: {private} private entries");
        }
    }
}
