//! `/pit/tables/ID`: one table, what the pit can decide there, and what is posted at it.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use floor::{Action, Person, Problem, Role, Sayable, Sight, Standing, may};
use maud::{Markup, html};

use super::awaits::{needed, waits_for};
use super::deeds::{Deed, Field};
use super::posting::{Filled, book_of};
use super::{Console, approvals, dealers, seats, settings, switches, waiting};
use crate::House;
use crate::clock::countdown;
use crate::door::Door;
use crate::lately::Lately;
use crate::live::follow_table;
use crate::page::money;
use crate::visitor::Looking;
use crate::words::phase;

pub(super) async fn page(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
) -> Response {
    match shown(&house, &looking, &table, None).await {
        Ok(page) => page,
        Err(problem) => Door::Pit.refused(&looking, problem),
    }
}

pub(super) async fn live(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    match Door::Pit.enter(&looking) {
        Ok(_) => follow_table(house, table, looking, upgrade, fragments),
        Err(_) => Ok(Door::Pit.wait(house, table, looking, upgrade)),
    }
}

/// The whole page, with the form as it was filled in where something is wrong with it.
pub(super) async fn shown(
    house: &House,
    looking: &Looking,
    table: &str,
    filled: Option<&Filled>,
) -> Result<Response, Problem> {
    Door::Pit.enter(looking)?;
    let standing = floor::desk(&house.floor, table)?.standing.borrow().clone();
    let lately = Lately::find(&house.floor, table, looking.eyes(), looking.language).await;
    let book = book_of(&standing)?;
    let as_posted = Filled::of(standing.table.coming());
    let posted = settings::section(looking, table, &standing, &book, filled.unwrap_or(&as_posted));
    let (here, now) = (format!("/pit/tables/{table}"), house.floor.clock().now());
    let main = main(house, looking, table, &lately, &posted)?;
    let live = Some(format!("{here}/live"));
    Ok(Console { looking, title: table, here: &here, live, now, main }.into_response())
}

/// What changes on it. The form of what is posted is left as it is.
fn fragments(house: &House, looking: &Looking, table: &str, lately: &Lately) -> Result<Markup, Problem> {
    Door::Pit.enter(looking)?;
    let posted = html! { section #posted.paper.pit-posted data-keep {} };
    let main = main(house, looking, table, lately, &posted)?;
    Ok(html! { (main) (super::overview::bar(looking)) })
}

fn main(
    house: &House,
    looking: &Looking,
    table: &str,
    lately: &Lately,
    posted: &Markup,
) -> Result<Markup, Problem> {
    let standing = floor::desk(&house.floor, table)?.standing.borrow().clone();
    let person = Door::Pit.enter(looking)?;
    let sight = Sight::of(table, &standing, &looking.eyes(), house.floor.clock().now());
    let desk = Desk { looking, person, standing: &standing, sight: &sight };
    let opens = may(person.role, Action::OpenTables) || may(person.role, Action::Disable);
    let content = html! {
        (desk.state())
        div.pit-columns {
            div.pit-column {
                (approvals::section(looking, person, table, &standing))
                @if may(person.role, Action::Rule) { (desk.decisions()) }
                @else if !opens { p.dim { (looking.language.pit().read_only) } }
                @if may(person.role, Action::Deal) { (seats::section(&sight, looking)) }
                @if opens {
                    section #open.paper {
                        h2 { (looking.language.pit().switches) }
                        div.pit-switch { (switches::table_switch(table, sight.open, looking)) }
                    }
                }
                (lately.markup())
            }
            div.pit-column {
                (dealers::section(looking, person, table, &standing))
                (waiting::waiting(looking, &standing))
                (posted)
            }
        }
    };
    Ok(super::main(&house.floor, looking, table, &format!("/pit/tables/{table}"), &content))
}

/// A table as the pit looks at it.
struct Desk<'d> {
    looking: &'d Looking,
    person: &'d Person,
    standing: &'d Standing,
    sight: &'d Sight,
}

