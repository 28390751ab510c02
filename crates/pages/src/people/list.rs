//! The list of people as it is shown, with the forms beside each.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use axum::response::{IntoResponse, Response};
use floor::{Person, Role, TokenFact};
use maud::{Markup, html};

use super::HERE;
use crate::House;
use crate::door::Door;
use crate::page::Page;
use crate::said::{Tried, place};
use crate::texts::fill;
use crate::tokens::{self, Tokens};
use crate::visitor::Looking;

/// Where problems of adding someone are shown.
pub(super) const ADD: &str = "said-add";
/// How many are shown at a time.
const SHOWN: usize = 200;

/// Where problems about someone are shown.
pub(super) fn said_of(name: &str) -> String {
    format!("said-person-{name}")
}

/// A password that was made here, to be shown once.
pub(super) struct Fresh {
    pub(super) name: String,
    pub(super) password: String,
}

/// What was filled in about someone new.
pub(super) struct Filled {
    pub(super) name: String,
    pub(super) role: Role,
}

/// The page.
pub(super) struct List<'l> {
    looking: &'l Looking,
    own: &'l Person,
    pub(super) people: Vec<Person>,
    /// The names of those who are locked out after wrong passwords.
    pub(super) locked_out: BTreeSet<String>,
    /// The tokens of everyone, each with the name it acts for.
    pub(super) tokens: Vec<(String, TokenFact)>,
    /// Whether one was just revoked.
    pub(super) has_revoked: bool,
    pub(super) find: String,
    pub(super) filled: Filled,
    pub(super) fresh: Option<Fresh>,
    pub(super) tried: Option<Tried>,
}

