//! What the dealer and the pit say.

use round::Trouble;
use rulebook::Role;
use vocabulary::Card;

use super::A_CARD;
use super::words::{Read, Words};
use crate::statement::{Deed, Disputed, Known, Picks, PlaceName, Speaker, Statement, marked, post};

/// The verbs of all staff.
macro_rules! staff_verbs {
    () => {
        "reports, voids, rules, rebuilds, discards, awards, takes, picks, skips, misdeals, finds, draws together, \
         shuffles, bets, restricts, frees, declares, ends, asks, assigns, allows, reveals, leaves, settles, records"
    };
}
pub(super) use staff_verbs;

pub(super) fn dealer(words: &mut Words<'_>) -> Read<Statement> {
    const VERBS: &str = concat!("what the dealer does: opens, closes, deals, ", staff_verbs!());
    match words.any(VERBS)? {
        "opens" => words.word("bets").map(|()| Statement::OpensBets),
        "closes" if words.takes("bets") => Ok(Statement::ClosesBets),
        "closes" if words.takes("offers") => Ok(Statement::ClosesOffers),
        "closes" => Err(words.fault("`bets` or `offers`")),
        "deals" => words.word("on").map(|()| Statement::DealsOn),
        "finds" if !card_is_next(words) && words.peek_further() != Some("face") => finds_chips(words),
        verb => match deed(words, verb)? {
            Some(does) => Ok(Statement::Staff { by: Speaker::Dealer, does }),
            None => Err(words.fault_before(VERBS)),
        },
    }
}

pub(super) fn pit(words: &mut Words<'_>) -> Read<Statement> {
    const VERBS: &str = concat!(
        "what the pit does, after the post (supervisor, manager or shift-manager) if one is meant: ",
        staff_verbs!()
    );
    let posts = [Role::Supervisor, Role::PitManager, Role::ShiftManager];
    let role = posts.into_iter().find(|role| words.takes(post(*role)));
    let verb = words.any(VERBS)?;
    match deed(words, verb)? {
        Some(does) => Ok(Statement::Staff { by: Speaker::Pit(role), does }),
        None => Err(words.fault_before(VERBS)),
    }
}

fn card_is_next(words: &Words<'_>) -> bool {
    words.peek().is_some_and(|word| word.parse::<Card>().is_ok())
}

fn finds_chips(words: &mut Words<'_>) -> Read<Statement> {
    const EXPECTED: &str = "whose chips are found (a player's name), or a card";
    let name = words.name().map_err(|fault| super::Unreadable { expected: EXPECTED.into(), ..fault })?;
    Ok(Statement::Finds { name, amount: words.amount()?, spot: words.on()?, kind: words.kind()? })
}

/// What anyone of the staff does, after its verb; `None` if no one does that.
pub(super) fn deed(words: &mut Words<'_>, verb: &str) -> Read<Option<Deed>> {
    Ok(Some(match verb {
        "reports" => reports(words)?,
        "voids" => Deed::Voids { words: because(words)? },
        "rules" => Deed::Rules { words: words.rest("the ruling, in words")? },
        "rebuilds" => Deed::Rebuilds { words: because(words)? },
        "discards" => Deed::Discards { words: because(words)? },
        "awards" => {
            let amount = words.amount()?;
            words.word("to")?;
            Deed::Awards { amount, name: words.name()?, words: because(words)? }
        }
        "takes" => {
            let amount = words.amount()?;
            words.word("from")?;
            Deed::Takes { amount, name: words.name()?, words: because(words)? }
        }
        "picks" => Deed::Picks(picks(words)?),
        "skips" => Deed::Skips { place: place(words)? },
        "misdeals" => {
            let card = words.card(A_CARD)?;
            words.word("to")?;
            Deed::Misdeals { card, place: place(words)? }
        }
        "finds" => {
            let card = words.card(A_CARD)?;
            words.word("face")?;
            words.word("up")?;
            Deed::FindsFaceUp { card }
        }
        "draws" => draws_together(words)?,
        "shuffles" => Deed::Shuffles,
        _ => return discretion(words, verb),
    }))
}

/// What is left to the staff.
fn discretion(words: &mut Words<'_>, verb: &str) -> Read<Option<Deed>> {
    Ok(Some(match verb {
        "bets" => {
            let amount = words.amount()?;
            words.word("for")?;
            Deed::Bets { amount, name: words.name()?, spot: words.on()?, kind: words.kind()? }
        }
        "restricts" => restricts(words)?,
        "frees" if spot_is_next(words) => {
            words.skip();
            Deed::FreesSpot { spot: words.spot()? }
        }
        "frees" => Deed::Frees { name: words.name()? },
        "declares" => full_patronage(words).map(|()| Deed::DeclaresFullPatronage)?,
        "ends" => full_patronage(words).map(|()| Deed::EndsFullPatronage)?,
        "asks" => {
            words.word("who")?;
            words.word("controls")?;
            Deed::AsksWhoControls { spot: words.spot()? }
        }
        "assigns" => {
            let spot = words.spot()?;
            words.word("to")?;
            Deed::Assigns { spot, name: words.name()? }
        }
        "allows" => {
            let name = words.name()?;
            words.word("to")?;
            words.word("squeeze")?;
            Deed::AllowsSqueeze { name }
        }
        "reveals" => {
            words.takes("on");
            Deed::Reveals { spot: words.spot()? }
        }
        "leaves" => {
            let kind = words.a_kind()?;
            words.word("unsettled")?;
            Deed::LeavesUnsettled { kind }
        }
        "settles" => Deed::Settles { kind: words.a_kind()? },
        "records" => no_agreement(words)?,
        _ => return Ok(None),
    }))
}

