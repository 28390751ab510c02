//! Whatever is sent to whatever command of the document: the right status, a problem, and nothing changed.

use axum::body::to_bytes;
use axum::http::{Method, StatusCode, header};
use floor::Role;
use serde_json::{Map, Value, json};

use super::operations::{For, Operation, operations};
use testkit::{Reply, Request, TestFloor};

/// The document.
struct Document(Value);

impl Document {
    fn new() -> Document {
        Document(serde_json::to_value(floor::document()).expect("a document"))
    }

    fn operation(&self, one: &Operation) -> &Value {
        &self.0["paths"][one.path][one.method]
    }

    /// The fields of a command's body: name, schema, whether it must be there.
    fn fields(&self, one: &Operation) -> Vec<(String, Value, bool)> {
        let schema = &self.operation(one)["requestBody"]["content"]["application/json"]["schema"];
        let schema = self.resolved(schema);
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let field = |(name, schema): (String, Value)| {
            let must = required.contains(&json!(name));
            (name, self.resolved(&schema), must)
        };
        properties.into_iter().map(field).collect()
    }

    fn resolved(&self, schema: &Value) -> Value {
        match schema["$ref"].as_str() {
            Some(at) => self.0.pointer(at.trim_start_matches('#')).expect("a schema").clone(),
            None => schema.clone(),
        }
    }

    /// The parameters after the question mark that are whole numbers, with whether they may be negative.
    fn numbers(&self, one: &Operation) -> Vec<(String, bool)> {
        let all = self.operation(one)["parameters"].as_array().cloned().unwrap_or_default();
        let is_number = |one: &Value| one["in"] == "query" && one["schema"].to_string().contains("integer");
        let named = |one: &Value| {
            (one["name"].as_str().expect("a name").to_owned(), one["schema"]["minimum"].is_null())
        };
        all.iter().filter(|one| is_number(one)).map(named).collect()
    }
}

/// A floor with someone of every role, and what is asked of it.
struct Trial {
    house: TestFloor,
    document: Document,
    tokens: Vec<(Role, String)>,
    asked: usize,
}

impl Trial {
    async fn new() -> Trial {
        let house = TestFloor::open().await;
        house.add("bystander", Role::Player).await;
        let mut tokens = Vec::new();
        for role in Role::ALL {
            tokens.push((role, house.someone(&format!("some-{}", role.word()), role).await));
        }
        Trial { house, document: Document::new(), tokens, asked: 0 }
    }

    /// The command at another address, by someone who may give it.
    fn ask(&self, one: &Operation, address: &str) -> Request {
        let method: Method = one.method.to_uppercase().parse().expect("a method");
        let (_, token) = self.tokens.iter().find(|(role, _)| *role == one.role()).expect("everyone is here");
        let (_, terminal) = self.tokens.last().expect("the last role is a terminal");
        Request::new(method, address).by(token).with("croupier-terminal", terminal)
    }

    /// Asks, and finds a problem of one of these statuses that the document names, and nothing changed.
    async fn refuses(&mut self, one: &Operation, ask: Request, statuses: &[u16]) -> Reply {
        let what = format!("{} {} {:?}", ask.method, ask.path, ask.headers);
        let body = String::from_utf8_lossy(&ask.body[..ask.body.len().min(300)]).into_owned();
        let before = self.house.heads().await;
        let reply = self.house.send(ask).await;
        let told = format!("{what} {body}: {} {}", reply.status, reply.text());
        assert!(statuses.contains(&reply.status.as_u16()), "{told}");
        let documented = &self.document.operation(one)["responses"][reply.status.as_str()];
        assert!(documented.is_object(), "not in the document: {told}");
        assert_eq!(reply.headers[header::CONTENT_TYPE], "application/problem+json", "{told}");
        assert_eq!(reply.json()["status"], json!(reply.status.as_u16()), "{told}");
        assert_eq!(before, self.house.heads().await, "{told}");
        self.asked += 1;
        reply
    }
}

fn with(body: &Value, name: &str, value: Value) -> Value {
    let mut body = body.as_object().cloned().unwrap_or_default();
    body.insert(name.to_owned(), value);
    Value::Object(body)
}

/// Values that are none of this schema's types.
fn of_other_types(schema: &Value, must: bool) -> Vec<Value> {
    let is = schema["type"].to_string();
    let all = [
        ("null", Value::Null),
        ("boolean", json!(true)),
        ("number", json!(1.5)),
        ("string", json!("some text")),
        ("array", json!(["plus-1"])),
        ("object", json!({ "plus-1": 1 })),
    ];
    let fits =
        |name: &str| is.contains(name) || (name == "null" && !must) || (name == "string" && is == "null");
    all.into_iter().filter(|(name, _)| !fits(name)).map(|(_, value)| value).collect()
}

