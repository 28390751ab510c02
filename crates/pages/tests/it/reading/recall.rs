//! Past rounds: who may look, what each viewer saw, what can be taken away.

use axum::http::StatusCode;
use floor::Role;
use serde_json::Value;

use testkit::TestFloor;

use super::dealt::{open, play, someone};

/// Ann has sixteen against a ten and hits, Bob stands on eighteen; the dealer comes to nineteen.
const ROUND: &str = "
    dealer opens bets
    ann: bets 100 on 1
    bob: bets 50 on 2
    dealer closes bets
    shoe Ts
    shoe 9s
    shoe Td
    shoe 6h
    shoe 9c
    ann: declines
    bob: declines
    ann: hits
    shoe 5c
    ann: stands
    bob: stands
    shoe 9d";

/// The same cards for both at their terminals.
const SHARED: &str = "
    dealer opens bets
    ann: sits on 1
    bob: sits on 2
    ann: bets 100 on 1
    bob: bets 50 on 2
    dealer closes bets
    shoe Ts
    shoe Td
    shoe 6h
    ann: hits
    bob: stands
    shoe 5c
    shoe 9d";

#[tokio::test]
async fn only_those_who_may_look_at_a_round_and_only_through_eyes_that_are_theirs() {
    let house = open(&[("plus", &[])]).await;
    let ann = someone(&house, "ann", Role::Player).await;
    someone(&house, "bob", Role::Player).await;
    let cyd = someone(&house, "cyd", Role::Player).await;
    let audrey = someone(&house, "audrey", Role::Auditor).await;
    let carl = someone(&house, "carl", Role::Cashier).await;
    play(&house, "plus-d", ROUND).await;
    let asked = [
        ("", "/rounds/plus-d.1", 401),
        (&ann, "/rounds/plus-d.1", 200),
        (&ann, "/rounds/plus-d.1?as=public", 200),
        (&ann, "/rounds/plus-d.1?as=ann", 200),
        (&ann, "/rounds/plus-d.1?as=bob", 403),
        (&ann, "/rounds/plus-d.1?as=staff", 403),
        (&cyd, "/rounds/plus-d.1", 403),
        (&cyd, "/rounds/plus-d.1/json", 403),
        (&cyd, "/rounds/plus-d.1/transcript", 403),
        (&carl, "/rounds/plus-d.1", 403),
        (&carl, "/rounds", 403),
        ("", "/rounds", 401),
        (&audrey, "/rounds/plus-d.1?as=bob", 200),
        (&audrey, "/rounds/plus-d.1?as=staff&step=3", 200),
        (&audrey, "/rounds/plus-d.1?as=nobody", 403),
        (&ann, "/rounds/plus-d.2", 404),
        (&ann, "/rounds/nowhere.1", 404),
        (&ann, "/rounds/plus-d", 404),
        (&ann, "/rounds/plus-d.", 404),
        (&ann, "/rounds/.1", 404),
        (&ann, "/rounds/plus-d.-1", 404),
        (&ann, "/rounds/plus-d.99999999999999999999", 404),
        (&ann, "/rounds/%00%22.1", 404),
        (&ann, "/rounds/%3Cb%3E.x", 404),
        (&ann, "/rounds/plus-d.1?step=99999999999999999999999", 200),
        (&ann, "/rounds/plus-d.1?step=-1", 200),
        (&ann, "/rounds?number=x&table=%22", 200),
        (&ann, "/rounds?player=bob", 403),
        (&ann, "/rounds?before=x", 400),
    ];
    for (session, path, status) in asked {
        let reply = house.get(session, path).await;
        assert_eq!(reply.status.as_u16(), status, "{path}: {}", reply.text());
        assert!(reply.text().starts_with("<!DOCTYPE html>"), "{path} is a page for people");
        assert!(!reply.text().contains("<b>"), "{path}");
    }
    let found = house.get(&ann, "/rounds").await.text();
    assert!(found.contains("href=\"/rounds/plus-d.1\"") && !found.contains("bob"), "{found}");
    let found = house.get(&audrey, "/rounds?player=bob&table=plus-d&number=1").await.text();
    assert!(found.contains("href=\"/rounds/plus-d.1\"") && found.contains("ann, bob"), "{found}");
}

