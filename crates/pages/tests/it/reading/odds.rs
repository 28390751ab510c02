//! The odds: worked out off the page, and then what the odds crate and the public references say.

use std::time::Duration;

use odds::{Game, LETTERS, Row, Shoe, Table};
use rulebook::Rules;

use testkit::TestFloor;

use super::dealt::open;

/// Asks until nothing is being worked out above this part of the page any more.
async fn worked_out(house: &TestFloor, path: &str, part: &str) -> String {
    loop {
        let page = house.get("", path).await.text();
        let above = page.split(&format!("id=\"{part}\"")).next().expect("a page");
        if !above.contains("class=\"working\"") {
            return page;
        }
        assert!(page.contains(" data-live=\"/"), "the page learns when it is");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The letters of a row of the chart, in the order of the page: two to ten, then the Ace.
fn letters(page: &str, part: &str, row: &str) -> String {
    let table = page.split(&format!("id=\"chart-{part}\"")).nth(1).expect("a part");
    let table = table.split("</table>").next().expect("a table");
    let cells = table.split(&format!("<th scope=\"row\">{row}</th>")).nth(1).expect("a row");
    let cells = cells.split("</tr>").next().expect("a row");
    cells.split("data-letter=\"").skip(1).filter_map(|cell| cell.chars().next()).collect()
}

/// Six decks, all wagers lost to a dealer blackjack: two public programs find -0.5140564 % for best play (see the odds
/// crate's own reference test), and the chart for this game is published everywhere.
#[tokio::test(flavor = "multi_thread")]
async fn the_chart_and_the_edge_are_those_of_the_references() {
    let house = open(&[("macau", &[("decks", "6"), ("dealer-blackjack-loss", "all")])]).await;
    let page = worked_out(&house, "/odds/macau?table=macau-d", "decks").await;
    let main = page.split("id=\"return-main\"").nth(1).expect("the main wager");
    assert!(main[..300].contains("99.4859 %") && main[..300].contains("0.5141 %"), "{main:.300}");
    for (part, row, wanted) in [
        ("hard", "16", "SSSSSHHHHH"),
        ("hard", "12", "HHSSSHHHHH"),
        ("hard", "11", "DDDDDDDDHH"),
        ("hard", "9", "HDDDDHHHHH"),
        ("soft", "A,7", "SddddSSHHH"),
        ("pairs", "8,8", "PPPPPPPPHH"),
        ("pairs", "A,A", "PPPPPPPPPH"),
        ("pairs", "9,9", "PPPPPSPPSS"),
        ("pairs", "T,T", "SSSSSSSSSS"),
    ] {
        assert_eq!(letters(&page, part, row), wanted, "{part} {row}");
    }
    // Every cell is the chart's.
    let mut rules = Rules::of("macau").expect("one of the five");
    rules.set("decks", "6").expect("a number of decks");
    let chart =
        Table::<f64>::new(&Game::of(&rules), &Shoe::full(rules.deck(), 6)).expect("a shoe").basic_strategy();
    for row in Row::all().filter(|row| !matches!(row, Row::Hard(4 | 21) | Row::Soft(12 | 21))) {
        let name = match row {
            Row::Hard(total) => total.to_string(),
            Row::Soft(total) => format!("A,{}", LETTERS[usize::from(total) - 12]),
            Row::Pair(value) => format!("{0},{0}", LETTERS[value]),
        };
        let wanted: String = (1..10).chain([0]).map(|up| chart.cell(row, up).letter()).collect();
        assert_eq!(letters(&page, row.part(), &name), wanted, "{row}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_page_tells_what_side_wagers_return() {
    let house = open(&[]).await;
    let page = worked_out(&house, "/rules/blackjack", "pay-tables").await;
    // 31 of 415 pairs at 11 to 1: the house keeps 43 of 415.
    let pair = page.split("id=\"return-pair\"").nth(1).expect("a side wager");
    assert!(pair[..300].contains("10.3614 %"), "{pair:.300}");
}
