//! The rules: every clause anybody cites stands under its number, and what a table posted is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use axum::http::StatusCode;
use rulebook::GAMES;
use transcript::{Replay, parse, read, replay};

use super::dealt::open;

/// Every clause the rounds below a folder cite, by game.
fn cited(folder: &Path, all: &mut BTreeMap<String, BTreeSet<String>>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            cited(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "round") {
            let transcript = parse(&read(&path).expect("a text")).expect("a transcript");
            let Replay { rules: Some(rules), rounds, .. } = replay(&transcript, path.parent(), false) else {
                continue;
            };
            if GAMES.contains(&rules.id()) {
                let clauses = rounds.iter().flat_map(|round| &round.cited).map(ToString::to_string);
                all.entry(rules.id().to_owned()).or_default().extend(clauses);
            }
        }
    }
}

#[tokio::test]
async fn every_clause_that_any_scenario_cites_can_be_read_under_its_number() {
    let house = open(&[("plus", &[])]).await;
    let mut all = BTreeMap::new();
    cited(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios"), &mut all);
    assert_eq!(all.len(), GAMES.len());
    let mut found = 0;
    for (game, clauses) in all {
        let page = house.get("", &format!("/rules/{game}")).await;
        assert_eq!(page.status, StatusCode::OK, "{game}");
        for clause in &clauses {
            let anchors = page.text().matches(&format!(" id=\"{clause}\"")).count();
            assert_eq!(anchors, 1, "{game} {clause}");
        }
        found += clauses.len();
        // A link on the page leads to something on it.
        for link in page.text().split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let own = link.strip_prefix(&format!("/rules/{game}#")).or_else(|| link.strip_prefix('#'));
            let Some(target) = own else { continue };
            assert!(
                page.text().contains(&format!(" id=\"{}\"", target.replace("%23", "#"))),
                "{game}: {link}"
            );
        }
    }
    assert!(found > 500, "{found} clauses are cited");
}

#[tokio::test]
async fn a_table_tells_its_own_settings_and_limits() {
    let house = open(&[("macau", &[("decks", "4"), ("tie", "lose")])]).await;
    let posted = house.get("", "/rules/macau?table=macau-d").await.text();
    for told in [
        "4 decks of 52 cards",
        "The stake is lost",
        "chosen at this table",
        "id=\"limits\"",
        "<td class=\"figure\">500</td>",
    ] {
        assert!(posted.contains(told), "{told}");
    }
    let written = house.get("", "/rules/macau").await.text();
    assert!(written.contains("Stand-off: the stake goes back") && !written.contains("id=\"limits\""));
    for (path, status, says) in [
        ("/rules", 200, "/rules/macau?table=macau-d"),
        ("/rules/nothing", 404, "all of them are listed at /rules"),
        ("/rules/%3Cb%3E", 404, "&lt;b&gt;"),
        ("/rules/plus?table=macau-d", 404, "/rules/macau?table=macau-d"),
        ("/rules/macau?table=nowhere", 404, "there is no table nowhere"),
        ("/practice/nothing", 404, "there is one for each of blackjack, electronic"),
        ("/odds/nothing", 404, "all of them are listed at /rules"),
    ] {
        let reply = house.get("", path).await;
        assert_eq!(reply.status.as_u16(), status, "{path}");
        assert!(reply.text().contains(says), "{path}: {}", reply.text());
    }
}

#[tokio::test]
async fn pages_to_read_are_strict_and_not_too_heavy() {
    let house = open(&[("star-elements", &[])]).await;
    for path in
        ["/rules", "/rules/star-elements?table=star-elements-d", "/odds/star-elements", "/practice/plus"]
    {
        let page = house.get("", path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(
            page.header("content-security-policy").starts_with("default-src 'none'; script-src 'self';"),
            "{path}"
        );
        for inline in [" style=", "<style", " onclick", "javascript:", "http://", "https://"] {
            assert!(!page.text().contains(inline), "{path} has {inline}");
        }
        assert_eq!(page.text().matches("<script").count(), 1, "{path}");
        assert!(page.text().len() < 200_000, "{path} weighs {}", page.text().len());
    }
}
