//! Scenarios of the conformance suite, told apart into who says what.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use floor::{Money, Posted, Role};
use round::{Bet, Round, awaiting};
use rulebook::Rules;
use transcript::{Deed, Speaker, Statement, Transcript};

/// What one person says of a transcript.
#[derive(Debug)]
pub(crate) struct Part {
    /// Who.
    pub(crate) name: String,
    /// In which role: the first that may.
    pub(crate) roles: Vec<Role>,
    /// What.
    pub(crate) say: String,
}

/// Every scenario, and every round of the second model.
pub(crate) fn all() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("scenarios"), root.join("crates/transcript/tests/second-model")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("round") => files.push(path),
                _ if path.is_dir() => folders.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    assert!(files.len() > 1_000, "{} scenarios", files.len());
    files
}

/// A transcript from disk.
pub(crate) fn read(path: &Path) -> Transcript {
    let text = std::fs::read_to_string(path).expect("a text");
    transcript::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display()))
}

/// What a transcript posts at its table.
pub(crate) fn posted(transcript: &Transcript) -> Posted {
    let mut posted = Posted {
        game: String::new(),
        book: None,
        settings: [].into(),
        limits: [].into(),
        money: Money::Real,
    };
    for line in &transcript.lines {
        let setting = match &line.statement {
            Statement::Game(game) => {
                posted.game.clone_from(game);
                continue;
            }
            Statement::Limits { kind, min, max } => {
                let kind = kind.clone().unwrap_or_else(|| "main".into());
                posted.limits.insert(kind, (min.units(), max.units()));
                continue;
            }
            Statement::Decks(decks) => ("decks", decks.to_string()),
            Statement::Spots(spots) => ("spots", spots.to_string()),
            Statement::Unit(unit) => ("unit", unit.to_string()),
            Statement::Set { name, value } => (name.as_str(), value.clone()),
            _ => continue,
        };
        posted.settings.insert(setting.0.to_owned(), setting.1);
    }
    posted
}

/// Whether a statement is about the table itself, before anyone speaks at it.
pub(crate) fn sets_the_table(statement: &Statement) -> bool {
    match statement {
        Statement::Refuse { statement, .. } => sets_the_table(statement),
        Statement::Game(_)
        | Statement::Decks(_)
        | Statement::Spots(_)
        | Statement::Limits { .. }
        | Statement::Unit(_)
        | Statement::Set { .. } => true,
        _ => false,
    }
}

/// Whether staff put down wagers for someone. On a floor that player has taken a seat by themselves, and a scenario does not
/// say so.
pub(crate) fn stakes_for_others(transcript: &Transcript) -> bool {
    let stakes = |statement: &Statement| {
        matches!(statement, Statement::Finds { .. } | Statement::Staff { does: Deed::Bets { .. }, .. })
    };
    transcript.lines.iter().any(|line| stakes(&line.statement))
}

/// Who says a statement, and how: nobody what only checks.
pub(crate) fn parts(statement: &Statement, posts: &mut HashMap<String, Role>) -> Vec<Part> {
    let text = statement.to_string();
    let staff = |roles: &[Role], say: String| vec![Part { name: "delia".into(), roles: roles.to_vec(), say }];
    match statement {
        // The cards are keyed as they are due.
        Statement::Shoe(_) | Statement::Expect(_) => Vec::new(),
        Statement::ActsAs { name, role } => {
            posts.insert(name.clone(), role_of(*role));
            Vec::new()
        }
        Statement::OpensBets
        | Statement::ClosesBets
        | Statement::ClosesOffers
        | Statement::DealsOn
        | Statement::Finds { .. }
        | Statement::TimesOut { .. }
        | Statement::IsAbsent { .. }
        | Statement::Staff { by: Speaker::Dealer, .. } => staff(&[Role::Dealer], text),
        Statement::Staff { by: Speaker::Pit(Some(role)), .. } => staff(&[role_of(*role)], text),
        Statement::Staff { by: Speaker::Pit(None), .. } => {
            staff(&[Role::Supervisor, Role::PitManager, Role::ShiftManager], text)
        }
        Statement::Staff { by: Speaker::Named(name), does } => match posts.get(name) {
            Some(role) => staff(&[*role], format!("pit {does}")),
            None => Vec::new(),
        },
        Statement::Picks { name, .. } | Statement::Reveals { name, .. } if posts.contains_key(name) => {
            let rest = text.strip_prefix(name.as_str()).unwrap_or_default().replace(" on ", " ");
            staff(&[posts[name]], format!("pit{rest}"))
        }
        _ => {
            let (name, say) = text.split_once(' ').expect("a name and what they say");
            vec![Part { name: name.into(), roles: vec![Role::Player], say: say.into() }]
        }
    }
}

fn role_of(post: rulebook::Role) -> Role {
    match post {
        rulebook::Role::Dealer => Role::Dealer,
        rulebook::Role::Supervisor => Role::Supervisor,
        rulebook::Role::PitManager => Role::PitManager,
        rulebook::Role::ShiftManager => Role::ShiftManager,
    }
}

/// All that shows of a round, whatever the numbers of its people: its wagers with what became of them, the cards, what it
/// waits for.
pub(crate) fn fingerprint(rules: &Rules, round: &Round, names: &[String]) -> Vec<String> {
    let name = |player: vocabulary::PlayerId| names[usize::from(player.0)].as_str();
    let wager = |wager: &round::Wager| {
        let bet = match wager.bet {
            Bet::Insurance(owner) => format!("insurance of {}", name(owner)),
            bet => format!("{bet:?}"),
        };
        format!(
            "{} {bet} on {} hand {}: {} {} {:?}",
            name(wager.player),
            wager.spot,
            wager.hand,
            wager.stake,
            wager.extra,
            wager.result
        )
    };
    let hands = round.areas().iter().map(|area| {
        let cards: Vec<_> = area.hands().iter().map(round::Hand::cards).collect();
        format!("{}: {cards:?}", area.spot)
    });
    let waits = format!("{:?}", awaiting(rules, round));
    let waits = waits.split(['(', ' ']).next().unwrap_or_default().to_owned();
    let ends = [format!("dealer {:?}", round.dealer().cards()), format!("{:?} {waits}", round.end())];
    round.wagers().iter().map(wager).chain(hands).chain(ends).collect()
}
