//! What staff statements stand for.

use round::{By, Claimed, Command, Drawn, Duty, Place};
use rulebook::Role;
use vocabulary::Card;

use super::{Carried, Table, Trouble};
use crate::statement::{Deed, Disputed, Known, Name, PlaceName, Speaker, marked};

impl Table {
    pub(super) fn holds_post(&self, name: &str) -> bool {
        self.find(name).is_some_and(|person| self.post(person).is_some())
    }

    pub(super) fn post_taken(&mut self, name: &str, role: Role) -> Carried<Command> {
        Ok(Command::Staff { by: By::PIT, duty: Duty::TakePost { who: self.player(name)?, role } })
    }

    pub(super) fn by_name(&mut self, name: &str) -> Carried<By> {
        let person = self.player(name)?;
        Ok(By { role: self.post(person), who: Some(person) })
    }

    fn by(&mut self, speaker: &Speaker) -> Carried<By> {
        match speaker {
            Speaker::Dealer => Ok(By::DEALER),
            Speaker::Pit(role) => Ok(By { role: *role, who: None }),
            Speaker::Named(name) => self.by_name(name),
        }
    }

    /// The command that a statement of the staff stands for.
    pub(super) fn staff(&mut self, speaker: &Speaker, does: &Deed) -> Carried<Command> {
        Ok(Command::Staff { by: self.by(speaker)?, duty: self.duty(does)? })
    }

    fn duty(&mut self, does: &Deed) -> Carried<Duty> {
        Ok(match does {
            Deed::Reports { trouble, names } => {
                let players: Carried<Vec<_>> = names.iter().map(|name| self.player(name)).collect();
                Duty::Report { trouble: *trouble, players: players? }
            }
            Deed::Rules { words } => Duty::Rule { words: words.clone() },
            Deed::Voids { words } => Duty::Void { words: words.clone() },
            Deed::Rebuilds { words } => Duty::Rebuild { words: words.clone() },
            Deed::Discards { words } => Duty::Discard { words: words.clone() },
            Deed::Awards { amount, name, words } => {
                Duty::Award { player: self.player(name)?, amount: *amount, words: words.clone() }
            }
            Deed::Takes { amount, name, words } => {
                Duty::Award { player: self.player(name)?, amount: -*amount, words: words.clone() }
            }
            Deed::Picks(picks) => Duty::Pick { picks: self.places(picks)? },
            Deed::Skips { place } => Duty::Skip { place: self.place_named(*place)? },
            Deed::Misdeals { card, place } => {
                // The card found face up in the device is out already.
                if !self.round.is_next_face_up(*card) {
                    self.require_possible(&[*card])?;
                }
                Duty::Misdeal { card: *card, to: self.place_named(*place)? }
            }
            Deed::FindsFaceUp { card } => {
                self.require_possible(&[*card])?;
                Duty::FaceUp { card: *card }
            }
            Deed::DrawsTogether { cards, known } => {
                self.require_possible(cards)?;
                Duty::DrawTogether { cards: cards.clone(), known: drawn(cards, known)? }
            }
            Deed::Shuffles => Duty::Shuffle,
            _ => self.discretion(does)?,
        })
    }

    /// What is left to the staff.
    fn discretion(&mut self, does: &Deed) -> Carried<Duty> {
        Ok(match does {
            Deed::Bets { amount, name, spot, kind } => {
                let kind = self.kind(kind.as_deref())?;
                let (player, spot) = self.place(name, *spot)?;
                Duty::Bet { player, spot, kind, amount: *amount }
            }
            Deed::Restricts { name } => Duty::RestrictPlayer { player: self.player(name)?, on: true },
            Deed::Frees { name } => Duty::RestrictPlayer { player: self.player(name)?, on: false },
            Deed::RestrictsSpot { spot, most } => {
                let most = Some(u8::try_from(*most).unwrap_or(u8::MAX));
                Duty::RestrictSpot { spot: self.spot_numbered(*spot)?, most }
            }
            Deed::FreesSpot { spot } => Duty::RestrictSpot { spot: self.spot_numbered(*spot)?, most: None },
            Deed::DeclaresFullPatronage => Duty::Patronage { full: true },
            Deed::EndsFullPatronage => Duty::Patronage { full: false },
            Deed::AsksWhoControls { spot } => Duty::AskControl { spot: self.spot_numbered(*spot)? },
            Deed::Assigns { spot, name } => {
                Duty::AssignControl { spot: self.spot_numbered(*spot)?, player: self.player(name)? }
            }
            Deed::AllowsSqueeze { name } => Duty::AllowSqueeze { player: self.player(name)? },
            Deed::Reveals { spot } => Duty::Reveal { spot: self.spot_numbered(*spot)? },
            Deed::LeavesUnsettled { kind } => Duty::LeaveUnsettled { kind: self.kind(Some(kind))? },
            Deed::Settles { kind } => Duty::Settle { kind: self.kind(Some(kind))? },
            Deed::RecordsNoAgreement { one, other, spot, over } => {
                self.no_agreement(one, other, *spot, over)?
            }
            _ => return Err(Trouble::Unknown("what staff do".into(), does.to_string())),
        })
    }

    fn no_agreement(&mut self, one: &Name, other: &Name, spot: u32, over: &Disputed) -> Carried<Duty> {
        let over = match over {
            Disputed::Side(kind) => Claimed::Side(self.kind(Some(kind))?),
            Disputed::InsteadOf(owner) => Claimed::Insurance(self.player(owner)?),
        };
        let (one, other) = (self.player(one)?, self.player(other)?);
        Ok(Duty::NoAgreement { one, other, spot: self.spot_numbered(spot)?, over })
    }

    fn place_named(&self, place: PlaceName) -> Carried<Place> {
        Ok(match place {
            PlaceName::Spot(number) => Place::Spot(self.spot_numbered(number)?),
            PlaceName::Player => Place::Player,
            PlaceName::Dealer => Place::Dealer,
        })
    }
}

fn drawn(cards: &[Card], known: &Known) -> Carried<Drawn> {
    let not_drawn = |seen: &[Card], at: usize| {
        let card = seen.get(at).map_or_else(String::new, ToString::to_string);
        Trouble::Unknown("one of the cards drawn".into(), card)
    };
    Ok(match known {
        Known::InOrder => Drawn::InOrder,
        Known::Nothing => Drawn::Seen(vec![false; cards.len()]),
        Known::SeeingAll => Drawn::Seen(vec![true; cards.len()]),
        Known::Seeing(seen) => Drawn::Seen(marked(cards, seen).map_err(|at| not_drawn(seen, at))?),
    })
}
