//! Whether every part of the floor can write.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::problem::{Problem, Reading};
use crate::house::Floor;

/// The health of the floor.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// Each part by name, and whether it can write: the journal, the floor's own books, the tables no other server keeps.
    parts: BTreeMap<String, bool>,
    /// What should be looked after before it stops the floor.
    warnings: Vec<String>,
}

/// Ask whether every part of the floor can write. Load balancers and monitors need not sign in.
#[utoipa::path(get, path = "/api/health", tag = "operator",
    responses(Reading, (status = 200, description = "every part can write", body = Health)))]
pub(super) async fn health(State(floor): State<Floor>) -> Result<axum::Json<Health>, Problem> {
    let parts = floor.parts();
    let failing: Vec<&str> =
        parts.iter().filter(|(_, writable)| !**writable).map(|(part, _)| part.as_str()).collect();
    if failing.is_empty() {
        return Ok(axum::Json(Health { parts, warnings: floor.warnings() }));
    }
    let detail = format!("these parts cannot write: {}", failing.join(", "));
    let status = StatusCode::SERVICE_UNAVAILABLE;
    Err(Problem::new(status, "/problems/unhealthy", "a part of the floor cannot write", detail))
}
