//! The texts of the pit console that are the same whatever happens.

/// Every one of them, in one language.
pub(crate) struct PitTexts {
    /// The console.
    pub(crate) title: &'static str,
    /// A page.
    pub(crate) tables: &'static str,
    /// A page.
    pub(crate) switches: &'static str,
    /// A page.
    pub(crate) meters: &'static str,
    /// A page.
    pub(crate) irregularities: &'static str,
    /// A page.
    pub(crate) log: &'static str,
    /// A heading.
    pub(crate) seats: &'static str,
    /// What ending a seat does.
    pub(crate) end_seat_why: &'static str,
    /// A field.
    pub(crate) seat_of: &'static str,
    /// A button.
    pub(crate) end_seat: &'static str,
    /// A figure.
    pub(crate) stakes: &'static str,
    /// A heading.
    pub(crate) waits_for: &'static str,
    /// A link.
    pub(crate) console: &'static str,
    /// A link.
    pub(crate) dealer: &'static str,
    /// A link.
    pub(crate) terminal: &'static str,
    /// A state.
    pub(crate) open: &'static str,
    /// A state.
    pub(crate) closed: &'static str,
    /// When no table needs anyone.
    pub(crate) nothing_alarming: &'static str,
    /// A heading.
    pub(crate) alerts: &'static str,
    /// An alert.
    pub(crate) ruling_needed: &'static str,
    /// An alert.
    pub(crate) control_needed: &'static str,
    /// An alert.
    pub(crate) pick_needed: &'static str,
    /// An alert.
    pub(crate) discard_needed: &'static str,
    /// An alert.
    pub(crate) odd_meter: &'static str,
    /// A table.
    pub(crate) elsewhere: &'static str,
    /// A table.
    pub(crate) unkept: &'static str,
    /// What is waited for.
    pub(crate) await_wagers: &'static str,
    /// What is waited for.
    pub(crate) await_card: &'static str,
    /// What is waited for.
    pub(crate) await_offers: &'static str,
    /// What is waited for.
    pub(crate) await_decision: &'static str,
    /// What is waited for.
    pub(crate) await_follow: &'static str,
    /// What is waited for.
    pub(crate) await_choice: &'static str,
    /// What is waited for.
    pub(crate) await_pick: &'static str,
    /// What is waited for.
    pub(crate) await_discard: &'static str,
    /// What is waited for.
    pub(crate) await_control: &'static str,
    /// What is waited for.
    pub(crate) await_ruling: &'static str,
    /// What is waited for.
    pub(crate) await_next: &'static str,
    /// A heading.
    pub(crate) asked_of_you: &'static str,
    /// A heading.
    pub(crate) rulings: &'static str,
    /// A heading.
    pub(crate) players_and_spots: &'static str,
    /// A deed.
    pub(crate) deed_void: &'static str,
    /// A deed.
    pub(crate) deed_rule: &'static str,
    /// A deed.
    pub(crate) deed_rebuild: &'static str,
    /// A deed.
    pub(crate) deed_discard: &'static str,
    /// A deed.
    pub(crate) deed_award: &'static str,
    /// A deed.
    pub(crate) deed_take: &'static str,
    /// A deed.
    pub(crate) deed_restrict_player: &'static str,
    /// A deed.
    pub(crate) deed_free_player: &'static str,
    /// A deed.
    pub(crate) deed_restrict_spot: &'static str,
    /// A deed.
    pub(crate) deed_free_spot: &'static str,
    /// A deed.
    pub(crate) deed_full: &'static str,
    /// A deed.
    pub(crate) deed_not_full: &'static str,
    /// A deed.
    pub(crate) deed_ask: &'static str,
    /// A deed.
    pub(crate) deed_assign: &'static str,
    /// A deed.
    pub(crate) deed_squeeze: &'static str,
    /// A deed.
    pub(crate) deed_reveal: &'static str,
    /// A field.
    pub(crate) player: &'static str,
    /// A field.
    pub(crate) spot: &'static str,
    /// A field.
    pub(crate) amount: &'static str,
    /// A field.
    pub(crate) most: &'static str,
    /// A field.
    pub(crate) reason: &'static str,
    /// A choice.
    pub(crate) choose_player: &'static str,
    /// A button.
    pub(crate) look_first: &'static str,
    /// A note before a post.
    pub(crate) needs_post: &'static str,
    /// After the post.
    pub(crate) needs_post_end: &'static str,
    /// A note.
    pub(crate) read_only: &'static str,
    /// A heading.
    pub(crate) confirm: &'static str,
    /// A heading.
    pub(crate) as_recorded: &'static str,
    /// A heading.
    pub(crate) will_happen: &'static str,
    /// A heading.
    pub(crate) will_move: &'static str,
    /// A note.
    pub(crate) nothing_moves: &'static str,
    /// A note.
    pub(crate) nothing_told: &'static str,
    /// A button.
    pub(crate) carry_out: &'static str,
    /// A link.
    pub(crate) back: &'static str,
    /// After it.
    pub(crate) done: &'static str,
    /// Where it would be refused.
    pub(crate) not_now: &'static str,
    /// Why not.
    pub(crate) moved_on: &'static str,
    /// A heading.
    pub(crate) clauses: &'static str,
    /// A heading.
    pub(crate) restrictions: &'static str,
    /// A heading.
    pub(crate) posted: &'static str,
    /// A button.
    pub(crate) post: &'static str,
    /// A note.
    pub(crate) post_why: &'static str,
    /// A heading.
    pub(crate) waiting: &'static str,
    /// A column.
    pub(crate) in_force: &'static str,
    /// A column.
    pub(crate) coming: &'static str,
    /// What the hash of a rule book is shown as.
    pub(crate) rule_book: &'static str,
    /// A note.
    pub(crate) limit_hint: &'static str,
    /// A heading.
    pub(crate) settings: &'static str,
    /// A heading.
    pub(crate) fixed: &'static str,
    /// Beside a value.
    pub(crate) from_book: &'static str,
    /// A column.
    pub(crate) setting: &'static str,
    /// A column.
    pub(crate) value: &'static str,
    /// After it.
    pub(crate) posted_done: &'static str,
    /// Why not.
    pub(crate) posted_since: &'static str,
    /// After it.
    pub(crate) posted_faults: &'static str,
    /// A button.
    pub(crate) close_table: &'static str,
    /// A button.
    pub(crate) open_table: &'static str,
    /// A button.
    pub(crate) close_game: &'static str,
    /// A button.
    pub(crate) open_game: &'static str,
    /// A button.
    pub(crate) close_floor: &'static str,
    /// A button.
    pub(crate) open_floor: &'static str,
    /// A heading.
    pub(crate) whole_floor: &'static str,
    /// A heading.
    pub(crate) by_game: &'static str,
    /// A heading.
    pub(crate) by_table: &'static str,
    /// A note.
    pub(crate) close_why: &'static str,
    /// A button.
    pub(crate) sure: &'static str,
    /// A heading.
    pub(crate) logins: &'static str,
    /// A note.
    pub(crate) login_why: &'static str,
    /// A field.
    pub(crate) login_name: &'static str,
    /// A button.
    pub(crate) disable: &'static str,
    /// A button.
    pub(crate) enable: &'static str,
    /// A column.
    pub(crate) wager: &'static str,
    /// A column.
    pub(crate) wagers: &'static str,
    /// A column.
    pub(crate) staked: &'static str,
    /// A column.
    pub(crate) returned: &'static str,
    /// A column.
    pub(crate) actual: &'static str,
    /// A column.
    pub(crate) theory: &'static str,
    /// A column.
    pub(crate) z: &'static str,
    /// A column.
    pub(crate) verdict: &'static str,
    /// A verdict.
    pub(crate) within: &'static str,
    /// A verdict.
    pub(crate) notable: &'static str,
    /// A verdict.
    pub(crate) beyond: &'static str,
    /// A verdict.
    pub(crate) no_theory: &'static str,
    /// When nothing was bet.
    pub(crate) no_wagers: &'static str,
    /// A chart.
    pub(crate) chart: &'static str,
    /// The chart's left.
    pub(crate) players_less: &'static str,
    /// The chart's right.
    pub(crate) players_more: &'static str,
    /// A note.
    pub(crate) meters_why: &'static str,
    /// What is played for.
    pub(crate) money: &'static str,
    /// A column.
    pub(crate) clause: &'static str,
    /// A column.
    pub(crate) times: &'static str,
    /// A column.
    pub(crate) last: &'static str,
    /// A column.
    pub(crate) rounds: &'static str,
    /// When all went well.
    pub(crate) nothing_irregular: &'static str,
    /// When nothing was played.
    pub(crate) no_rounds: &'static str,
    /// A note.
    pub(crate) irregular_why: &'static str,
    /// A link.
    pub(crate) again: &'static str,
    /// A choice.
    pub(crate) every_book: &'static str,
    /// A field.
    pub(crate) book: &'static str,
    /// A button.
    pub(crate) show: &'static str,
    /// When nothing is there.
    pub(crate) log_empty: &'static str,
    /// A note.
    pub(crate) log_why: &'static str,
    /// What happened.
    pub(crate) opened_table: &'static str,
    /// What happened.
    pub(crate) closed_table: &'static str,
    /// What happened.
    pub(crate) rests: &'static str,
    /// What happened.
    pub(crate) posts: &'static str,
    /// What happened.
    pub(crate) bought: &'static str,
    /// What happened.
    pub(crate) cashed_out: &'static str,
    pub(crate) settled: &'static str,
    /// What happened.
    pub(crate) given: &'static str,
    /// Of a terminal.
    pub(crate) filled: &'static str,
    /// Of a terminal.
    pub(crate) emptied: &'static str,
    /// What happened.
    pub(crate) added: &'static str,
    /// What happened.
    pub(crate) signed_in: &'static str,
    /// What happened.
    pub(crate) signed_out: &'static str,
    /// What happened.
    pub(crate) failed_to_sign_in: &'static str,
    /// What happened.
    pub(crate) proved_himself: &'static str,
    /// What happened.
    pub(crate) given_a_password: &'static str,
    /// What happened.
    pub(crate) disabled: &'static str,
    /// What happened.
    pub(crate) enabled: &'static str,
    /// What happened.
    pub(crate) book_begun: &'static str,
    /// What happened.
    pub(crate) told_elsewhere: &'static str,
    /// What happened.
    pub(crate) unknown_entry: &'static str,
    /// What happened.
    pub(crate) nothing_seen: &'static str,
}
