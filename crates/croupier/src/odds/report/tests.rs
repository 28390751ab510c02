//! The sheet says what the odds say, in every form.

use dashu_ratio::RBig;
use odds::{OutcomeOdds, WagerOdds};
use rulebook::{GAMES, Rules};
use serde_json::Value;

use super::*;
use crate::book;
use crate::odds::sample::{mischief, sheet, sheet_of};

fn json(sheet: &Sheet) -> Value {
    serde_json::from_str(&write(sheet, Format::Json).unwrap()).unwrap()
}

fn fraction(value: &Value) -> RBig {
    value["fraction"].as_str().unwrap().parse().unwrap()
}

fn wagers(sheet: &Sheet, json: &Value) -> Vec<(WagerOdds, Value)> {
    let written = json["side_wagers"].as_array().unwrap().iter().chain(Some(&json["insurance"]));
    sheet.all_wagers().cloned().zip(written.cloned()).collect()
}

#[test]
fn the_figures_of_every_game_are_those_of_the_odds() {
    for game in GAMES {
        let sheet = sheet(game);
        for (odds, written) in wagers(&sheet, &json(&sheet)) {
            assert_eq!(written["name"], odds.name.as_str());
            assert_eq!(fraction(&written["return_to_player"]), odds.rtp());
            assert_eq!(fraction(&written["mean_net"]), odds.ev);
            assert_eq!(fraction(&written["house_edge"]), -odds.ev.clone());
            assert_eq!(fraction(&written["hit_frequency"]), odds.hit_frequency());
            assert_eq!(fraction(&written["variance"]), odds.variance);
            let std_dev = written["standard_deviation"].as_f64().unwrap();
            assert!((std_dev - odds.std_dev()).abs() < 1e-12);
            let lines = written["lines"].as_array().unwrap();
            assert_eq!(lines.len(), odds.outcomes.len());
            for (line, odds) in lines.iter().zip(&odds.outcomes) {
                assert_eq!(line["name"], odds.name.as_str());
                assert_eq!(line["pays"], odds.pays.to_string());
                assert_eq!(line["combinations"], odds.combinations.hits.to_string());
                assert_eq!(written["combinations"], odds.combinations.of.to_string());
                assert_eq!(fraction(&line["probability"]), odds.probability);
                assert_eq!(fraction(&line["one_in"]) * &odds.probability, RBig::ONE);
                assert_eq!(fraction(&line["contribution"]), odds.contribution());
            }
        }
    }
}

#[test]
fn lines_and_losing_add_up_to_one_and_contributions_to_the_return() {
    for game in GAMES {
        let sheet = sheet(game);
        for (_, wager) in wagers(&sheet, &json(&sheet)) {
            let sum = |what: &str| {
                let lines = wager["lines"].as_array().unwrap().iter();
                lines.fold(RBig::ZERO, |sum, line| sum + fraction(&line[what]))
            };
            assert_eq!(sum("contribution"), fraction(&wager["return_to_player"]));
            assert_eq!(sum("probability") + fraction(&wager["losing"]["probability"]), RBig::ONE);
            assert_eq!(wager["lines_and_losing"]["fraction"], "1");
        }
    }
}

#[test]
fn every_exact_figure_stands_in_the_text_and_on_the_page() {
    for game in GAMES {
        let sheet = sheet(game);
        let page = write(&sheet, Format::Html).unwrap().replace("<wbr>", "");
        let text = write(&sheet, Format::Markdown).unwrap();
        let exact = |line: &OutcomeOdds| [line.probability.to_string(), line.contribution().to_string()];
        let figures = sheet.all_wagers().flat_map(|wager| {
            let whole =
                [wager.rtp(), wager.hit_frequency(), wager.variance.clone()].map(|whole| whole.to_string());
            wager.outcomes.iter().flat_map(exact).chain(whole).collect::<Vec<_>>()
        });
        for figure in figures {
            assert!(page.contains(&figure) && text.contains(&figure), "{game}: {figure}");
        }
        for said in [
            "add up to exactly 1",
            "not computed",
            &book::hash(&sheet.rules),
            "--report par.json",
            "1.031250",
            "three hands or more",
            "0.120117188",
        ] {
            assert!(page.contains(said) && text.contains(said), "{game}: {said}");
        }
        for setting in sheet.rules.settings().show() {
            assert!(page.contains(setting.name) && text.contains(setting.name));
        }
    }
}

