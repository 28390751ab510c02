//! The words a setting can be, as enums.

use crate::value::choices;

choices! {
    /// Whether the dealer has a face-down second card from the start.
    HoleCard {
        /// He has one card until all players are done.
        None = "none",
        /// He has one, and looks at it under an Ace or a ten.
        Peek = "peek",
    }
    /// How the cards are mixed.
    ShuffleMode {
        /// The document does not say.
        Unspecified = "unspecified",
        /// By hand.
        Manual = "manual",
        /// Dealt from a shoe.
        Shoe = "shoe",
        /// A machine that shuffles without end.
        Shuffler = "shuffler",
    }
    /// Who decides for a spot with several bettors, when none of them sits there.
    Control {
        /// Every bettor for himself.
        Own = "own",
        /// Whose chips lie nearest the dealer.
        Front = "front",
        /// Whose wager is the highest.
        Highest = "highest",
    }
    /// Who decides where the highest wagers are equal.
    ControlTie {
        /// The earlier wager.
        Earliest = "earliest",
        /// Whom the dealer names.
        DealerAssigns = "dealer-assigns",
    }
    /// Whether a better claim to a side-wager place displaces a wager already down.
    Preemption {
        /// Never.
        Never = "never",
        /// Only the claim of a main bettor of the spot.
        OwnBox = "own-box",
        /// Any better claim.
        Always = "always",
    }
    /// What becomes of a fraction of a minor unit.
    RoundingRule {
        /// There is none: the chip unit is even.
        Exact = "exact",
        /// Dropped.
        Down = "down",
        /// Rounded up.
        Up = "up",
        /// To the nearest, half to even.
        HalfEven = "half-even",
    }
    /// What the posted maximum is measured on.
    MaxScope {
        /// Each terminal's wager of a kind.
        Terminal = "terminal",
        /// Each wager.
        Wager = "wager",
        /// All wagers of a kind on a spot together.
        Box = "box",
    }
    /// What becomes of a wager found above the maximum after closing.
    OverMaximum {
        /// Not honoured.
        Refuse = "refuse",
        /// It counts up to the maximum.
        Cap = "cap",
        /// All wagers on the spot are scaled to the maximum.
        ProRata = "pro-rata",
    }
    /// What becomes of a wager found under the minimum after closing.
    UnderMinimum {
        /// Not honoured.
        Refuse = "refuse",
        /// Settled once for each player, returned after that.
        Once = "once",
        /// It plays as it lies.
        Play = "play",
    }
    /// How long a wager under the minimum is remembered.
    Memory {
        /// While the table is open.
        Session = "session",
        /// Until the day ends.
        Day = "day",
        /// For good.
        Permanent = "permanent",
    }
    /// Whether limits are checked when a wager is placed.
    EntryLimits {
        /// Out of limits is refused.
        Strict = "strict",
        /// Accepted unseen, and dealt with as found.
        TableFound = "table-found",
    }
    /// When a blackjack is paid that no dealer's card can touch.
    PayBlackjack {
        /// Before play goes on.
        Immediate = "immediate",
        /// With everything else.
        AtEnd = "at-end",
    }
    /// What a dealer blackjack takes from doubled, split and bust hands.
    DealerBlackjackLoss {
        /// One original wager in all, bust hands included.
        OriginalOnly = "original-only",
        /// What bust, and one original wager for the hands alive.
        BustedPlusOne = "busted-plus-one",
        /// What bust, and one original wager for each hand alive.
        PerHand = "per-hand",
        /// Everything.
        All = "all",
    }
    /// What equal totals mean.
    Tie {
        /// The stake goes back.
        Push = "push",
        /// The stake is lost.
        Lose = "lose",
    }
    /// What the dealer does on soft seventeen.
    Soft17 {
        /// Stands.
        Stand = "stand",
        /// Draws.
        Hit = "hit",
    }
    /// When half the wager may be given up.
    Surrender {
        /// Never.
        None = "none",
        /// Before a dealer blackjack can be known.
        Early = "early",
        /// After the dealer has looked for a blackjack.
        Late = "late",
    }
    /// Against which up cards surrender is open.
    SurrenderAgainst {
        /// Any.
        Any = "any",
        /// Any but an Ace.
        NotAce = "not-ace",
        /// Cards worth ten only.
        Ten = "ten",
    }
    /// How surrender is asked for.
    SurrenderWindow {
        /// Offered to the whole table before any further card.
        Table = "table",
        /// One of the answers in the first decision window.
        Decision = "decision",
    }
    /// For whom a surrender speaks.
    SurrenderScope {
        /// For the bettor's own wager.
        Bettor = "bettor",
        /// For every wager on the spot, by who controls it.
        Box = "box",
    }
    /// How much insurance may be taken.
    Insurance {
        /// There is none.
        None = "none",
        /// Exactly half of the original wager.
        Half = "half",
        /// Up to half of the original wager.
        UpToHalf = "up-to-half",
    }
    /// Whether insurance has a window of its own where decisions are timed.
    InsurancePrompt {
        /// Its own window, before the first decision.
        Separate = "separate",
        /// Asked together with the first decision.
        Combined = "combined",
    }
    /// How much may be added when doubling.
    DoubleAmount {
        /// Exactly the original wager.
        Equal = "equal",
        /// From the table minimum to the original wager.
        FromMinimum = "from-minimum",
        /// From the smallest double to the original wager.
        FromUnit = "from-unit",
    }
    /// Whether a two-card 21 may be doubled.
    DoubleOn21 {
        /// Never.
        Never = "never",
        /// On a split hand.
        SplitOnly = "split-only",
        /// Also a blackjack, which is then no more than 21.
        Any = "any",
    }
    /// Which two cards may be split.
    SplitBy {
        /// Equal points.
        Value = "value",
        /// Equal rank.
        Rank = "rank",
    }
    /// Which hands of 21 take no more cards.
    CloseAt21 {
        /// All.
        All = "all",
        /// Soft 21 and blackjack.
        SoftOnly = "soft-only",
        /// Blackjack alone.
        None = "none",
    }
    /// How far a default decision reaches.
    DefaultScope {
        /// The hand.
        Hand = "hand",
        /// All hands of the terminal.
        Terminal = "terminal",
    }
    /// How a hand is played for someone who does not answer.
    SilentPlay {
        /// It is not: the game waits.
        Wait = "wait",
        /// It stands.
        Stand = "stand",
        /// Cards until the total is 12 or more.
        DrawTo12 = "draw-to-12",
        /// Cards until hard 12 or soft 17.
        Hard12Soft17 = "hard-12-soft-17",
    }
    /// What a finding about the cards means for the round.
    Finding {
        /// It is void.
        Void = "void",
        /// It goes on.
        PlayOn = "play-on",
        /// A supervisor decides.
        Supervisor = "supervisor",
    }
    /// What a power failure means for the round.
    PowerPolicy {
        /// It goes on, silent terminals by the default play.
        DefaultPlay = "default-play",
        /// Players may withdraw while nothing is decided.
        Withdraw = "withdraw",
        /// It is void while nothing is decided.
        VoidUndecided = "void-undecided",
        /// A supervisor decides.
        Supervisor = "supervisor",
        /// It is void.
        Void = "void",
        /// It goes on.
        PlayOn = "play-on",
    }
    /// What a refused card ends.
    RefusalScope {
        /// The hand.
        Hand = "hand",
        /// All the player's hands.
        Player = "player",
    }
    /// Whose cards lie face down when a squeeze is allowed.
    SqueezeScope {
        /// Everybody's.
        All = "all",
        /// The spot's that asked.
        Box = "box",
    }
    /// Whether Boom Busted has a place at every spot or one for the table.
    BoomSpots {
        /// At every spot.
        PerBox = "per-box",
        /// One for the table.
        Table = "table",
    }
    /// What a dealing error leads to.
    Misdeal {
        /// The cards are put back in order.
        Rebuild = "rebuild",
        /// The round is void.
        Void = "void",
        /// Every player goes on or takes his wagers back.
        Choice = "choice",
        /// A person decides.
        Ruling = "ruling",
    }
    /// What becomes of places that lack a card of the initial deal once play has moved on.
    MissingCards {
        /// The game's own remedy for each.
        MadeGood = "made-good",
        /// A misdeal like any other.
        AsMisdeal = "as-misdeal",
    }
    /// What becomes of cards on a spot without a wager once play has moved on.
    EmptySpot {
        /// They leave the game.
        Discarded = "discarded",
        /// A misdeal like any other.
        AsMisdeal = "as-misdeal",
    }
    /// What a small oddity of the deal leads to.
    Oddity {
        /// What the game's rule says.
        AsRule = "as-rule",
        /// A person decides.
        Ruling = "ruling",
    }
    /// What becomes of cards drawn together in unknown order.
    Together {
        /// It depends on how many were seen.
        BySeen = "by-seen",
        /// A player picks which comes first.
        Pick = "pick",
        /// The round is void.
        Void = "void",
        /// They are a misdeal beyond repair.
        AsMisdeal = "as-misdeal",
        /// A person decides.
        Ruling = "ruling",
    }
    /// A post of the staff, and who decides what no rule covers.
    Role {
        /// The dealer.
        Dealer = "dealer",
        /// The pit supervisor: at a table without rules for it the highest post there is.
        Supervisor = "supervisor",
        /// The pit manager.
        PitManager = "pit-manager",
        /// The shift manager.
        ShiftManager = "shift-manager",
    }
}
