//! What was asked for, understood before anything is played.

use anyhow::{Context, Result, bail, ensure};
use cpu_time::ProcessTime;
use odds::{Plan, VALUES, hands};
use rulebook::Rules;
use serde::{Deserialize, Serialize};
use simulate::{
    BLOCK, CountTally, Counting, Dealing, Generator, Job, Moments, Path, Seat, Shard, Simulation, Stake,
    Tally,
};

use super::amount::{self, Amount};
use super::counted::CountsFound;
use super::counter::{self, Counts, Told};
use super::found::Found;
use super::shard::{Part, Report};
use super::wagers::Wagers;
use super::watch::{Headline, Watch};
use super::{Length, Shuffle, Source, Table, Way};
use crate::strategy::Strategy;
use crate::{book, game, waiting};

/// Rounds of a run that names no number.
const USUAL: u64 = 100_000_000;

/// Everything a run needs.
pub(crate) struct Asked {
    pub(crate) rules: Rules,
    pub(crate) wagers: Wagers,
    played: Played,
    pub(crate) job: Job,
    pub(crate) run: Run,
}

/// Who plays.
enum Played {
    /// Players who bet the same in every round.
    Flat(Box<Simulation>),
    /// One who counts, and others.
    Counting(Box<Counting>),
}

/// What a run is a run of. Shards that are alike in all of this add up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) in_force: String,
    /// The fingerprint of the rules as they stand at the table.
    pub(crate) hash: String,
    pub(crate) decks: u8,
    pub(crate) cards: u16,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) strategy: String,
    /// The fingerprint of what is done with every hand.
    pub(crate) strategy_hash: String,
    pub(crate) wagers: Vec<String>,
    pub(crate) seats: usize,
    /// On how many spots the first player plays.
    pub(crate) spots: usize,
    /// The player who counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) counter: Option<Told>,
    /// How many cards are dealt before no further round begins; none where every round is dealt from a full shoe.
    pub(crate) dealt: Option<u16>,
    pub(crate) rounds: u64,
    pub(crate) seed: u64,
    pub(crate) generator: String,
    pub(crate) path: String,
    pub(crate) block: u64,
}

impl Asked {
    pub(super) fn read(
        name: &str,
        table: &Table,
        counts: &Counts,
        length: &Length,
        part: Option<Part>,
    ) -> Result<Asked> {
        let book = game::open(name)?;
        let mut rules = book.clone();
        game::choose(&mut rules, table.decks, &table.settings)?;
        let counter = counts.read()?;
        let mut wagers = table.wagers(counter.is_some(), &rules)?;
        let dealing = dealing(table, &rules)?;
        let strategy = Strategy::read(&table.strategy, &rules)?;
        let job = length.job(part)?;
        let spinner = waiting::spinner("working the strategy out");
        let plan = strategy.plan(&rules)?;
        spinner.finish_and_clear();
        let (hash, told) = (fingerprint(&plan), counter.as_ref().map(counter::Asked::told));
        let seats = table.seats(&wagers, plan)?;
        if counter.as_ref().is_some_and(counter::Asked::insures) {
            wagers.insurance = Some(Stake::HALF);
        }
        let played = match (counter, seats.split_first()) {
            // The first of the players counts.
            (Some(counter), Some((first, others))) => {
                Played::Counting(Box::new(Counting::new(&rules, counter.counter(first), others, dealing)?))
            }
            _ => Played::Flat(Box::new(Simulation::new(&rules, &seats, dealing)?)),
        };
        let path = match &played {
            Played::Flat(simulation) => simulation.path(job.path, job.generator),
            Played::Counting(_) => Path::General,
        };
        let settings =
            game::settings(&rules, &book).into_iter().map(|(name, value)| (name.to_owned(), value));
        let run = Run {
            game: rules.id().to_owned(),
            name: rules.name().to_owned(),
            in_force: rules.in_force().to_owned(),
            hash: book::hash(&rules),
            decks: rules.decks(),
            cards: cards(&rules),
            settings: settings.collect(),
            strategy: strategy.name().to_owned(),
            strategy_hash: hash,
            wagers: wagers.words(&rules),
            seats: table.seats,
            spots: table.spots,
            counter: told,
            dealt: match dealing {
                Dealing::EveryRound => None,
                Dealing::CutCard { dealt } => Some(dealt),
            },
            rounds: job.rounds,
            seed: job.seed,
            generator: generator_name(job.generator).to_owned(),
            path: path_name(path).to_owned(),
            block: BLOCK,
        };
        Ok(Asked { rules, wagers, played, job, run })
    }

    /// Whether somebody counts where no card of a round is seen before the next.
    pub(crate) const fn counts_in_vain(&self) -> bool {
        self.run.counter.is_some() && self.run.dealt.is_none()
    }

    /// What is looked at as the run goes on.
    pub(crate) const fn headline(&self) -> Headline {
        match self.played {
            Played::Flat(_) => Headline::Main,
            Played::Counting(_) => Headline::Won,
        }
    }

