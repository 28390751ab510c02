//! What nobody sees from outside: which sessions lie on which shelf, and what is remembered of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::join_all;
use journal::{Journal, Opening};

use super::listing::{TOGETHER, begins};
use super::queue::Lane;
use super::session::SESSIONS;
use super::*;
use crate::source::Source;
use crate::window::Millis;

const HOUR: Millis = 60 * 60 * 1000;

/// People over a journal in memory, on a clock set by hand.
struct House {
    journal: Journal,
    book: Book,
    time: Arc<AtomicI64>,
    people: People,
}

impl House {
    async fn open() -> House {
        let url = "sqlite::memory:".parse().unwrap();
        let journal = Journal::open(&url, Opening::Serve).await.unwrap();
        let time = Arc::new(AtomicI64::new(1_700_000_000_000));
        let clock = Clock::Manual(Arc::clone(&time));
        let book =
            Book::open(&journal, "people/floor", "floor", &clock, Duration::from_mins(1)).await.unwrap();
        let people = People::new(journal.clone(), book.clone(), clock, Cost::Least);
        House { journal, book, time, people }
    }

    /// The same people after a restart: nothing is remembered.
    fn anew(&self) -> People {
        let clock = Clock::Manual(Arc::clone(&self.time));
        People::new(self.journal.clone(), self.book.clone(), clock, Cost::Least)
    }

    async fn someone(&self, name: &str) -> Person {
        self.people.add("house", name, Role::Player, None).await.unwrap()
    }

    async fn on_shelf(&self) -> usize {
        self.journal.shelf(SESSIONS).await.unwrap().len()
    }
}

#[tokio::test]
async fn who_signs_out_while_their_session_is_read_is_out_for_good() {
    let house = House::open().await;
    let ann = house.someone("ann").await;
    let token = house.people.sign_in(&ann, SessionKind::Cookie).await.unwrap();
    loop {
        let people = house.anew();
        // The session is being read,
        let mut reading = Box::pin(people.who(&token, false));
        if reading.as_mut().now_or_never().is_some() {
            // The journal was as quick as this test: once more.
            continue;
        }
        // ends meanwhile,
        people.sign_out(&token).await.unwrap();
        // and only then is it known what was read.
        reading.await.unwrap();
        return assert_eq!(people.who(&token, false).await, Ok(SessionStanding::Nobody));
    }
}

#[tokio::test]
async fn who_is_disabled_while_they_are_looked_up_stays_disabled() {
    let house = House::open().await;
    house.someone("ann").await;
    loop {
        let people = house.anew();
        let mut reading = Box::pin(people.find("ann"));
        if reading.as_mut().now_or_never().is_some() {
            continue;
        }
        people.disable("house", "ann", true).await.unwrap();
        reading.await.unwrap();
        return assert!(people.find("ann").await.unwrap().is_some_and(|ann| ann.disabled));
    }
}

#[tokio::test]
async fn sessions_are_found_by_name_without_a_look_at_any_others() {
    let house = House::open().await;
    let (ann, bob) = (house.someone("ann").await, house.someone("bob").await);
    let early = house.people.sign_in(&ann, SessionKind::Cookie).await.unwrap();
    house.time.fetch_add(HOUR, Ordering::Relaxed);
    let late = house.people.sign_in(&ann, SessionKind::Bearer).await.unwrap();
    house.people.sign_in(&bob, SessionKind::Cookie).await.unwrap();
    let mut both = [early.fingerprint(), late.fingerprint()];
    both.sort();
    assert_eq!(house.people.sessions_of("ann").await.unwrap(), both);
    assert_eq!(house.people.tokens("ann").await.unwrap().len(), 1);
    // A search through the shelf of all sessions would find this one too.
    let stray = Session::begun(&ann, SessionKind::Bearer, house.people.clock.now());
    let [unlisted, _] = begins("stray", &stray);
    house.people.note("house", "strayed", "ann", vec![unlisted]).await.unwrap();
    assert_eq!(house.people.sessions_of("ann").await.unwrap(), both);
    assert_eq!(house.people.tokens("ann").await.unwrap().len(), 1);
    // What ends leaves nothing on either shelf.
    house.people.disable("house", "ann", true).await.unwrap();
    assert_eq!((house.people.sessions_of("ann").await.unwrap().len(), house.on_shelf().await), (0, 2));
}

#[tokio::test]
async fn sessions_of_an_earlier_version_are_listed_once() {
    let house = House::open().await;
    house.people.list_sessions().await.unwrap();
    assert_eq!(house.journal.shelf("people-format").await.unwrap(), [], "a new journal needs nothing");
    let ann = house.someone("ann").await;
    let (token, other) = (Token::sent("an early one"), Token::sent("another"));
    let session = Session::begun(&ann, SessionKind::Cookie, house.people.clock.now());
    let keeps = [&token, &other].map(|token| begins(&token.fingerprint(), &session)[0].clone());
    house.people.note("ann", "signed in", "ann", keeps.to_vec()).await.unwrap();
    assert_eq!(house.people.sessions_of("ann").await.unwrap().len(), 0);
    house.people.list_sessions().await.unwrap();
    assert_eq!(house.people.sessions_of("ann").await.unwrap().len(), 2);
    let head = house.journal.head(&"people/floor".parse().unwrap()).await.unwrap();
    house.people.list_sessions().await.unwrap();
    assert_eq!(house.journal.head(&"people/floor".parse().unwrap()).await.unwrap(), head, "only once");
    house.people.set_password("house", "ann", "a few good words").await.unwrap_err();
    house.people.disable("house", "ann", true).await.unwrap();
    assert_eq!(house.on_shelf().await, 0);
}

