//! What staff say: who may, and what they decide about players, spots and the shoe.

use rulebook::{Because, ControlTie, Kind, Reason, Role, ShuffleMode, SqueezeScope};
use vocabulary::{Chips, PlayerId, Spot};

use crate::command::Action;
use crate::control::controller;
use crate::decide::{Allowed, Step};
use crate::duty::{By, Claimed, Duty};
use crate::event::Event;
use crate::state::{Halt, Phase, Stage};
use crate::turn::turns;
use crate::wager::{Bet, Outcome};

impl Duty {
    /// Whether it is heard while play waits for a decision.
    pub(crate) fn is_heard_while_halted(&self) -> bool {
        matches!(
            self,
            Duty::TakePost { .. }
                | Duty::Report { .. }
                | Duty::Rule { .. }
                | Duty::Void { .. }
                | Duty::Rebuild { .. }
                | Duty::Discard { .. }
                | Duty::Award { .. }
                | Duty::Pick { .. }
                | Duty::Skip { .. }
                | Duty::Misdeal { .. }
                | Duty::FaceUp { .. }
                | Duty::DrawTogether { .. }
        )
    }

    /// Whether it tells of something else that went wrong.
    fn is_incident(&self) -> bool {
        matches!(
            self,
            Duty::Skip { .. } | Duty::Misdeal { .. } | Duty::FaceUp { .. } | Duty::DrawTogether { .. }
        )
    }
}