    /// Plays.
    pub(crate) fn play(self, watch: Watch) -> Report {
        let Asked { rules, wagers, played, job, run } = self;
        let before = ProcessTime::now();
        let found = match played {
            Played::Flat(simulation) => {
                let mains = |tally: &Tally| -> Vec<Moments> {
                    tally.seats.iter().map(|seat| seat.main_spread(&rules).moments()).collect()
                };
                let tally =
                    simulate::run(&*simulation, &job, |tally| watch.look(tally.rounds, &mains(tally)));
                Found::of(&rules, &wagers, &tally)
            }
            Played::Counting(table) => {
                let won = |tally: &Tally| -> Vec<Moments> {
                    tally.players.iter().take(1).map(|player| player.spread().moments()).collect()
                };
                let look = |tally: &CountTally| watch.look(tally.table.rounds, &won(&tally.table));
                let tally = simulate::run(&*table, &job, look);
                Found {
                    counts: Some(CountsFound::of(&tally.counts)),
                    ..Found::of(&rules, &wagers, &tally.table)
                }
            }
        };
        let cpu_seconds = before.elapsed().as_secs_f64();
        let (interrupted, convergence) = watch.finish();
        Report { run, threads: job.threads, cpu_seconds, interrupted, found, convergence }
    }
}

impl Table {
    /// What is bet beside the main wager, by who counts or does not.
    fn wagers(&self, counts: bool, rules: &Rules) -> Result<Wagers> {
        let usual = [if counts { "none" } else { "all" }.to_owned()];
        let wagers = Wagers::read(if self.sides.is_empty() { &usual } else { &self.sides }, rules)?;
        let half = !counts || wagers.insurance.is_none_or(|stake| stake == Stake::HALF);
        ensure!(half, "--side insurance: who counts insures half of what he bets, and no other stake");
        Ok(wagers)
    }

    /// Who sits at it, from the dealer's left.
    fn seats(&self, wagers: &Wagers, plan: Plan) -> Result<Vec<Seat>> {
        let Table { seats, spots, .. } = *self;
        ensure!(u8::try_from(seats).is_ok(), "--seats {seats}: no table has so many");
        ensure!(u8::try_from(spots).is_ok(), "--spots {spots}: no table has so many");
        ensure!(spots > 0, "--spots 0: a player has at least one");
        let mut players = vec![wagers.seat(plan); seats];
        if let Some(first) = players.first_mut() {
            first.spots = spots;
        }
        Ok(players)
    }
}

impl Length {
    fn job(&self, part: Option<Part>) -> Result<Job> {
        let error = self.until_error;
        if let Some(error) = error {
            ensure!(
                error > 0.0 && error.is_finite(),
                "--until-error {error}: an error is above 0, and finite"
            );
        }
        let usual = if error.is_some() { amount::MOST } else { USUAL };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.unwrap_or(cores);
        ensure!((1..=1024).contains(&threads), "--threads {threads}: there must be 1 to 1024");
        Ok(Job {
            seed: self.seed,
            rounds: self.rounds.map_or(usual, |Amount(rounds)| rounds),
            shard: part.map_or(Shard::WHOLE, Part::shard),
            threads,
            generator: match self.generator {
                Source::Xoshiro => Generator::Xoshiro256PlusPlus,
                Source::Chacha => Generator::ChaCha20,
            },
            path: match self.path {
                Way::Fastest => Path::Fastest,
                Way::General => Path::General,
                Way::Machine => Path::Machine,
                Way::Lanes => Path::Lanes,
            },
        })
    }
}

const fn generator_name(generator: Generator) -> &'static str {
    match generator {
        Generator::Xoshiro256PlusPlus => "Xoshiro256++",
        Generator::ChaCha20 => "ChaCha20",
    }
}

const fn path_name(path: Path) -> &'static str {
    match path {
        Path::Fastest => "fastest",
        Path::General => "general",
        Path::Machine => "machine",
        Path::Lanes => "lanes",
    }
}

fn cards(rules: &Rules) -> u16 {
    u16::from(rules.decks()) * u16::try_from(rules.deck().size()).unwrap_or(0)
}

/// How the shoe is dealt.
fn dealing(table: &Table, rules: &Rules) -> Result<Dealing> {
    let cards = cards(rules);
    if table.shuffle == Some(Shuffle::Continuous) {
        return Ok(Dealing::EveryRound);
    }
    if let Some(behind) = table.cut {
        let dealt = cards.checked_sub(behind).filter(|dealt| *dealt > 0);
        let dealt = dealt.with_context(|| format!("--cut {behind}: the shoe has {cards} cards"))?;
        return Ok(Dealing::CutCard { dealt });
    }
    match table.penetration {
        None => Ok(Dealing::of(rules)),
        Some(percent) if percent > 0.0 && percent <= 100.0 => {
            Ok(Dealing::CutCard { dealt: share(cards, percent) })
        }
        Some(percent) => bail!("--penetration {percent}: write a number of per cent above 0 and up to 100"),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "no more than all cards of a shoe"
)]
fn share(cards: u16, percent: f64) -> u16 {
    ((f64::from(cards) * percent / 100.0) as u16).max(1)
}

/// A fingerprint of what a plan does with every hand against every up card.
fn fingerprint(plan: &Plan) -> String {
    let mut moves = Vec::with_capacity(VALUES * hands().len());
    for up in 0..VALUES {
        moves.extend(plan.against(up).iter().map(|play| {
            let wishes = [play.surrender, play.split, play.double, play.hit];
            wishes.iter().fold(0, |byte: u8, wish| byte * 2 + u8::from(*wish))
        }));
    }
    book::sha256(moves).chars().take(16).collect()
}
