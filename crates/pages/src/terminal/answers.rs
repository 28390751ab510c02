//! The buttons for what the table asks: what the engine takes, and beside it what it does not, with the reason.

use floor::{Range, Sayable, Unsayable};
use maud::{Markup, html};
use vocabulary::Chips;

use super::Terminal;
use super::controls::SAID;
use crate::clause::clause;
use crate::page::money;
use crate::words::{answer, call};

/// A button: one that says something, or one that says why it cannot.
enum Button<'t> {
    Open(&'t Sayable),
    Refused(&'t Unsayable),
}

impl Button<'_> {
    /// What it is about.
    fn about(&self) -> (Option<u8>, Option<usize>) {
        match self {
            Button::Open(option) => (option.spot, option.hand),
            Button::Refused(refused) => (refused.spot, refused.hand),
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Button::Open(option) => option.word,
            Button::Refused(refused) => refused.word,
        }
    }

    /// Where it stands: every answer always in the same place, so that a hand finds it.
    fn rank(&self) -> (Option<u8>, Option<usize>, usize) {
        const ORDER: [&str; 8] =
            ["insures", "takes even money", "hits", "stands", "doubles", "splits", "surrenders", "declines"];
        let (spot, hand) = self.about();
        (spot, hand, ORDER.iter().position(|word| *word == self.word()).unwrap_or(ORDER.len()))
    }
}

impl Terminal<'_> {
    /// All buttons, those about one hand together.
    pub(super) fn answers(&self) -> Markup {
        let open = self.sight.options.iter().map(Button::Open);
        let mut buttons: Vec<Button> = open.chain(self.sight.refused.iter().map(Button::Refused)).collect();
        buttons.sort_by_key(Button::rank);
        let groups: Vec<&[Button]> = buttons.chunk_by(|one, next| one.about() == next.about()).collect();
        html! {
            div.answers {
                @for group in &groups { (self.group(group, groups.len() > 1)) }
            }
        }
    }

    /// The buttons about one hand, or about what is offered on a spot; under its name where there are others.
    fn group(&self, buttons: &[Button], several: bool) -> Markup {
        let (spot, hand) = buttons.first().map(Button::about).unwrap_or_default();
        let split = self.sight.hands.iter().filter(|other| other.spot == spot).count() > 1;
        let offered = hand.is_none().then(|| call(self.language, self.sight.phase).to_owned());
        let spot = spot.map(|spot| self.language.spot(spot));
        let hand = hand.filter(|_| split).map(|hand| self.language.hand(hand));
        let about: Vec<String> = spot.into_iter().chain(hand).chain(offered).collect();
        let about = about.join(" · ");
        html! {
            div.group role="group" aria-label=(about) {
                @if several || split { p.about aria-hidden="true" { (about) } }
                @for button in buttons {
                    @match button {
                        Button::Open(option) => (self.open(option)),
                        Button::Refused(refused) => (self.refused(refused)),
                    }
                }
            }
        }
    }

    fn open(&self, option: &Sayable) -> Markup {
        let key = answer(self.language, option.word).1;
        html! {
            form method="post" action=(self.say()) data-said=(SAID) id={ "answer-" (option.say.replace(' ', "-")) "-" (option.hand.unwrap_or(0)) } {
                input type="hidden" name="say" value=(option.say);
                button.answer data-key=[key] data-word=(option.word) {
                    (self.face(option.word, &option.say))
                }
                @if let Some(range) = option.amount { (self.amount(range)) }
            }
        }
    }

    /// A decision that is not open: it can be reached and read, and tells why.
    fn refused(&self, refused: &Unsayable) -> Markup {
        let key = answer(self.language, refused.word).1;
        let why = refused.refusal.as_ref().and_then(|against| self.language.refusal(against));
        let english = why.is_none();
        let (spot, hand) = (refused.spot.unwrap_or(0), refused.hand.unwrap_or(0));
        let cards =
            self.sight.hands.iter().filter(|other| other.spot == refused.spot).map(|other| other.cards.len());
        // Another card is another question: what was opened before then closes.
        let id = format!(
            "refused-{}-{}-{spot}-{hand}-{}",
            self.sight.round,
            refused.word.replace(' ', "-"),
            cards.sum::<usize>()
        );
        html! {
            details.refused name="refused" id=(id) {
                summary.answer aria-disabled="true" data-key=[key] data-word=(refused.word) {
                    (self.face(refused.word, &refused.say))
                }
                div.why {
                    p lang=[english.then_some("en")] {
                        strong { (self.language.terminal().not_now) ": " } (why.as_deref().unwrap_or(&refused.why)) "."
                    }
                    @if let Some(cited) = &refused.clause { (clause(self.standing.table.rules(), cited, self.language)) }
                }
            }
        }
    }

    /// What stands on a button.
    fn face(&self, word: &str, say: &str) -> Markup {
        let (says, key) = answer(self.language, word);
        html! {
            span { (says) @if word == "picks" { " " (say.trim_start_matches("picks ")) } }
            @if let Some(key) = key { kbd aria-hidden="true" { (key) } }
        }
    }

    fn amount(&self, range: Range) -> Markup {
        let written = |units: i64| Chips::minor(units).to_string();
        html! {
            label.amount {
                span { (self.texts().for_amount) }
                input type="number" name="amount" inputmode="decimal" min=(written(range.least)) max=(written(range.most))
                    step=(written(range.step)) value=(written(range.most)) required;
                small { (money(range.least)) "–" (money(range.most)) }
            }
        }
    }
}
