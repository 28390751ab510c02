//! Full rounds through `decide` and `apply`, one player, hit below 17: rounds a second on one core, and memory that
//! does not grow with their number. Run with `cargo bench -p round`.

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use round::{Action, Awaiting, Command, Phase, Round, apply, awaiting, decide};
use rulebook::{GAMES, Kind, Rules};
use vocabulary::{Card, Chips, Deck, PlayerId, Spot};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

const PLAYER: PlayerId = PlayerId(0);
const ROUNDS: usize = 10_000;

fn main() {
    divan::main();
}

/// A shuffled shoe that starts again at the cut card.
struct Shoe {
    cards: Vec<Card>,
    next: usize,
}

impl Shoe {
    fn shuffled(deck: Deck, decks: u8) -> Shoe {
        let mut cards: Vec<Card> = (0..decks).flat_map(|_| deck.cards()).collect();
        let mut seed = 0x2545_F491_4F6C_DD1D_u64;
        for at in (1..cards.len()).rev() {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let below = usize::try_from(seed % (at as u64 + 1)).expect("smaller than the shoe");
            cards.swap(at, below);
        }
        Shoe { cards, next: 0 }
    }

    /// Starts again if the cut card is out; only between rounds.
    fn ready(&mut self) {
        if self.next * 4 > self.cards.len() * 3 {
            self.next = 0;
        }
    }

    fn draw(&mut self) -> Card {
        let card = self.cards[self.next];
        self.next += 1;
        card
    }
}

fn say(rules: &Rules, round: &mut Round, command: &Command) {
    let events = decide(rules, round, command).expect("the benchmark plays by the rules");
    for event in &events {
        apply(round, event);
    }
}

/// One round from the first chip to the last payment.
fn play(rules: &Rules, round: &mut Round, shoe: &mut Shoe) {
    let (player, spot) = (PLAYER, Spot::FIRST);
    shoe.ready();
    if round.end().is_some() {
        say(rules, round, &Command::OpenBets);
    }
    say(rules, round, &Command::Bet { player, spot, kind: Kind::Main, amount: Chips::whole(10) });
    say(rules, round, &Command::CloseBets);
    while round.end().is_none() {
        let command = if round::due(rules, round).is_some() {
            Command::Deal(shoe.draw())
        } else if let Phase::Offering(_) = round.phase() {
            Command::CloseOffers
        } else {
            let total = round.areas()[0].hands()[0].total();
            let action = if total.points < 17 { Action::Hit } else { Action::Stand };
            Command::Play { player, spot, action }
        };
        say(rules, round, &command);
    }
}

/// The figure to hold: at least 500,000 rounds a second on one core.
#[divan::bench(args = GAMES)]
fn rounds(bencher: Bencher<'_, '_>, game: &str) {
    let rules = Rules::of(game).expect("one of the five");
    bencher.counter(ItemsCount::new(ROUNDS)).bench_local(|| {
        let mut shoe = Shoe::shuffled(rules.deck(), rules.decks());
        let mut round = Round::new();
        for _ in 0..ROUNDS {
            play(&rules, &mut round, &mut shoe);
        }
        round.number()
    });
}

/// The same, asking before every step what the round awaits, as a table with people does.
#[divan::bench(args = GAMES)]
fn rounds_asking_what_is_awaited(bencher: Bencher<'_, '_>, game: &str) {
    let rules = Rules::of(game).expect("one of the five");
    bencher.counter(ItemsCount::new(ROUNDS / 10)).bench_local(|| {
        let mut shoe = Shoe::shuffled(rules.deck(), rules.decks());
        let mut round = Round::new();
        for _ in 0..ROUNDS / 10 {
            play(&rules, &mut round, &mut shoe);
            divan::black_box(matches!(awaiting(&rules, &round), Awaiting::Nothing(_)));
        }
        round.number()
    });
}