#[tokio::test]
async fn a_round_is_seen_step_by_step_with_clauses_and_what_each_answer_was_worth() {
    let house = open(&[("plus", &[])]).await;
    let ann = someone(&house, "ann", Role::Player).await;
    someone(&house, "bob", Role::Player).await;
    play(&house, "plus-d", ROUND).await;
    let last = house.get(&ann, "/rounds/plus-d.1?step=999").await.text();
    assert!(
        last.contains("<strong>the round is settled") || last.contains("settled</strong>"),
        "the last step: {last}"
    );
    assert!(
        last.contains("+100") && last.contains("href=\"/rules/plus#3."),
        "her result, and clauses to read"
    );
    let first = house.get(&ann, "/rounds/plus-d.1?step=0").await.text();
    assert!(first.contains("The table before the round") && !first.contains("svg class=\"card\""), "{first}");
    assert!(first.contains("data-key=\"ARROWRIGHT\"") && !first.contains("data-key=\"ARROWLEFT\""));
    let numbers = last.matches("&amp;step=").count();
    assert!(numbers > 15, "{numbers} steps");
    // Sixteen against a ten: one card, and the odds say so too; she could have surrendered earlier.
    let decisions = decisions(&house, &ann, numbers).await;
    let given = decisions.iter().map(|page| page.contains("The best answer was given."));
    assert_eq!(given.collect::<Vec<_>>(), [false, true, true, true, true], "a surrender was missed");
    for worth in [
        "<span>Surrender</span><strong class=\"figure\">−0.5000",
        "The best answer was worth more, by +0.0698",
    ] {
        assert!(decisions[0].contains(worth), "{worth}");
    }
}

/// Every step that was a decision.
async fn decisions(house: &TestFloor, session: &str, most: usize) -> Vec<String> {
    let mut decisions = Vec::new();
    for step in 0..=most {
        let page = house.get(session, &format!("/rounds/plus-d.1?step={step}")).await.text();
        if page.contains(&format!("Step {step} of")) && page.contains("id=\"worths\"") {
            decisions.push(page);
        }
    }
    decisions
}

#[tokio::test]
async fn what_is_downloaded_is_the_round() {
    let house = open(&[("plus", &[]), ("electronic", &[])]).await;
    let ann = someone(&house, "ann", Role::Player).await;
    let bob = someone(&house, "bob", Role::Player).await;
    let audrey = someone(&house, "audrey", Role::Auditor).await;
    play(&house, "plus-d", ROUND).await;
    play(&house, "electronic-d", SHARED).await;
    for (session, id, api) in [
        (&ann, "plus-d.1", "plus-d/1"),
        (&ann, "electronic-d.1", "electronic-d/1"),
        (&bob, "electronic-d.1", "electronic-d/1"),
        (&audrey, "electronic-d.1", "electronic-d/1"),
    ] {
        let json = house.get(session, &format!("/rounds/{id}/json")).await;
        assert_eq!(json.header("content-disposition"), format!("attachment; filename=\"{id}.json\""));
        let told = house.get(session, &format!("/api/rounds/{api}")).await;
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        assert_eq!(read(&json.text()), read(&told.text()), "{id}");
    }
    for (id, name, net) in [("plus-d.1", "ann", 100), ("electronic-d.1", "bob", -50)] {
        let text = house.get(&audrey, &format!("/rounds/{id}/transcript")).await;
        assert_eq!(text.header("content-type"), "text/plain; charset=utf-8");
        assert_eq!(text.header("content-disposition"), format!("attachment; filename=\"{id}.round\""));
        let parsed = transcript::parse(&text.text()).expect("a transcript");
        let again =
            serde_json::to_value(transcript::replay(&parsed, None, true).to_json("it")).expect("JSON");
        assert_eq!(again["result"], "passed", "{id}: {again}");
        assert_eq!(again["nets"][name], net, "{id}: {again}");
    }
}

#[tokio::test]
async fn at_terminals_a_player_sees_and_takes_away_his_own_part_only() {
    let house = open(&[("electronic", &[])]).await;
    let ann = someone(&house, "ann", Role::Player).await;
    someone(&house, "bob", Role::Player).await;
    let audrey = someone(&house, "audrey", Role::Auditor).await;
    play(&house, "electronic-d", SHARED).await;
    for path in ["", "?as=public", "?step=0", "?step=5"] {
        let page = house.get(&ann, &format!("/rounds/electronic-d.1{path}")).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text().contains("bob"), "{path}: {}", page.text());
        assert!(!page.text().contains("the house"), "{path} tells what others lost");
        assert!(!page.text().contains("/transcript"), "{path} offers what is refused");
    }
    assert_eq!(house.get(&ann, "/rounds/electronic-d.1/transcript").await.status, StatusCode::FORBIDDEN);
    let all = house.get(&audrey, "/rounds/electronic-d.1").await.text();
    assert!(
        all.contains("bob") && all.contains("ann") && all.contains("?as=staff&amp;step="),
        "staff see both"
    );
    let as_bob = house.get(&audrey, "/rounds/electronic-d.1?as=bob").await.text();
    let felt = as_bob.split("id=\"felt\"").nth(1).and_then(|rest| rest.split("<nav").next()).expect("a felt");
    assert!(felt.contains("bob") && !felt.contains("ann"), "what Bob saw: {felt}");
}
