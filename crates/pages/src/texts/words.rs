//! The texts that are the same whatever happens.

/// Every text, in one language.
pub(crate) struct Texts {
    /// The name of the house.
    pub(crate) croupier: &'static str,
    /// What it is.
    pub(crate) tagline: &'static str,
    /// The heading of the lobby.
    pub(crate) tables: &'static str,
    /// The way back.
    pub(crate) lobby: &'static str,
    /// A column.
    pub(crate) limits: &'static str,
    /// A column.
    pub(crate) seats: &'static str,
    /// The button of a table.
    pub(crate) take_a_seat: &'static str,
    /// Look without playing.
    pub(crate) watch: &'static str,
    /// For who plays there.
    pub(crate) back_to_table: &'static str,
    /// What a guest gets.
    pub(crate) as_guest: &'static str,
    /// Where guests are not taken.
    pub(crate) no_guests: &'static str,
    /// A closed table.
    pub(crate) table_closed: &'static str,
    /// No tables.
    pub(crate) nobody_here: &'static str,
    /// The heading and button.
    pub(crate) sign_in: &'static str,
    /// For whom.
    pub(crate) sign_in_why: &'static str,
    /// The button.
    pub(crate) sign_out: &'static str,
    /// After being idle.
    pub(crate) unlock: &'static str,
    /// A field.
    pub(crate) name: &'static str,
    /// A field.
    pub(crate) password: &'static str,
    /// A guest.
    pub(crate) guest: &'static str,
    /// Credits.
    pub(crate) balance: &'static str,
    /// About the purse at a table for real money.
    pub(crate) credits_why: &'static str,
    /// What marks a table, and an amount.
    pub(crate) play_money: &'static str,
    /// About the purse at a table for play money.
    pub(crate) play_money_why: &'static str,
    /// The button.
    pub(crate) more_play_money: &'static str,
    /// When nothing is added.
    pub(crate) enough_play_money: &'static str,
    /// For a guest at a table for real money.
    pub(crate) for_real_money: &'static str,
    /// The switch.
    pub(crate) language: &'static str,
    /// For the keyboard.
    pub(crate) skip: &'static str,
    /// When the socket closes.
    pub(crate) connection_lost: &'static str,
    /// After it is back.
    pub(crate) meanwhile: &'static str,
    /// After it is back.
    pub(crate) nothing_meanwhile: &'static str,
    /// The dealer's call.
    pub(crate) place_your_bets: &'static str,
    /// The dealer's call.
    pub(crate) no_more_bets: &'static str,
    /// The dealer's call.
    pub(crate) surrender_offered: &'static str,
    /// The dealer's call.
    pub(crate) insurance_offered: &'static str,
    /// The dealer's call.
    pub(crate) players_decide: &'static str,
    /// The dealer's call.
    pub(crate) dealer_draws: &'static str,
    /// The dealer's call.
    pub(crate) round_settled: &'static str,
    /// The dealer's call.
    pub(crate) round_void: &'static str,
    /// To the one who decides.
    pub(crate) your_turn: &'static str,
    /// A phase.
    pub(crate) phase_betting: &'static str,
    /// A phase.
    pub(crate) phase_dealing: &'static str,
    /// A phase.
    pub(crate) phase_surrender: &'static str,
    /// A phase.
    pub(crate) phase_insurance: &'static str,
    /// A phase.
    pub(crate) phase_playing: &'static str,
    /// A phase.
    pub(crate) phase_drawing: &'static str,
    /// A phase.
    pub(crate) phase_settled: &'static str,
    /// A phase.
    pub(crate) phase_void: &'static str,
    /// A clock.
    pub(crate) until_bets: &'static str,
    /// A clock.
    pub(crate) until_offers: &'static str,
    /// A clock.
    pub(crate) until_decision: &'static str,
    /// A clock.
    pub(crate) until_answers: &'static str,
    /// A clock.
    pub(crate) until_next: &'static str,
    /// After a number.
    pub(crate) seconds: &'static str,
    /// The dealer's hand.
    pub(crate) dealer: &'static str,
    /// A free spot.
    pub(crate) free: &'static str,
    /// Yourself.
    pub(crate) you: &'static str,
    /// The button of a free spot.
    pub(crate) sit_here: &'static str,
    /// Leave a spot.
    pub(crate) get_up: &'static str,
    /// A wager.
    pub(crate) main_wager: &'static str,
    /// A wager.
    pub(crate) insurance: &'static str,
    /// A wager.
    pub(crate) ruling: &'static str,
    /// A card.
    pub(crate) face_down: &'static str,
    /// The tray.
    pub(crate) chips: &'static str,
    /// A button.
    pub(crate) undo: &'static str,
    /// A button.
    pub(crate) repeat: &'static str,
    /// A button.
    pub(crate) clear: &'static str,
    /// A limit.
    pub(crate) minimum: &'static str,
    /// A limit.
    pub(crate) maximum: &'static str,
    /// The limits.
    pub(crate) place_limits: &'static str,
    /// No limit.
    pub(crate) no_limit: &'static str,
    /// A decision.
    pub(crate) hit: &'static str,
    /// A decision.
    pub(crate) stand: &'static str,
    /// A decision.
    pub(crate) double: &'static str,
    /// A decision.
    pub(crate) split: &'static str,
    /// A decision.
    pub(crate) surrender: &'static str,
    /// An offer.
    pub(crate) insure: &'static str,
    /// An offer.
    pub(crate) even_money: &'static str,
    /// An offer.
    pub(crate) decline: &'static str,
    /// Following another's decision.
    pub(crate) follow: &'static str,
    /// An answer.
    pub(crate) withdraw: &'static str,
    /// An answer.
    pub(crate) continue_: &'static str,
    /// An answer.
    pub(crate) pick: &'static str,
    /// An amount is asked for.
    pub(crate) for_amount: &'static str,
    /// The heading.
    pub(crate) your_decision: &'static str,
    /// The heading.
    pub(crate) results: &'static str,
    /// An outcome.
    pub(crate) won: &'static str,
    /// An outcome.
    pub(crate) lost: &'static str,
    /// An outcome.
    pub(crate) stand_off: &'static str,
    /// An outcome.
    pub(crate) surrendered: &'static str,
    /// An outcome.
    pub(crate) even_money_paid: &'static str,
    /// An outcome.
    pub(crate) returned: &'static str,
    /// An outcome.
    pub(crate) void_: &'static str,
    /// A column.
    pub(crate) staked: &'static str,
    /// A column.
    pub(crate) paid: &'static str,
    /// A column.
    pub(crate) clause: &'static str,
    /// The sum.
    pub(crate) net: &'static str,
    /// The heading.
    pub(crate) events: &'static str,
    /// For who has no seat.
    pub(crate) onlooker: &'static str,
    /// When nothing is asked.
    pub(crate) waiting_for_others: &'static str,
    /// After a problem.
    pub(crate) try_again: &'static str,
    /// The page of drawings.
    pub(crate) gallery: &'static str,
    /// For programs.
    pub(crate) api: &'static str,
}
