use std::fmt;

use rulebook::{Because, Reason, Role, Value};
use vocabulary::{Chips, Clause};

/// Why a command was turned away. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What forbids it, and the clause.
    pub because: Because,
    /// What would have been accepted, where that is an amount.
    pub accepted: Option<Accepted>,
    /// The post that would have been needed, where that was too low.
    pub needs: Option<Role>,
}

/// Which amounts would have been accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// At least this.
    pub least: Chips,
    /// At most this.
    pub most: Chips,
    /// In steps of this.
    pub step: Chips,
}

impl Accepted {
    /// Only this amount.
    #[must_use]
    pub fn only(amount: Chips) -> Accepted {
        Accepted { least: amount, most: amount, step: Chips::minor(1) }
    }

    /// Whether an amount is among them.
    #[must_use]
    pub fn admits(&self, amount: Chips) -> bool {
        self.least <= amount
            && amount <= self.most
            && (amount - self.least == Chips::ZERO || amount.is_multiple_of(self.step))
    }

    /// Whether no amount is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.least > self.most
    }
}

impl Refusal {
    /// The clause behind it.
    #[must_use]
    pub fn clause(&self) -> Clause {
        self.because.clause
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", says(self.because.reason))?;
        match self.accepted {
            Some(accepted) if accepted.is_empty() => write!(f, " (no amount is possible here)")?,
            Some(Accepted { least, most, .. }) if least == most => write!(f, " (only {least})")?,
            Some(Accepted { least, most, step }) => write!(f, " ({least} to {most} in steps of {step})")?,
            None => {}
        }
        if let Some(role) = self.needs {
            write!(f, " (at least {})", role.write())?;
        }
        write!(f, " [{}]", self.because.clause)
    }
}

impl std::error::Error for Refusal {}

/// A refusal in a sentence.
fn says(reason: Reason) -> &'static str {
    match reason {
        Reason::BetsNotOpen => "the round is over; the dealer must open bets first",
        Reason::LateWager => "bets are closed",
        Reason::LateWithdrawal => "bets are closed: no wager may be taken back",
        Reason::NoSuchSpot => "the table has no such spot",
        Reason::SpotFull => "no more players may bet on this spot",
        Reason::SeatTaken => "the seat is taken, or not this player's, or cannot be changed during play",
        Reason::SideNeedsMain => "this side wager needs a main wager to stand on",
        Reason::SidePlacesTaken
        | Reason::SideClaimOwn
        | Reason::SideClaimNearest
        | Reason::SideClaimLowest
        | Reason::SideClaimEqual
        | Reason::SideByOnlooker => "all places for this side wager are taken by equal or better claims",
        Reason::NoSuchWager => "the game has no such wager",
        Reason::BothThirteens => "over 13 and under 13 may not be bet together at this table",
        Reason::BelowMinimum => "the wager is below the minimum",
        Reason::AboveMaximum => "the wager is above the maximum",
        Reason::NotWholeChips => "the amount is not a sum of whole chips",
        Reason::NothingThere => "there is no such wager",
        Reason::RoundRunning => "the round is not over",
        Reason::RoundOver => "the round is over, and its result stands",
        Reason::SettingRefused => "the setting is not open to this table",
        Reason::FoundRefused => "the game does not honour chips found after closing",
        Reason::ImpossibleCard => "the decks in use cannot hold this card",
        Reason::NoCardDue => "no card is due",
        Reason::SurrenderAgainstAce => "surrender is not open against this up card",
        Reason::SurrenderTooLate => "it is too late to surrender",
        Reason::SurrenderOfBlackjack => "a blackjack is not surrendered",
        Reason::NoSurrender => "the game has no surrender",
        Reason::InsuranceWithoutAce => "insurance is open only against an Ace",
        Reason::InsuranceAmount | Reason::InsuredForOther => "the amount of the insurance is not allowed",
        Reason::InsuranceOfOthers => "nobody may insure another player's wager",
        Reason::InsuranceNotDeclined => "the owner has not declined the insurance",
        Reason::InsuranceTooLate => "it is too late to insure",
        Reason::InsuranceClaimOwn
        | Reason::InsuranceClaimNearest
        | Reason::InsuranceClaimLowest
        | Reason::InsuranceClaimEqual
        | Reason::InsuranceClaimOnlooker => "another player has an equal or better claim to this insurance",
        Reason::EvenMoneyRefused => "even money is for an unpaid blackjack against an Ace, before play",
        Reason::NothingOffered => "nothing is on offer",
        Reason::AlreadyAnswered => "the player has answered already",
        Reason::NotInControl => "another player decides for this spot",
        Reason::NotYourTurn => "it is not this hand's turn",
        Reason::OneAnswerPerCard => "the player has answered and waits for the next common card",
        Reason::HitAt21 | Reason::ClosedAt21 | Reason::ClosedWithBlackjack => {
            "a hand of 21 takes no more cards"
        }
        Reason::DoubleAt21 => "a hand of 21 is not doubled",
        Reason::DoubleTooLate => "only two cards may be doubled",
        Reason::DoubleOnSplitAces => "split Aces are not doubled",
        Reason::DoubleNotAllowed => "this hand may not be doubled",
        Reason::DoubleAmountRefused => "the amount of the double is not allowed",
        Reason::DoubleByOther => "only who controls the hand may double first",
        Reason::DoubleCard => "a doubled hand takes one card only",
        Reason::SplitAceCard => "a split Ace takes one card only",
        Reason::SplitUnequal => "only two cards of equal value may be split",
        Reason::SplitLimit => "the spot has as many hands as it may have",
        Reason::SplitAcesAgain => "Aces are split once only",
        Reason::SplitAcesNever => "Aces are not split at this table",
        Reason::MustDraw => "a hand this low must draw",
        Reason::FollowSplitAmount => "a split is followed with the full own wager",
        Reason::FollowDoubleAmount => "the amount is not allowed for following this double",
        Reason::NothingToFollow => "there is nothing to follow, to decline or to go on from",
        Reason::Bust => "the hand is bust",
        Reason::Stands => "the hand stands",
        Reason::TimedOut => "this game has no clock for this",
        Reason::TerminalOut | Reason::Absent => "the player is away",
        Reason::Back => "the player is not away",
        Reason::PlayHalted | Reason::PowerUndecided => "play is halted until the irregularity is dealt with",
        Reason::NoChoiceOpen | Reason::PowerDecided => "no choice to withdraw or go on is open",
        _ => irregular(reason),
    }
}