#[tokio::test]
async fn expired_sessions_are_removed_a_page_at_a_time_and_others_stay() {
    let house = House::open().await;
    let (ann, guest) = (house.someone("ann").await, house.someone("guest-1").await);
    let old = Session::begun(&guest, SessionKind::Cookie, house.people.clock.now());
    let many: Vec<_> =
        (0..TOGETHER + 100).flat_map(|number| begins(&format!("guest {number}"), &old)).collect();
    house.people.note("house", "signed in", "guest-1", many).await.unwrap();
    let machine = house.people.sign_in(&ann, SessionKind::Bearer).await.unwrap();
    house.people.sweep().await.unwrap();
    house.people.sweep().await.unwrap();
    assert_eq!(house.on_shelf().await, TOGETHER + 101, "nothing has expired");
    house.time.fetch_add(25 * HOUR, Ordering::Relaxed);
    let now = house.people.sign_in(&ann, SessionKind::Cookie).await.unwrap();
    house.people.sweep().await.unwrap();
    let left = house.on_shelf().await;
    assert!((100..=104).contains(&left), "a page at a time: {left}");
    house.people.sweep().await.unwrap();
    let mut kept: Vec<String> =
        house.journal.shelf(SESSIONS).await.unwrap().into_iter().map(|(key, _)| key).collect();
    kept.sort();
    let mut good = [machine.fingerprint(), now.fingerprint()];
    good.sort();
    assert_eq!(kept, good);
    assert_eq!(house.people.sessions_of("guest-1").await.unwrap().len(), 0);
    // Nothing is looked at again before a while.
    let mut stale = old;
    stale.since = 0;
    house.people.note("house", "signed in", "ann", begins("stale", &stale).to_vec()).await.unwrap();
    house.people.sweep().await.unwrap();
    assert_eq!(house.on_shelf().await, 3);
    house.time.fetch_add(HOUR, Ordering::Relaxed);
    house.people.sweep().await.unwrap();
    assert_eq!(house.on_shelf().await, 2);
    let verdict = house.journal.verify(journal::Since::Start, &[], |_| {}).await.unwrap();
    assert_eq!(verdict.found, 0, "{:?}", verdict.faults);
}

#[tokio::test]
async fn an_administrator_is_found_among_more_people_than_a_page() {
    let house = House::open().await;
    let guest = house.someone("guest").await;
    let named = |number: usize| Person { name: format!("guest-{number}"), ..guest.clone() }.fact();
    house.people.note("house", "added", "guests", (0..=TOGETHER).map(named).collect()).await.unwrap();
    assert_eq!(house.people.has_administrator().await, Ok(false));
    house.people.add("house", "zoe", Role::Administrator, None).await.unwrap();
    assert_eq!(house.people.has_administrator().await, Ok(true));
}

/// A person proves the old password, staff give the login another one, and only then is the first change made.
#[tokio::test]
async fn a_password_that_staff_gave_is_not_undone_by_whoever_proved_the_old_one() {
    let (house, old, source) = (House::open().await, "open sesame street", Source::new(None));
    house.people.add("house", "ann", Role::Player, Some(old)).await.unwrap();
    let proven = house.people.prove("ann", old, source).await.unwrap();
    house.people.set_password("root", "ann", "some other good words").await.unwrap();
    let undone = house.people.replace_password(&proven, "the words of a thief").await;
    assert!(matches!(undone, Err(Unwelcome::PasswordReplaced)), "{undone:?}");
    assert!(house.people.prove("ann", "the words of a thief", source).await.is_err());
    let now = house.people.prove("ann", "some other good words", source).await.unwrap();
    house.people.replace_password(&now, "words of my very own").await.unwrap();
}

/// Signing in at another server, whose clock is ahead, while the password is replaced at this one.
#[tokio::test]
async fn no_session_that_began_with_the_old_password_outlives_it() {
    let house = House::open().await;
    let clock = Clock::Manual(Arc::new(AtomicI64::new(house.people.clock.now() + 30_000)));
    let book =
        Book::open(&house.journal, "people/south", "south", &clock, Duration::from_mins(1)).await.unwrap();
    let south = People::new(house.journal.clone(), book, clock, Cost::Least);
    let mut ann = house.people.add("house", "ann", Role::Player, Some("the very first words")).await.unwrap();
    let mut begun = 0;
    for number in 0..100 {
        let new = format!("the words of round {number}");
        let signing_in = join_all((0..5).map(|_| south.sign_in(&ann, SessionKind::Cookie)));
        let (changed, sessions) = tokio::join!(house.people.set_password("house", "ann", &new), signing_in);
        changed.unwrap();
        for token in sessions.into_iter().flatten() {
            begun += 1;
            let kept = house.journal.kept(SESSIONS, &token.fingerprint()).await.unwrap();
            assert_eq!(kept, None, "the {begun}th session");
        }
        ann = house.people.find("ann").await.unwrap().unwrap();
    }
    assert!(begun > 0 && house.people.sessions_of("ann").await.unwrap().is_empty());
}

