//! The pages in a real browser: Chromium, driven as a person would use it. A test that is not listed here is dead code. On a
//! machine without Chromium every test is ignored, and says so.

mod account;
mod cut;
mod dealer;
mod docs;
mod house;
mod keys;
mod newcomer;
mod pit;
mod practice;
mod recall;
mod rules;
mod staff;
mod table;

use std::process::ExitCode;

use testkit::{Browsers, Component, Suite, add_tests};

fn main() -> ExitCode {
    let _browsers = Browsers::start();
    let suite = add_tests!(Suite::new().requires(Component::Chromium), async_test:
        keys::no_key_voids_the_next,
        keys::a_scanner_types_cards_in_every_manner,
        keys::a_card_that_is_not_due_is_named_and_does_nothing_else,
        keys::a_card_need_not_wait_for_the_page_to_ask_for_it,
        keys::no_letter_of_a_burst_reaches_a_button,
        keys::a_card_at_the_wizard_is_named_and_confirms_nothing,
        pit::the_pit_voids_a_round_and_posts_other_limits_and_the_player_sees_both,
        pit::an_administrator_closes_a_table_a_game_and_the_floor_on_a_phone_in_chinese,
        pit::a_dealer_signs_on_and_what_they_report_is_confirmed_by_the_pit,
        pit::meters_stand_against_their_theory_and_the_log_runs_as_it_is_written,
        pit::every_page_of_the_console_fits_a_phone_in_both_languages,
        pit::every_page_of_the_console_is_usable_at_a_desk_in_both_languages,
        dealer::a_dealer_runs_a_round_of_blackjack_by_keyboard_alone,
        dealer::a_dealer_runs_a_round_of_star_elements_on_a_phone_in_chinese,
        dealer::a_skipped_box_goes_through_the_wizard_to_its_end,
        dealer::who_decides_is_called_and_what_the_rules_refuse_is_explained,
        dealer::after_an_error_every_player_chooses_until_the_round_is_regular_again,
        dealer::whoever_does_not_deal_is_told_why_and_where_to_sign_in,
        table::a_pair_is_split_and_doubled_for_less_and_what_is_not_open_says_why,
        table::insurance_and_even_money_are_offered_and_paid,
        table::one_bets_behind_another_and_sees_whose_turn_it_is,
        table::at_a_terminal_the_shared_cards_and_what_was_decided_for_a_player_are_seen_on_a_phone_in_chinese,
        table::a_full_table_fills_a_wall,
        table::who_lets_the_clock_run_out_reads_what_was_decided_for_him_and_by_which_clause,
        newcomer::a_newcomer_plays_a_round_of_plus_at_a_desk,
        newcomer::a_newcomer_plays_a_round_of_electronic_blackjack_at_a_desk,
        newcomer::a_newcomer_plays_a_round_of_macau_blackjack_at_a_desk_in_chinese,
        newcomer::a_newcomer_plays_a_round_of_blackjack_on_a_phone,
        newcomer::a_newcomer_plays_a_round_of_star_elements_on_a_phone_in_chinese,
        recall::a_player_steps_through_his_round_by_keyboard_and_reads_a_clause,
        recall::staff_see_a_round_as_each_viewer_saw_it_on_a_phone_in_chinese,
        staff::an_administrator_adds_a_dealer_who_signs_in_and_reaches_his_console,
        staff::on_a_phone_and_in_chinese_as_well,
        staff::a_cashier_sells_credits_and_is_told_what_cannot_be_cashed_out,
        staff::a_cashier_with_a_phone_who_reads_chinese,
        staff::a_console_that_is_no_longer_open_to_whoever_looks_shows_its_door,
        account::a_player_changes_their_password_by_keyboard_alone,
        account::a_dealer_changes_their_password_on_a_phone_in_chinese,
        account::tokens_are_revoked_by_whom_they_act_for_and_by_an_administrator,
        account::tokens_are_revoked_on_a_phone_in_chinese,
        account::a_guest_reads_what_a_guest_has,
        account::whoever_stays_seated_reads_how_often_they_still_can,
        account::whoever_stays_seated_on_a_phone_reads_it_in_chinese,
        practice::whoever_practises_sees_what_each_answer_is_worth_and_nothing_is_written_down,
        practice::a_practice_seat_fits_a_phone_in_chinese,
        rules::a_clause_is_found_by_its_number_and_stands_out,
        rules::rules_and_odds_fit_a_phone_in_chinese,
        rules::a_chart_says_in_words_what_its_colours_say,
        docs::the_document_is_shown_and_the_browser_refuses_nothing_of_it,
        cut::who_loses_the_connection_is_told_and_finds_the_true_state_and_what_happened_meanwhile,
    );
    suite.run()
}
