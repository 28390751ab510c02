//! Events as sentences. The engine's own are English; the usual course of a round is in Chinese too, and what is rare
//! keeps the engine's words rather than none.

use floor::Table;
use round::{Action, Bet, Closed, Event, Outcome, Round, Slot, Stage, Viewer};
use rulebook::{Kind, Rules};
use vocabulary::{Chips, PlayerId};

use crate::drawing::card_name;
use crate::texts::Language;

/// An event at a table as a sentence with its clause, for staff.
pub(crate) fn tell(language: Language, table: &Table, event: &Event) -> Option<String> {
    tell_to(Viewer::Staff, language, table, event)
}

/// The same as this viewer may see it.
pub(crate) fn tell_to(viewer: Viewer, language: Language, table: &Table, event: &Event) -> Option<String> {
    tell_of(viewer, language, table.rules(), table.round(), table.names(), event)
}

/// An event of a round as a sentence with its clause, as this viewer may see it. `round` is the round after it, `names` are
/// the people by number.
pub(crate) fn tell_of(
    viewer: Viewer,
    language: Language,
    rules: &Rules,
    round: &Round,
    names: &[String],
    event: &Event,
) -> Option<String> {
    let own = match language {
        Language::English => None,
        Language::Chinese => Chinese { rules, round, names }.tell(event),
    };
    let cited = own.map(|sentence| format!("{sentence} [{}]", event.because().clause));
    cited.or_else(|| transcript::tell_to(viewer, rules, round, names, event))
}

struct Chinese<'t> {
    rules: &'t Rules,
    round: &'t Round,
    names: &'t [String],
}

impl Chinese<'_> {
    fn name(&self, player: PlayerId) -> &str {
        self.names.get(usize::from(player.0)).map_or("玩家", String::as_str)
    }

    /// Which wager is meant.
    fn wager(&self, kind: Kind) -> String {
        let name = self.rules.side_wager(kind).map_or("", |side| &side.name);
        Language::Chinese.wager(self.rules.word(kind), name)
    }

    /// What a wager is on.
    fn bet(&self, bet: Bet) -> String {
        match bet {
            Bet::Main => self.wager(Kind::Main),
            Bet::Side(at) => self.wager(Kind::Side(at)),
            Bet::Insurance(_) => Language::Chinese.wager("insurance", ""),
            Bet::Award => Language::Chinese.wager("ruling", ""),
        }
    }

    fn hand(&self, area: usize, hand: usize) -> Option<String> {
        let at = self.round.areas().get(area)?;
        let which = if at.hands().len() > 1 { format!("第 {} 手", hand + 1) } else { String::new() };
        Some(match at.owner {
            Some(owner) => format!("{}{which}", self.name(owner)),
            None => format!("{} 号位{which}", at.spot),
        })
    }

    fn tell(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::SatDown { player, spot, .. } => format!("{} 坐在 {spot} 号位", self.name(*player)),
            Event::GotUp { player, spot, .. } => format!("{} 离开 {spot} 号位", self.name(*player)),
            Event::BetsOpened { .. } => "庄家：请下注".into(),
            Event::WagerPlaced { player, spot, kind, amount, .. } => {
                format!("{} 在 {spot} 号位下注{} {amount}", self.name(*player), self.wager(*kind))
            }
            Event::WagerRemoved { player, spot, kind, .. } => {
                format!("{} 取回 {spot} 号位的{}", self.name(*player), self.wager(*kind))
            }
            Event::BetsClosed { .. } => "庄家：停止下注".into(),
            Event::OffersOpened { stage: Stage::Insurance, .. } => "庄家询问是否买保险".into(),
            Event::OffersOpened { .. } => "庄家询问是否投降".into(),
            Event::OffersClosed { .. } => "答复截止".into(),
            Event::OfferDeclined { player, .. } => format!("{} 不要", self.name(*player)),
            Event::Insured { player, spot, amount, .. } => {
                format!("{} 为 {spot} 号位买保险 {amount}", self.name(*player))
            }
            Event::EvenMoneyTaken { player, .. } => format!("{} 收平注", self.name(*player)),
            Event::SurrenderTaken { player, .. } => format!("{} 投降", self.name(*player)),
            Event::TimedOut { player, .. } => format!("{} 未及时答复", self.name(*player)),
            _ => return self.cards(event),
        })
    }

    fn cards(&self, event: &Event) -> Option<String> {
        let face = |card| card_name(card, Language::Chinese);
        Some(match event {
            Event::Dealt { card, to: Slot::Dealer, .. } => format!("庄家：{}", face(*card)),
            Event::Dealt { card, to: Slot::Common, .. } => format!("公共牌：{}", face(*card)),
            Event::Dealt { to: Slot::Hole, .. } => "庄家：暗牌".into(),
            Event::Dealt { card, to: Slot::Hand { area, hand }, .. } => {
                let spot = self.round.areas().get(*area)?.spot;
                let hidden = self.round.is_squeezed(spot);
                let face = if hidden { "暗牌".to_owned() } else { face(*card) };
                format!("{}：{face}", self.hand(*area, *hand)?)
            }
            Event::Acted { player, action, .. } => {
                let does = match action {
                    Action::Hit => "要牌".to_owned(),
                    Action::Stand => "停牌".to_owned(),
                    Action::Split => "分牌".to_owned(),
                    Action::Double(amount) => format!("加倍 {}", amount.unwrap_or(Chips::ZERO)),
                };
                format!("{} {does}", self.name(*player))
            }
            Event::HandClosed { area, hand, how, .. } => {
                let how = match how {
                    Closed::Stood => "停牌",
                    Closed::TwentyOne => "二十一点",
                    Closed::Blackjack => "黑杰克",
                    Closed::Doubled => "加倍后停牌",
                    Closed::SplitAce => "分 A 后停牌",
                    Closed::Bust => "爆牌",
                };
                format!("{}：{how}", self.hand(*area, *hand)?)
            }
            Event::DealerDone { .. } => {
                format!("庄家停牌：{} 点", self.round.dealer().total().points)
            }
            Event::WagerSettled { wager, outcome, returned, .. } => {
                let wager = self.round.wagers().get(*wager)?;
                let how = match outcome {
                    Outcome::Won => "赢",
                    Outcome::Lost => "输",
                    Outcome::StandOff => "和局",
                    Outcome::Surrendered => "投降",
                    Outcome::EvenMoney => "收平注",
                    Outcome::Returned => "退回",
                    Outcome::Void => "无效",
                };
                let (who, on) = (self.name(wager.player), self.bet(wager.bet));
                format!("{who} 在 {} 号位的{on}：{how}，返还 {returned}", wager.spot)
            }
            Event::RoundSettled { .. } => "本局已结算".into(),
            _ => return None,
        })
    }
}
