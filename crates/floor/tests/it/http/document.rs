//! The API document tells of every command what it answers, and its problems in one form.

use serde_json::Value;
use testkit::{Request, TestFloor};

#[tokio::test]
async fn the_documents_page_has_everything_it_loads() {
    let house = TestFloor::open().await;
    let page = house.send(Request::get("/api/docs/")).await.text();
    let named = |part: &str| part.split_once('"').map(|(name, _)| name.trim_start_matches("./").to_owned());
    let loaded: Vec<String> =
        page.split("href=\"").skip(1).chain(page.split("src=\"").skip(1)).filter_map(named).collect();
    assert!(loaded.iter().any(|name| name == "swagger-ui-bundle.js"), "{loaded:?}");
    for name in &loaded {
        let reply = house.send(Request::get(&format!("/api/docs/{name}"))).await;
        assert!(reply.status.is_success() && !reply.body.is_empty(), "{name}: {}", reply.status);
    }
    let start = house.send(Request::get("/api/docs/swagger-initializer.js")).await.text();
    assert!(start.contains("/api/openapi.json"), "{start}");
    let document = house.send(Request::get("/api/openapi.json")).await.json();
    assert_eq!(document["info"]["title"], "Croupier");
    assert_eq!(house.send(Request::get("/api/docs")).await.status, 303);
    assert_eq!(house.send(Request::get("/api/docs/package.json")).await.status, 404);
}

#[test]
fn the_document_in_docs_is_the_one_the_floor_serves() {
    let kept = include_str!("../../../../../docs/openapi.json");
    let now = floor::document().to_pretty_json().expect("a document");
    assert!(kept.trim_end() == now, "the API has changed: croupier openapi > docs/openapi.json");
}

#[test]
fn every_operation_documents_its_answer_and_its_problems() {
    let document = serde_json::to_value(floor::document()).expect("a document");
    assert!(document["components"]["schemas"]["Problem"].is_object());
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() > 15, "{} paths", paths.len());
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().expect("operations") {
            let responses = operation["responses"].as_object().expect("responses");
            let fine = responses.keys().any(|status| status.starts_with('1') || status.starts_with('2'));
            assert!(fine, "{method} {path} has no answer");
            for (status, response) in responses.iter().filter(|(status, _)| status.starts_with(['4', '5'])) {
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                assert_eq!(schema, &Value::from("#/components/schemas/Problem"), "{method} {path} {status}");
            }
        }
    }
    let say = &paths["/api/tables/{table}/say"]["post"]["responses"];
    assert!(["401", "409", "421"].iter().all(|status| say[status].is_object()), "{say}");
}
