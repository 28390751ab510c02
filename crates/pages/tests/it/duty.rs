//! Decisions that take two people, and dealers who sign on, on pages without a script, in both languages.

use axum::http::StatusCode;
use floor::{Config, DealingConfig, Role, TableConfig};
use testkit::TestFloor;

/// The same session in Chinese.
fn in_chinese(session: &str) -> String {
    format!("{session}; language=zh-Hans")
}

/// The number of what waits at a table.
fn waiting(house: &TestFloor, table: &str) -> Vec<u64> {
    let standing = house.floor.table(table).expect("a table").standing.borrow().clone();
    standing.table.requests().iter().map(|request| request.number).collect()
}

#[tokio::test]
async fn a_large_award_waits_on_the_pits_page_until_another_person_approves_it() {
    let house = TestFloor::builder().pages().open().await;
    let (table, page) = ("blackjack-1", "/pit/tables/blackjack-1");
    let (sue, sam) =
        (house.visitor("sue", Role::Supervisor).await, house.visitor("sam", Role::Supervisor).await);
    let (ann, otto) = (house.visitor("ann", Role::Player).await, house.visitor("otto", Role::Auditor).await);
    house.add("bob", Role::Player).await;
    house.fund("ann").await;
    house.open_betting().await;
    for (session, say) in [(&ann, "bets 10 on 1"), (&sue, "dealer closes bets")] {
        assert_eq!(house.say(session, table, say).await.status, StatusCode::OK, "{say}");
    }
    let round = house.look(table).await["round"].clone();
    let award = format!("say=pit+awards+5000+to+bob+because+of+a+spill&round={round}");
    let asked = house.browse(&sue, "POST", &format!("{page}/say"), &award).await;
    assert_eq!((asked.status, asked.location()), (StatusCode::SEE_OTHER, page));
    let [number] = waiting(&house, table)[..] else { panic!("one waits") };
    for session in [&sam, &otto] {
        assert!(house.get(session, "/pit").await.text().contains("A second person is needed"));
        assert!(house.get(&in_chinese(session), "/pit").await.text().contains("需要第二人批准"));
    }
    let shown = |text: String| text.split("id=\"approvals\"").nth(1).expect("a place for it").to_owned();
    let seen = shown(house.get(&sam, page).await.text());
    for words in ["pit awards 5000 to bob because of a spill", "5\u{2009}000", "sue", "Approve and carry out"]
    {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    let seen = shown(house.get(&in_chinese(&sam), page).await.text());
    for words in ["等待第二人批准", "批准并执行", "拒绝", "主管"] {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    let own = shown(house.get(&sue, page).await.text());
    assert!(own.contains("Take back") && !own.contains("Approve and carry out"), "{own}");
    assert!(
        !shown(house.get(&otto, page).await.text()).contains("action=\"/pit/tables/blackjack-1/approvals\"")
    );

    let (path, approve) = (format!("{page}/approvals"), format!("number={number}&approve=true"));
    let refused = house.browse(&sue, "POST", &path, &approve).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.text().contains("this takes two people"), "{}", refused.text());
    let done = house.browse(&sam, "POST", &path, &approve).await;
    assert_eq!((done.status, done.location()), (StatusCode::SEE_OTHER, page));
    assert_eq!(waiting(&house, table), [0; 0]);
    assert_eq!(house.floor.cage().balance("bob").await.expect("a balance").units(), 500_000);
    assert_eq!(house.browse(&sam, "POST", &path, &approve).await.status, StatusCode::NOT_FOUND);
    for (session, words) in [
        (otto.clone(), ["waits for a second person", "which sue asked for", "sam, asked by sue"]),
        (in_chinese(&otto), ["等待第二人批准", "（sue 提出）", "sam, asked by sue"]),
    ] {
        let log = house.get(&session, "/pit/log?book=table/blackjack-1").await.text();
        for words in words {
            assert!(log.contains(words), "{words}: {log}");
        }
    }
}

#[tokio::test]
async fn a_dealer_is_assigned_on_the_pits_page_and_signs_on_at_the_console() {
    let table = TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of("plus-1", "plus") };
    let config = Config { tables: vec![table], ..Config::default() };
    let house = TestFloor::builder().config(config).pages().open().await;
    let (dan, sue) = (house.visitor("dan", Role::Dealer).await, house.visitor("sue", Role::Supervisor).await);
    let ann = house.visitor("ann", Role::Player).await;
    house.fund("ann").await;
    let (console, pit) = ("/dealer/plus-1", "/pit/tables/plus-1/dealers");
    let text = house.get(&dan, console).await.text();
    assert!(text.contains("Ask the pit to assign you to this table") && !text.contains("id=\"controls\""));
    assert!(house.get(&in_chinese(&dan), console).await.text().contains("请监场指派您到本桌"));
    let refused = house.browse(&dan, "POST", "/dealer/plus-1/sign-on", "on=true").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text().contains("you are not assigned to this table"), "{}", refused.text());
    let nobody = house.browse(&sue, "POST", pit, "dealer=nobody&assigned=true").await;
    assert_eq!(nobody.status, StatusCode::UNPROCESSABLE_ENTITY);
    let assigned = house.browse(&sue, "POST", pit, "dealer=dan&assigned=true").await;
    assert_eq!(assigned.location(), "/pit/tables/plus-1");
    let text = house.get(&dan, console).await.text();
    assert!(text.contains("Sign on to this table first") && !text.contains("id=\"controls\""), "{text}");
    assert!(house.get(&in_chinese(&dan), console).await.text().contains("上桌签到"));
    let signed = house.browse(&dan, "POST", "/dealer/plus-1/sign-on", "on=true").await;
    assert_eq!((signed.status, signed.location()), (StatusCode::SEE_OTHER, console));
    let text = house.get(&dan, console).await.text();
    assert!(text.contains("You deal at this table.") && text.contains("id=\"controls\""), "{text}");
    assert!(house.get(&sue, "/pit/tables/plus-1").await.text().contains("<strong>dan</strong>"));

    // What is keyed for a player who did not sit down is refused where it was tried.
    house.say(&dan, "plus-1", "dealer opens bets").await;
    let bet = "say=bets&name=ann&spot=2&amount=20&wager=main";
    for (session, why) in
        [(dan.clone(), "ann is not seated at this table"), (in_chinese(&dan), "该玩家未在本桌入座")]
    {
        let refused = house.browse(&session, "POST", "/dealer/plus-1/say", bet).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(refused.text().contains(why), "{}", refused.text());
    }
    house.say(&ann, "plus-1", "sits on 2").await;
    assert_eq!(house.browse(&dan, "POST", "/dealer/plus-1/say", bet).await.status, StatusCode::SEE_OTHER);

    // What would void the round waits, and the console says so.
    for say in ["dealer closes bets", "shoe Ts 7d 9s", "dealer reports power-failure"] {
        assert!(house.say(&dan, "plus-1", say).await.status.is_success(), "{say}");
    }
    assert!(house.get(&dan, console).await.text().contains("a supervisor or a higher post confirms it"));
    assert!(house.get(&in_chinese(&dan), console).await.text().contains("须由主管或更高职级确认"));
    let [number] = waiting(&house, "plus-1")[..] else { panic!("one waits") };
    let approve = format!("number={number}&approve=true");
    house.browse(&sue, "POST", "/pit/tables/plus-1/approvals", &approve).await;
    assert_eq!(house.look("plus-1").await["phase"], "void");
    let recalled = house.get(&sue, "/rounds/plus-1.1").await.text();
    assert!(
        recalled.contains("Dealer: dan") && recalled.contains("Asked by dan, approved by sue"),
        "{recalled}"
    );
    assert!(!house.get(&ann, "/rounds/plus-1.1").await.text().contains("Asked by"), "for staff");
    // What two people want and no account covers ends, and the page tells both of them why.
    let take = "say=pit+takes+5000+from+ann+because+of+a+mistake&round=1";
    let [mary, max] = [("mary", Role::ShiftManager), ("max", Role::ShiftManager)];
    let (mary, max) = (house.visitor(mary.0, mary.1).await, house.visitor(max.0, max.1).await);
    house.browse(&mary, "POST", "/pit/tables/plus-1/say", take).await;
    let [number] = waiting(&house, "plus-1")[..] else { panic!("one waits") };
    let approve = format!("number={number}&approve=true");
    let refused = house.browse(&max, "POST", "/pit/tables/plus-1/approvals", &approve).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    for session in [&mary, &max] {
        let page = house.get(session, "/pit/tables/plus-1").await.text();
        let ended = page.split(&format!("id=\"ended-{number}\"")).nth(1).expect("its end").to_owned();
        for words in ["mary", "approved, but not carried out", "max", "which does not cover it"] {
            assert!(ended.contains(words), "{words}: {ended}");
        }
    }
    let chinese = house.get(&in_chinese(&mary), "/pit/tables/plus-1").await.text();
    assert!(chinese.contains("已批准，但未执行"), "{chinese}");
    // What waits when the next round is opened lapses, and the log says so.
    let award = "say=pit+awards+5000+to+ann+because+of+a+spill&round=1";
    house.browse(&mary, "POST", "/pit/tables/plus-1/say", award).await;
    for (who, say) in [(&dan, "dealer opens bets"), (&ann, "bets 20 on 2")] {
        assert_eq!(house.say(who, "plus-1", say).await.status, StatusCode::OK, "{say}");
    }
    let log = house.get(&sue, "/pit/log?book=table/plus-1").await.text();
    assert!(log.contains("which mary asked for, lapsed: the next round was opened"), "{log}");
    let off = house.browse(&dan, "POST", "/dealer/plus-1/sign-on", "on=false").await;
    assert_eq!(off.status, StatusCode::SEE_OTHER);
    let log = house.get(&sue, "/pit/log?book=table/plus-1").await.text();
    for words in ["dan is assigned to the table", "dan signs on", "dan is signed off"] {
        assert!(log.contains(words), "{words}: {log}");
    }
    // Wagers lie there, and nobody deals.
    assert!(house.get(&sue, "/pit").await.text().contains("Wagers lie and no dealer is signed on"));
    house.browse(&dan, "POST", "/dealer/plus-1/sign-on", "on=true").await;
    assert!(!house.get(&sue, "/pit").await.text().contains("Wagers lie and no dealer is signed on"));
    // A dealer who signs out does not deal any more, and the log says why.
    house.browse(&dan, "POST", "/sign-out", "").await;
    let log = house.get(&sue, "/pit/log?book=table/plus-1").await.text();
    assert!(log.contains("dan does not deal any more: they signed out"), "{log}");
}
