//! The notation for irregularities: every statement reads back, says who speaks, and is told and written as it was.

use transcript::{Deed, Played, Replay, Speaker, Statement, export, parse, replay};

/// Every statement about irregularities, one a line.
const STATEMENTS: &str = "\
kim acts as dealer
kim acts as supervisor
kim acts as manager
kim acts as shift-manager
ann continues
ann continues on 2
ann picks 1
ann picks 3 1 on 2
ann picks 7f
ann picks 7f As on 2
ann refuses card
ann refuses card on 2
ann signals hit
ann signals stand on 2
ann reveals
ann reveals on 2
ann cuts
dealer reports misdeal
pit reports misdeal beyond-repair
pit reports burn-forgotten
pit reports cut-card-passed
pit reports wrong-display
pit reports power-failure ann bob
kim reports misdeal
pit rules the cards stay
pit shift-manager rules the cards stay
kim rules the cards stay
pit voids because the lights went out
dealer voids because the lights went out
pit supervisor rebuilds because the order is plain
pit manager discards because both were seen
pit shift-manager awards 37.50 to ann because the dealer said 18
pit shift-manager takes 10 from ann because she was paid twice
kim takes 10 from ann because she was paid twice
pit manager picks 2
pit manager picks 7f
dealer skips 3
dealer skips dealer
dealer skips player
kim skips 3
dealer misdeals 7f to 3
dealer misdeals 7f to dealer
dealer misdeals 7f to player
dealer finds 7f face up
kim finds 7f face up
dealer draws together 7f As
dealer draws together 7f As 7f in order
dealer draws together 7f As 7f seeing 7f 7f
dealer draws together 7f As seeing all
dealer shuffles
dealer bets 100 for ann on 3
dealer bets 100 for ann
pit supervisor bets 10 for ann on 3 pair
kim bets 10 for ann on 3 pair
pit manager restricts ann to 1
pit manager restricts spot 3 to 2
pit manager restricts spot to 1
pit manager frees ann
pit manager frees spot 3
pit manager frees spot
pit declares full patronage
pit ends full patronage
dealer asks who controls 3
dealer assigns 3 to ann
dealer allows ann to squeeze
dealer reveals 3
kim reveals 3
dealer leaves rws-pairs unsettled
kim leaves rws-pairs unsettled
dealer settles rws-pairs
dealer records no agreement between ann and bob on 3 pair
dealer records no agreement between ann and bob on 3 instead of cat
refuse [5.6] dealer misdeals 7f to 3
";

#[test]
fn every_statement_is_printed_as_it_is_written() {
    assert_eq!(parse(STATEMENTS).expect("all can be read").to_string(), STATEMENTS);
}

/// The page on which all of it is described.
const PAGE: &str = include_str!("../../../../docs/transcript.md");

/// How each statement about irregularities begins. Words in capitals stand for any word of their sort, `...` for whatever
/// follows.
const HEADS: [&str; 62] = [
    "NAME acts as supervisor",
    "NAME acts as shift-manager",
    "pit supervisor ...",
    "pit manager ...",
    "pit shift-manager ...",
    "STAFF rules TEXT ...",
    "STAFF voids because TEXT ...",
    "STAFF rebuilds because TEXT ...",
    "STAFF discards because TEXT ...",
    "pit supervisor discards because TEXT ...",
    "STAFF awards AMOUNT to NAME because TEXT ...",
    "STAFF takes AMOUNT from NAME because TEXT ...",
    "STAFF reports misdeal",
    "STAFF reports misdeal beyond-repair",
    "STAFF reports burn-forgotten",
    "STAFF reports cut-card-passed",
    "STAFF reports wrong-display",
    "STAFF reports short-shoe",
    "STAFF reports power-failure ...",
    "STAFF skips N",
    "STAFF skips dealer",
    "STAFF misdeals CARD to N",
    "STAFF misdeals CARD to dealer",
    "STAFF misdeals CARD to player",
    "STAFF draws together CARD CARD",
    "STAFF draws together CARD CARD in order",
    "STAFF draws together CARD CARD seeing CARD",
    "STAFF draws together CARD CARD seeing all",
    "STAFF finds CARD face up",
    "NAME picks N",
    "NAME picks CARD",
    "pit manager picks N",
    "pit manager picks CARD",
    "NAME declines ...",
    "NAME refuses card ...",
    "NAME continues",
    "NAME continues on N",
    "NAME withdraws on N",
    "NAME withdraws on N boom-busted",
    "NAME withdraws all",
    "dealer deals on",
    "NAME cuts",
    "STAFF shuffles",
    "STAFF bets AMOUNT for NAME ...",
    "pit supervisor bets AMOUNT for NAME ...",
    "STAFF restricts NAME to 1",
    "STAFF restricts spot N to N",
    "STAFF frees NAME",
    "STAFF frees spot N",
    "STAFF declares full patronage",
    "STAFF ends full patronage",
    "STAFF asks who controls N",
    "STAFF assigns N to NAME",
    "STAFF allows NAME to squeeze",
    "NAME reveals ...",
    "STAFF reveals N",
    "NAME signals hit ...",
    "NAME signals stand ...",
    "STAFF leaves KIND unsettled",
    "STAFF settles KIND",
    "STAFF records no agreement between NAME and NAME on N KIND",
    "STAFF records no agreement between NAME and NAME on N instead of NAME",
];

