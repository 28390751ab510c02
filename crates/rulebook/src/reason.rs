use vocabulary::Clause;

/// Why an act happened, and the clause of the game's document that says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Because {
    /// What kind of act it is.
    pub reason: Reason,
    /// The clause it rests on first of all.
    pub clause: Clause,
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)+) => {
        /// What an act, a payment or a refusal can rest on. Each rule book lists the clauses behind each.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Reason { $($(#[$doc])* $variant,)+ }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Reason] = &[$(Reason::$variant,)+];

            /// Its name in the rule books.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Reason::$variant => $name,)+ }
            }

            /// The reason with this name.
            #[must_use]
            pub fn named(name: &str) -> Option<Reason> {
                match name { $($name => Some(Reason::$variant),)+ _ => None }
            }
        }
    };
}

reasons! {
    // Betting.
    /// Betting is open.
    BetsOpened = "bets-opened",
    /// Betting is closed.
    BetsClosed = "bets-closed",
    /// A seat was taken or given up.
    Seated = "seated",
    /// A main wager.
    WagerPlaced = "wager-placed",
    /// More chips on a wager already down.
    WagerRaised = "wager-raised",
    /// A main wager beside another player's.
    CoWagerPlaced = "co-wager-placed",
    /// A main wager on a spot other than the player's first.
    OtherSpotWager = "other-spot-wager",
    /// A side wager by someone who has no main wager on the spot.
    SideOnOthersSpot = "side-on-others-spot",
    /// Side wagers on several spots.
    SideOnSeveralSpots = "side-on-several-spots",
    /// A wager taken back before closing.
    WagerWithdrawn = "wager-withdrawn",
    /// A side wager that lost the main wager it stood on.
    SideReturned = "side-returned",
    /// A claim decided by a main wager on the spot.
    SideClaimOwn = "side-claim-own",
    /// A claim decided by distance.
    SideClaimNearest = "side-claim-nearest",
    /// A claim decided by the smaller total of side wagers.
    SideClaimLowest = "side-claim-lowest",
    /// Equal claims to a side-wager place.
    SideClaimEqual = "side-claim-equal",
    /// A side wager by someone without any main wager in the round.
    SideByOnlooker = "side-by-onlooker",
    /// Standing players' chips that made way for the seated player's.
    ExcessCut = "excess-cut",
    /// Refused: betting has not opened.
    BetsNotOpen = "bets-not-open",
    /// Refused: a wager after closing.
    LateWager = "late-wager",
    /// Refused: a withdrawal after closing.
    LateWithdrawal = "late-withdrawal",
    /// Refused: the table has no such spot.
    NoSuchSpot = "no-such-spot",
    /// Refused: the spot has all the bettors it may have.
    SpotFull = "spot-full",
    /// Refused: the seat is taken, or not the player's.
    SeatTaken = "seat-taken",
    /// Refused: no main wager for the side wager to stand on.
    SideNeedsMain = "side-needs-main",
    /// Refused: all places of this side wager are taken.
    SidePlacesTaken = "side-places-taken",
    /// Refused: the game has no such wager.
    NoSuchWager = "no-such-wager",
    /// Refused: both 13 wagers together.
    BothThirteens = "both-thirteens",
    /// Refused: under the minimum.
    BelowMinimum = "below-minimum",
    /// Refused: over the maximum.
    AboveMaximum = "above-maximum",
    /// Refused: not a sum of whole chips.
    NotWholeChips = "not-whole-chips",
    /// Refused: nothing of the player's lies there.
    NothingThere = "nothing-there",
    /// Refused: the round is not over.
    RoundRunning = "round-running",
    /// Refused: the round is over and stands.
    RoundOver = "round-over",
    /// Refused: the setting is not open to this table.
    SettingRefused = "setting-refused",

    // Chips found after closing.
    /// Chips found on the layout.
    WagerFound = "wager-found",
    /// Refused: chips found that the game does not honour.
    FoundRefused = "found-refused",
    /// A side wager found where no main wager lies.
    FoundWithoutMain = "found-without-main",
    /// A wager counted up to the maximum.
    WagerCapped = "wager-capped",
    /// A wager under the minimum, settled this once.
    UnderMinimumOnce = "under-minimum-once",
    /// A wager under the minimum, returned.
    UnderMinimumReturned = "under-minimum-returned",
    /// A wager under the minimum that plays as it lies.
    UnderMinimumPlays = "under-minimum-plays",
    /// Wagers scaled to the maximum.
    ProRated = "pro-rated",
    /// A wager under the minimum left out of the scaling.
    NotProRated = "not-pro-rated",

    // Cards.
    /// A card of the initial deal.
    InitialCard = "initial-card",
    /// The initial deal is done.
    InitialDealDone = "initial-deal-done",
    /// A card comes from a shoe.
    CardFromShoe = "card-from-shoe",
    /// A card comes from a shuffling machine.
    CardFromShuffler = "card-from-shuffler",
    /// A card has an element.
    ElementOfCard = "element-of-card",
    /// An Ace in a hand.
    AceValued = "ace-valued",
    /// A card from 2 to 10 in a hand.
    NumberValued = "number-valued",
    /// A picture in a hand.
    PictureValued = "picture-valued",
    /// A total with an Ace as eleven.
    SoftTotal = "soft-total",
    /// A total without.
    HardTotal = "hard-total",
    /// The sum of a hand.
    PointTotal = "point-total",
    /// A card a player asked for.
    DrawnCard = "drawn-card",
    /// The one card on a doubled hand.
    DoubleCard = "double-card",
    /// The second card of a split hand.
    SplitCard = "split-card",
    /// The one card on a split Ace.
    SplitAceCard = "split-ace-card",
    /// The first card beyond the initial deal.
    SubsequentDeal = "subsequent-deal",
    /// A card to the dealer after the players.
    DealerCard = "dealer-card",
    /// The dealer looked at his hole card.
    DealerPeeked = "dealer-peeked",
    /// Refused: the decks in use cannot hold this card.
    ImpossibleCard = "impossible-card",
    /// Refused: no card is due.
    NoCardDue = "no-card-due",

    // Offers.
    /// Surrender is offered.
    SurrenderOffered = "surrender-offered",
    /// Insurance and even money are offered.
    InsuranceOffered = "insurance-offered",
    /// The offer of surrender is closed.
    SurrenderClosed = "surrender-closed",
    /// The offer of insurance is closed.
    InsuranceClosed = "insurance-closed",
    /// Half the wager is given up.
    Surrendered = "surrendered",
    /// One of several bettors gives up his half.
    SurrenderedAlone = "surrendered-alone",
    /// An insurance.
    Insured = "insured",
    /// An insurance in another's place.
    InsuredForOther = "insured-for-other",
    /// A claim by a co-bettor of the spot.
    InsuranceClaimOwn = "insurance-claim-own",
    /// A claim by distance.
    InsuranceClaimNearest = "insurance-claim-nearest",
    /// A claim by the lower insurance total.
    InsuranceClaimLowest = "insurance-claim-lowest",
    /// Equal claims.
    InsuranceClaimEqual = "insurance-claim-equal",
    /// A claim by someone without a wager.
    InsuranceClaimOnlooker = "insurance-claim-onlooker",
    /// Even money.
    EvenMoney = "even-money",
    /// An insurance that goes back with even money.
    InsuranceReturned = "insurance-returned",
    /// Surrender declined.
    SurrenderDeclined = "surrender-declined",
    /// Insurance declined.
    InsuranceDeclined = "insurance-declined",
    /// Refused: surrender against this up card.
    SurrenderAgainstAce = "surrender-against-ace",
    /// Refused: surrender once play has begun.
    SurrenderTooLate = "surrender-too-late",
    /// Refused: surrender of a blackjack.
    SurrenderOfBlackjack = "surrender-of-blackjack",
    /// Refused: the game has no surrender.
    NoSurrender = "no-surrender",
    /// Refused: insurance against this up card.
    InsuranceWithoutAce = "insurance-without-ace",
    /// Refused: the amount of an insurance.
    InsuranceAmount = "insurance-amount",
    /// Refused: insurance of another's wager.
    InsuranceOfOthers = "insurance-of-others",
    /// Refused: the owner has not declined.
    InsuranceNotDeclined = "insurance-not-declined",
    /// Refused: insurance once play has begun.
    InsuranceTooLate = "insurance-too-late",
    /// Refused: even money without a blackjack against an Ace, or too late.
    EvenMoneyRefused = "even-money-refused",
    /// Refused: nothing is on offer.
    NothingOffered = "nothing-offered",
    /// Refused: the player has answered already.
    AlreadyAnswered = "already-answered",

    // Play.
    /// The player stands.
    Stands = "stands",
    /// The player hits.
    Hits = "hits",
    /// The player doubles on his starting cards.
    Doubles = "doubles",
    /// The player doubles a split hand.
    DoublesAfterSplit = "doubles-after-split",
    /// The player splits.
    Splits = "splits",
    /// The player splits again.
    SplitsAgain = "splits-again",
    /// The player splits Aces.
    SplitsAces = "splits-aces",
    /// The seated bettor decides.
    ControlSeated = "control-seated",
    /// Nobody sits there: the wager decides who decides.
    ControlByWager = "control-by-wager",
    /// Control passed on after a surrender.
    ControlAfterSurrender = "control-after-surrender",
    /// Control passed on from an absent player.
    ControlAfterAbsence = "control-after-absence",
    /// Others may follow a split.
    FollowSplitOffered = "follow-split-offered",
    /// Another bettor follows a split.
    FollowsSplit = "follows-split",
    /// Another bettor stays on the first hand.
    DeclinesSplit = "declines-split",
    /// Others may follow a double.
    FollowDoubleOffered = "follow-double-offered",
    /// Another bettor follows a double.
    FollowsDouble = "follows-double",
    /// Another bettor does not double.
    DeclinesDouble = "declines-double",
    /// A hand closes at 21.
    ClosedAt21 = "closed-at-21",
    /// A blackjack takes no more cards.
    ClosedWithBlackjack = "closed-with-blackjack",
    /// Refused: someone else decides for this spot.
    NotInControl = "not-in-control",
    /// Refused: someone else's turn.
    NotYourTurn = "not-your-turn",
    /// Refused: one answer for each common card.
    OneAnswerPerCard = "one-answer-per-card",
    /// Refused: drawing at 21.
    HitAt21 = "hit-at-21",
    /// Refused: doubling at 21.
    DoubleAt21 = "double-at-21",
    /// Refused: doubling after a third card.
    DoubleTooLate = "double-too-late",
    /// Refused: doubling on split Aces.
    DoubleOnSplitAces = "double-on-split-aces",
    /// Refused: doubling such a hand.
    DoubleNotAllowed = "double-not-allowed",
    /// Refused: the amount of a double.
    DoubleAmountRefused = "double-amount-refused",
    /// Refused: doubling by someone who does not control the hand.
    DoubleByOther = "double-by-other",
    /// Refused: splitting these cards.
    SplitUnequal = "split-unequal",
    /// Refused: splitting into more hands.
    SplitLimit = "split-limit",
    /// Refused: splitting Aces again.
    SplitAcesAgain = "split-aces-again",
    /// Refused: splitting Aces at all.
    SplitAcesNever = "split-aces-never",
    /// Refused: standing on a total that must draw.
    MustDraw = "must-draw",
    /// Refused: the amount of a follow on a split.
    FollowSplitAmount = "follow-split-amount",
    /// Refused: the amount of a follow on a double.
    FollowDoubleAmount = "follow-double-amount",
    /// Refused: nothing to follow for this player.
    NothingToFollow = "nothing-to-follow",

    // Silence and absence.
    /// No answer in time.
    TimedOut = "timed-out",
    /// A default decision.
    DefaultPlay = "default-play",
    /// A player walked away.
    Absent = "absent",
    /// A card for, or the standing of, an absent player's hand.
    AbsentPlay = "absent-play",
    /// The player is back.
    Back = "back",
    /// A terminal without power after its wager was accepted.
    TerminalFailed = "terminal-failed",
    /// Refused: a terminal without power.
    TerminalOut = "terminal-out",

    // The dealer's hand.
    /// The dealer draws.
    DealerDraws = "dealer-draws",
    /// The dealer stands.
    DealerStands = "dealer-stands",
    /// The dealer stands on a soft total.
    DealerStandsSoft = "dealer-stands-soft",
    /// The dealer takes no card that can change nothing.
    DealerNeedsNone = "dealer-needs-none",
    /// The dealer takes a card for a wager other than a live hand.
    DealerNeedsOne = "dealer-needs-one",
    /// The dealer draws for a wager on his own hand.
    DealerDrawsForWager = "dealer-draws-for-wager",

    // Settlement.
    /// The first payment or collection after the initial deal.
    InterimSettlement = "interim-settlement",
    /// The first payment or collection of the subsequent deal.
    FinalSettlement = "final-settlement",
    /// A blackjack wins.
    BlackjackWins = "blackjack-wins",
    /// Blackjack against blackjack.
    BlackjackStandOff = "blackjack-stand-off",
    /// The higher total wins.
    HigherTotal = "higher-total",
    /// The dealer is bust.
    DealerBust = "dealer-bust",
    /// Twenty-one after a split is no blackjack.
    SplitTwentyOne = "split-twenty-one",
    /// The lower total loses.
    LowerTotal = "lower-total",
    /// A bust hand loses.
    Bust = "bust",
    /// A doubled hand bust.
    BustDoubled = "bust-doubled",
    /// A split hand bust.
    BustSplit = "bust-split",
    /// A bust hand waits, as a dealer blackjack may still limit the loss.
    BustWaits = "bust-waits",
    /// A dealer blackjack beats the hand.
    DealerBlackjack = "dealer-blackjack",
    /// A dealer blackjack against a doubled hand.
    DealerBlackjackDoubled = "dealer-blackjack-doubled",
    /// A dealer blackjack against split hands.
    DealerBlackjackSplit = "dealer-blackjack-split",
    /// Equal totals.
    EqualTotals = "equal-totals",
    /// Insurance wins.
    InsuranceWins = "insurance-wins",
    /// Insurance loses.
    InsuranceLoses = "insurance-loses",
    /// A side wager wins by one of its lines.
    SideWins = "side-wins",
    /// A side wager loses.
    SideLoses = "side-loses",
    /// The round is settled.
    RoundSettled = "round-settled",

    // Irregularities.
    /// A foreign card.
    ForeignCard = "foreign-card",
    /// A missing card.
    MissingCard = "missing-card",
    /// An extra card.
    ExtraCard = "extra-card",
    /// Unshuffled cards.
    UnshuffledCards = "unshuffled-cards",
    /// Too few cards to finish.
    ShortShoe = "short-shoe",
    /// A power failure.
    PowerFailure = "power-failure",
    /// A power failure with nothing decided.
    PowerUndecided = "power-undecided",
    /// A power failure with something decided.
    PowerDecided = "power-decided",
    /// The round is void.
    Void = "void",
    /// A person's decision.
    Ruling = "ruling",
    /// Refused: a decision of a supervisor is awaited, or answers to an irregularity.
    PlayHalted = "play-halted",
    /// Refused: there is nothing to withdraw from or go on with.
    NoChoiceOpen = "no-choice-open",
}
