//! A count to trust: every round that a small shoe can bring, walked through the engine and counted a second time.
//!
//! The walk knows only [`awaiting`], [`decide`], [`apply`] and [`due`]. It deals every card the shoe has left, gives
//! every answer that is awaited, and counts where it ends. The second count is a little model written from the rule
//! documents and readings, in plain numbers, that shares nothing with the engine but the notation of cards. Both must
//! find the same rounds and the same money; the pinned figures come from the second count and agree with the walk.

mod second;
mod tally;
mod walk;

use second::{Closes, Draws, Facts, Loss, Surrender};
use tally::Tally;

/// A shoe, how many play from it for two whole units each, and what both counts find: rounds, rounds cut short, rounds
/// with a dealer blackjack, rounds with three or four hands of a player, money, checksum; see [`Tally`].
type Counted = (&'static str, u16, [i64; 6]);

/// SE 3.22, 3.30, 3.28, 3.25.1, 3.35, and 4.5 without a cap (I-02).
const STAR_ELEMENTS: Facts = Facts {
    max_hands: 4,
    closes: Closes::Every21,
    forced_below: 0,
    surrender: Surrender::Offered,
    draws_for_nobody: Draws::Never,
    loss: Loss::All,
};

/// V5 3.19 draws without exception (I-41), 4.4 caps without a condition (I-01).
const BLACKJACK: Facts = Facts { draws_for_nobody: Draws::Always, loss: Loss::OriginalOnly, ..STAR_ELEMENTS };

/// BP 3.18, 3.20, and 3.22.3 with 3.23.2 (I-01).
const PLUS: Facts =
    Facts { closes: Closes::Soft21, forced_below: 12, loss: Loss::BustedPlusOne, ..STAR_ELEMENTS };

/// M11, M19, M22 without exception (I-41), and nothing on a cap (I-03).
const MACAU: Facts = Facts {
    closes: Closes::No21,
    surrender: Surrender::Never,
    draws_for_nobody: Draws::Always,
    ..STAR_ELEMENTS
};

/// EB 3.14.3, 3.9 with 3.12 (I-10), and 3.15.5 with 4.7.2 (I-01).
const ELECTRONIC: Facts =
    Facts { max_hands: 3, surrender: Surrender::Decided, loss: Loss::BustedPlusOne, ..STAR_ELEMENTS };

#[test]
fn blackjack_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TK2", 1, [8_573, 2_976, 1_858, 0, -205_200, 42_533_119_800]),
        ("AA6657T", 1, [4_893, 1_917, 664, 0, -350_100, 24_741_935_172]),
        ("TTTTTTTTA6", 1, [1_866, 5_792, 777, 1_441, -236_000, 9_429_393_875]),
    ];
    agree("blackjack", BLACKJACK, &counted);
}

#[test]
fn star_elements_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TF2", 1, [7_623, 2_170, 1_582, 0, -463_800, 37_454_499_862]),
        ("AA6657T", 1, [4_768, 1_260, 531, 0, -435_700, 23_998_999_864]),
        ("TTTTTTTTA6", 1, [1_897, 5_696, 718, 1_537, -686_500, 9_307_485_918]),
    ];
    agree("star-elements", STAR_ELEMENTS, &counted);
}

#[test]
fn plus_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TK2", 1, [7_999, 2_594, 1_566, 0, -297_600, 39_171_058_936]),
        ("AA6657T", 1, [4_760, 1_266, 489, 0, -391_300, 23_965_808_806]),
        ("TTTTTTTTA6", 1, [1_948, 6_268, 718, 1_555, -621_300, 9_591_767_020]),
    ];
    agree("plus", PLUS, &counted);
}

#[test]
fn macau_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TK2", 1, [10_151, 5_732, 2_320, 0, -791_000, 50_175_695_579]),
        ("AA6657T", 1, [4_547, 2_049, 651, 0, -373_700, 22_349_558_532]),
        ("TTTTTTTTA6", 1, [2_305, 9_448, 774, 1_747, -692_100, 11_279_864_954]),
    ];
    agree("macau", MACAU, &counted);
}

#[test]
fn electronic_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TK2", 1, [7_623, 2_170, 1_582, 0, -196_200, 37_615_391_245]),
        ("AA6657T", 1, [4_768, 1_260, 531, 0, -390_700, 23_600_508_632]),
        ("TTTTTTTTA6", 1, [1_762, 576, 658, 1_402, -606_600, 8_656_139_614]),
    ];
    agree("electronic", ELECTRONIC, &counted);
}

#[test]
fn two_terminals_share_the_cards_and_answer_before_each() {
    let counted = [
        ("A23TT9", 2, [5_796, 7_636, 1_464, 0, -2_702_400, 27_712_426_064]),
        ("AATK88", 2, [4_567, 7_896, 1_544, 0, -1_133_700, 22_240_567_897]),
        ("TTTTTTTTA", 2, [5_275, 21_488, 3_348, 4_114, -4_007_700, 24_264_355_975]),
    ];
    agree("electronic", ELECTRONIC, &counted);
}

/// Both counts find the pinned figures, and the shoes are rich enough to show every fact of the game.
fn agree(game: &str, facts: Facts, counted: &[Counted]) {
    for (shoe, players, figures) in counted {
        let pinned = Tally::of(*figures);
        let by_documents = second::count(facts, shoe, usize::from(*players));
        assert_eq!(by_documents, pinned, "the second count of {game}, {players} playing from {shoe}");
        assert_eq!(walk::count(game, shoe, *players), pinned, "the walk of {game}, {players} from {shoe}");
    }
    for wrong in facts.with_one_changed() {
        let notices = |(shoe, players, figures): &Counted| {
            second::count(wrong, shoe, usize::from(*players)) != Tally::of(*figures)
        };
        assert!(counted.iter().any(notices), "no shoe of {game} tells its rules from {wrong:?}");
    }
}
