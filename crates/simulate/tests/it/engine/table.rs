//! A table where engine and kernel play the same rounds.

use odds::{Play, VALUES, hands};
use round::{
    Action, Awaiting, Bet, Command, Decision, End, Offer, Phase, Round, apply, awaiting, decide, due,
};
use rulebook::{Kind, Rules};
use simulate::{Insured, Kernel, Net, Outcome, Seat, Stake, denominator};
use vocabulary::{Card, Chips, PlayerId, Spot};

use testkit::Random;

/// The wager: a whole number of minor units however it is paid.
const STAKE: Chips = Chips::whole(20);

/// Both play so many rounds from shoes of this seed; what differs is a failure.
pub(crate) fn agree(rules: &Rules, seats: &[Seat], rounds: u64, seed: u64) {
    let kernel = Kernel::new(rules, seats).expect("the game can be simulated");
    let mut table = Table { rules, seats, round: Round::new() };
    let mut shoe: Vec<Card> = (0..rules.decks()).flat_map(|_| rules.deck().cards()).collect();
    let mut random = Random::new(seed);
    let (mut next, cut) = (shoe.len(), shoe.len() * 3 / 4);
    for number in 0..rounds {
        if next >= cut {
            random.shuffle(&mut shoe);
            next = 0;
        }
        let start = next;
        let mut engine = shoe[start..].iter().copied();
        // A round that runs out of cards is no round for either.
        let dealt = table.play(&mut engine);
        let kinds = |card: &Card| rules.deck().index(*card).and_then(|at| u8::try_from(at).ok());
        let mut cards = shoe[start..].iter().filter_map(kinds);
        let outcome = kernel.round(&mut cards);
        assert_eq!(dealt.is_some(), outcome.is_some(), "{}: round {number}", rules.id());
        let Some(outcome) = outcome else {
            (table.round, next) = (Round::new(), shoe.len());
            continue;
        };
        next = shoe.len() - engine.len();
        let used = &shoe[start..next];
        assert_eq!(
            cards.count(),
            shoe.len() - next,
            "{}: round {number} with {used:?}: cards used",
            rules.id()
        );
        table.compare(&outcome, &format!("{}: round {number} with {used:?}", rules.id()));
    }
}

struct Table<'t> {
    rules: &'t Rules,
    seats: &'t [Seat],
    round: Round,
}

