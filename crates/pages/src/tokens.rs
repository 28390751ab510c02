//! Tokens of programs as pages list them, each with a button that revokes it once that is confirmed.

use floor::{Problem, TokenFact};
use maud::{Markup, html};

use crate::figures::time;
use crate::moment::moment;
use crate::said::{Tried, place};
use crate::texts::{Language, NO_TOKEN};

/// Where it is shown why a token was not revoked.
pub(crate) const SAID: &str = "said-tokens";

/// A list of tokens.
pub(crate) struct Tokens<'t> {
    /// Each with the name it acts for.
    pub(crate) all: &'t [(String, TokenFact)],
    /// Where the form that revokes one goes.
    pub(crate) action: &'t str,
    /// Whether they act for several people.
    pub(crate) of_everyone: bool,
    pub(crate) language: Language,
    pub(crate) tried: Option<&'t Tried>,
}

impl Tokens<'_> {
    pub(crate) fn section(&self) -> Markup {
        let texts = self.language.account();
        let (why, none) = if self.of_everyone {
            (texts.all_tokens_why, texts.none_at_all)
        } else {
            (texts.tokens_why, texts.no_tokens)
        };
        html! {
            section #tokens.paper {
                h2 { (texts.tokens) }
                p.dim { (why) }
                (place(SAID, self.tried, self.language))
                @if self.all.is_empty() { p { (none) } }
                @else { ul.tokens { @for (name, fact) in self.all { (self.token(name, fact)) } } }
            }
        }
    }

    fn token(&self, name: &str, TokenFact { id, made_by, since, until }: &TokenFact) -> Markup {
        let texts = self.language.account();
        html! {
            li id={ "token-" (id) } {
                dl {
                    @if self.of_everyone { dt { (texts.acts_for) } dd { strong { (name) } } }
                    dt { (texts.made_by) } dd { (made_by.as_deref().unwrap_or(texts.made_before)) }
                    dt { (texts.made_at) } dd { (instant(*since)) }
                    dt { (texts.expires_at) } dd { (instant(*until)) }
                }
                details.sure {
                    summary { (texts.revoke) span.unseen { " " (name) " " (id) } }
                    form method="post" action=(self.action) {
                        input type="hidden" name="name" value=(name);
                        input type="hidden" name="token" value=(id);
                        p { (texts.revoke_sure) }
                        button.danger { (texts.revoke_it) }
                    }
                }
            }
        }
    }
}

/// Why a token was not revoked, told beside the list.
pub(crate) fn not_revoked(problem: Problem, language: Language) -> Tried {
    let is_gone = problem.status == 404;
    let detail = if is_gone { language.account().no_token.to_owned() } else { problem.detail };
    let kind = if is_gone { NO_TOKEN } else { problem.kind };
    Tried { at: SAID.to_owned(), problem: Problem { kind, detail, ..problem } }
}

fn instant(at: i64) -> Markup {
    html! { time datetime=(moment(at).0) { (time(at)) } }
}
