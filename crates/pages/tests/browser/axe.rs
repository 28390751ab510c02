//! What axe-core, which checks pages for accessibility, has to say about a page.

use std::path::Path;
use std::sync::LazyLock;

use thirtyfour::prelude::*;

/// The checker, where `./test` put it.
static AXE: LazyLock<Option<String>> = LazyLock::new(|| {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/axe/node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(path).ok();
    if axe.is_none() {
        let told = "axe-core is not installed: pages are NOT checked for accessibility (./test does it)";
        assert!(std::env::var_os("CROUPIER_NEEDS_BROWSER").is_none(), "{told}");
        eprintln!("{told}");
    }
    axe
});

/// Asks for everything the checker knows and keeps what is serious: the rule, and where it is broken.
const ASK: &str = r"
    const done = arguments[arguments.length - 1];
    const wanted = { resultTypes: ['violations'] };
    axe.run(document, wanted).then(({ violations }) => {
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        done(grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`));
    }, (why) => done([`axe did not run: ${why}`]));
";

/// The serious faults of the page that is shown.
pub(crate) async fn faults(driver: &WebDriver) -> Vec<String> {
    let Some(axe) = AXE.as_deref() else { return Vec::new() };
    driver.execute(axe, Vec::new()).await.expect("the checker loads");
    let answer = driver.execute_async(ASK, Vec::new()).await.expect("the checker answers");
    answer.convert().expect("a list of sentences")
}
