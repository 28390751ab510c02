//! What staff can answer to what the table waits for: the card, buttons with keys, reasons where they are wanted, and
//! whom to call where the post is too low.

use floor::{Role, Sayable, lowest_post, rehearse};
use maud::{Markup, html};
use round::Event;

use super::console::Console;
use super::reader::reader;
use crate::said;
use crate::texts::{DealerTexts, fill};

/// Where problems with what is keyed are shown.
pub(super) const SAID: &str = "said-controls";

/// A post of the floor, by name.
pub(super) const fn post(texts: &DealerTexts, role: Role) -> &'static str {
    match role {
        Role::Supervisor => texts.post_supervisor,
        Role::PitManager => texts.post_pit_manager,
        Role::ShiftManager => texts.post_shift_manager,
        Role::Player
        | Role::Dealer
        | Role::Cashier
        | Role::Auditor
        | Role::Administrator
        | Role::Terminal => texts.post_dealer,
    }
}

impl Console<'_> {
    pub(super) fn controls(&self) -> Markup {
        let texts = self.texts();
        let wants_card = self.sight.options.iter().any(|option| option.wants == Some("card"));
        let buttons: Vec<&Sayable> =
            self.sight.options.iter().filter(|option| option.wants != Some("card")).collect();
        let mut keys = Vec::new();
        html! {
            section #controls.controls tabindex="-1" aria-label=(texts.console) {
                @if wants_card { (self.pad()) }
                (reader(self.table(), self.language, Some(&self.say())))
                (self.answers())
                @if let Some(higher) = self.call() { p.call-post { (fill(texts.call, &[("post", higher)])) } }
                @if !buttons.is_empty() { div.answers.staff { @for (option, number) in buttons.into_iter().zip(1_u8..) { (self.button(option, number, &mut keys)) } } }
                (said::place(SAID, self.tried, self.language))
                p.wrong {
                    a.button data-key="X" href={ "/dealer/" (self.sight.table) "/irregular" } { (texts.wrong) kbd aria-hidden="true" { "X" } }
                    @if !self.has_real_cards() { span.dim { (texts.house_deals) } }
                }
            }
        }
    }

    /// The post that decides, where the table waits for the pit and this person's is too low.
    fn call(&self) -> Option<&'static str> {
        let awaited = self.sight.awaits.first().filter(|awaited| awaited.player.is_none())?;
        let asks = match awaited.what {
            "ruling" => vec!["pit rules so".to_owned()],
            "discard" => vec!["pit discards because so".to_owned()],
            "pick" => (1..=self.sight.waiting.len()).map(|place| format!("pit picks {place}")).collect(),
            _ => return None,
        };
        let (ask, decides) = asks.iter().find_map(|ask| Some((ask, lowest_post(self.table(), ask)?)))?;
        let heard = rehearse(self.table(), &self.person.name, self.person.role, ask).is_ok();
        (!heard).then(|| post(self.texts(), decides))
    }

    /// A button with its key; where a reason is wanted, the key leads to its field.
    fn button(&self, option: &Sayable, number: u8, keys: &mut Vec<String>) -> Markup {
        let wants_words = option.wants == Some("words");
        let (says, key) = self.wording(option);
        let key = key.filter(|key| !keys.contains(key)).unwrap_or_else(|| number.to_string());
        keys.push(key.clone());
        html! {
            form method="post" action=(self.say()) data-said=(SAID) id={ "staff-" (option.say.replace(' ', "-")) } {
                input type="hidden" name="say" value=(option.say);
                @if wants_words { label.amount { (self.texts().reason) input name="words" data-key=(key) required maxlength="500" autocomplete="off"; } }
                button.answer data-key=[(!wants_words).then_some(&key)] data-word=(option.word) {
                    span { (says) }
                    @if let Some(clause) = self.clause_of(self.person.role, &option.say, wants_words) { small { (clause) } }
                    kbd aria-hidden="true" { (key) }
                }
            }
        }
    }

    /// What a button says, and its key.
    fn wording(&self, option: &Sayable) -> (String, Option<String>) {
        let texts = self.texts();
        let last = option.say.rsplit(' ').next().unwrap_or_default();
        let first = option.say.split(' ').next().unwrap_or_default();
        let plain = |text: &str, key: &str| (text.to_owned(), Some(key.to_owned()));
        match option.word {
            "opens" => plain(texts.opens, "O"),
            "closes" if last == "bets" => plain(texts.closes_bets, "C"),
            "closes" => plain(texts.closes_offers, "C"),
            "deals-on" => plain(texts.deals_on, "G"),
            "shuffles" => plain(texts.shuffles, "S"),
            "times-out" => plain(&fill(texts.times_out, &[("who", first)]), "U"),
            "is-absent" => plain(&fill(texts.is_absent, &[("who", first)]), "W"),
            "picks" => plain(&fill(texts.picks, &[("card", last)]), last),
            "rules" => (texts.rules.to_owned(), None),
            "voids" => (texts.voids.to_owned(), None),
            "rebuilds" => (texts.rebuilds.to_owned(), None),
            "discards" => (texts.discards.to_owned(), None),
            "assigns" => {
                let place = option.spot.map(|spot| self.language.spot(spot)).unwrap_or_default();
                (format!("{place}: {}", fill(texts.assigns, &[("who", last)])), None)
            }
            _ => (option.say.clone(), None),
        }
    }

    /// The clause behind what a sentence would do.
    pub(super) fn clause_of(&self, role: Role, say: &str, wants_words: bool) -> Option<String> {
        let say = if wants_words { format!("{say} so") } else { say.to_owned() };
        let rehearsed = rehearse(self.table(), &self.person.name, role, &say).ok()?;
        let events = &rehearsed.news.entry.events;
        // A decision may close the offers first, and a higher post may stand in: neither is what it is about.
        let acts = events.iter().find(|event| matches!(event, Event::Acted { .. }));
        let event = acts.or_else(|| events.iter().find(|event| !matches!(event, Event::StoodIn { .. })));
        event.map(|event| event.because().clause.to_string())
    }
}