#[tokio::test]
async fn a_body_that_is_not_what_the_document_says_is_refused_and_changes_nothing() {
    let mut trial = Trial::new().await;
    for one in operations().iter().filter(|one| !one.body.is_null()) {
        let address = one.address();
        let plain = trial.ask(one, &address);
        let deep = "[".repeat(20_000);
        for text in [
            "",
            "{",
            "[]",
            "null",
            "7",
            "\"text\"",
            "{\"id\":}",
            "\u{feff}{}",
            "{\"id\":\"a\",\"id\":\"a\"}",
            &deep,
        ] {
            trial.refuses(one, plain.clone().raw("application/json", text), &[400]).await;
        }
        trial.refuses(one, plain.clone().raw("application/json", *b"{\"id\":\"\xff\"}"), &[400]).await;
        trial.refuses(one, plain.clone().raw("application/json", "x".repeat(10_000_000)), &[413]).await;
        trial.refuses(one, plain.clone(), &[415]).await;
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            trial.refuses(one, plain.clone().raw(kind, one.body.to_string()), &[415]).await;
        }
        let fields = trial.document.fields(one);
        assert!(!fields.is_empty(), "{}", one.path);
        trial.refuses(one, plain.clone().json(&with(&one.body, "nonsense", json!(1))), &[400]).await;
        let values: Vec<&Value> = one.body.as_object().expect("an object").values().collect();
        trial.refuses(one, plain.clone().json(&json!(values)), &[400]).await;
        for (name, schema, must) in fields {
            if must {
                let mut less: Map<String, Value> = one.body.as_object().expect("an object").clone();
                less.remove(&name);
                trial.refuses(one, plain.clone().json(&Value::Object(less)), &[400]).await;
            }
            for value in of_other_types(&schema, must) {
                trial.refuses(one, plain.clone().json(&with(&one.body, &name, value)), &[400]).await;
            }
        }
    }
    assert!(trial.asked > 400, "only {} requests", trial.asked);
}

#[tokio::test]
async fn amounts_and_ids_that_are_none_are_refused_and_change_nothing() {
    let mut trial = Trial::new().await;
    let long = "x".repeat(101);
    let ids = ["", &long, "a\0b", "a\nb", "a\tb", "\u{7f}", "é", "牌", "\u{202e}x"];
    for one in operations().iter().filter(|one| one.body.is_object()) {
        let plain = trial.ask(one, &one.address());
        if one.body.get("id").is_some() {
            for id in ids {
                trial.refuses(one, plain.clone().json(&with(&one.body, "id", json!(id))), &[400]).await;
            }
        }
        if one.body.get("amount").is_some() {
            for amount in [0, -1, i64::MIN, i64::MIN + 1, i64::MAX, 100_000_000_001] {
                let body = with(&one.body, "amount", json!(amount));
                trial.refuses(one, plain.clone().json(&body), &[422]).await;
            }
            for amount in [json!(0.5), json!(1e30), json!(u64::MAX), json!(-0.1)] {
                let body = with(&one.body, "amount", amount);
                trial.refuses(one, plain.clone().json(&body), &[400]).await;
            }
        }
    }
    let post = operations().into_iter().find(|one| one.path.ends_with("/post")).expect("it is in the list");
    for (least, most) in [(i64::MIN, i64::MAX), (-1, 500), (0, 0), (500, 100), (1, i64::MAX)] {
        let posted = json!({ "game": "plus", "limits": { "main": [least, most] } });
        let ask = trial.ask(&post, &post.address()).json(&with(&post.body, "posted", posted));
        trial.refuses(&post, ask, &[422]).await;
    }
    for game in ["macau", "/etc/passwd", "/dev/zero", "../../secret.toml", "", "pl\0us"] {
        let ask = trial.ask(&post, &post.address());
        let ask = ask.json(&with(&post.body, "posted", json!({ "game": game })));
        trial.refuses(&post, ask, &[422]).await;
    }
    let wrong = json!({ "game": "plus", "settings": { "no-such-setting": "x" } });
    let ask = trial.ask(&post, &post.address()).json(&with(&post.body, "posted", wrong));
    trial.refuses(&post, ask, &[422]).await;
}

