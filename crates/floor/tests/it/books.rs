//! Tables of all five games played at random, by people and by the clock: their books give them back at any point.

use floor::{Dealing, Entry, Money, Posted, Sealed, Seconds, Seed, Step, Table, options};
use proptest::prelude::*;
use rulebook::GAMES;
use transcript::Statement;

const PEOPLE: [&str; 4] = ["ann", "bob", "cyd", "dee"];

fn statement(text: &str) -> Option<Statement> {
    transcript::parse(text).ok()?.lines.pop().map(|line| line.statement)
}

/// A table, its book, and what it keeps out of sight.
struct Watched {
    table: Table,
    book: Vec<String>,
    sealed: Option<Sealed>,
    drawn: usize,
    now: i64,
    seeds: u64,
}

impl Watched {
    fn new(game: &str) -> Watched {
        let posted = Posted {
            game: game.into(),
            book: None,
            settings: [("cut-card-position".into(), "60".into())].into(),
            limits: [].into(),
            money: Money::Real,
        };
        let table = Table::new(posted, Dealing::House(None), Seconds::default()).expect("a game");
        Watched { table, book: Vec::new(), sealed: None, drawn: 0, now: 0, seeds: 0 }
    }

    fn try_step(&mut self, step: impl FnOnce(&mut Table, i64, &mut dyn FnMut() -> Seed) -> Option<Step>) {
        let (now, mut seeds) = (self.now, self.seeds);
        let mut fresh = || {
            seeds += 1;
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&seeds.to_le_bytes());
            Seed(seed)
        };
        let mut copy = self.table.clone();
        let Some(step) = step(&mut copy, now, &mut fresh) else { return };
        (self.table, self.seeds) = (copy, seeds);
        assert_eq!(step.entry.remark, None);
        if step.sealed.is_some() {
            self.sealed = step.sealed;
        }
        self.drawn = step.entry.drawn.unwrap_or(self.drawn);
        let text = step.entry.write();
        assert_eq!(Entry::read(&text).expect("what was written"), step.entry);
        self.book.push(text);
    }

    fn say(&mut self, by: &str, text: &str) {
        let Some(statement) = statement(text) else { panic!("`{text}` cannot be read") };
        self.try_step(|table, now, seeds| table.hear(by, &statement, now, seeds).ok());
    }

    fn wait(&mut self) {
        if let Some(clock) = self.table.clock() {
            self.now = clock.until;
            self.try_step(Table::tick);
        }
    }

    /// The table from its book alone.
    fn restored(&self) -> Table {
        let mut table = Watched::new("blackjack").table;
        for text in &self.book {
            table.catch_up(&Entry::read(text).expect("what was written")).expect("a game");
        }
        if let Some(sealed) = &self.sealed {
            table.unseal(sealed, self.drawn);
        }
        table
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn a_table_is_found_again_from_its_book(game in 0..GAMES.len(), choices in proptest::collection::vec(any::<u8>(), 1..120)) {
        let mut watched = Watched::new(GAMES[game]);
        watched.say("house", "dealer opens bets");
        for choice in choices {
            let name = PEOPLE[usize::from(choice % 4)];
            let open = options(&watched.table, name);
            match choice / 4 {
                0..8 => watched.wait(),
                8..30 => {
                    let spot = choice % 3 + 1;
                    watched.say(name, &format!("{name} bets 100 on {spot}"));
                }
                30..33 => watched.say(name, &format!("{name} sits on {}", choice % 7 + 1)),
                33..36 => watched.say(name, &format!("{name} leaves")),
                _ if open.is_empty() => {}
                by => {
                    let sayable = &open[usize::from(by) % open.len()];
                    watched.say(name, &format!("{name} {}", sayable.say));
                }
            }
        }
        let restored = watched.restored();
        prop_assert_eq!(restored.round(), watched.table.round());
        prop_assert_eq!(restored.names(), watched.table.names());
        prop_assert_eq!(restored.clock(), watched.table.clock());
        // The same cards come next: both tables, asked the same from now on, say the same.
        let mut on = Watched { table: restored, book: Vec::new(), ..watched };
        for _ in 0..40 {
            on.wait();
        }
        let mut here = Watched { table: watched.table.clone(), ..Watched::new(GAMES[game]) };
        (here.now, here.seeds, here.book) = (watched.now, watched.seeds, Vec::new());
        for _ in 0..40 {
            here.wait();
        }
        prop_assert_eq!(on.book, here.book);
    }
}