impl Step<'_> {
    pub(crate) fn staff(&mut self, by: By, duty: &Duty) -> Allowed {
        let by = self.require_post(by, duty)?;
        self.require(self.round.halt.is_none() || !duty.is_incident(), Reason::OneAtATime)?;
        match *duty {
            Duty::TakePost { who, role } => {
                let because = self.because(Reason::PostTaken);
                self.happen(Event::PostTaken { by, who, role, because });
                Ok(())
            }
            Duty::Report { trouble, ref players } => self.report(by, trouble, players),
            Duty::Rule { ref words } => {
                self.rule(by, words);
                Ok(())
            }
            Duty::Void { ref words } => self.void_by_ruling(by, words),
            Duty::Rebuild { ref words } => self.rebuild_by_ruling(by, words),
            Duty::Discard { ref words } => self.discard_by_ruling(by, words),
            Duty::Award { player, amount, ref words } => self.award(by, player, amount, words),
            Duty::Skip { place } => self.skip(by, place),
            Duty::Misdeal { card, to } => self.misdeal(by, card, to),
            Duty::FaceUp { card } => self.face_up(by, card),
            Duty::DrawTogether { ref cards, ref known } => self.draw_together(by, cards, known),
            Duty::Pick { ref picks } => self.pick_for_dealer(by, picks),
            Duty::Shuffle => self.shuffle(by),
            Duty::Bet { player, spot, kind, amount } => self.bet_for(by, player, spot, kind, amount),
            Duty::RestrictPlayer { player, on } => self.restrict_player(by, player, on),
            Duty::RestrictSpot { spot, most } => self.restrict_spot(by, spot, most),
            Duty::Patronage { full } => self.set_patronage(by, full),
            Duty::AskControl { spot } => self.ask_control(spot),
            Duty::AssignControl { spot, player } => self.assign_control(by, spot, player),
            Duty::AllowSqueeze { player } => self.allow_squeeze(by, player),
            Duty::Reveal { spot } => self.reveal(spot, Some(by), None),
            Duty::LeaveUnsettled { kind } => self.leave_unsettled(kind),
            Duty::Settle { kind } => self.settle_left(kind),
            Duty::NoAgreement { one, other, spot, over } => self.no_agreement(by, one, other, spot, over),
        }
    }

    /// Who speaks must hold the post, or a higher one; with a name, the post this person holds at the table.
    fn require_post(&mut self, by: By, duty: &Duty) -> Allowed<By> {
        let needed = match (&self.round.halt, duty) {
            (Some(Halt::Ruling), Duty::Discard { .. }) => self.rules.ruling_by(),
            _ => duty.needs(self.rules),
        };
        let held = match by.who {
            Some(who) => {
                let post = self.round.memory().posts.iter().find(|(person, _)| *person == who);
                let Some((_, role)) = post else { return self.refuse(Reason::NoAuthority) };
                Some(*role)
            }
            None => by.role,
        };
        self.require(held.is_none_or(|held| held >= needed), Reason::NoAuthority)?;
        let by = By { role: held, ..by };
        let above = held.is_some_and(|held| held > needed && needed > Role::Dealer);
        let for_dealer = held.is_some_and(|held| held > Role::Dealer) && duty.is_incident();
        if above || for_dealer {
            self.happen(Event::StoodIn { by, role: needed, because: self.because(Reason::PostTaken) });
        }
        Ok(by)
    }

    fn before_first_card(&self) -> bool {
        match self.round.phase {
            Phase::Betting => true,
            Phase::Dealing => self.round.out.is_empty(),
            Phase::Offering(_) | Phase::Playing | Phase::Drawing | Phase::Over(_) => false,
        }
    }

    fn bet_for(&mut self, by: By, player: PlayerId, spot: Spot, kind: Kind, amount: Chips) -> Allowed {
        self.require(self.rules.staff_bets(), Reason::NoSuchRule)?;
        let because = self.because(Reason::PlacedByStaff);
        self.happen(Event::PlacedByStaff { by, player, because });
        self.bet(player, spot, kind, amount)
    }

    fn restrict_player(&mut self, by: By, player: PlayerId, on: bool) -> Allowed {
        self.require(self.rules.restrictions(), Reason::NoSuchRule)?;
        let because = self.because(Reason::PlayerRestricted);
        self.happen(Event::PlayerRestricted { by, player, on, because });
        Ok(())
    }

    fn restrict_spot(&mut self, by: By, spot: Spot, most: Option<u8>) -> Allowed {
        self.require(self.rules.restrictions(), Reason::NoSuchRule)?;
        self.require_spot(spot)?;
        let usual = |most: u8| self.rules.max_bettors().allows(usize::from(most) + 1);
        self.require(most.is_none_or(|most| most > 0 && usual(most)), Reason::SpotRestricted)?;
        let because = self.because(Reason::SpotRestricted);
        self.happen(Event::SpotRestricted { by, spot, most, because });
        Ok(())
    }

    /// Whether the pit lets this player bet on this spot.
    pub(crate) fn require_unrestricted(&self, player: PlayerId, spot: Spot, kind: Kind) -> Allowed {
        let Some(memory) = self.round.memory.as_deref() else { return Ok(()) };
        if memory.kept_to_one.contains(&player) {
            let elsewhere =
                |wager: &crate::Wager| wager.player == player && wager.spot != spot && wager.is_live();
            self.require(!self.round.wagers.iter().any(elsewhere), Reason::PlayerRestricted)?;
        }
        if let Some((_, most)) = memory.limited.iter().find(|(limited, _)| *limited == spot)
            && kind == Kind::Main
        {
            let mut others =
                self.round.mains().filter(|(_, w)| w.spot == spot && w.is_live() && w.player != player);
            let room = others.nth(usize::from(*most).saturating_sub(1)).is_none();
            self.require(room, Reason::SpotRestricted)?;
        }
        Ok(())
    }

    fn set_patronage(&mut self, by: By, full: bool) -> Allowed {
        self.require(self.rules.restrictions(), Reason::NoSuchRule)?;
        let because = self.because(Reason::FullPatronage);
        self.happen(Event::PatronageSet { by, full, because });
        Ok(())
    }

    /// The dealer may settle who decides: by rule, or where equal wagers leave it to him.
    fn may_assign(&self) -> bool {
        self.rules.assign_control() || self.rules.control_tie() == ControlTie::DealerAssigns
    }

    fn ask_control(&mut self, spot: Spot) -> Allowed {
        self.require_unclear(spot)?;
        let asked = self.round.odd().unclear.contains(&spot);
        self.require(!asked, Reason::OneAtATime)?;
        self.happen(Event::ControlAsked { spot, because: self.because(Reason::ControlUnclear) });
        Ok(())
    }

    /// Whether it can be unclear who decides for a spot: several bet there, and none of them sits there.
    fn require_unclear(&self, spot: Spot) -> Allowed {
        self.require(self.may_assign(), Reason::NoSuchRule)?;
        self.require_spot(spot)?;
        self.require(self.before_first_card(), Reason::ControlUnclear)?;
        let bettors = self.round.mains().filter(|(_, wager)| wager.spot == spot && wager.is_live()).count();
        self.require(bettors > 1, Reason::ControlUnclear)?;
        self.require(self.round.is_contested(spot), Reason::ControlSeated)
    }

    fn assign_control(&mut self, by: By, spot: Spot, player: PlayerId) -> Allowed {
        self.require_unclear(spot)?;
        let own = self.round.find(player, spot, Bet::Main);
        let Some(own) = own else { return self.refuse(Reason::ControlUnclear) };
        if !self.rules.assign_control() {
            let tied = self.tied_highest(spot).contains(&self.round.wagers[own].player);
            self.require(tied, Reason::ControlByWager)?;
        }
        let because = self.because(Reason::ControlAssigned);
        self.happen(Event::ControlAssigned { by, spot, player, because });
        Ok(())
    }

    fn tied_highest(&self, spot: Spot) -> Vec<PlayerId> {
        let on = || self.round.mains().filter(|(_, wager)| wager.spot == spot && wager.is_live());
        let highest = on().map(|(_, wager)| wager.stake).max();
        let tied: Vec<PlayerId> =
            on().filter(|(_, w)| Some(w.stake) == highest).map(|(_, wager)| wager.player).collect();
        if tied.len() > 1 { tied } else { Vec::new() }
    }

    /// Where equal highest wagers leave control to the dealer, he is asked as soon as bets are closed.
    pub(crate) fn ask_about_ties(&mut self) {
        if self.rules.control_tie() != ControlTie::DealerAssigns {
            return;
        }
        for area in 0..self.round.areas.len() {
            let spot = self.round.areas[area].spot;
            let settled = self.round.odd().assigned.iter().any(|(assigned, _)| *assigned == spot)
                || self.round.odd().unclear.contains(&spot);
            if !settled && self.require_unclear(spot).is_ok() && !self.tied_highest(spot).is_empty() {
                self.happen(Event::ControlAsked { spot, because: self.because(Reason::ControlUnclear) });
            }
        }
    }

    fn allow_squeeze(&mut self, by: By, player: PlayerId) -> Allowed {
        self.require(self.rules.squeeze(), Reason::NoSuchRule)?;
        self.require(self.before_first_card(), Reason::SqueezeAllowed)?;
        let own = self.round.mains().find(|(_, wager)| wager.player == player).map(|(_, wager)| wager.spot);
        let Some(own) = own else { return self.refuse(Reason::SqueezeAllowed) };
        let spot = match self.rules.squeeze_scope() {
            SqueezeScope::All => None,
            SqueezeScope::Box => Some(own),
        };
        let because = self.because(Reason::SqueezeAllowed);
        self.happen(Event::SqueezeAllowed { by, player, spot, because });
        Ok(())
    }

    pub(crate) fn reveal_own(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        let area = self.round.areas.iter().position(|area| area.spot == spot);
        let controls = area.is_some_and(|area| controller(self.rules, self.round, area, 0) == Some(player));
        self.require(controls, Reason::NotInControl)?;
        self.reveal(spot, None, Some(player))
    }

    fn reveal(&mut self, spot: Spot, by: Option<By>, player: Option<PlayerId>) -> Allowed {
        self.require(self.rules.squeeze(), Reason::NoSuchRule)?;
        let dealt = self.round.areas.iter().any(|area| area.spot == spot && !area.start.is_empty());
        self.require(dealt && self.round.is_squeezed(spot), Reason::Revealed)?;
        self.happen(Event::Revealed { spot, by, player, because: self.because(Reason::Revealed) });
        Ok(())
    }

    /// Cards that lie face down are turned before a rule needs them.
    pub(crate) fn reveal_if(&mut self, needed: impl Fn(&Self, usize) -> bool) {
        if self.round.irregular.is_none() {
            return;
        }
        for area in 0..self.round.areas.len() {
            let spot = self.round.areas[area].spot;
            if self.round.is_squeezed(spot) && needed(self, area) {
                let because = self.because(Reason::Revealed);
                self.happen(Event::Revealed { spot, by: None, player: None, because });
            }
        }
    }

    /// A decision by hand signal.
    pub(crate) fn signal(&mut self, player: PlayerId, spot: Spot, action: Action) -> Allowed {
        self.require(self.rules.hand_signals(), Reason::NoSuchRule)?;
        self.require(matches!(action, Action::Hit | Action::Stand), Reason::Signalled)?;
        if let Phase::Offering(_) = self.round.phase {
            self.close_all_offers();
        }
        let because = self.because(Reason::Signalled);
        self.happen(Event::Signalled { player, spot, action, because });
        self.play(player, spot, action)
    }

    fn leave_unsettled(&mut self, kind: Kind) -> Allowed {
        self.require(self.rules.late_side_settlement(), Reason::NoSuchRule)?;
        let open = matches!(self.round.phase, Phase::Betting | Phase::Dealing);
        let side = matches!(kind, Kind::Side(_)) && !self.round.odd().left_open.contains(&kind);
        self.require(open && side, Reason::SideLeftOpen)?;
        self.happen(Event::SideLeftOpen { kind, because: self.because(Reason::SideLeftOpen) });
        Ok(())
    }

    fn settle_left(&mut self, kind: Kind) -> Allowed {
        self.require(self.rules.late_side_settlement(), Reason::NoSuchRule)?;
        let left = self.round.odd().left_open.contains(&kind);
        let dealt = !matches!(self.round.phase, Phase::Betting | Phase::Dealing);
        self.require(left && dealt, Reason::SideSettledLate)?;
        self.take_up_side(kind);
        Ok(())
    }

    /// Side wagers that were left unsettled are settled.
    pub(crate) fn settle_left_open(&mut self) {
        while let Some(kind) = self.round.odd().left_open.first().copied() {
            self.take_up_side(kind);
        }
    }

    fn take_up_side(&mut self, kind: Kind) {
        self.happen(Event::SideTakenUp { kind, because: self.because(Reason::SideSettledLate) });
        for wager in 0..self.round.wagers.len() {
            let at = self.round.wagers[wager];
            if at.is_live() && at.bet == Bet::from(kind) {
                self.settle_side(wager);
            }
        }
    }

    fn shuffle(&mut self, by: By) -> Allowed {
        let between = match self.round.phase {
            Phase::Over(_) => true,
            Phase::Betting => self.round.wagers.is_empty(),
            Phase::Dealing | Phase::Offering(_) | Phase::Playing | Phase::Drawing => false,
        };
        self.require(between, Reason::RoundRunning)?;
        let because = self.round.memory().shuffle_due.unwrap_or(self.because(Reason::Shuffled));
        self.happen(Event::Shuffled { by, because });
        Ok(())
    }

    /// The next round waits for a shuffle that is due.
    pub(crate) fn require_shuffled(&self) -> Allowed {
        let Some(because) = self.round.memory().shuffle_due else { return Ok(()) };
        Err(crate::Refusal { because, accepted: None })
    }

    pub(crate) fn shuffle_is_due(&mut self, reason: Reason) {
        let manual = self.rules.shuffle_mode() == ShuffleMode::Manual;
        if manual && self.rules.shuffle_made_good() {
            let because: Because = self.because(reason);
            self.happen(Event::ShuffleDue { because });
        }
    }

    /// The discards are riffled, and cut by who acts next.
    pub(crate) fn riffle(&mut self) {
        let next = turns(self.rules, self.round).first().map(|turn| turn.by);
        let cutter = next.or_else(|| {
            let (area, hand) = crate::together::hand_in_action(self.round)?;
            controller(self.rules, self.round, area, hand)
        });
        self.happen(Event::Riffled { cutter, because: self.because(Reason::Riffled) });
        self.shuffle_is_due(Reason::RiffleShuffleDue);
    }

    pub(crate) fn cut(&mut self, player: PlayerId) -> Allowed {
        self.require(self.round.odd().cutter == Some(player), Reason::Riffled)?;
        self.happen(Event::CutMade { player, because: self.because(Reason::Riffled) });
        Ok(())
    }

    /// Two players whose claims are equal do not agree: nobody gets it.
    fn no_agreement(&mut self, by: By, one: PlayerId, other: PlayerId, spot: Spot, over: Claimed) -> Allowed {
        self.require_spot(spot)?;
        let decides = match over {
            Claimed::Side(kind) => {
                let places = self.rules.side_wager(kind).and_then(|wager| wager.places);
                self.require(places.is_some(), Reason::NoSuchRule)?;
                self.require(self.round.phase == Phase::Betting, Reason::LateWager)?;
                self.between_side_claims(one, other, spot, kind)
            }
            Claimed::Insurance(owner) => {
                self.require(self.rules.insure_others(), Reason::NoSuchRule)?;
                let open = self.round.phase == Phase::Offering(Stage::Insurance);
                self.require(open, Reason::InsuranceTooLate)?;
                self.require_passed_on(owner, spot)?;
                self.between_insurance_claims(one, other, spot)
            }
        };
        let equal = matches!(decides, Reason::SideClaimEqual | Reason::InsuranceClaimEqual);
        self.require(one != other && equal, decides)?;
        self.happen(Event::NotAgreed { by, one, other, spot, over, because: self.because(decides) });
        self.give_claims_back([one, other], spot, over, decides);
        Ok(())
    }

    fn give_claims_back(&mut self, rivals: [PlayerId; 2], spot: Spot, over: Claimed, reason: Reason) {
        let because = self.because(reason);
        for player in rivals {
            match over {
                Claimed::Side(kind) if self.round.find(player, spot, kind.into()).is_some() => {
                    self.happen(Event::WagerRemoved { player, spot, kind, asked: false, because });
                }
                Claimed::Side(_) => {}
                Claimed::Insurance(owner) => {
                    if let Some(at) = self.round.find(player, spot, Bet::Insurance(owner)) {
                        let stake = self.round.wagers[at].stake;
                        self.settle(at, Outcome::Returned, stake, reason);
                    }
                }
            }
        }
    }

    /// Whether nobody gets it, as equal claims did not agree.
    pub(crate) fn require_not_closed(&self, spot: Spot, over: Claimed) -> Allowed {
        let closed = self.round.odd().closed.contains(&(spot, over));
        let reason = match over {
            Claimed::Side(_) => Reason::SideClaimEqual,
            Claimed::Insurance(_) => Reason::InsuranceClaimEqual,
        };
        self.require(!closed, reason)
    }
}
