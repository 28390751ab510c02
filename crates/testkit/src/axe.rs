use std::sync::LazyLock;

use serde_json::Value;
use thirtyfour::WebDriver;

use crate::component::axe;

static AXE: LazyLock<String> =
    LazyLock::new(|| std::fs::read_to_string(axe()).expect("axe-core is readable"));

/// Runs every rule and returns what is serious: the rule, and where it is broken.
const RUN: &str = r"
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => {
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        done(serious.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`));
    }, (why) => done([`axe did not run: ${why}`]));
";

/// Returns the serious accessibility faults of the page that is shown.
pub(crate) async fn faults(driver: &WebDriver) -> Vec<String> {
    let loaded = driver.execute("return 'axe' in window", Vec::new()).await.expect("an answer");
    if *loaded.json() != Value::Bool(true) {
        driver.execute(AXE.as_str(), Vec::new()).await.expect("axe-core loads");
    }
    let answer = driver.execute_async(RUN, Vec::new()).await.expect("axe-core answers");
    answer.convert().expect("a list of sentences")
}
