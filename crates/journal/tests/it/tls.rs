//! TLS to PostgreSQL, in the words of its URL.

use std::time::Instant;

use journal::{Journal, Opening};
use testkit::{Authority, PATIENCE, Postgres};

/// A journal at this URL; why not, where it is refused.
async fn open(url: &str) -> Result<Journal, String> {
    let url = url.parse().map_err(|why: journal::NotADatabase| why.to_string())?;
    Journal::open(&url, Opening::Serve).await.map_err(|why| why.to_string())
}

/// One test for all that needs a server, which is started once.
pub(crate) fn postgresql_is_spoken_to_over_tls_and_proves_who_it_is() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let folder = tempfile::tempdir().expect("a folder");
    let root = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let trusted = root("our root.crt", &ours.pem).replace(' ', "%20");
    let (other, broken) = (root("other.crt", &theirs.pem), root("broken.crt", "nothing"));
    let server = Postgres::start_with_tls(&ours.issue(&["localhost"]));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        server.database("casino").await;
        let url = |host: &str, options: &str| {
            format!("postgres://croupier:secret@{host}:{}/casino?{options}", server.port())
        };
        for (host, options) in [
            ("localhost", String::new()),
            ("127.0.0.1", "sslmode=require".into()),
            ("127.0.0.1", format!("sslmode=require&sslrootcert={trusted}")),
            ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={trusted}")),
            ("localhost", format!("sslmode=verify-full&sslrootcert={trusted}")),
        ] {
            let journal = open(&url(host, &options)).await.unwrap_or_else(|why| panic!("{options}: {why}"));
            let connections = encrypted(&server).await;
            assert!(
                connections.len() >= 4 && connections.iter().all(|one| *one),
                "{options}: {connections:?}"
            );
            journal.close().await;
        }
        for (host, options, why) in [
            ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={trusted}"), "did not prove who it is"),
            ("localhost", format!("sslmode=verify-full&sslrootcert={other}"), "UnknownIssuer"),
            ("localhost", format!("sslmode=verify-ca&sslrootcert={other}"), "UnknownIssuer"),
            ("localhost", format!("sslmode=require&sslrootcert={other}"), "UnknownIssuer"),
            (
                "localhost",
                format!("sslmode=verify-full&sslrootcert={broken}"),
                "broken.crt holds no certificate",
            ),
            ("localhost", "sslmode=verify-full&sslrootcert=none.crt".into(), "none.crt cannot be read"),
            ("localhost", "sslmode=verify-full".into(), "add sslrootcert=FILE"),
            ("localhost", "sslmode=sometimes".into(), "disable, prefer, require, verify-ca and verify-full"),
            ("localhost", "sslmode=disable".into(), "no encryption"),
        ] {
            let said = open(&url(host, &options)).await.expect_err(&options);
            assert!(said.contains(why) && !said.contains("secret"), "{options}: {said}");
        }
        let client = server.client("postgres").await;
        client.batch_execute("alter system set ssl = off").await.expect("the server takes it");
        client.batch_execute("select pg_reload_conf()").await.expect("the server takes it");
        let (require, start) = (url("localhost", "sslmode=require"), Instant::now());
        let said = loop {
            match open(&require).await {
                Err(said) => break said,
                Ok(journal) => journal.close().await,
            }
            assert!(start.elapsed() < PATIENCE, "PostgreSQL still offers TLS");
        };
        assert!(said.contains("PostgreSQL does not offer TLS: set ssl = on"), "{said}");
    });
}

/// Whether each connection to the journal is encrypted.
async fn encrypted(server: &Postgres) -> Vec<bool> {
    let sql = "select ssl from pg_stat_ssl join pg_stat_activity using (pid)
               where datname = 'casino' and backend_type = 'client backend'";
    let rows = server.client("postgres").await.query(sql, &[]).await.expect("the server answers");
    rows.iter().map(|row| row.get(0)).collect()
}
