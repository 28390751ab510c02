//! `/rounds/ID`: any past round as a replay, step by step, as each viewer saw it; and to take away.

mod felt;
mod search;
mod steps;

pub(crate) use felt::{felt, results};

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use floor::{Action, Looked, Person, Problem, ShoeProof, look_at_round, may, shoes_of_round};
use maud::{Markup, html};
use round::{End, Viewer};
use serde::Deserialize;

use crate::House;
use crate::advice::Advice;
use crate::clause::link;
use crate::figures::value;
use crate::rules::page;
use crate::said::trouble;
use crate::texts::Language;
use crate::visitor::Looking;
use crate::words::answer;
use steps::Step;

/// The routes of these pages.
pub(crate) fn routes() -> Router<House> {
    Router::new()
        .route("/rounds", get(search::search))
        .route("/rounds/{id}", get(replay))
        .route("/rounds/{id}/transcript", get(transcript))
        .route("/rounds/{id}/json", get(json))
}

/// Which step, and through whose eyes.
#[derive(Deserialize)]
struct Asked {
    step: Option<String>,
    #[serde(rename = "as")]
    eyes: Option<String>,
}

/// A round by its name in addresses: the table and the number.
fn round_of(id: &str) -> Result<(&str, i64), Problem> {
    let parts = id.rsplit_once('.').and_then(|(table, number)| Some((table, number.parse().ok()?)));
    parts.filter(|(table, number)| !table.is_empty() && *number >= 0).ok_or_else(|| {
        let detail = format!(
            "{id:.60} is no round: a round is a table and a number, like plus-1.12. Find one at /rounds"
        );
        Problem::new(StatusCode::NOT_FOUND, "/problems/nothing-here", "there is nothing here", detail)
    })
}

async fn look(house: &House, looking: &Looking, id: &str) -> Result<Looked, Problem> {
    let (table, number) = round_of(id)?;
    look_at_round(&house.floor, looking.person()?, table, number).await
}

async fn replay(
    State(house): State<House>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    looking: Looking,
) -> Response {
    let made = async {
        let looked = look(&house, &looking, &id).await?;
        let eyes = View::asked(&looked, looking.person()?, asked.eyes.as_deref())?;
        let (table, number) = round_of(&id)?;
        let shoes = shoes_of_round(&house.floor, looking.person()?, table, number).await?;
        let replay = Replay { shoes, ..Replay::new(&looked, &id, eyes, looking.language) };
        Ok(replay.shown(&house, &looking, asked.step.as_deref()))
    };
    made.await.unwrap_or_else(|problem| trouble(&house.floor, &looking, problem))
}

async fn transcript(State(house): State<House>, Path(id): Path<String>, looking: Looking) -> Response {
    let text = async { look(&house, &looking, &id).await?.transcript() };
    match text.await {
        Ok(text) => (attached(&id, "text/plain; charset=utf-8", "round"), text).into_response(),
        Err(problem) => trouble(&house.floor, &looking, problem),
    }
}

async fn json(State(house): State<House>, Path(id): Path<String>, looking: Looking) -> Response {
    match look(&house, &looking, &id).await {
        Ok(looked) => (attached(&id, "application/json", "json"), looked.json().to_string()).into_response(),
        Err(problem) => trouble(&house.floor, &looking, problem),
    }
}

/// The headers of something to be kept. The id is that of a round we found, so it is plain.
fn attached(id: &str, kind: &'static str, ending: &str) -> [(header::HeaderName, String); 2] {
    let name = format!("attachment; filename=\"{id}.{ending}\"");
    [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)]
}

/// Through whose eyes a round is seen.
struct View {
    viewer: Viewer,
    /// Its word in the address.
    word: String,
    /// All this person may choose from.
    choices: Vec<(Viewer, String)>,
}

impl View {
    /// What was asked for, if this person may see it so. Unasked, staff see all, and players what they saw.
    fn asked(looked: &Looked, person: &Person, asked: Option<&str>) -> Result<View, Problem> {
        let recalled = &looked.recalled;
        let mut choices = vec![(Viewer::Public, "public".to_owned())];
        if may(person.role, Action::AnyRounds) {
            let people = recalled.bettors();
            choices
                .extend(people.into_iter().map(|(player, name)| (Viewer::Player(player), name.to_owned())));
            choices.push((Viewer::Staff, "staff".to_owned()));
        } else if let Some(player) = recalled.find(&person.name) {
            choices.push((Viewer::Player(player), person.name.clone()));
        }
        let chosen = match asked {
            None => choices.last(),
            Some(word) => choices.iter().find(|(_, known)| known == word),
        };
        let Some((viewer, word)) = chosen.cloned() else {
            let detail = "you may see this round as you saw it or as anyone could; ask for your own name or for public";
            return Err(Problem::new(
                StatusCode::FORBIDDEN,
                "/problems/not-yours",
                "this is not yours to do",
                detail,
            ));
        };
        Ok(View { viewer, word, choices })
    }
}

