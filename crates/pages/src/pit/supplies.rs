//! What runs out: a banner on every page of the console, until somebody has seen to it.

use floor::{Floor, Space};
use maud::{Markup, html};

use crate::visitor::Looking;

/// What runs out, where anything does.
pub(super) fn banner(floor: &Floor, looking: &Looking) -> Markup {
    let (language, critical) = (looking.language, floor.config().disk_critical);
    let disks = floor.disks();
    let suspends = disks.iter().any(|disk| disk.is_needed && disk.space == Space::Critical);
    let certificate = floor.certificate();
    let is_over = certificate.is_some_and(|certificate| certificate.has_expired());
    let certificate = certificate.and_then(|certificate| language.certificate(certificate));
    let lines: Vec<String> =
        disks.iter().filter_map(|disk| language.disk(disk, critical)).chain(certificate).collect();
    html! {
        @if !lines.is_empty() {
            section #supplies.pit-supplies.urgent[suspends || is_over] role=[suspends.then_some("alert")] aria-labelledby="running-out" {
                h2 #running-out { (language.running_out()) }
                ul { @for line in &lines { li { (line) } } }
            }
        }
    }
}
