//! The page of one's own account as it is shown, and what is said beside each field.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use floor::{Person, Problem, TokenFact, Unwelcome};
use maud::{Markup, html};

use super::{Deed, HERE};
use crate::page::Page;
use crate::said::{Tried, place};
use crate::sign_in;
use crate::texts::Language;
use crate::tokens::Tokens;
use crate::visitor::Looking;

/// Where problems are shown that are about no field.
const SAID: &str = "said-password";

/// A field of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Old,
    New,
    Again,
}

impl Field {
    const fn name(self) -> &'static str {
        match self {
            Field::Old => "old",
            Field::New => "new",
            Field::Again => "again",
        }
    }

    /// What it is, to programs that keep passwords.
    const fn autocomplete(self) -> &'static str {
        match self {
            Field::Old => "current-password",
            Field::New | Field::Again => "new-password",
        }
    }
}

/// Why a password was not changed.
pub(super) struct Fault {
    /// The field it is about; `None` if it is about no field.
    field: Option<Field>,
    told: String,
    problem: Problem,
}

impl Fault {
    /// The new password was typed in two ways.
    pub(super) fn differ(language: Language) -> Fault {
        let told = language.account().differ;
        let (kind, title) = ("/problems/senseless", "the new passwords differ");
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, kind, title, told);
        Fault { field: Some(Field::Again), told: told.to_owned(), problem }
    }

    /// The floor refused it.
    pub(super) fn of(why: Unwelcome, new: &str, language: Language) -> Fault {
        let texts = language.account();
        let (field, told) = match &why {
            Unwelcome::Wrong => (Some(Field::Old), texts.wrong.to_owned()),
            Unwelcome::LockedOut { seconds }
            | Unwelcome::NameLocked { seconds }
            | Unwelcome::Slowed { seconds } => {
                (Some(Field::Old), language.too_many_wrong_passwords(*seconds))
            }
            Unwelcome::Password if new.chars().count() < 10 => (Some(Field::New), texts.too_short.to_owned()),
            Unwelcome::Password => (Some(Field::New), texts.too_long.to_owned()),
            Unwelcome::Common => (Some(Field::New), texts.common.to_owned()),
            Unwelcome::Busy
            | Unwelcome::Disabled
            | Unwelcome::NoGuests
            | Unwelcome::WithToken
            | Unwelcome::PasswordReplaced
            | Unwelcome::Name
            | Unwelcome::Taken
            | Unwelcome::Nobody
            | Unwelcome::NoToken
            | Unwelcome::Guest
            | Unwelcome::Terminal
            | Unwelcome::LastAdministrator
            | Unwelcome::Changed
            | Unwelcome::Ended
            | Unwelcome::DisabledAbove(_)
            | Unwelcome::Journal(_) => (None, String::new()),
        };
        Fault { field, told, problem: why.into() }
    }
}

/// The page of someone with a login.
pub(super) struct Account<'a> {
    looking: &'a Looking,
    person: &'a Person,
    tokens: Vec<(String, TokenFact)>,
    pub(super) done: Option<Deed>,
    pub(super) fault: Option<Fault>,
    /// Why a token was not revoked.
    pub(super) tried: Option<Tried>,
}

