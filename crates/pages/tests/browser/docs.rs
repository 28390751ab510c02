//! The page of the API document, which is Swagger UI's and not ours, under the policy that it is served with.

use testkit::{Browser, Size};

use crate::house::House;

pub(crate) async fn the_document_is_shown_and_the_browser_refuses_nothing_of_it() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    browser.driver.goto(house.page("/api/docs/")).await.expect("the page opens");
    // It does not say when it listens, as our own pages do.
    browser.ask("document.documentElement.dataset.ready = ''").await;
    browser.find(".opblock-summary").await;
    browser.close().await;
}