impl<'l> List<'l> {
    pub(super) fn new(looking: &'l Looking, own: &'l Person) -> List<'l> {
        let filled = Filled { name: String::new(), role: Role::Dealer };
        let (people, locked_out, tokens, has_revoked, find) = Default::default();
        List { looking, own, people, locked_out, tokens, has_revoked, find, filled, fresh: None, tried: None }
    }

    pub(super) fn page(mut self, house: &House) -> Response {
        // Staff first: they are few, and looked for most.
        self.people
            .sort_by(|one, other| (Reverse(one.role), &one.name).cmp(&(Reverse(other.role), &other.name)));
        let language = self.looking.language;
        let page = Page {
            title: Door::People.texts(language).title,
            language,
            visitor: self.looking.visitor.as_ref(),
            here: HERE,
            live: None,
            now: house.floor.clock().now(),
            main: self.main(),
        };
        (self.tried.as_ref().map(Tried::status).unwrap_or_default(), page).into_response()
    }

    fn main(&self) -> Markup {
        html! {
            main #main.pit.staff {
                header.pit-head { h1 { (Door::People.texts(self.looking.language).title) } }
                @if let Some(fresh) = &self.fresh { (self.once(fresh)) }
                @if self.has_revoked { p #done.done role="status" { (self.looking.language.account().revoked) } }
                (self.lost())
                div.staff-columns { (self.form()) div.pit-column { (self.everyone()) (self.tokens()) } }
            }
        }
    }

    /// A problem about someone who is not in the list.
    fn lost(&self) -> Markup {
        let shown = self
            .found()
            .any(|person| self.tried.as_ref().is_some_and(|tried| tried.at == said_of(&person.name)));
        let lost = self.tried.as_ref().filter(|tried| tried.at != ADD && tried.at != tokens::SAID && !shown);
        html! { @if let Some(tried) = lost { (place(&tried.at, Some(tried), self.looking.language)) } }
    }

    fn once(&self, Fresh { name, password }: &Fresh) -> Markup {
        let texts = self.looking.language.staff();
        html! {
            section #fresh.paper.fresh role="status" {
                h2 { (fill(texts.fresh, &[("name", name)])) }
                p { code #fresh-password translate="no" { (password) } }
                p { (texts.fresh_why) }
                p { a.go href={ (HERE) "#person-" (name) } { (texts.noted) } }
            }
        }
    }

    fn form(&self) -> Markup {
        let (language, texts) = (self.looking.language, self.looking.language.staff());
        html! {
            section #add.paper {
                h2 { (texts.add) }
                form.fields method="post" action="/people/add" {
                    label { (texts.name) input #new-name name="name" value=(self.filled.name) autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="32" aria-describedby="new-name-hint" required; }
                    p #new-name-hint.dim.hint { (texts.name_hint) }
                    label {
                        (texts.role)
                        select #new-role name="role" {
                            @for role in Role::ALL { option value=(role.word()) selected[role == self.filled.role] { (language.role(role)) } }
                        }
                    }
                    label { (texts.password) input #new-password type="password" name="password" autocomplete="new-password" minlength="10" maxlength="200" aria-describedby="new-password-hint"; }
                    p #new-password-hint.dim.hint { (texts.password_hint) " " (texts.left_empty) }
                    label { (texts.device) input #new-device name="device" autocomplete="off" spellcheck="false" maxlength="100" aria-describedby="new-device-hint"; }
                    p #new-device-hint.dim.hint { (texts.device_hint) }
                    (place(ADD, self.tried.as_ref(), language))
                    button { (texts.add_him) }
                }
            }
        }
    }

    fn tokens(&self) -> Markup {
        let (all, language, tried) = (&self.tokens, self.looking.language, self.tried.as_ref());
        let action = "/people/tokens/revoke";
        Tokens { all, action, of_everyone: true, language, tried }.section()
    }

    /// Those whose names have what is looked for in them.
    fn found(&self) -> impl Iterator<Item = &Person> {
        self.people.iter().filter(|person| person.name.contains(self.find.trim())).take(SHOWN)
    }

    fn everyone(&self) -> Markup {
        let texts = self.looking.language.staff();
        html! {
            section #everyone.paper {
                h2 { (texts.everyone) }
                form.finding method="get" action=(HERE) role="search" {
                    label { (texts.find) input name="find" value=(self.find) autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="32"; }
                    button.quiet { (texts.look) }
                }
                @if self.found().next().is_none() { p { (texts.nobody) } }
                ul.people { @for person in self.found() { (self.person(person)) } }
                @if self.find.is_empty() && self.people.len() > SHOWN { p.dim { (texts.more) } }
            }
        }
    }

    fn person(&self, person: &Person) -> Markup {
        let (language, texts) = (self.looking.language, self.looking.language.staff());
        let (own, said) = (person.name == self.own.name, said_of(&person.name));
        let wrong = self.tried.as_ref().is_some_and(|tried| tried.at == said);
        html! {
            li id={ "person-" (person.name) } {
                p.who {
                    strong { (person.name) } " " span.dim { (language.role(person.role)) @if let Some(device) = &person.device { " · " (device) } @if own { " · " (texts.you) } }
                    " " span.pit-open data-open=(!person.disabled) { (if person.disabled { texts.disabled } else { texts.enabled }) }
                }
                // One's own login is not disabled by oneself: nobody might be left to enable it.
                @if !own {
                    form method="post" action="/people/login" {
                        input type="hidden" name="name" value=(person.name);
                        button.quiet name="disabled" value=(!person.disabled) aria-label={ (if person.disabled { texts.enable } else { texts.disable }) " " (person.name) } {
                            (if person.disabled { texts.enable } else { texts.disable })
                        }
                    }
                }
                @if self.locked_out.contains(&person.name) {
                    form.lock-out method="post" action="/people/unlock" {
                        input type="hidden" name="name" value=(person.name);
                        span.problem { (texts.locked_out) } " "
                        button.quiet aria-label={ (texts.lift) " " (person.name) } { (texts.lift) }
                    }
                }
                @if person.role != Role::Terminal { details.pit-deed open[wrong] {
                    summary { (texts.new_password) span.unseen { " " (person.name) } }
                    form method="post" action="/people/password" {
                        // Not seen, and yet a field of text: so those who keep passwords know whose it is.
                        input hidden name="name" value=(person.name) autocomplete="username";
                        label { (texts.password) input type="password" name="password" autocomplete="new-password" minlength="10" maxlength="200"; }
                        button { (texts.give) }
                    }
                    p.dim.hint { (texts.password_hint) " " (texts.left_empty) " " (texts.new_password_why) }
                } }
                (place(&said, self.tried.as_ref(), language))
            }
        }
    }
}
