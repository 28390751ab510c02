//! The felt of a past round at one step: the dealer's cards, every hand with its wagers, and what became of them.

use floor::{HandSight, Moment, WagerSight};
use maud::{Markup, html};

use crate::clause::address;
use crate::drawing::pile;
use crate::page::money;
use crate::terminal::{common, hand, lying};
use crate::texts::Language;
use crate::words::outcome;

/// The felt as a viewer saw it.
pub(crate) fn felt(moment: &Moment, language: Language) -> Markup {
    let texts = language.texts();
    html! {
        section.felt #felt aria-label=(texts.events) {
            section.dealer aria-label=(texts.dealer) {
                h2 { (texts.dealer) }
                (hand(&moment.dealer, "d", language))
            }
            @if !moment.waiting.is_empty() {
                div.cards.waiting {
                    @for (at, one) in moment.waiting.iter().enumerate() { (lying(*one, &format!("w-{at}"), language)) }
                }
            }
            (common(&moment.common, moment.common.iter().any(|one| one.used), "k", language))
            div.played { @for spot in spots(moment) { (spot_of(moment, spot, language)) } }
        }
    }
}

/// The spots on which anything lies.
fn spots(moment: &Moment) -> Vec<u8> {
    let hands = moment.hands.iter().filter_map(|hand| hand.spot);
    let mut spots: Vec<u8> = hands.chain(moment.wagers.iter().map(|wager| wager.spot)).collect();
    spots.sort_unstable();
    spots.dedup();
    spots
}

fn spot_of(moment: &Moment, spot: u8, language: Language) -> Markup {
    let hands: Vec<&HandSight> = moment.hands.iter().filter(|hand| hand.spot == Some(spot)).collect();
    html! {
        section.at-spot aria-label=(language.spot(spot)) {
            h3 { (language.spot(spot)) }
            div.hands {
                @for one in hands { (hand(one, &format!("s{spot}{}", one.player.as_deref().unwrap_or_default()), language)) }
            }
            ul.stakes { @for wager in moment.wagers.iter().filter(|wager| wager.spot == spot) { (stake(wager, moment, language)) } }
        }
    }
}

fn stake(wager: &WagerSight, moment: &Moment, language: Language) -> Markup {
    html! {
        li data-outcome=[wager.outcome] {
            (pile(wager.stake))
            span {
                strong { (money(wager.stake)) } " " (wager.player)
                small {
                    (kind(wager, moment, language))
                    @if let Some(what) = wager.outcome { " · " (outcome(language, what)) }
                }
            }
        }
    }
}

fn kind(wager: &WagerSight, moment: &Moment, language: Language) -> String {
    let own = moment.kinds.iter().find(|kind| kind.kind == wager.kind).map_or("", |kind| &kind.name);
    language.wager(&wager.kind, own)
}

/// Every wager with what became of it and the clause.
pub(crate) fn results(moment: &Moment, game: &str, language: Language) -> Markup {
    let (texts, common) = (language.recall(), language.texts());
    html! {
        section #results.paper {
            h2 { (texts.results) }
            div.wide tabindex="0" role="region" aria-label=(texts.results) {
                table {
                    thead { tr { th { (texts.player) } th.figure { (common.staked) } th.figure { (common.paid) } th { (common.clause) } } }
                    tbody {
                        @for wager in &moment.wagers {
                            tr {
                                th {
                                    (wager.player)
                                    small { (kind(wager, moment, language)) " · " (language.spot(wager.spot)) @if wager.hand > 1 { "." (wager.hand) } }
                                    @if let Some(what) = wager.outcome { small { (outcome(language, what)) } }
                                }
                                td.figure { (money(wager.stake)) }
                                td.figure { @if let Some(returned) = wager.returned { (money(returned)) } @else { "–" } }
                                td { @if let Some(clause) = &wager.clause { a.clause-number href=(address(game, clause)) { (clause) } } }
                            }
                        }
                    }
                }
            }
            @if let Some(net) = moment.net {
                p.net.good[net > 0].bad[net < 0] { (texts.net) ": " @if net > 0 { "+" } (money(net)) }
            }
        }
    }
}