/// Where the same words mean another thing at another stage, or in another's mouth: the clause that tells which.
const STAGES: [&str; 15] = [
    "5.2", "5.6", "5.7.1", "5.7.2", "5.7.3", "5.8", "5.12.1", "5.13", "5.14", "5.15", "5.16.2", "5.17",
    "5.21.1", "5.23.3.1", "5.25",
];

fn is_of_sort(sort: &str, word: &str) -> bool {
    let small = word.starts_with(|c: char| c.is_ascii_lowercase());
    match sort {
        "STAFF" | "KIND" => small,
        "NAME" => small && !matches!(word, "dealer" | "pit" | "house" | "shoe"),
        "N" => word.bytes().all(|b| b.is_ascii_digit()),
        "AMOUNT" => word.parse::<vocabulary::Chips>().is_ok(),
        "CARD" => word.parse::<vocabulary::Card>().is_ok(),
        "TEXT" => true,
        literal => literal == word,
    }
}

fn begins(head: &[&str], line: &[&str]) -> bool {
    match (head, line) {
        (["..."], _) | ([], []) => true,
        (["STAFF", head @ ..], ["pit", "supervisor" | "manager" | "shift-manager", line @ ..]) => {
            begins(head, line)
        }
        ([sort, head @ ..], [word, line @ ..]) => is_of_sort(sort, word) && begins(head, line),
        _ => false,
    }
}

fn is_said(head: &str, line: &str) -> bool {
    let (head, line): (Vec<&str>, Vec<&str>) = (head.split(' ').collect(), line.split_whitespace().collect());
    begins(&head, &line)
}

/// All lines of the examples.
fn examples() -> impl Iterator<Item = &'static str> {
    let blocks = PAGE.split("```round\n").skip(1).map(|block| block.split("```").next().unwrap_or_default());
    blocks.flat_map(str::lines)
}

#[test]
fn every_statement_is_shown_on_the_page() {
    let missing: Vec<&str> =
        HEADS.into_iter().filter(|head| !examples().any(|line| is_said(head, line))).collect();
    assert!(missing.is_empty(), "docs/transcript.md has no example of: {missing:#?}");
    let cited = |clause: &&str| examples().any(|line| line == format!("expect cites {clause}"));
    let missing: Vec<&str> = STAGES.into_iter().filter(|clause| !cited(clause)).collect();
    assert!(missing.is_empty(), "docs/transcript.md has no example that cites: {missing:#?}");
}

/// What a statement says is done, whoever speaks.
fn verb(statement: &str) -> Option<&str> {
    let posts = ["supervisor", "manager", "shift-manager"];
    statement.split_whitespace().skip(1).find(|word| !posts.contains(word))
}

/// The list above is whole: nothing can be done that is not in it.
#[test]
fn every_statement_has_a_head() {
    for line in STATEMENTS.lines().filter(|line| !line.starts_with("refuse")) {
        assert!(HEADS.iter().any(|head| verb(head) == verb(line)), "{line}");
    }
}