/// A round to be shown.
struct Replay<'r> {
    looked: &'r Looked,
    id: &'r str,
    view: View,
    steps: Vec<Step>,
    /// Where its cards came from.
    shoes: Vec<ShoeProof>,
    language: Language,
}

impl<'r> Replay<'r> {
    fn new(looked: &'r Looked, id: &'r str, view: View, language: Language) -> Replay<'r> {
        let steps = steps::steps(&looked.recalled, view.viewer, language);
        Replay { looked, id, view, steps, shoes: Vec::new(), language }
    }

    fn game(&self) -> &str {
        self.looked.recalled.rules.id()
    }

    /// The page of the rules it was played by, below `/rules/`.
    fn rules_page(&self) -> String {
        let book = self.looked.recalled.posted.book.as_ref();
        let book = book.map(|book| format!("?book={}", book.hash())).unwrap_or_default();
        format!("{}{book}", self.game())
    }

    /// The step that was asked for: the last where none was, and none beyond it.
    fn step(&self, asked: Option<&str>) -> usize {
        let last = self.steps.len();
        asked.and_then(|step| step.parse::<usize>().ok()).map_or(last, |step| step.min(last))
    }

    fn address(&self, step: usize) -> String {
        format!("/rounds/{}?as={}&step={step}", self.id, self.view.word)
    }

    fn shown(&self, house: &House, looking: &Looking, asked: Option<&str>) -> Response {
        let (step, texts) = (self.step(asked), self.language.recall());
        let events = step.checked_sub(1).and_then(|at| self.steps.get(at)).map_or(0, |step| step.after);
        let moment = steps::moment(&self.looked.recalled, events, self.view.viewer);
        let main = html! {
            main #main.paged.recall {
                (self.head(events))
                div.scene {
                    (self.stage(step, events))
                    (felt(&moment, self.language))
                    (self.controls(step))
                    (results(&moment, &self.rules_page(), self.language))
                    div.aside {
                        @if let Some((advice, chosen)) = steps::decision(&self.looked.recalled, events) {
                            (worths(&advice, Some(chosen), self.language))
                        }
                        (self.list(step))
                    }
                }
                @for shoe in &self.shoes { (self.shoe(shoe)) }
                (self.downloads())
            }
        };
        let title = format!("{} {}", texts.replay, self.id);
        page(house, looking, &title, &self.address(step), main).into_response()
    }

    fn head(&self, events: usize) -> Markup {
        let (recalled, texts) = (&self.looked.recalled, self.language.recall());
        let number = recalled.after.number();
        html! {
            header.head {
                h1 { (self.language.round(number)) " · " (self.id.rsplit_once('.').map_or(self.id, |(table, _)| table)) }
                p.dim {
                    (self.language.game(self.game(), recalled.rules.name()))
                    @match recalled.end() { Some(End::Settled) => { " · " (texts.settled) } Some(End::Void) => { " · " (texts.void) } None => {} }
                    " · " a href={ "/rules/" (self.rules_page()) } { (texts.rules) }
                    " · " a href="/rounds" { (texts.rounds) }
                }
                (self.switch(events))
                @if self.looked.staff { (self.duty()) }
            }
        }
    }

    /// Who dealt, and what two people decided, for staff.
    fn duty(&self) -> Markup {
        let (recalled, texts) = (&self.looked.recalled, self.language.duty());
        html! {
            @if !recalled.dealers.is_empty() { p.dim.dealt { (texts.dealer) ": " (recalled.dealers.join(", ")) } }
            @for one in &recalled.approved {
                p.dim.by-two { span lang="en" { (one.said.join("; ")) } " · " (texts.asked_by) " " (one.asked_by) ", " (texts.by_two) " " (one.approved_by) }
            }
        }
    }

    /// The same moment through other eyes.
    fn switch(&self, events: usize) -> Markup {
        let texts = self.language.recall();
        let name = |viewer: Viewer, word: &str| match viewer {
            Viewer::Public => texts.public.to_owned(),
            Viewer::Staff => texts.staff.to_owned(),
            Viewer::Player(_) => word.to_owned(),
        };
        let step = |viewer: Viewer| {
            let steps = steps::steps(&self.looked.recalled, viewer, self.language);
            steps.iter().take_while(|step| step.after <= events).count()
        };
        html! {
            nav.contents aria-label=(texts.as_seen_by) {
                span.dim { (texts.as_seen_by) }
                @for (viewer, word) in &self.view.choices {
                    a href={ "/rounds/" (self.id) "?as=" (word) "&step=" (step(*viewer)) } aria-current=[(*word == self.view.word).then_some("true")] { (name(*viewer, word)) }
                }
            }
        }
    }

    /// What happened at this step.
    fn stage(&self, step: usize, events: usize) -> Markup {
        let told = step.checked_sub(1).and_then(|at| self.steps.get(at)).filter(|_| events > 0);
        html! {
            p.told role="status" {
                span.count { (self.language.step(step, self.steps.len())) }
                @match told {
                    Some(step) => { strong { (step.says) } " " (link(&self.rules_page(), step.clause)) }
                    None => strong { (self.language.recall().before) },
                }
            }
        }
    }

    fn controls(&self, step: usize) -> Markup {
        let (texts, last) = (self.language.recall(), self.steps.len());
        let ways = [
            ("|◀", texts.first, "HOME", 0, step > 0),
            ("◀", texts.back, "ARROWLEFT", step.saturating_sub(1), step > 0),
            ("▶", texts.forward, "ARROWRIGHT", step + 1, step < last),
            ("▶|", texts.last, "END", last, step < last),
        ];
        html! {
            nav.steps aria-label=(texts.replay) {
                @for (sign, says, key, to, open) in ways {
                    @if open {
                        a.way href=(self.address(to)) data-key=(key) { span aria-hidden="true" { (sign) } " " (says) }
                    } @else { span.way.off { span aria-hidden="true" { (sign) } " " (says) } }
                }
            }
        }
    }

    /// Everything that happened, each to be looked at.
    fn list(&self, now: usize) -> Markup {
        html! {
            section.paper {
                h2 { (self.language.recall().steps) }
                ol.happened {
                    @for (step, number) in self.steps.iter().zip(1..) {
                        li.now[number == now] {
                            a href=(self.address(number)) aria-current=[(number == now).then_some("step")] { (step.says) }
                            " " (link(&self.rules_page(), step.clause))
                        }
                    }
                }
            }
        }
    }

    /// What was published about a shoe, and whether it was dealt so.
    fn shoe(&self, shoe: &ShoeProof) -> Markup {
        let texts = self.language.recall();
        html! {
            section.paper.proof {
                h2 { (texts.shoe) }
                p { (texts.commitment) ": " code { (shoe.commitment) } }
                @match &shoe.seed {
                    None => p.dim { (texts.seed_later) },
                    Some(seed) => {
                        p { (texts.seed) ": " code { (seed) } }
                        @match shoe.check() {
                            Ok(()) => p.fair { "✓ " (texts.fair) },
                            Err(why) => p.fault { "✗ " (texts.unfair) " " (why) },
                        }
                    }
                }
                p.dim { a href={ "/api/rounds/" (shoe.table) "/" (shoe.round) "/shoe" } { (texts.check_yourself) } }
            }
        }
    }

    fn downloads(&self) -> Markup {
        let texts = self.language.recall();
        html! {
            nav.contents aria-label=(texts.download) {
                span.dim { (texts.download) }
                @if self.looked.only.is_none() { a href={ "/rounds/" (self.id) "/transcript" } { (texts.transcript) } }
                a href={ "/rounds/" (self.id) "/json" } { (texts.json) }
                @if let Some(book) = &self.looked.recalled.posted.book {
                    a href={ "/api/rulebooks/" (book.hash()) } download=(book.file_name()) { (self.language.pit().rule_book) }
                }
            }
        }
    }
}

/// What each answer is worth, which is best and which was given.
pub(crate) fn worths(advice: &Advice, chosen: Option<&str>, language: Language) -> Markup {
    let texts = language.recall();
    let best = advice.best().map(|(word, _)| word);
    let insures = advice.answers.iter().any(|(word, _)| *word == "insures");
    let says = |word: &'static str| match word {
        "declines" if insures => texts.no_insurance,
        "declines" => texts.play_on,
        word => answer(language, word).0,
    };
    html! {
        section #worths.paper.worths {
            h2 { (if chosen.is_some() { texts.worth } else { texts.worth_now }) }
            p.dim { (texts.worth_why) }
            ul {
                @for (word, worth) in &advice.answers {
                    li.best[Some(*word) == best].chosen[Some(*word) == chosen] data-word=(word) {
                        span { (says(word)) } strong.figure { (value(*worth)) }
                        @if Some(*word) == best { em { "★ " (texts.best) } }
                        @if Some(*word) == chosen { em { "✓ " (texts.chosen) } }
                    }
                }
            }
            @if let Some(chosen) = chosen {
                p.verdict {
                    @match advice.cost(chosen) { Some(cost) => { (texts.cost) " " (value(cost)) } None => (texts.well) }
                }
            }
        }
    }
}