impl<'a> Account<'a> {
    pub(super) fn new(looking: &'a Looking, person: &'a Person, tokens: Vec<TokenFact>) -> Account<'a> {
        let tokens = tokens.into_iter().map(|fact| (person.name.clone(), fact)).collect();
        Account { looking, person, tokens, done: None, fault: None, tried: None }
    }

    pub(super) fn page(self, now: i64) -> Response {
        let refused = self.tried.as_ref().map(Tried::status);
        let refused = refused.or_else(|| StatusCode::from_u16(self.fault.as_ref()?.problem.status).ok());
        let page = framed(self.looking, now, self.main());
        let mut response = (refused.unwrap_or_default(), page).into_response();
        if let Some(seconds) = self.fault.and_then(|fault| fault.problem.retry_after) {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }

    fn main(&self) -> Markup {
        let (language, texts) = (self.looking.language, self.looking.language.account());
        let done = match self.done {
            Some(Deed::Password) => Some(texts.changed),
            Some(Deed::Token) => Some(texts.revoked),
            Some(Deed::Other) | None => None,
        };
        html! {
            main #main.paged.account {
                header.head {
                    h1 { (texts.title) }
                    p.dim { (self.person.name) " · " (language.role(self.person.role)) }
                }
                @if let Some(done) = done { p #done.done role="status" { (done) } }
                (self.password())
                (Tokens {
                    all: &self.tokens,
                    action: "/account/tokens/revoke",
                    of_everyone: false,
                    language,
                    tried: self.tried.as_ref(),
                }.section())
            }
        }
    }

    fn password(&self) -> Markup {
        let (language, texts) = (self.looking.language, self.looking.language.account());
        let elsewhere = self.fault.as_ref().filter(|fault| fault.field.is_none());
        let tried = elsewhere.map(|fault| Tried { at: SAID.to_owned(), problem: fault.problem.clone() });
        html! {
            section #password.paper {
                h2 { (texts.change) }
                p.dim { (texts.change_why) }
                form.fields method="post" action="/account/password" {
                    // Not seen, and yet a field of text: so those who keep passwords know whose it is.
                    input hidden name="name" value=(self.person.name) autocomplete="username";
                    (self.field(Field::Old, texts.old, None))
                    (self.field(Field::New, texts.new, Some(texts.new_hint)))
                    (self.field(Field::Again, texts.again, None))
                    (place(SAID, tried.as_ref(), language))
                    button { (texts.change_it) }
                }
            }
        }
    }

    /// A field with what is said beside it.
    fn field(&self, field: Field, label: &str, hint: Option<&str>) -> Markup {
        let name = field.name();
        let fault = self.fault.as_ref().filter(|fault| fault.field == Some(field));
        let (hint_id, fault_id) = (format!("{name}-hint"), format!("{name}-fault"));
        let described: Vec<&str> =
            fault.map(|_| fault_id.as_str()).into_iter().chain(hint.map(|_| hint_id.as_str())).collect();
        let described = (!described.is_empty()).then(|| described.join(" "));
        let lengths = (field != Field::Old).then_some(("10", "200"));
        html! {
            div.field {
                label for={ "password-" (name) } { (label) }
                input id={ "password-" (name) } type="password" name=(name) autocomplete=(field.autocomplete())
                    minlength=[lengths.map(|(least, _)| least)] maxlength=[lengths.map(|(_, most)| most)]
                    aria-invalid=[fault.map(|_| "true")] aria-describedby=[described] autofocus[fault.is_some()] required;
                @if let Some(fault) = fault { p.problem id=(fault_id) role="alert" { (fault.told) } }
                @if let Some(hint) = hint { p.dim.hint id=(hint_id) { (hint) } }
            }
        }
    }
}

/// The page of a guest, who has nothing to change.
pub(super) fn guest(looking: &Looking, now: i64) -> Response {
    let (language, texts) = (looking.language, looking.language.account());
    let main = html! {
        main #main.lobby {
            section.sign-in.door {
                h1 { (texts.guest) }
                p.dim { (texts.guest_why) }
                p { a href="/" { (language.texts().tables) } " · " a href="/rounds" { (language.recall().rounds) } }
                h2 { (language.texts().sign_in) }
                p.dim { (texts.guest_sign_in) }
                (sign_in::form(looking, HERE, None))
            }
        }
    };
    framed(looking, now, main).into_response()
}

/// The page for a visitor who is not signed in, or was away for too long.
pub(super) fn signed_out(looking: &Looking, now: i64) -> Response {
    let (language, texts) = (looking.language, looking.language.texts());
    let why = if looking.locked.is_some() { texts.unlock } else { language.nobody_here() };
    let main = html! {
        main #main.lobby {
            section.sign-in.door {
                h1 { (language.account().title) }
                p.dim { (why) }
                (sign_in::form(looking, HERE, None))
                p { a href="/" { (texts.lobby) } }
            }
        }
    };
    (StatusCode::UNAUTHORIZED, framed(looking, now, main)).into_response()
}

fn framed(looking: &Looking, now: i64, main: Markup) -> Page<'_> {
    let (language, visitor) = (looking.language, looking.visitor.as_ref());
    Page { title: language.account().title, language, visitor, here: HERE, live: None, now, main }
}
