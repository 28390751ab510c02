mod irregular;

use round::{Action, Away, By, End, Event, Memory, Round, Trouble};
use rulebook::{Kind, Rules};
use vocabulary::{PlayerId, Spot};

use self::irregular::Pending;
use crate::statement::{Deed, Expectation, Line, Name, SpotNumber, Statement, Transcript};

/// Writes a round as a transcript that replays to the same result.
///
/// `before` is the table as the round found it (who sits where), `events` all that happened since betting opened,
/// `after` the round as it stands, `names` the players' names by number.
#[must_use]
pub fn export(rules: &Rules, names: &[Name], before: &Round, events: &[Event], after: &Round) -> Transcript {
    let book = Rules::of(rules.id());
    export_by((rules.id(), book.as_ref().unwrap_or(rules)), rules, names, before, events, after)
}

/// The same for a game by another name, such as that of a rule book file, with the rules as its book has them.
#[must_use]
pub fn export_by(
    (game, book): (&str, &Rules),
    rules: &Rules,
    names: &[Name],
    before: &Round,
    events: &[Event],
    after: &Round,
) -> Transcript {
    let mut writer = Writer { rules, names, after, statements: Vec::new(), pending: Pending::default() };
    writer.set_table(game, book);
    for area in 1..=rules.spots() {
        if let Ok(spot) = Spot::new(area)
            && let Some(player) = before.seated(spot)
        {
            let name = writer.name(player);
            writer.write(Statement::Sits { name, spot: Some(u32::from(area)) });
        }
    }
    writer.remember(before);
    for (at, event) in events.iter().enumerate() {
        writer.event(event, &events[at + 1..]);
        writer.pending.note(event);
    }
    writer.results(after);
    let numbered = writer.statements.into_iter().zip(1..);
    let line = |(statement, number)| Line { number, words: Vec::new(), statement };
    Transcript { lines: numbered.map(line).collect() }
}

struct Writer<'e> {
    rules: &'e Rules,
    names: &'e [Name],
    after: &'e Round,
    statements: Vec<Statement>,
    pending: Pending,
}

/// A spot as it is written.
fn number(spot: Spot) -> u32 {
    u32::from(spot.number())
}