/// Somebody with a password who has signed in, as a request of theirs finds them.
async fn acting(house: &House, name: &str, role: Role) -> (Person, Token) {
    let person = house.people.add("house", name, role, Some("a long password")).await.unwrap();
    let token = house.people.sign_in(&person, SessionKind::Cookie).await.unwrap();
    let SessionStanding::In(person) = house.people.who(&token, true).await.unwrap() else {
        panic!("signed in")
    };
    (person, token)
}

#[tokio::test]
async fn what_somebody_asked_for_is_not_done_once_they_are_disabled_or_signed_out() {
    for signs_out in [false, true] {
        let house = House::open().await;
        let (root, _) = acting(&house, "root", Role::Administrator).await;
        let (adam, token) = acting(&house, "adam", Role::Administrator).await;
        let ann = acting(&house, "ann", Role::Dealer).await.0;
        let people = &house.people;
        // Their requests wait until passwords can be hashed.
        let mut busy = Vec::new();
        while let Some(Some(check)) = people.attempts.queue.check(Lane::Known).now_or_never() {
            busy.push(check);
        }
        let mut add = Box::pin(people.add(&adam, "mole", Role::Administrator, Some("a mole's password")));
        let mut change = Box::pin(people.set_password(&adam, "ann", "another password"));
        assert!(add.as_mut().now_or_never().is_none() && change.as_mut().now_or_never().is_none());
        if signs_out {
            people.sign_out(&token).await.unwrap();
        } else {
            people.disable(&root, "adam", true).await.unwrap();
        }
        let before = house.journal.head(&"people/floor".parse().unwrap()).await.unwrap();
        drop(busy);
        assert_eq!((add.await, change.await), (Err(Unwelcome::Ended), Err(Unwelcome::Ended)));
        let begun = people.make_token(&adam, &ann, Lifetime::default()).await;
        assert_eq!(begun.map(drop), Err(Unwelcome::Ended));
        assert_eq!(people.find("mole").await.unwrap(), None);
        assert_eq!(house.journal.head(&"people/floor".parse().unwrap()).await.unwrap(), before);
    }
}

#[tokio::test]
async fn a_token_is_good_for_nothing_while_its_maker_is_disabled() {
    let house = House::open().await;
    let (root, _) = acting(&house, "root", Role::Administrator).await;
    let (adam, _) = acting(&house, "adam", Role::Administrator).await;
    let delia = acting(&house, "delia", Role::Dealer).await;
    house.people.sign_out(&delia.1).await.unwrap();
    let (token, _) = house.people.make_token(&adam, &delia.0, Lifetime::default()).await.unwrap();
    for (disabled, is_in) in [(true, false), (false, true)] {
        house.people.disable(&root, "adam", disabled).await.unwrap();
        let standing = house.people.who(&token, true).await.unwrap();
        assert_eq!(matches!(standing, SessionStanding::In(_)), is_in);
        assert_eq!(
            house.people.is_signed_in("delia").await.unwrap(),
            is_in,
            "a dealer with that token alone"
        );
    }
}

#[tokio::test]
async fn a_flood_of_strangers_holds_up_nobody_whom_the_floor_knows() {
    let house = House::open().await;
    let people = &house.people;
    people.add("house", "pia", Role::PitManager, Some("a long password")).await.unwrap();
    let address = |last| Source::new(Some(std::net::IpAddr::from([192, 0, 2, last])));
    let (known, other) = (address(1), address(2));
    people.prove("pia", "a long password", known).await.unwrap();
    // All who are checked, and all names' turns, are strangers'.
    let mut flood = Vec::new();
    while let Some(Some(check)) = people.attempts.queue.check(Lane::Stranger).now_or_never() {
        flood.push(check);
    }
    let mut waiting: Vec<_> = (0..1000)
        .map(|number| {
            let name = format!("name-{number}");
            async move { people.prove(&name, "a long password", other).await }
        })
        .map(Box::pin)
        .collect();
    for attempt in &mut waiting {
        assert!(attempt.as_mut().now_or_never().is_none());
    }
    let mut stranger = Box::pin(people.prove("pia", "a long password", other));
    people.prove("pia", "a long password", known).await.unwrap();
    people.prove("pia", "a long password", address(3).with_session()).await.unwrap();
    people.set_password("house", "pia", "another password").await.unwrap();
    assert_eq!(stranger.as_mut().await, Err(Unwelcome::Busy));
}