#[test]
fn the_old_statements_of_the_pit_keep_their_words() {
    let said = |text: &str| parse(text).expect(text).lines[0].statement.clone();
    let rules = Deed::Rules { words: "play goes on".into() };
    assert_eq!(said("pit rules play goes on"), Statement::Staff { by: Speaker::Pit(None), does: rules });
    let voids = Deed::Voids { words: "rain".into() };
    assert_eq!(said("pit voids because rain"), Statement::Staff { by: Speaker::Pit(None), does: voids });
}

/// A name says what players say unless the words can only be those of the staff.
#[test]
fn the_words_of_players_stay_theirs() {
    for text in [
        "kim bets 10 on 3 pair",
        "kim bets 10",
        "kim takes even money on 3",
        "kim leaves",
        "kim leaves 3",
        "kim reveals on 3",
        "kim picks 1",
    ] {
        let statement = &parse(text).expect(text).lines[0].statement;
        assert!(!matches!(statement, Statement::Staff { .. }), "{text}: {statement:?}");
    }
}

#[test]
fn a_line_that_cannot_be_read_is_told_with_its_column_and_what_was_expected() {
    for (line, column, expected) in [
        ("kim acts as king", 13, "a post: dealer, supervisor, manager or shift-manager"),
        ("kim acts as pit-manager", 13, "a post"),
        ("pit dances", 5, "reports, voids, rules, rebuilds"),
        ("pit manager", 12, "what the pit does"),
        ("pit manager dances", 13, "what the pit does"),
        ("ann dances", 5, "acts as, reports"),
        ("pit reports misdeal beyond", 21, "the end of the line"),
        ("pit reports misdeals", 13, "misdeal beyond-repair"),
        ("pit rebuilds it", 14, "`because`"),
        ("pit discards because", 21, "the reason"),
        ("pit awards 10 ann because so", 15, "`to`"),
        ("pit awards ten to ann because so", 12, "an amount"),
        ("kim takes 10 to ann because so", 11, "`even money`"),
        ("kim takes lots from ann because so", 11, "an amount"),
        ("ann picks", 10, "their places from the left"),
        ("ann picks first", 11, "the cards like Ks or 7f"),
        ("ann picks 1 7f", 13, "the place of a card"),
        ("ann picks 7f 1", 14, "a card"),
        ("ann refuses on 1", 13, "`card`"),
        ("ann signals double", 13, "hit or stand"),
        ("dealer skips ann", 14, "a spot number, dealer or player"),
        ("dealer misdeals 1 to 2", 17, "a card"),
        ("dealer misdeals 7f 2", 20, "`to`"),
        ("dealer finds Xs face up", 14, "a card"),
        ("dealer finds 7f", 16, "`face`"),
        ("dealer finds ANN 10", 14, "a player's name), or a card"),
        ("dealer draws 7f 8f", 14, "`together`"),
        ("dealer draws together 7f", 25, "a second card"),
        ("dealer draws together 7f 8f unseen", 29, "`in order`, or `seeing`"),
        ("dealer draws together 7f 8f in", 31, "`order`"),
        ("dealer draws together 7f 8f seeing", 35, "all, or a card"),
        ("dealer draws together 7f 8f seeing 9f", 36, "one of the cards drawn"),
        ("dealer draws together 7f 8f seeing 7f 7f", 39, "one of the cards drawn"),
        ("pit manager restricts ann to 2", 30, "`1`"),
        ("pit manager restricts spot 3 to some", 33, "a number of wagers"),
        ("pit declares full house", 19, "`patronage`"),
        ("dealer asks ann", 13, "`who`"),
        ("dealer assigns ann to 3", 16, "a spot number"),
        ("dealer allows ann to peek", 22, "`squeeze`"),
        ("dealer reveals ann", 16, "a spot number"),
        ("dealer leaves pair", 19, "`unsettled`"),
        ("dealer records no agreement between ann and bob on 3", 53, "a side wager"),
    ] {
        let fault = parse(&format!("game macau\n{line}")).expect_err(line).remove(0);
        assert_eq!((fault.line, fault.column), (2, column), "{line}: {fault}");
        assert!(fault.expected.contains(expected), "{line}: {fault}");
    }
}