impl Table<'_> {
    fn say(&mut self, command: &Command) {
        let events = decide(self.rules, &self.round, command);
        for event in &events.unwrap_or_else(|refusal| panic!("{command:?} was refused: {refusal:?}")) {
            apply(&mut self.round, event);
        }
    }

    /// A round of the engine; `None` when the cards run out.
    fn play(&mut self, cards: &mut impl Iterator<Item = Card>) -> Option<()> {
        self.bet();
        while self.round.end().is_none() {
            if due(self.rules, &self.round).is_some() {
                self.say(&Command::Deal(cards.next()?));
                continue;
            }
            if self.seats.len() == 1 {
                self.decide_alone();
                continue;
            }
            match awaiting(self.rules, &self.round) {
                Awaiting::Offers { open, .. } => {
                    let answer = open.iter().find_map(|offer| self.answer(offer));
                    self.say(&answer.unwrap_or(Command::CloseOffers));
                }
                Awaiting::Decisions(decisions) => {
                    let command =
                        self.insure_in_turn(&decisions).unwrap_or_else(|| self.choose(&decisions[0]));
                    self.say(&command);
                }
                other => panic!("{other:?} in a round where nothing goes wrong"),
            }
        }
        assert_eq!(self.round.end(), Some(End::Settled));
        Some(())
    }

    fn bet(&mut self) {
        if self.round.end().is_some() {
            self.say(&Command::OpenBets);
        }
        for seat in 0..self.seats.len() {
            let (player, spot) = place(seat);
            self.say(&Command::Bet { player, spot, kind: Kind::Main, amount: STAKE });
            let sides = self.rules.side_wagers().len();
            for side in (0..sides).filter(|side| self.seats[seat].sides.get(*side) == Some(&Stake::UNIT)) {
                let kind = Kind::Side(u8::try_from(side).expect("few side wagers"));
                self.say(&Command::Bet { player, spot, kind, amount: STAKE });
            }
        }
        self.say(&Command::CloseBets);
    }

    /// What a single player says, found by trying: asking what is awaited would take most of the time.
    fn decide_alone(&mut self) {
        let (player, spot) = place(0);
        let (insures, even_money) = (self.seats[0].insures, self.seats[0].even_money);
        let insure = Command::Insure { player, spot, owner: player, amount: None };
        let surrender = Command::Surrender { player, spot };
        if let Phase::Offering(_) = self.round.phase() {
            let answered = (self.wanted(0, 0).surrender && self.tries(&surrender))
                || (even_money && self.tries(&Command::TakeEvenMoney { player, spot }))
                || (insures && self.tries(&insure));
            if !answered {
                self.say(&Command::CloseOffers);
            }
            return;
        }
        if self.rules.shared_hand() && insures && self.tries(&insure) {
            return;
        }
        let open =
            self.area(0).hands().iter().position(|hand| hand.closed().is_none()).expect("a hand in play");
        let wanted = self.wanted(0, open);
        let play = |action| Command::Play { player, spot, action };
        let _ = (wanted.surrender && self.tries(&surrender))
            || (wanted.split && self.tries(&play(Action::Split)))
            || (wanted.double && self.tries(&play(Action::Double(None))))
            || (wanted.hit && self.tries(&play(Action::Hit)))
            || self.tries(&play(Action::Stand))
            || {
                self.say(&play(Action::Hit));
                true
            };
    }

    /// Says it, if it is accepted.
    fn tries(&mut self, command: &Command) -> bool {
        let Ok(events) = decide(self.rules, &self.round, command) else { return false };
        for event in &events {
            apply(&mut self.round, event);
        }
        true
    }

    fn answer(&self, offer: &Offer) -> Option<Command> {
        let (player, spot) = (offer.player, offer.spot);
        let at = usize::from(player.0);
        let seat = &self.seats[at];
        if offer.surrender && self.wanted(at, 0).surrender {
            Some(Command::Surrender { player, spot })
        } else if offer.even_money && seat.even_money {
            Some(Command::TakeEvenMoney { player, spot })
        } else if offer.insurance.is_some() && seat.insures {
            Some(Command::Insure { player, spot, owner: player, amount: None })
        } else {
            None
        }
    }

    /// With a shared hand insurance may be asked together with the first decision.
    fn insure_in_turn(&self, decisions: &[Decision]) -> Option<Command> {
        if !self.rules.shared_hand() {
            return None;
        }
        let wants = |decision: &&Decision| self.seats[usize::from(decision.by.0)].insures;
        let insure = |decision: &Decision| {
            let (player, spot) = (decision.by, decision.spot);
            let command = Command::Insure { player, spot, owner: player, amount: None };
            decide(self.rules, &self.round, &command).is_ok().then_some(command)
        };
        decisions.iter().filter(wants).find_map(insure)
    }

    fn area(&self, seat: usize) -> &round::Area {
        let (player, spot) = place(seat);
        let mut areas = self.round.areas().iter();
        areas
            .find(|area| area.owner.map_or(area.spot == spot, |owner| owner == player))
            .expect("a seat is dealt to")
    }

    fn wanted(&self, seat: usize, hand: usize) -> Play {
        let mut counts = [0; VALUES];
        for card in self.area(seat).hands()[hand].cards() {
            counts[usize::from(card.rank().points()) - 1] += 1;
        }
        let at = hands().find(&counts).expect("who decides is not bust");
        let up = self.round.up_card().expect("the dealer has a card before anyone decides");
        self.seats[seat].plan.play(at, usize::from(up.rank().points()) - 1)
    }

    /// The first of what the strategy wants that the engine allows.
    fn choose(&self, decision: &Decision) -> Command {
        let (player, spot) = (decision.by, decision.spot);
        let wanted = self.wanted(usize::from(player.0), decision.hand);
        let open = decision.actions;
        let play = |action| Command::Play { player, spot, action };
        let wishes = [
            (wanted.surrender && open.surrender, Command::Surrender { player, spot }),
            (wanted.split && open.split, play(Action::Split)),
            (wanted.double && open.double.is_some(), play(Action::Double(None))),
            (wanted.hit && open.hit, play(Action::Hit)),
            (open.stand, play(Action::Stand)),
            (open.hit, play(Action::Hit)),
        ];
        wishes.into_iter().find(|(open, _)| *open).expect("whoever is asked may stand or draw").1
    }

    fn net(&self, seat: usize, of: impl Fn(Bet) -> bool) -> Option<i64> {
        let player = PlayerId(u16::try_from(seat).expect("a few seats"));
        let own = self.round.wagers().iter().filter(|wager| wager.player == player && of(wager.bet));
        let nets: Vec<i64> = own.map(|wager| wager.net().units()).collect();
        (!nets.is_empty()).then(|| nets.iter().sum())
    }

    fn compare(&self, outcome: &Outcome, context: &str) {
        for (seat, brought) in outcome.seats().iter().enumerate() {
            let main = self.net(seat, |bet| bet == Bet::Main).expect("everyone bets");
            assert_eq!(in_chips(self.rules, brought.main), main, "{context}: main of seat {seat}");
            let insurance = self.net(seat, |bet| matches!(bet, Bet::Insurance(_)));
            assert_eq!(
                insured(self.rules, brought.insured),
                insurance,
                "{context}: insurance of seat {seat}"
            );
            for (at, wager) in self.rules.side_wagers().iter().enumerate() {
                let net = self.net(seat, |bet| matches!(bet, Bet::Side(kind) if usize::from(kind) == at));
                let paid = brought.side(at).map(|line| match line.checked_sub(1) {
                    None => -STAKE.units(),
                    Some(line) => {
                        let pays = wager.lines[usize::from(line)].pays;
                        pays.on(STAKE, self.rules.payment_rounding()).units()
                    }
                });
                assert_eq!(paid, net, "{context}: {} of seat {seat}", wager.name);
            }
        }
    }
}

fn place(seat: usize) -> (PlayerId, Spot) {
    let number = u8::try_from(seat + 1).expect("a few seats");
    (PlayerId(u16::from(number) - 1), Spot::new(number).expect("from one"))
}

fn in_chips(rules: &Rules, net: Net) -> i64 {
    let (win, blackjack) = (rules.win_pays(), rules.blackjack_pays());
    STAKE.units() / denominator(win, blackjack) * net.over(win, blackjack)
}

fn insured(rules: &Rules, insured: Insured) -> Option<i64> {
    let half = STAKE.half();
    match insured {
        Insured::Not => None,
        Insured::Lost => Some(-half.units()),
        Insured::Won => Some(rules.insurance_pays().on(half, rules.payment_rounding()).units()),
    }
}
