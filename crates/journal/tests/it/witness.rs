//! Heads at a URL: every note arrives, whatever the server does; and what the server knows is missed here.

use std::fs::{copy, read_to_string, remove_file, write};
use std::path::PathBuf;
use std::time::Duration;

use journal::{
    HeadsConfig, HeadsToken, HeadsUrl, Journal, JournalError, KnownHead, Opening, fetch_heads, kept_key,
};
use tempfile::TempDir;
use testkit::{Authority, HeardRequest, Manner, PATIENCE, Witness, poll};

use crate::heads::{append, named, table, url_of};

const FILES: [&str; 4] = ["", ".heads", ".heads.tail", ".heads.key"];

/// A journal in a folder of its own.
struct Kept {
    folder: TempDir,
}

impl Kept {
    fn new() -> Kept {
        Kept { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("floor.db")
    }

    async fn open(&self, url: &HeadsUrl) -> Result<Journal, JournalError> {
        let heads = HeadsConfig { copies: vec![url.clone().into()], ..HeadsConfig::default() };
        Journal::open_with(&url_of(&self.path()), Opening::Serve, heads).await
    }

    /// Opens the journal, adds a record and closes it.
    async fn evening(&self, url: &HeadsUrl) {
        let journal = self.open(url).await.expect("it opens");
        go_on(&journal, 1).await;
        journal.close().await;
    }

    /// The newest note in the file.
    fn newest(&self) -> String {
        let notes = read_to_string(named(&self.path(), ".heads")).expect("notes");
        let begin = notes.match_indices("croupier/").map(|(at, _)| at);
        let begin = begin.filter(|at| *at == 0 || notes.as_bytes()[at - 1] == b'\n').max();
        notes[begin.expect("a note")..].to_owned()
    }

    /// The same files in the place of those of now.
    fn put_aside(&self) {
        for ending in FILES {
            copy(named(&self.path(), ending), named(&self.path(), &format!("{ending}.old"))).expect("a copy");
        }
    }

    fn put_back(&self) {
        for ending in FILES {
            copy(named(&self.path(), &format!("{ending}.old")), named(&self.path(), ending)).expect("a copy");
        }
    }
}

async fn go_on(journal: &Journal, records: u64) {
    journal.announce(&table(), 0).await.expect("announced");
    let there = journal.head(&table()).await.expect("it reads").unwrap_or_default().seq;
    append(journal, there..there + records).await;
}

fn url(witness: &Witness) -> HeadsUrl {
    witness.url("/floor-1").parse().expect("a URL")
}

fn is_put(heard: &HeardRequest) -> bool {
    heard.method == "PUT"
}

fn failure(journal: &Journal) -> Option<String> {
    journal.copies()[0].failure.as_ref().map(ToString::to_string)
}

pub(crate) async fn notes_arrive_over_tls_with_a_token() {
    let (kept, authority) = (Kept::new(), Authority::new("ours"));
    let witness = Witness::start_over_tls(&authority.issue(&["127.0.0.1"]));
    let root = kept.folder.path().join("root.crt");
    write(&root, &authority.pem).expect("a file");
    let mut url = url(&witness);
    (url.token, url.authorities) = (HeadsToken::read("s3cret"), Some(root));
    for evening in 1..=3 {
        kept.evening(&url).await;
        let notes = read_to_string(named(&kept.path(), ".heads")).expect("notes");
        let (_, told) = notes.split_at(notes.len() - witness.notes().concat().len());
        assert_eq!(witness.notes().concat(), told, "each of them but the first, once, in order");
        assert_eq!(witness.notes().len(), evening);
    }
    let heard = witness.heard();
    let methods: Vec<&str> = heard.iter().map(|one| one.method.as_str()).collect();
    assert_eq!(methods, ["GET", "PUT"].repeat(3), "what it knows is not sent again");
    for one in &heard {
        assert_eq!(one.path, "/floor-1");
        assert_eq!(one.headers["authorization"], "Bearer s3cret");
        assert_eq!(one.headers["host"], witness.address.to_string());
        let kind = one.headers.get("content-type").map(String::as_str);
        assert_eq!(kind, is_put(one).then_some("text/plain; charset=utf-8"));
    }
    let key = kept_key(&named(&kept.path(), ".heads")).expect("it is read").expect("a key");
    let known = fetch_heads(&url, &key).await.expect("it is fetched");
    assert!(known.iter().any(|known| known.stream == table() && known.head.seq == 3), "{known:?}");
}

pub(crate) async fn who_does_not_prove_who_they_are_is_sent_nothing() {
    let (kept, ours, theirs) = (Kept::new(), Authority::new("ours"), Authority::new("theirs"));
    let root = kept.folder.path().join("root.crt");
    write(&root, &ours.pem).expect("a file");
    for issued in [theirs.issue(&["127.0.0.1"]), ours.issue(&["witness.example"])] {
        let witness = Witness::start_over_tls(&issued);
        let mut url = url(&witness);
        url.authorities = Some(root.clone());
        let journal = kept.open(&url).await.expect("it opens all the same");
        go_on(&journal, 1).await;
        let why = failure(&journal).expect("it is reported");
        assert!(why.contains("did not prove who it is"), "{why}");
        journal.close().await;
        assert_eq!(witness.heard(), [], "nothing was asked");
    }
    let mut missing: HeadsUrl = "https://127.0.0.1:9/".parse().expect("a URL");
    missing.authorities = Some(kept.folder.path().join("none.crt"));
    let why = kept.open(&missing).await.expect_err("a mistake in the settings").to_string();
    assert!(why.contains("none.crt cannot be read"), "{why}");
}

pub(crate) async fn a_server_that_fails_holds_up_nobody_and_gets_the_newest_note_later() {
    let long = vec![b'x'; 5 << 20];
    for (manner, why) in [
        (Manner::Status(500), "it answers 500"),
        (Manner::Status(302), "redirects are not followed"),
        (Manner::BreaksOff, "breaks off"),
        (Manner::Says(b"<p>Hello</p>".to_vec()), "is no note"),
        (Manner::Says(long), "too long"),
    ] {
        let (kept, witness) = (Kept::new(), Witness::start());
        kept.evening(&url(&witness)).await;
        witness.keep(Vec::new());
        witness.behave(manner.clone());
        let journal = kept.open(&url(&witness)).await.expect("it opens");
        let said = failure(&journal).expect("it is reported at once");
        assert!(said.contains(why) && said.contains("/floor-1"), "{said}");
        go_on(&journal, 20).await;
        assert_eq!(witness.notes(), Vec::<String>::new());
        witness.behave(Manner::Good);
        witness.takes(|note| note == kept.newest());
        poll("it is in order again", || failure(&journal).is_none().then_some(()));
        journal.close().await;
        assert_eq!(witness.notes().last(), Some(&kept.newest()));
    }
}

pub(crate) async fn a_server_that_is_down_gets_the_newest_note_when_it_is_back() {
    let (kept, witness) = (Kept::new(), Witness::start());
    let (address, url) = (witness.address, url(&witness));
    kept.evening(&url).await;
    drop(witness);
    poll("it is down", || std::net::TcpStream::connect(address).is_err().then_some(()));
    kept.evening(&url).await;
    let journal = kept.open(&url).await.expect("it opens");
    go_on(&journal, 20).await;
    assert!(failure(&journal).is_some());
    let witness = Witness::start_at(address);
    witness.takes(|note| note == kept.newest());
    journal.close().await;
    assert_eq!(witness.notes().len(), 2, "the newest says what any before it said");
}

pub(crate) async fn nothing_that_is_acknowledged_waits_for_a_slow_server() {
    let (kept, witness) = (Kept::new(), Witness::start());
    kept.evening(&url(&witness)).await;
    witness.keep(Vec::new());
    witness.behave(Manner::SilentOnPut);
    let journal = kept.open(&url(&witness)).await.expect("it opens");
    let held = kept.newest();
    let _ = witness.hears(|heard| is_put(heard) && heard.body == held);
    // The server has the note in its hands and says nothing, until all of this is acknowledged.
    go_on(&journal, 100).await;
    assert_eq!(witness.notes(), Vec::<String>::new());
    witness.behave(Manner::Good);
    witness.takes(|note| note == held);
    journal.close().await;
    assert_eq!(witness.notes().last(), Some(&kept.newest()));
}

pub(crate) async fn a_note_that_is_not_taken_is_told_once_it_is_late() {
    for (late, is_told) in [(Duration::ZERO, true), (PATIENCE * 100, false)] {
        let (kept, witness) = (Kept::new(), Witness::start());
        let mut url = url(&witness);
        url.late = late;
        let journal = kept.open(&url).await.expect("it opens");
        go_on(&journal, 1).await;
        witness.behave(Manner::Status(500));
        // The note of the close is sent, and once more.
        journal.clone().close().await;
        let _ = witness.hears(is_put);
        assert_eq!(failure(&journal).is_some(), is_told, "{late:?}");
    }
}

pub(crate) async fn a_url_knows_what_the_folder_of_the_journal_lost() {
    let (kept, witness) = (Kept::new(), Witness::start());
    kept.evening(&url(&witness)).await;
    kept.put_aside();
    for _ in 0..3 {
        kept.evening(&url(&witness)).await;
    }
    // All of the folder as it was the evening before.
    kept.put_back();
    let before = witness.notes();
    let why = kept.open(&url(&witness)).await.expect_err("it is refused").to_string();
    assert!(why.contains("table/1 lost 3 entries, 2 to 4") && why.contains("or a copy of it"), "{why}");
    assert_eq!(witness.notes(), before, "nothing is sent there");
    // Nothing of it.
    for ending in FILES {
        remove_file(named(&kept.path(), ending)).expect("it is gone");
    }
    let why = kept.open(&url(&witness)).await.expect_err("it is refused").to_string();
    assert!(why.contains("of another journal") && why.contains("/floor-1"), "{why}");
    // What is accepted is accepted there too.
    kept.put_back();
    let heads =
        HeadsConfig { copies: vec![url(&witness).into()], accept_loss_at: Some(7), ..HeadsConfig::default() };
    let opened = Journal::open_with(&url_of(&kept.path()), Opening::Serve, heads).await;
    opened.expect("it opens").close().await;
    assert_eq!(witness.notes().last(), Some(&kept.newest()));
    kept.evening(&url(&witness)).await;
}

pub(crate) async fn a_note_that_was_changed_or_is_another_journals_is_refused() {
    let (kept, other, witness) = (Kept::new(), Kept::new(), Witness::start());
    let elsewhere = Witness::start();
    kept.evening(&url(&witness)).await;
    other.evening(&url(&elsewhere)).await;
    let note = kept.newest();
    let changed = note.replacen(" table/1", " table/2", 1);
    assert_ne!(changed, note);
    for (note, why) in
        [(changed, "was changed, or not signed by croupier/"), (other.newest(), "of another journal")]
    {
        witness.keep(vec![note]);
        let said = kept.open(&url(&witness)).await.expect_err("it is refused").to_string();
        assert!(said.contains(why) && said.contains("/floor-1"), "{said}");
    }
}

pub(crate) async fn less_is_never_put_in_the_place_of_more() {
    let (kept, witness) = (Kept::new(), Witness::start());
    kept.evening(&url(&witness)).await;
    kept.put_aside();
    kept.evening(&url(&witness)).await;
    // The whole folder is an older one, and the server cannot be asked while the journal is opened.
    kept.put_back();
    let more = witness.notes();
    witness.behave(Manner::Status(503));
    let journal = kept.open(&url(&witness)).await.expect("it opens with a warning");
    witness.behave(Manner::Good);
    poll("it is reported", || failure(&journal).filter(|why| why.contains("which the heads here lack")));
    assert_eq!(witness.notes(), more);
    journal.close().await;
    assert_eq!(witness.notes(), more);
    let why = kept.open(&url(&witness)).await.expect_err("the next start compares").to_string();
    assert!(why.contains("table/1 lost entry 2"), "{why}");
}

pub(crate) async fn one_that_is_required_must_answer() {
    let (kept, witness) = (Kept::new(), Witness::start());
    let mut url = url(&witness);
    url.required = true;
    kept.evening(&url).await;
    for manner in [Manner::Status(500), Manner::Says(b"hello".to_vec())] {
        witness.behave(manner);
        let why = kept.open(&url).await.expect_err("it is refused").to_string();
        assert!(why.contains("It is required") && why.contains("/floor-1"), "{why}");
    }
    witness.behave(Manner::Good);
    kept.evening(&url).await;
}

pub(crate) async fn what_a_url_has_is_fetched_within_limits() {
    let (kept, witness) = (Kept::new(), Witness::start());
    kept.evening(&url(&witness)).await;
    let key = kept_key(&named(&kept.path(), ".heads")).expect("it is read").expect("a key");
    let note = kept.newest();
    let fetched = async |manner: Manner| {
        witness.behave(manner);
        fetch_heads(&url(&witness), &key).await
    };
    let heads = fetched(Manner::Good).await.expect("they are fetched");
    assert!(!heads.is_empty());
    for none in [Manner::Status(404), Manner::Says(Vec::new()), Manner::Says(b"\n".to_vec())] {
        assert_eq!(fetched(none.clone()).await, Ok(Vec::<KnownHead>::new()), "{none:?}");
    }
    for at in 0..note.len() {
        let mut bytes = note.clone().into_bytes();
        bytes[at] ^= 1;
        let found = fetched(Manner::Says(bytes)).await;
        assert!(found.is_err(), "byte {at}: {found:?}");
    }
    witness.behave(Manner::Silent);
    let why = at_once(fetch_heads(&url(&witness), &key)).expect_err("it is given up").to_string();
    assert!(why.contains("within"), "{why}");
    let nobody: HeadsUrl = "http://127.0.0.1:1/".parse().expect("a URL");
    assert!(matches!(fetch_heads(&nobody, &key).await, Err(JournalError::Storage(_))));
}

/// Waits for what comes to an end by a time-out alone, on a clock that does not wait.
fn at_once<T: Send>(work: impl Future<Output = T> + Send) -> T {
    let run = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build();
        runtime.expect("a runtime").block_on(work)
    };
    std::thread::scope(|scope| scope.spawn(run).join().expect("no panic"))
}