fn played(text: &str) -> Replay {
    let played = replay(&parse(text).expect("readable"), None, true);
    assert_eq!(played.played, Played::Passed, "{text}");
    played
}

fn story(played: &Replay) -> String {
    let lines: Vec<&str> = played.rounds.iter().flat_map(|round| &round.story).map(String::as_str).collect();
    lines.join("\n")
}

/// Ann has asked for a card, and two come out together.
const TOGETHER: &str = "\
game star-elements
ann bets 100 on 1
dealer closes bets
shoe Tf 7e 6f
dealer closes offers
ann hits
";

#[test]
fn a_card_nobody_saw_is_not_told_before_it_is_dealt() {
    let text = format!("{TOGETHER}dealer draws together 4t 9t\n");
    let told = story(&played(&text));
    assert!(told.contains("in an order nobody knows: ? ?"), "{told}");
    assert!(told.contains("ann is to pick among the cards drawn together: ? ?"), "{told}");
    assert!(!told.contains("4t") && !told.contains("9t"), "{told}");
    let told = story(&played(&format!("{text}ann picks 2\ndealer deals on\n")));
    assert!(told.contains("9t to spot 1 (Tf 6f 9t = 25)") && !told.contains("4t"), "{told}");
}

#[test]
fn cards_are_picked_by_themselves_only_if_they_were_seen() {
    played(&format!("{TOGETHER}dealer draws together 4t 9t seeing all\nann picks 9t\n"));
    played(&format!("{TOGETHER}dealer draws together 4t 9t seeing all\nrefuse ann picks 5t\nann picks 4t\n"));
    played(&format!("{TOGETHER}dealer draws together 4t 9t\nrefuse ann picks 9t\nrefuse ann picks 0\n"));
    played(&format!("{TOGETHER}refuse ann picks 9t\nrefuse ann picks 1\n"));
}

#[test]
fn who_is_asked_by_name_need_not_say_where() {
    let text = TOGETHER.replace("dealer closes bets", "ann bets 100 on 2\ndealer closes bets");
    let text = text.replace("shoe Tf 7e 6f", "shoe Tf 5f 7e 6f 5g").replace("ann hits", "ann hits on 1");
    played(&format!("{text}dealer draws together 4t 9t seeing all\nann declines\n"));
}

#[test]
fn a_name_speaks_for_the_staff_once_it_holds_a_post() {
    let text = "game macau\nann bets 100 on 1\ndealer closes bets\n";
    played(&format!("{text}refuse [I-95] kim reports foreign-card\nrefuse [I-95] kim voids because so\n"));
    let round =
        played(&format!("{text}kim acts as supervisor\nkim voids because so\nexpect void\nexpect ann 0\n"));
    assert!(story(&round).contains("kim acts as pit supervisor"), "{}", story(&round));
    assert!(story(&round).contains("kim (pit supervisor) voids the round: so"), "{}", story(&round));
}

#[test]
fn money_of_a_ruling_is_no_wager_at_a_spot() {
    let round = played(
        "game macau\nann bets 100 on 2\ndealer closes bets\nshoe Ts 7d 8h\npit awards 10 to ann because so\n\
         ann stands\nshoe Td\nexpect ann +110\n",
    );
    let json = serde_json::to_value(round.to_json("x.round")).expect("plain data");
    assert_eq!(json["wagers"][1]["kind"], "ruling");
    assert_eq!(json["irregularities"][0]["says"], "the pit awards 10 to ann: so");
    assert_eq!(json["irregularities"][0]["clause"], "I-95");
}

/// Who took a post in an earlier round takes it again where a later one is written down alone.
#[test]
fn a_later_round_is_exported_with_the_posts_it_rests_on() {
    let first = "game macau\nkim acts as supervisor\nann bets 100 on 1\npit voids because so\n";
    let both =
        played(&format!("{first}dealer opens bets\nann bets 50 on 1\nkim voids because so\nexpect void\n"));
    let last = both.rounds.last().expect("two rounds");
    let rules = both.rules.as_ref().expect("a game");
    let written = export(rules, &both.names, &last.before, &last.events, &last.round).to_string();
    assert!(written.contains("kim acts as supervisor\nkim voids because so\n"), "{written}");
    played(&written);
}