impl Desk<'_> {
    /// Where the table stands, in a line.
    fn state(&self) -> Markup {
        let (sight, language) = (self.sight, self.looking.language);
        let texts = language.pit();
        let live = |wager: &&floor::WagerSight| wager.outcome.is_none();
        let stakes: i64 = sight.wagers.iter().filter(live).map(|wager| wager.stake).sum();
        html! {
            section #state.pit-state aria-label=(sight.table) {
                p { strong { (language.game(&sight.game, &sight.name)) } " · " (language.round(sight.round)) " "
                    span.pit-open data-open=(sight.open) { (super::state(sight, language)) } }
                p { span.phase data-phase=(sight.phase) { (phase(language, sight.phase)) } " " (countdown(sight.clock.as_ref(), language)) }
                p { (texts.waits_for) " " strong { (waits_for(sight, language)) } }
                p { (texts.stakes) " " strong.figure { (money(stakes)) } }
                @if let Some(alert) = needed(sight, language) { p.pit-alert role="alert" { strong { (alert) } } }
                @if !self.standing.table.requests().is_empty() { p.pit-alert role="alert" { strong { (language.duty().second_needed) } } }
                p.pit-ways {
                    a href={ "/dealer/" (sight.table) } { (texts.dealer) }
                    a href={ "/tables/" (sight.table) } { (texts.terminal) }
                }
            }
        }
    }

    fn decisions(&self) -> Markup {
        let texts = self.looking.language.pit();
        html! {
            datalist #players { @for name in self.standing.table.names() { option value=(name) {} } }
            (self.answers())
            section #rulings.paper.pit-deeds {
                h2 { (texts.rulings) }
                @for deed in Deed::RULINGS { (self.deed(deed)) }
            }
            @let known: Vec<Deed> = Deed::DISCRETION.into_iter().filter(|deed| deed.is_known(self.standing.table.rules(), self.sight)).collect();
            section #discretion.paper.pit-deeds hidden[known.is_empty()] {
                h2 { (texts.players_and_spots) }
                (self.restrictions())
                @for deed in known { (self.deed(deed)) }
            }
        }
    }

    /// What was decided before and still holds.
    fn restrictions(&self) -> Markup {
        let (language, table) = (self.looking.language, &self.standing.table);
        let memory = table.round().memory();
        let name = |player: &vocabulary::PlayerId| table.names().get(usize::from(player.0));
        let kept = memory.kept_to_one.iter().filter_map(name).map(|name| language.kept_to_one(name));
        let limited = memory.limited.iter().map(|(spot, most)| language.spot_limited(spot.number(), *most));
        let full = memory.full.then(|| language.house_full().to_owned());
        let all: Vec<String> = kept.chain(limited).chain(full).collect();
        html! {
            div #restrictions.pit-restrictions hidden[all.is_empty()] {
                h3 { (language.pit().restrictions) }
                ul { @for one in &all { li { (one) } } }
            }
        }
    }

    /// Answers the table waits for that need no words of one's own.
    fn answers(&self) -> Markup {
        let texts = self.looking.language.pit();
        let pit = |option: &&Sayable| matches!(option.word, "picks" | "assigns");
        let answers: Vec<&Sayable> = self.sight.options.iter().filter(pit).collect();
        html! {
            section #asked.paper.pit-deeds hidden[answers.is_empty()] {
                h2 { (texts.asked_of_you) }
                @for answer in answers {
                    form method="get" action={ "/pit/tables/" (self.sight.table) "/confirm" } id={ "ask-" (answer.say.replace(' ', "-")) } {
                        input type="hidden" name="say" value=(answer.say);
                        button.quiet lang="en" { (answer.say) }
                    }
                }
            }
        }
    }

    /// A decision as a form. Where it takes a higher post, who that is.
    fn deed(&self, deed: Deed) -> Markup {
        let rules = self.standing.table.rules();
        if !deed.is_known(rules, self.sight) {
            return html! {};
        }
        let texts = self.looking.language.pit();
        let needs = deed.takes(rules);
        html! {
            details.pit-deed id={ "deed-" (deed.word()) } {
                summary { (deed.name(texts)) }
                @if holds(self.person.role, needs) { (self.form(deed)) }
                @else { p.dim { (texts.needs_post) " " (self.looking.language.role(needs)) " " (texts.needs_post_end) } }
            }
        }
    }

    fn form(&self, deed: Deed) -> Markup {
        let texts = self.looking.language.pit();
        html! {
            form method="get" action={ "/pit/tables/" (self.sight.table) "/confirm" } {
                input type="hidden" name="deed" value=(deed.word());
                @for field in deed.fields() { (self.field(deed, *field)) }
                button { (texts.look_first) }
            }
        }
    }

    fn field(&self, deed: Deed, field: Field) -> Markup {
        let texts = self.looking.language.pit();
        let id = |name: &str| format!("{}-{name}", deed.word());
        html! {
            @match field {
                Field::Player => label { (texts.player) input id=(id("player")) name="player" list="players" autocapitalize="none" autocomplete="off" required placeholder=(texts.choose_player); },
                Field::Spot => label { (texts.spot) input id=(id("spot")) type="number" name="spot" min="1" max=(self.sight.spots) required; },
                Field::Amount => label { (texts.amount) input id=(id("amount")) name="amount" inputmode="decimal" autocomplete="off" required; },
                Field::Most => label { (texts.most) input id=(id("most")) type="number" name="most" min="1" max="7" value="1" required; },
                Field::Words => label { (texts.reason) input id=(id("words")) name="words" maxlength="500" autocomplete="off" required; },
            }
        }
    }
}

/// Whether a role is this high.
fn holds(role: Role, needs: Role) -> bool {
    let rank = |role: Role| {
        [Role::Dealer, Role::Supervisor, Role::PitManager, Role::ShiftManager]
            .iter()
            .position(|one| *one == role)
    };
    rank(role).is_some_and(|held| Some(held) >= rank(needs))
}