impl Writer<'_> {
    fn write(&mut self, statement: Statement) {
        self.statements.push(statement);
    }

    fn name(&self, player: PlayerId) -> Name {
        self.names.get(usize::from(player.0)).cloned().unwrap_or_else(|| format!("player-{}", player.0))
    }

    fn set_table(&mut self, game: &str, book: &Rules) {
        self.write(Statement::Game(game.to_owned()));
        for (name, value) in self.rules.chosen(book).iter().filter(|(name, _)| *name != "unit") {
            self.write(Statement::Set { name: (*name).to_owned(), value: value.clone() });
        }
        self.write(Statement::Unit(self.rules.unit()));
        let sides =
            (0..self.rules.side_wagers().len()).filter_map(|at| u8::try_from(at).ok()).map(Kind::Side);
        for kind in std::iter::once(Kind::Main).chain(sides) {
            if let Some(limits) = self.rules.limits(kind) {
                let kind = self.kind(kind);
                self.write(Statement::Limits { kind, min: limits.min, max: limits.max });
            }
        }
    }

    /// What the table remembers of earlier rounds besides its seats; posts are written where someone acts in one. Two
    /// things cannot be said, only played: that a player walked away from a wager, and that he has had one under the
    /// minimum settled.
    fn remember(&mut self, before: &Round) {
        let Memory { away, kept_to_one, limited, full, .. } = before.memory();
        for (player, _) in away.iter().filter(|(_, why)| *why == Away::Dark) {
            let names = vec![self.name(*player)];
            self.pit(Deed::Reports { trouble: Trouble::PowerFailure, names });
        }
        for player in kept_to_one {
            self.pit(Deed::Restricts { name: self.name(*player) });
        }
        for (spot, most) in limited {
            self.pit(Deed::RestrictsSpot { spot: number(*spot), most: u32::from(*most) });
        }
        if *full {
            self.pit(Deed::DeclaresFullPatronage);
        }
    }

    fn pit(&mut self, does: Deed) {
        self.write_staff(By::PIT, does);
    }

    fn kind(&self, kind: Kind) -> Option<String> {
        self.rules.side_wager(kind).map(|wager| wager.kind.clone())
    }

    fn spot_of(&self, area: usize) -> SpotNumber {
        self.after.areas().get(area).map(|area| number(area.spot))
    }

    /// Writes the statement an event stands for; `next` are the events after it.
    fn event(&mut self, event: &Event, next: &[Event]) {
        let statement = match event {
            Event::SatDown { player, spot, .. } => {
                Statement::Sits { name: self.name(*player), spot: Some(number(*spot)) }
            }
            Event::GotUp { player, spot, .. } => {
                Statement::Leaves { name: self.name(*player), spot: Some(number(*spot)) }
            }
            Event::WagerPlaced { player, spot, kind, amount, .. } => {
                let (name, amount, spot, kind) =
                    (self.name(*player), *amount, Some(number(*spot)), self.kind(*kind));
                match self.pending.placed_by.take() {
                    Some(by) => return self.write_staff(by, Deed::Bets { amount, name, spot, kind }),
                    None => Statement::Bets { name, amount, spot, kind },
                }
            }
            Event::WagerRemoved { player, spot, kind, asked: true, .. } => Statement::Withdraws {
                name: self.name(*player),
                spot: Some(number(*spot)),
                kind: self.kind(*kind),
            },
            Event::BetsClosed { .. } => Statement::ClosesBets,
            Event::WagerFound { player, spot, kind, amount, .. } => {
                let (name, kind) = (self.name(*player), self.kind(*kind));
                Statement::Finds { name, amount: *amount, spot: Some(number(*spot)), kind }
            }
            Event::Dealt { card, .. } => {
                if let Some(Statement::Shoe(cards)) = self.statements.last_mut() {
                    cards.push(*card);
                    return;
                }
                Statement::Shoe(vec![*card])
            }
            Event::OfferDeclined { player, spot, .. } | Event::FollowDeclined { player, spot, .. } => {
                Statement::Declines { name: self.name(*player), spot: Some(number(*spot)) }
            }
            Event::Insured { player, spot, owner, amount, .. } => Statement::Insures {
                name: self.name(*player),
                spot: Some(number(*spot)),
                amount: Some(*amount),
                owner: (owner != player).then(|| self.name(*owner)),
            },
            Event::EvenMoneyTaken { player, spot, .. } => {
                Statement::TakesEvenMoney { name: self.name(*player), spot: Some(number(*spot)) }
            }
            Event::SurrenderTaken { player, spot, .. } => {
                Statement::Surrenders { name: self.name(*player), spot: Some(number(*spot)) }
            }
            Event::OffersClosed { .. } if self.closed_by_decision(next) => return,
            Event::OffersClosed { .. } => Statement::ClosesOffers,
            Event::Acted { player, area, action, .. } => {
                let (name, spot) = (self.name(*player), self.spot_of(*area));
                if let Some(signal) = self.pending.signal.take() {
                    return self.write(Statement::Signals { name, signal, spot });
                }
                match action {
                    Action::Hit => Statement::Hits { name, spot },
                    Action::Stand => Statement::Stands { name, spot },
                    Action::Split => Statement::Splits { name, spot },
                    Action::Double(amount) => Statement::Doubles { name, spot, amount: *amount },
                }
            }
            Event::Followed { player, spot, amount, .. } => Statement::Follows {
                name: self.name(*player),
                spot: Some(number(*spot)),
                amount: Some(*amount),
            },
            Event::WentOn { .. } => Statement::DealsOn,
            _ => return self.interruption(event),
        };
        self.write(statement);
    }

    fn interruption(&mut self, event: &Event) {
        let statement = match event {
            Event::TimedOut { player, .. } => Statement::TimesOut { name: self.name(*player) },
            Event::WentAway { player, why: round::Away::Absent, .. } => {
                Statement::IsAbsent { name: self.name(*player) }
            }
            Event::CameBack { player, .. } => Statement::Returns { name: self.name(*player) },
            Event::WithdrewAll { player, .. } => Statement::WithdrawsAll { name: self.name(*player) },
            Event::Continued { player, spot, .. } => {
                Statement::Continues { name: self.name(*player), spot: spot.map(number) }
            }
            _ => return self.irregular(event),
        };
        self.write(statement);
    }

    fn results(&mut self, after: &Round) {
        let mut players: Vec<PlayerId> = after.wagers().iter().map(|wager| wager.player).collect();
        players.sort_unstable();
        players.dedup();
        for player in players {
            let (name, amount) = (self.name(player), after.net(player));
            self.write(Statement::Expect(Expectation::Net { name, amount }));
        }
        self.write(Statement::Expect(Expectation::House(after.house_net())));
        if !after.dealer().cards().is_empty() {
            let expectation = match after.dealer().total() {
                _ if after.dealer_has_blackjack() => Expectation::DealerBlackjack,
                total if total.is_bust() => Expectation::DealerBust,
                total => Expectation::DealerTotal(u32::from(total.points)),
            };
            self.write(Statement::Expect(expectation));
        }
        self.write(Statement::Expect(match after.end() {
            Some(End::Settled) => Expectation::Settled,
            Some(End::Void) => Expectation::Void,
            None => Expectation::Open,
        }));
    }
}
