//! Events, and what a round leaves to the next. All is stored under its own name.

use round::{Between, Event, Memory};
use serde_json::Value;

use super::{NotStored, Stored};

/// Writes the fields of an object.
macro_rules! fields {
    ($out:ident, $($field:ident = $value:expr),+) => {{
        $(
            $out.push_str(concat!("\"", stringify!($field), "\":"));
            $value.write($out);
            $out.push(',');
        )+
        $out.pop();
    }};
}

macro_rules! structs {
    ($($ty:ident { $($field:ident),+ })+) => {$(
        impl Stored for $ty {
            fn write(&self, out: &mut String) {
                out.push('{');
                fields!(out, $($field = self.$field),+);
                out.push('}');
            }

            fn read(value: &Value) -> Result<$ty, NotStored> {
                Ok($ty { $($field: Stored::read(&value[stringify!($field)])?),+ })
            }
        }
    )+};
}

structs! {
    Between { number, shoe_begun, memory }
    Memory { seats, away, small_before, posts, shuffle_due, kept_to_one, limited, full }
}

macro_rules! events {
    ($($variant:ident { $($field:ident),+ })+) => {
        impl Stored for Event {
            fn write(&self, out: &mut String) {
                match self {
                    $(Event::$variant { $($field),+ } => {
                        out.push_str(concat!("{\"", stringify!($variant), "\":{"));
                        fields!(out, $($field = $field),+);
                        out.push_str("}}");
                    })+
                }
            }

            fn read(value: &Value) -> Result<Event, NotStored> {
                let not_an_event = || NotStored::new("an event", value);
                let (name, fields) = value.as_object().and_then(|o| o.iter().next()).ok_or_else(not_an_event)?;
                match name.as_str() {
                    $(stringify!($variant) => Ok(Event::$variant {
                        $($field: Stored::read(&fields[stringify!($field)])?),+
                    }),)+
                    _ => Err(not_an_event()),
                }
            }
        }
    };
}

events! {
    SatDown { player, spot, because }
    GotUp { player, spot, because }
    BetsOpened { because }
    WagerPlaced { player, spot, kind, amount, because }
    WagerRemoved { player, spot, kind, asked, because }
    WagerCut { player, spot, kind, to, because }
    BetsClosed { shared, because }
    WagerFound { player, spot, kind, amount, because }
    WagerCounted { wager, counts, because }
    WagerSmall { wager, small, because }
    Dealt { card, to, because }
    InitialDealDone { because }
    Peeked { blackjack, because }
    OffersOpened { stage, because }
    OfferDeclined { player, spot, because }
    Insured { player, spot, owner, amount, because }
    EvenMoneyTaken { player, spot, because }
    SurrenderTaken { player, spot, because }
    OffersClosed { because }
    PlayBegan { because }
    Acted { player, area, hand, action, because }
    FollowAsked { area, hand, action, players, because }
    Followed { player, spot, amount, because }
    FollowDeclined { player, spot, because }
    WentOn { because }
    TimedOut { player, area, hand, marks, because }
    PlayedSilently { area, hand, draws, marks, because }
    WentAway { player, why, because }
    CameBack { player, because }
    HandClosed { area, hand, how, because }
    DealerBegan { because }
    DealerDone { because }
    WagerSettled { wager, outcome, returned, because }
    Reported { by, trouble, players, because }
    RulingAwaited { because }
    WithdrawalOffered { players, because }
    WithdrewAll { player, because }
    Continued { player, spot, because }
    Released { player, because }
    Ruled { by, verdict, words, because }
    Voided { by, words, reverses, because }
    PostTaken { by, who, role, because }
    Awarded { by, player, amount, words, because }
    Skipped { by, place, because }
    PassedOver { by, area, because }
    Misdealt { by, card, to, because }
    Noticed { because }
    CardsTakenUp { burn, because }
    WagerReopened { wager, returned, because }
    HandReopened { area, hand, because }
    CardMoved { card, to, at, because }
    CardsNext { cards, seen, reserved, because }
    Redealt { card, to, because }
    CardStayed { card, to, because }
    Discarding { by, words, because }
    CardsDiscarded { cards, because }
    DealStands { because }
    DealResumed { because }
    TurnTakenBack { because }
    RemediesOpened { remedies, because }
    FinishAsked { player, area, because }
    DealerCardDue { after, because }
    ChoicesOffered { choices, why, because }
    Withdrew { player, spot, kind, because }
    DrawnTogether { by, cards, seen, ordered, because }
    FaceUpFound { by, card, because }
    DiscardAsked { because }
    StoodIn { by, role, because }
    PickAsked { player, because }
    Picked { by, player, picks, because }
    PickUndone { because }
    CardRefused { player, area, hand, because }
    Overdrawn { by, card, because }
    Riffled { cutter, because }
    CutMade { player, because }
    ShuffleDue { because }
    Shuffled { by, because }
    PlacedByStaff { by, player, because }
    PlayerRestricted { by, player, on, because }
    SpotRestricted { by, spot, most, because }
    PatronageSet { by, full, because }
    ControlAsked { spot, because }
    ControlAssigned { by, spot, player, because }
    SqueezeAllowed { by, player, spot, because }
    Revealed { spot, by, player, because }
    Signalled { player, spot, action, because }
    SideLeftOpen { kind, because }
    SideTakenUp { kind, because }
    NotAgreed { by, one, other, spot, over, because }
    RoundSettled { because }
}
