//! The floor: tables, people and money that never lose a chip, over HTTP.

mod answers;
mod api;
mod approval;
mod audit;
mod book;
mod cage;
mod clock;
mod config;
mod dealers;
mod desk;
mod disks;
mod entry;
mod environment;
mod hex;
mod hold;
mod house;
mod irregularities;
mod json;
mod keeper;
mod keeping;
mod log;
mod meters;
mod money;
mod options;
mod people;
mod posted;
mod postings;
mod presence;
mod proof;
mod recall;
mod recount;
mod rehearsal;
mod reshuffle;
mod roles;
mod rule_book;
mod seats;
mod shoe;
mod shoe_key;
mod sight;
mod size;
mod source;
mod speech;
mod stored;
mod table;
#[cfg(test)]
mod testing;
mod theory;
mod uncancelled;
mod window;

pub use api::{
    Against, BadCertificate, Client, Entrance, ForwardedHeader, Found, Guard, Looked, Network, NotANetwork,
    Problem, Proof, Proxies, SESSION, Scope, Shown, Tls, Wanted, Who, add_person, app, assign, change_person,
    customer, desk, document, end_seat, exchange_at_cage, find_rounds, judge, keep_open, look_at_round,
    meters, post, require, revoke_token, serve, serve_metrics, session_cookie, shoes_of_round,
    short_messages, sign_on, tokens_of, top_up, welcome_guest,
};
pub use approval::{
    Approval, ApprovalLimits, AwardsAlone, EndedRequest, LapseReason, Lapsed, Outcome, Request,
};
pub use audit::{AuditProgress, Audited, audit};
pub use cage::{Cage, Exchange, NotExchanged, Receipt, TerminalLimits, Till};
pub use clock::{Clock, SteadyClock};
pub use config::{AfterFailure, Config, DealingConfig, TableConfig};
pub use dealers::{Dealers, SignOff, SignOffReason};
pub use desk::{Desk, Standing};
pub use disks::{Disk, Space};
pub use entry::{Entry, NotAnEntry, Opens, ShoeFact};
pub use environment::{Environment, FreeSpace, SeedSource};
pub use house::{
    Certificate, Floor, Neighbour, NotOpened, Opened, ShoesInUse, Whereabouts, check_shoes, entries_of,
    fresh_password,
};
pub use irregularities::{Irregular, Irregularities};
pub use keeper::{Answer, Denied};
pub use log::{Fact, LogLine};
pub use meters::{Meter, MeterSight, Meters, MetersByMoney, MetersSight, Theory};
pub use money::Money;
pub use options::{Range, Sayable, Unsayable, options, staff_options, unsayable};
pub use people::{
    Author, Cost, Lifetime, LoginChange, People, Person, Session, SessionKind, SessionStanding, Token,
    TokenFact, Unwelcome,
};
pub use posted::{NotPlayable, Posted};
pub use presence::Connected;
pub use proof::{ProofCard, ShoeProof, Unproven};
pub use recall::{Approved, NotRecalled, Recalled, settle_again};
pub use rehearsal::{Rehearsed, lowest_post, rehearse};
pub use reshuffle::Unfair;
pub use roles::{Action, Role, may};
pub use rule_book::{NotAHash, RuleBook};
pub use seats::{NotKept, SeatEnd, SeatEndReason, SeatFact, SeatLimits, SeatSight};
pub use shoe::{Seed, Shoe};
pub use shoe_key::{NotUnsealed, ShoeKey};
pub use sight::{
    Automatic, Awaited, CardSight, CommonSight, Eyes, HandSight, KindSight, Moment, News, Sight, WagerSight,
};
pub use size::{NotASize, Size};
pub use source::Source;
pub use speech::{Unsaid, understand};
pub use stored::NotStored;
pub use table::{Dealing, Sealed, Seeds, Step, Table};
pub use window::{Deadline, Millis, Seconds, WaitsFor};