#[tokio::test]
async fn sentences_that_are_none_are_refused_and_change_nothing() {
    let mut trial = Trial::new().await;
    trial.house.fund("some-player").await;
    trial.house.open_betting().await;
    let long = "bets 100 on 3 ".repeat(200);
    let most = i64::MAX;
    let sentences = [
        ("", 422),
        ("   ", 422),
        ("dances", 422),
        ("bets", 422),
        ("bets 100", 409),
        ("bets -100 on 3", 422),
        ("bets 0 on 3", 409),
        ("bets 1.005 on 3", 422),
        ("bets 99999999999999999999 on 3", 422),
        (&format!("bets {most} on 3"), 422),
        ("bets 1e3 on 3", 422),
        ("bets 100 on 0", 409),
        ("bets 100 on 99", 409),
        ("bets 100 on 4294967296", 409),
        ("bets 100 on 3 lucky", 409),
        ("bets 100 on 3\nbob bets 100 on 3", 422),
        ("bets 100 on 3 # a remark", 422),
        ("bets 100 on \u{0663}", 422),
        ("bets\0 100 on 3", 422),
        ("hits", 409),
        ("picks 7", 409),
        (&long, 422),
    ];
    let say = operations().into_iter().find(|one| one.path.ends_with("/say")).expect("it is in the list");
    for (text, status) in sentences {
        let ask = trial.ask(&say, &say.address()).json(&json!({ "id": "s1", "say": text }));
        trial.refuses(&say, ask, &[status]).await;
    }
    // Words of others, of staff and of the program are not a player's, nor cards a dealer's where the house deals.
    for text in ["dealer closes bets", "pit voids because of me", "shoe As", "game macau", "expect settled"] {
        let ask = trial.ask(&say, &say.address()).json(&json!({ "id": "s2", "say": text }));
        trial.refuses(&say, ask, &[403, 422]).await;
    }
    let deal =
        operations().into_iter().find(|one| one.body["say"] == "dealer closes offers").expect("listed");
    for text in ["shoe As", "some-player bets 100 on 3", "game macau", "expect settled", "dealer shuffles"] {
        let ask = trial.ask(&deal, &deal.address()).json(&json!({ "id": "s3", "say": text }));
        trial.refuses(&deal, ask, &[403, 422]).await;
    }
}

#[tokio::test]
async fn addresses_of_nothing_are_refused_and_change_nothing() {
    let mut trial = Trial::new().await;
    let long = "x".repeat(8_000);
    let nowhere = [
        "nowhere",
        "%00",
        "plus-1%00",
        "%F0%9F%83%8F",
        "..%2F..%2Fetc",
        "%22",
        "'or'1",
        "plus-1%20",
        "%ff",
        &long,
    ];
    let numbers = ["x", "1.5", "99999999999999999999", "-0x1", "%00"];
    for one in operations() {
        let send = |trial: &Trial, address: &str| {
            let ask = trial.ask(&one, address);
            if one.body.is_null() { ask } else { ask.json(&one.body) }
        };
        for word in ["{table}", "{name}"] {
            for part in nowhere.iter().filter(|_| one.path.contains(word)) {
                let address = one.path.replace(word, part).replace("{number}", "1");
                let ask = send(&trial, &address);
                trial.refuses(&one, ask, &[400, 404]).await;
            }
        }
        for part in numbers.iter().filter(|_| one.path.contains("{number}")) {
            let ask = send(&trial, &one.path.replace("{table}", "plus-1").replace("{number}", part));
            trial.refuses(&one, ask, &[400]).await;
        }
        for number in [i64::MIN, -1, 0, i64::MAX] {
            if one.path.contains("{number}") {
                let address = one.path.replace("{table}", "plus-1").replace("{number}", &number.to_string());
                let ask = send(&trial, &address);
                trial.refuses(&one, ask, &[404]).await;
            }
        }
        for (name, negative) in trial.document.numbers(&one) {
            for value in ["x", "1.5", "99999999999999999999", "", "1%00", "-1"] {
                if value == "-1" && negative {
                    continue;
                }
                let (address, sign) = (one.address(), if one.address().contains('?') { '&' } else { '?' });
                let ask = send(&trial, &format!("{address}{sign}{name}={value}"));
                trial.refuses(&one, ask, &[400]).await;
            }
        }
    }
    assert!(trial.asked > 150, "only {} requests", trial.asked);
}

#[tokio::test]
async fn numbers_of_entries_that_are_yet_to_come_are_refused() {
    let mut trial = Trial::new().await;
    let seq = trial.house.look("plus-1").await["seq"].as_u64().expect("a number");
    for one in
        operations().iter().filter(|one| one.path.ends_with("/events") || one.path.ends_with("/socket"))
    {
        for after in [seq + 1, u64::MAX] {
            let ask = trial.ask(one, &format!("{}?after={after}", one.address()));
            trial.refuses(one, ask, &[400]).await;
        }
        if one.path.ends_with("/events") {
            for id in [&(seq + 1).to_string(), "-1", "x", "", "18446744073709551616", "1 2", "é"] {
                let ask = trial.ask(one, &one.address()).with("last-event-id", id);
                trial.refuses(one, ask, &[400]).await;
            }
        }
    }
}