/// A refusal about an irregular deal in a sentence.
fn irregular(reason: Reason) -> &'static str {
    match reason {
        Reason::NoAuthority => "this needs a post of the staff, or a higher one",
        Reason::NoSuchRule => "this game has no such rule",
        Reason::OneAtATime => "another irregularity is being dealt with",
        Reason::NothingWrong => "nothing was dealt wrong, or it has come to light already",
        Reason::NotMisdealt => "that place is not next, or the card belongs there",
        Reason::CardDiscarded => "no card lies apart that could leave the game",
        Reason::FaceUp => "the card found face up comes next",
        Reason::NotRebuilt => "the cards cannot be put back in order any more",
        Reason::OneCard => "who has one card must say first, for that spot, whether he plays it",
        Reason::ErrorChoice => "every player must choose first: go on, or take the wagers back",
        Reason::DealerLateCard => "the player in action says first whether the dealer's missing card waits",
        Reason::Together => "cards drawn together are settled first; pick each of them once, by its place",
        Reason::TogetherInOrder => "no cards lie there to pick from",
        Reason::PicksUnseen => "pick one card, by its place",
        Reason::PicksSeen => "pick among the cards that were seen, as many as the hand may take",
        Reason::DealerPicksUnseen => "pick one card for the dealer",
        Reason::DealerWorst => "the card worst for the dealer is his",
        Reason::NextCard => "there is no card dealt in error to refuse",
        Reason::Dissatisfied => "whoever is dissatisfied may withdraw first; the dealer deals on",
        Reason::Riffled => "the discards are cut by who acts next, once they are riffled",
        Reason::Ruling => "bets are open: there is no round whose money a ruling could move",
        Reason::RiffleShuffleDue | Reason::MissedShuffleDue => {
            "cards shuffled by hand must be shuffled before the next round"
        }
        Reason::WrongDisplay => "there is no round on display",
        Reason::PlayerRestricted => "the player is kept to one spot",
        Reason::SpotRestricted => "the spot is kept to fewer wagers, or that is no fewer",
        Reason::FullPatronage => "the house is full: a player decides only where he is entitled to",
        Reason::ControlUnclear => {
            "who decides for the spot must be unclear, and is settled before the first card"
        }
        Reason::ControlSeated => "the bettor who sits there decides",
        Reason::ControlByWager => "the highest wager decides",
        Reason::SqueezeAllowed => "a squeeze is for who bets, and allowed before the first card only",
        Reason::Revealed => "no cards lie face down there",
        Reason::Signalled => "a hand signal is to hit or to stand",
        Reason::SideLeftOpen => "only a side wager can be left open, before the deal is done",
        Reason::SideSettledLate => "no such wager was left open",
        Reason::BurnTooLate | Reason::BurnMadeGood => "no first card is out",
        _ => "not now",
    }
}