#[test]
fn a_sheet_whose_sums_are_wrong_is_not_written() {
    let mut more = sheet("plus");
    more.wagers[0].outcomes[1].combinations.hits += 1u8;
    assert!(write(&more, Format::Json).unwrap_err().to_string().contains("RWS Pairs"));
    let mut less = sheet("plus");
    less.wagers[0].ev += RBig::ONE;
    assert!(write(&less, Format::Html).unwrap_err().to_string().contains("add up to the return"));
    let mut rare = sheet("plus");
    let ends = rare.main.distribution.as_mut().unwrap();
    ends.results[0].chance = 0.25;
    assert!(write(&rare, Format::Json).unwrap_err().to_string().contains("do not add up to 1"));
}

#[test]
fn the_chart_is_the_same_in_every_form() {
    let sheet = sheet("plus");
    let json = json(&sheet);
    let written = json["strategy_chart"]["rows"].as_array().unwrap();
    assert_eq!(written.len(), 38);
    let text = write(&sheet, Format::Markdown).unwrap();
    for row in written {
        let cells: Vec<&str> =
            row["cells"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        assert!(text.contains(&format!("| {} |", cells.join(" | "))), "{row}");
    }
    assert_eq!(written[12]["row"], "16");
    let ten = sheet.main.chart.cell(odds::Row::Hard(16), 9).to_string();
    assert_eq!(
        (&json["strategy_chart"]["up_cards"][8], &written[12]["cells"][8]),
        (&"T".into(), &ten.into())
    );
}

#[test]
fn names_are_only_names_in_every_form() {
    let sheet = mischief();
    let page = write(&sheet, Format::Html).unwrap();
    for tag in ["<script", "<img", "</title><"] {
        assert!(!page.replace("</title><style>", "").contains(tag), "{tag}");
    }
    let text = write(&sheet, Format::Markdown).unwrap();
    assert!(
        text.starts_with(
            "# PAR sheet: &lt;script&gt;alert('1')&lt;/script&gt; &amp;   \\| \\*a\\* 牌   \\# b"
        )
    );
    assert!(!text.contains('<') && text.contains("&lt;img src=x onerror=alert(2)&gt; \\| a b"), "{text}");
    assert_eq!(json(&sheet)["game"]["name"], sheet.rules.name());
    // The name holds a line feed, and the text that is hashed still has a line for each thing.
    let lines = 4 + sheet.rules.settings().show().len();
    let pay_lines: usize = sheet.rules.side_wagers().iter().map(|wager| 1 + wager.lines.len()).sum();
    assert_eq!(book::canonical(&sheet.rules).lines().count(), lines + pay_lines);
}

#[test]
fn tables_line_up_in_the_text() {
    let text = write(&sheet("electronic"), Format::Markdown).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let both = lines.windows(2).filter(|two| two.iter().all(|line| line.starts_with('|')));
    for two in both {
        assert_eq!(two[0].chars().count(), two[1].chars().count(), "{}\n{}", two[0], two[1]);
    }
}

#[test]
fn a_report_is_html_markdown_or_json_and_nothing_else() {
    for (file, format) in [("a.html", Format::Html), ("b/a.MD", Format::Markdown), ("a.b.json", Format::Json)]
    {
        assert_eq!(Format::of(Path::new(file)).unwrap(), format);
    }
    for file in ["a.pdf", "html", "a.", "a.json.txt", ""] {
        let why = Format::of(Path::new(file)).unwrap_err().to_string();
        assert_eq!(why, format!("{file}: a report ends with .html, .md or .json"));
    }
}

#[test]
fn the_command_that_gives_the_sheet_again_names_what_was_chosen() {
    let command = |sheet: &Sheet| json(sheet)["to_check"][0]["command"].as_str().unwrap().to_owned();
    assert_eq!(command(&sheet("macau")), "croupier odds macau --decks 6 --report par.json");
    let mut chosen = sheet("plus");
    chosen.rules.set("dealer-blackjack-loss", "all").unwrap();
    chosen.shoe.take("As".parse().unwrap()).unwrap();
    chosen.shoe.take("Kd".parse().unwrap()).unwrap();
    let options = "--decks 8 --set dealer-blackjack-loss=all --seen \"As Kd\"";
    assert_eq!(command(&chosen), format!("croupier odds plus {options} --report par.json"));
    assert_eq!(command(&mischief()), "croupier odds RULE-BOOK.toml --decks 8 --report par.json");
}

#[test]
fn a_setting_chosen_by_the_table_is_marked_and_changes_the_hash() {
    let mut sheet = sheet("plus");
    let before = json(&sheet);
    sheet.rules.set("dealer-blackjack-loss", "all").unwrap();
    let after = json(&sheet);
    assert_ne!(before["rule_book"]["sha256"], after["rule_book"]["sha256"]);
    let setting = |json: &Value| {
        let settings = json["settings"].as_array().unwrap().iter();
        settings.clone().find(|setting| setting["name"] == "dealer-blackjack-loss").unwrap().clone()
    };
    assert_eq!(
        (setting(&before)["book_value"].clone(), setting(&after)["value"].clone()),
        (Value::Null, "all".into())
    );
    assert_eq!(setting(&after)["book_value"], "busted-plus-one");
}

#[test]
fn a_pay_table_changed_by_a_house_changes_the_hash() {
    let book = include_str!("../../../../../rulebooks/macau.toml");
    let clauses = include_str!("../../../../../rulebooks/clauses/macau.tsv");
    let read = |book: &str| Rules::read(book, |_| Ok(clauses.to_owned())).unwrap();
    assert_eq!(book::hash(&read(book)), book::hash(&Rules::of("macau").unwrap()));
    assert_ne!(book::hash(&read(&book.replace("11:1", "12:1"))), book::hash(&read(book)));
    let sheet = sheet_of(read(&book.replace("11:1", "12:1")));
    assert!(write(&sheet, Format::Markdown).unwrap().contains("12:1"));
}

/// The fields are what programs rely on; who changes one raises `format_version`.
#[test]
fn the_fields_of_the_json_are_these() {
    let json = json(&sheet("plus"));
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!((&json["format"], &json["format_version"]), (&"croupier-par-sheet".into(), &1.into()));
    for (value, expected) in [
        (
            &json,
            "even_money format format_version game insurance left_out main_wager program rule_book settings shoe side_wagers \
             strategy_chart to_check",
        ),
        (&json["game"], "id in_force name"),
        (&json["rule_book"], "canonical_text hashed sha256"),
        (&json["shoe"], "about cards decks gone known_by values"),
        (&json["main_wager"], "by_up_card distribution error_bound method other_strategies played"),
        (&json["main_wager"]["distribution"], "about method results three_hands_or_more"),
        (&json["main_wager"]["distribution"]["results"][0], "net one_in probability probability_exact"),
        (&json["main_wager"]["distribution"]["three_hands_or_more"], "mean_net_share one_in probability"),
        (
            &json["main_wager"]["played"][0],
            "about by house_edge mean_net mean_net_exact return_to_player standard_deviation",
        ),
        (
            &json["main_wager"]["by_up_card"][0],
            "mean_net_best_chart mean_net_best_play mean_net_best_play_exact probability up_card",
        ),
        (&json["main_wager"]["other_strategies"][0], "looks_at mean_net name"),
        (
            &json["side_wagers"][0],
            "combinations decided_by hit_frequency house_edge kind lines lines_and_losing losing mean_net method name \
             return_to_player standard_deviation variance",
        ),
        (
            &json["side_wagers"][0]["lines"][0],
            "clauses combinations contribution name one_in pays probability when",
        ),
        (&json["side_wagers"][0]["losing"], "clauses combinations probability"),
        (&json["side_wagers"][0]["house_edge"], "decimal fraction"),
        (&json["even_money"], "taken waiting"),
        (&json["strategy_chart"], "letters name rows up_cards"),
        (&json["strategy_chart"]["letters"][0], "letter means"),
        (&json["strategy_chart"]["rows"][0], "cells part row"),
        (&json["settings"][0], "about book_value clauses name section value"),
        (&json["to_check"][0], "command shows"),
    ] {
        let mut expected: Vec<&str> = expected.split(' ').collect();
        expected.sort_unstable();
        let mut found: Vec<String> = fields(value).split(' ').map(str::to_owned).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
