//! What the dealer console says. A word in braces is put in where it is shown.

mod chinese;
mod english;
mod incidents;

use super::Language;

/// Every text of the dealer console, in one language.
pub(crate) struct DealerTexts {
    /// The page.
    pub(crate) console: &'static str,
    /// The link in the lobby.
    pub(crate) open_console: &'static str,
    /// What the large letters are.
    pub(crate) waits: &'static str,
    /// Waiting for wagers.
    pub(crate) bets_open: &'static str,
    /// Waiting for a card.
    pub(crate) next_card: &'static str,
    /// A place.
    pub(crate) at_spot: &'static str,
    /// A place.
    pub(crate) at_hand: &'static str,
    /// A place.
    pub(crate) at_dealer: &'static str,
    /// A place.
    pub(crate) at_hole: &'static str,
    /// A place.
    pub(crate) at_common: &'static str,
    /// Waiting for answers.
    pub(crate) offers_insurance: &'static str,
    /// Waiting for answers.
    pub(crate) offers_surrender: &'static str,
    /// Waiting for a decision.
    pub(crate) decides: &'static str,
    /// Waiting for decisions.
    pub(crate) all_decide: &'static str,
    /// Waiting for a follower.
    pub(crate) follows: &'static str,
    /// Waiting for a choice.
    pub(crate) chooses: &'static str,
    /// Waiting for a choice.
    pub(crate) finishes: &'static str,
    /// Waiting for a pick.
    pub(crate) player_picks: &'static str,
    /// Waiting for a pick.
    pub(crate) pit_picks: &'static str,
    /// Waiting for the pit.
    pub(crate) to_discard: &'static str,
    /// Waiting for the dealer.
    pub(crate) control: &'static str,
    /// Waiting for the pit.
    pub(crate) ruling: &'static str,
    /// Between rounds.
    pub(crate) over: &'static str,
    /// Between rounds.
    pub(crate) void_: &'static str,
    /// Between rounds.
    pub(crate) shuffle_first: &'static str,
    /// Between rounds.
    pub(crate) table_closed: &'static str,
    /// Who is asked.
    pub(crate) unanswered: &'static str,
    /// Whose it is.
    pub(crate) call: &'static str,
    /// A post.
    pub(crate) post_dealer: &'static str,
    /// A post.
    pub(crate) post_supervisor: &'static str,
    /// A post.
    pub(crate) post_pit_manager: &'static str,
    /// A post.
    pub(crate) post_shift_manager: &'static str,
    /// A button.
    pub(crate) opens: &'static str,
    /// A button.
    pub(crate) closes_bets: &'static str,
    /// A button.
    pub(crate) closes_offers: &'static str,
    /// A button.
    pub(crate) deals_on: &'static str,
    /// A button.
    pub(crate) shuffles: &'static str,
    /// A button.
    pub(crate) times_out: &'static str,
    /// A button.
    pub(crate) is_absent: &'static str,
    /// A button.
    pub(crate) assigns: &'static str,
    /// A button.
    pub(crate) picks: &'static str,
    /// A button.
    pub(crate) rules: &'static str,
    /// A button.
    pub(crate) voids: &'static str,
    /// A button.
    pub(crate) rebuilds: &'static str,
    /// A button.
    pub(crate) discards: &'static str,
    /// A field.
    pub(crate) reason: &'static str,
    /// The heading of the pad.
    pub(crate) key_card: &'static str,
    /// A legend.
    pub(crate) rank: &'static str,
    /// A legend.
    pub(crate) suit: &'static str,
    /// A button.
    pub(crate) cancel: &'static str,
    /// A rank without its suit.
    pub(crate) suit_next: &'static str,
    /// Cards that were keyed for nothing.
    pub(crate) not_recorded: &'static str,
    /// Why a card may not be recorded: the network.
    pub(crate) unsure: &'static str,
    /// Why a card is not recorded: another page.
    pub(crate) at_console: &'static str,
    /// A button.
    pub(crate) noted: &'static str,
    /// The heading.
    pub(crate) answers: &'static str,
    /// The heading.
    pub(crate) at_table: &'static str,
    /// Under it.
    pub(crate) at_table_why: &'static str,
    /// A field.
    pub(crate) player: &'static str,
    /// A field.
    pub(crate) wager: &'static str,
    /// A button.
    pub(crate) leaves: &'static str,
    /// A button.
    pub(crate) bets: &'static str,
    /// A button.
    pub(crate) withdraws: &'static str,
    /// The link and the page.
    pub(crate) wrong: &'static str,
    /// At a house table.
    pub(crate) house_deals: &'static str,
    /// A step.
    pub(crate) step_what: &'static str,
    /// A step.
    pub(crate) step_rules: &'static str,
    /// A step.
    pub(crate) step_who: &'static str,
    /// A step.
    pub(crate) step_done: &'static str,
    /// The list of steps.
    pub(crate) steps: &'static str,
    /// The heading.
    pub(crate) now: &'static str,
    /// The heading.
    pub(crate) not_now: &'static str,
    /// A button.
    pub(crate) consult: &'static str,
    /// The heading.
    pub(crate) comes: &'static str,
    /// Under it.
    pub(crate) then: &'static str,
    /// Whose it is.
    pub(crate) you_decide: &'static str,
    /// A button.
    pub(crate) confirm: &'static str,
    /// The heading.
    pub(crate) refused: &'static str,
    /// A link.
    pub(crate) back: &'static str,
    /// A link.
    pub(crate) back_console: &'static str,
    /// After it.
    pub(crate) recorded: &'static str,
    /// After it.
    pub(crate) moved_on: &'static str,
    /// When there is nothing to tell.
    pub(crate) only_record: &'static str,
    /// On the console.
    pub(crate) irregular: &'static str,
    /// A particular.
    pub(crate) field_place: &'static str,
    /// A particular.
    pub(crate) field_card: &'static str,
    /// A particular.
    pub(crate) field_cards: &'static str,
    /// Under it.
    pub(crate) card_hint: &'static str,
    /// A particular.
    pub(crate) field_known: &'static str,
    /// A choice.
    pub(crate) known_nothing: &'static str,
    /// A choice.
    pub(crate) known_order: &'static str,
    /// A choice.
    pub(crate) known_all: &'static str,
    /// A choice.
    pub(crate) known_first: &'static str,
    /// A choice.
    pub(crate) known_last: &'static str,
    /// A particular.
    pub(crate) field_other: &'static str,
    /// A particular.
    pub(crate) field_spot: &'static str,
    /// A particular.
    pub(crate) field_side: &'static str,
    /// A particular.
    pub(crate) field_amount: &'static str,
    /// A particular.
    pub(crate) field_words: &'static str,
    /// No player.
    pub(crate) nobody: &'static str,
}

impl Language {
    /// The texts of the dealer console.
    pub(crate) const fn dealer(self) -> &'static DealerTexts {
        match self {
            Language::English => &english::TEXTS,
            Language::Chinese => &chinese::TEXTS,
        }
    }
}

/// A text with something put in for its words in braces.
pub(crate) fn fill(text: &str, words: &[(&str, &str)]) -> String {
    words.iter().fold(text.to_owned(), |text, (word, with)| text.replace(&format!("{{{word}}}"), with))
}
