//! The journal from outside: stories on both databases, kills, power cuts, harm to the file.

mod batches;
mod facts;
mod file;
mod heads;
mod kill;
mod medium;
mod model;
mod power;
mod stories;
mod story;
mod tls;
mod witness;

use std::process::ExitCode;

use testkit::{Component, Suite, add_tests};

/// The journal's tests. Some start this binary again: as a child that ends in mid-write, or that may write nowhere.
fn main() -> ExitCode {
    if let Ok(url) = std::env::var(kill::CHILD) {
        kill::append_until_killed(&url);
        return ExitCode::SUCCESS;
    }
    if let Ok(url) = std::env::var(power::CHILD) {
        power::play_until_the_power_goes(&url);
        return ExitCode::SUCCESS;
    }
    if let Ok(url) = std::env::var(medium::CHILD) {
        medium::read(&url);
        return ExitCode::SUCCESS;
    }
    let suite = add_tests!(Suite::new(), async_test:
        file::one_file_has_one_server_and_any_number_of_readers,
        file::one_file_has_one_server_whatever_it_is_called,
        file::a_database_is_not_put_in_the_place_of_one_that_is_open,
        file::nobody_else_may_look_into_it,
        file::history_is_never_edited,
        file::a_copy_is_made_while_the_writer_goes_on,
        file::what_is_newer_or_something_else_is_left_alone,
        file::pages_that_changed_places_are_found_out,
        file::an_index_that_does_not_fit_its_table_is_found_out,
        file::a_file_that_cannot_be_read_is_reported_with_what_to_do,
        facts::what_lies_on_shelves_is_covered_on_sqlite,
        facts::a_journal_of_the_first_program_opens,
        heads::a_killed_server_has_lost_nothing,
        heads::a_long_tail_that_a_kill_left_is_signed_with_the_first_batch,
        heads::a_lost_log_is_noticed_and_can_be_put_back,
        heads::a_damaged_log_is_noticed,
        heads::a_lost_or_older_database_is_noticed,
        heads::a_database_that_is_none_any_more_is_noticed,
        heads::a_loss_that_is_accepted_is_written_down,
        heads::an_entry_in_the_place_of_another_is_noticed,
        heads::notes_are_signed_and_only_grow,
        heads::heads_that_are_gone_are_missed,
        heads::heads_that_are_spoilt_can_be_accepted,
        heads::a_torn_note_or_line_spoils_nothing,
        heads::copies_get_every_note_and_hold_up_nobody,
        heads::heads_are_no_copy_of_themselves,
        heads::a_copy_knows_what_the_folder_of_the_journal_lost,
        heads::a_forged_tail_accuses_nobody_and_hides_nothing_it_did_not_cut_off,
        heads::a_head_that_would_tell_something_is_in_no_note,
        witness::notes_arrive_over_tls_with_a_token,
        witness::who_does_not_prove_who_they_are_is_sent_nothing,
        witness::a_server_that_fails_holds_up_nobody_and_gets_the_newest_note_later,
        witness::a_server_that_is_down_gets_the_newest_note_when_it_is_back,
        witness::nothing_that_is_acknowledged_waits_for_a_slow_server,
        witness::a_note_that_is_not_taken_is_told_once_it_is_late,
        witness::a_url_knows_what_the_folder_of_the_journal_lost,
        witness::a_note_that_was_changed_or_is_another_journals_is_refused,
        witness::less_is_never_put_in_the_place_of_more,
        witness::one_that_is_required_must_answer,
        witness::what_a_url_has_is_fetched_within_limits,
    );
    let suite = add_tests!(suite, test:
        medium::a_closed_journal_is_read_where_nothing_can_be_written,
        medium::a_log_is_read_or_asked_for_but_never_overlooked,
        kill::what_was_acknowledged_is_there_after_a_kill,
        power::the_power_is_cut_at_every_operation,
        power::a_drill_ends_the_process,
        stories::the_story_on_sqlite_in_a_file,
        stories::the_story_on_sqlite_in_memory,
        stories::a_simple_model_agrees_on_sqlite,
    );
    add_tests!(suite.requires(Component::Postgres), test:
        stories::the_story_on_postgresql,
        tls::postgresql_is_spoken_to_over_tls_and_proves_who_it_is,
    )
    .run()
}