#[tokio::test]
async fn tokens_that_nobody_has_are_nobodys() {
    let mut trial = Trial::new().await;
    let good = trial.house.someone("leaver", Role::Administrator).await;
    assert_eq!(trial.house.send(Request::get("/api/me").by(&good)).await.status, StatusCode::OK);
    let out = trial.house.send(Request::post("/api/sign-out").by(&good)).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    let fresh = trial.house.token("leaver").await;
    let upper = fresh.to_uppercase();
    let last = if fresh.ends_with('0') { '1' } else { '0' };
    let flipped = format!("{}{last}", &fresh[..fresh.len() - 1]);
    let long = "f".repeat(10_000);
    let forged = [
        format!("Bearer {good}"),
        format!("Bearer {}", &fresh[..fresh.len() - 1]),
        format!("Bearer {fresh}0"),
        format!("Bearer {upper}"),
        format!("Bearer {flipped}"),
        format!("Bearer {long}"),
        format!("Basic {fresh}"),
        format!("bearer{fresh}"),
        "Bearer ".to_owned(),
        String::new(),
        "Bearer \u{e9}".to_owned(),
    ];
    for one in operations().iter().filter(|one| one.who != For::Anyone) {
        let method: Method = one.method.to_uppercase().parse().expect("a method");
        for token in &forged {
            let ask = Request::new(method.clone(), &one.address()).with("authorization", token);
            let ask = if one.body.is_null() { ask } else { ask.json(&one.body) };
            trial.refuses(one, ask, &[401]).await;
        }
        for cookie in [good.as_str(), "", "x", &flipped, &long] {
            let ask =
                Request::new(method.clone(), &one.address()).with("cookie", &format!("croupier={cookie}"));
            let ask = if one.body.is_null() { ask } else { ask.json(&one.body) };
            trial.refuses(one, ask, &[401]).await;
        }
    }
    // With a forged token anyone sees what everyone may see.
    let public = trial.house.send(Request::get("/api/tables/plus-1")).await;
    let forged = trial.house.send(Request::get("/api/tables/plus-1").by(&flipped)).await;
    assert_eq!((public.status, public.body), (forged.status, forged.body));
}

#[tokio::test]
async fn ways_to_ask_that_there_are_not_are_told_which_there_are() {
    let house = TestFloor::open().await;
    for one in operations() {
        let path = one.address();
        for method in ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "OPTIONS", "BREW"] {
            let before = house.heads().await;
            let reply = house.send(Request::new(method.parse().expect("a method"), &path)).await;
            assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert_eq!(reply.problem(), "/problems/method", "{method} {path}");
            let allowed = reply.headers[header::ALLOW].to_str().expect("methods");
            assert!(allowed.contains(&one.method.to_uppercase()), "{method} {path}: {allowed}");
            assert_eq!(before, house.heads().await);
        }
    }
    let lost = house.send(Request::get("/api/no-such-thing")).await;
    assert_eq!((lost.status, lost.problem().as_str()), (StatusCode::NOT_FOUND, "/problems/nothing-here"));
}

#[tokio::test]
async fn who_comes_back_with_an_old_number_hears_exactly_what_he_missed() {
    let house = TestFloor::open().await;
    let ann = house.someone("ann", Role::Player).await;
    house.fund("ann").await;
    house.open_betting().await;
    let mut streams = Vec::new();
    for (after, last) in [("?after=0", None), ("?after=3", None), ("?after=0", Some("2")), ("", Some("2"))] {
        let address = format!("/api/tables/macau-1/events{after}");
        let request = last.into_iter().fold(Request::get(&address), |ask, id| ask.with("last-event-id", id));
        streams.push(house.stream(request).await);
        for spot in 1..=2 {
            let bet = house.say(&ann, "macau-1", &format!("bets 10 on {spot}")).await;
            assert_eq!(bet.status, StatusCode::OK, "{}", bet.text());
        }
    }
    house.floor.close().await;
    let mut heard = Vec::new();
    for stream in streams {
        let text = to_bytes(stream, 1_000_000).await.expect("the stream ends");
        let text = String::from_utf8_lossy(&text).into_owned();
        let ids = text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse::<u64>().ok());
        heard.push(ids.collect::<Vec<_>>());
    }
    let last = *heard[0].last().expect("something was heard");
    assert!(last > 8, "{heard:?}");
    let from = |first| (first..=last).collect::<Vec<u64>>();
    assert_eq!(heard, [from(1), from(4), from(3), from(3)]);
}