fn because(words: &mut Words<'_>) -> Read<String> {
    words.word("because")?;
    words.rest("the reason, in words")
}

fn reports(words: &mut Words<'_>) -> Read<Deed> {
    let known = Trouble::ALL.map(Trouble::word).join(", ");
    let mut trouble = words.read(&format!("one of {known}"), |word| {
        Trouble::ALL.into_iter().find(|trouble| trouble.word() == word)
    })?;
    if trouble == Trouble::Misdeal && words.takes("beyond-repair") {
        trouble = Trouble::BeyondRepair;
    }
    let mut names = Vec::new();
    while trouble == Trouble::PowerFailure && words.peek().is_some() {
        names.push(words.name()?);
    }
    Ok(Deed::Reports { trouble, names })
}

/// Places or cards: at least one, and all of a sort. Whether a card lies at a place is the table's business.
pub(super) fn picks(words: &mut Words<'_>) -> Read<Picks> {
    const EITHER: &str =
        "which cards: their places from the left, counted from 1, or the cards like Ks or 7f";
    let more = |words: &Words<'_>| words.peek().is_some_and(|word| word != "on");
    if card_is_next(words) {
        let mut cards = vec![words.card(A_CARD)?];
        while more(words) {
            cards.push(words.card(A_CARD)?);
        }
        return Ok(Picks::Cards(cards));
    }
    let mut places = vec![words.number(EITHER)?];
    while more(words) {
        places.push(words.number("the place of a card, counted from 1")?);
    }
    Ok(Picks::Places(places))
}

fn place(words: &mut Words<'_>) -> Read<PlaceName> {
    if words.takes("dealer") {
        Ok(PlaceName::Dealer)
    } else if words.takes("player") {
        Ok(PlaceName::Player)
    } else {
        words.number("a spot number, dealer or player").map(PlaceName::Spot)
    }
}

fn draws_together(words: &mut Words<'_>) -> Read<Deed> {
    words.word("together")?;
    let mut cards = vec![words.card(A_CARD)?, words.card("a second card, like Ks or 7f")?];
    while words.peek().is_some_and(|word| word != "in" && word != "seeing") {
        cards.push(words.card("a card like Ks or 7f, `in order`, or `seeing`")?);
    }
    let known = if words.takes("in") {
        words.word("order").map(|()| Known::InOrder)?
    } else if words.takes("seeing") {
        seeing(words, &cards)?
    } else {
        Known::Nothing
    };
    Ok(Deed::DrawsTogether { cards, known })
}

fn seeing(words: &mut Words<'_>, drawn: &[Card]) -> Read<Known> {
    if words.takes("all") {
        return Ok(Known::SeeingAll);
    }
    let mut seen = vec![a_drawn_card(words, drawn, &[])?];
    while words.peek().is_some() {
        seen.push(a_drawn_card(words, drawn, &seen)?);
    }
    Ok(Known::Seeing(seen))
}

fn a_drawn_card(words: &mut Words<'_>, drawn: &[Card], before: &[Card]) -> Read<Card> {
    let card = words.card("all, or a card like Ks or 7f")?;
    if marked(drawn, &[before, &[card]].concat()).is_err() {
        return Err(words.fault_before("one of the cards drawn, not seen yet"));
    }
    Ok(card)
}

/// Whether `spot SPOT` comes next: a player may be called spot.
fn spot_is_next(words: &Words<'_>) -> bool {
    let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    words.peek() == Some("spot") && words.peek_further().is_some_and(number)
}

fn restricts(words: &mut Words<'_>) -> Read<Deed> {
    if spot_is_next(words) {
        words.skip();
        let spot = words.spot()?;
        words.word("to")?;
        return Ok(Deed::RestrictsSpot { spot, most: words.number("a number of wagers")? });
    }
    let name = words.name()?;
    words.word("to")?;
    words.word("1")?;
    Ok(Deed::Restricts { name })
}

fn full_patronage(words: &mut Words<'_>) -> Read<()> {
    words.word("full")?;
    words.word("patronage")
}

fn no_agreement(words: &mut Words<'_>) -> Read<Deed> {
    words.word("no")?;
    words.word("agreement")?;
    words.word("between")?;
    let one = words.name()?;
    words.word("and")?;
    let other = words.name()?;
    words.word("on")?;
    let spot = words.spot()?;
    let over = if words.takes("instead") {
        words.word("of")?;
        Disputed::InsteadOf(words.name()?)
    } else {
        Disputed::Side(words.a_kind()?)
    };
    Ok(Deed::RecordsNoAgreement { one, other, spot, over })
}
