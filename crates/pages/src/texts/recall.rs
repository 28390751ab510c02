//! What the pages of past rounds say.

use super::Language;

/// Every text of the pages of past rounds, in one language.
pub(crate) struct RecallTexts {
    /// The title.
    pub(crate) rounds: &'static str,
    /// About the search.
    pub(crate) find_why: &'static str,
    /// A field.
    pub(crate) table: &'static str,
    /// A choice of the field.
    pub(crate) any_table: &'static str,
    /// A field.
    pub(crate) number: &'static str,
    /// A field.
    pub(crate) player: &'static str,
    /// The button.
    pub(crate) find: &'static str,
    /// A column.
    pub(crate) round: &'static str,
    /// A column.
    pub(crate) over_at: &'static str,
    /// A column.
    pub(crate) players: &'static str,
    /// Further back.
    pub(crate) older: &'static str,
    /// Where nothing is found.
    pub(crate) nothing: &'static str,
    /// The replay.
    pub(crate) replay: &'static str,
    /// A link.
    pub(crate) first: &'static str,
    /// A link.
    pub(crate) back: &'static str,
    /// A link.
    pub(crate) forward: &'static str,
    /// A link.
    pub(crate) last: &'static str,
    /// Before the first step.
    pub(crate) before: &'static str,
    /// The switch of viewers.
    pub(crate) as_seen_by: &'static str,
    /// A viewer.
    pub(crate) public: &'static str,
    /// A viewer.
    pub(crate) staff: &'static str,
    /// All steps.
    pub(crate) steps: &'static str,
    /// The results.
    pub(crate) results: &'static str,
    /// The net of the viewer.
    pub(crate) net: &'static str,
    /// The downloads.
    pub(crate) download: &'static str,
    /// A download.
    pub(crate) transcript: &'static str,
    /// A download.
    pub(crate) json: &'static str,
    /// The values.
    pub(crate) worth: &'static str,
    /// The values of a decision that is still to be made.
    pub(crate) worth_now: &'static str,
    /// About the values.
    pub(crate) worth_why: &'static str,
    /// A mark.
    pub(crate) best: &'static str,
    /// A mark.
    pub(crate) chosen: &'static str,
    /// A verdict.
    pub(crate) well: &'static str,
    /// A verdict, before a figure.
    pub(crate) cost: &'static str,
    /// An answer.
    pub(crate) no_insurance: &'static str,
    /// An answer.
    pub(crate) play_on: &'static str,
    /// The rules it was played by.
    pub(crate) rules: &'static str,
    /// How it ended.
    pub(crate) settled: &'static str,
    /// How it ended.
    pub(crate) void: &'static str,
    /// Where the cards came from.
    pub(crate) shoe: &'static str,
    /// Before the commitment.
    pub(crate) commitment: &'static str,
    /// Before the seed.
    pub(crate) seed: &'static str,
    /// Where the seed is not published yet.
    pub(crate) seed_later: &'static str,
    /// Where everything fits.
    pub(crate) fair: &'static str,
    /// Where something does not, before what.
    pub(crate) unfair: &'static str,
    /// How to check it oneself.
    pub(crate) check_yourself: &'static str,
}

const ENGLISH: RecallTexts = RecallTexts {
    rounds: "Past rounds",
    find_why: "Newest first. Choose a round to see it again, card by card.",
    table: "Table",
    any_table: "all tables",
    number: "Number",
    player: "Player",
    find: "Find",
    round: "Round",
    over_at: "Over at (UTC)",
    players: "Players",
    older: "Older rounds",
    nothing: "No round was found. Ask for another table or number.",
    replay: "Replay",
    first: "First",
    back: "Back",
    forward: "Forward",
    last: "Last",
    before: "The table before the round",
    as_seen_by: "As seen by",
    public: "anyone",
    staff: "staff",
    steps: "Everything that happened",
    results: "Wagers",
    net: "Result",
    download: "Download",
    transcript: "as a transcript",
    json: "as JSON",
    worth: "What each answer was worth",
    worth_now: "What each answer is worth",
    worth_why: "In original wagers, played on as well as can be, from a full shoe without the cards on the table.",
    best: "best",
    chosen: "chosen",
    well: "The best answer was given.",
    cost: "The best answer was worth more, by",
    no_insurance: "No insurance",
    play_on: "Play on",
    rules: "Rules",
    settled: "settled",
    void: "void",
    shoe: "The shoe",
    commitment: "Published before the first card (SHA-256 of the seed)",
    seed: "The seed",
    seed_later: "The seed is published when the shoe is done: look here again then.",
    fair: "Checked: the seed fits what was published, and every card of this round was at its place in the shoe.",
    unfair: "This does not fit:",
    check_yourself: "Check it yourself: save this file and run croupier check-shoe FILE",
};

const CHINESE: RecallTexts = RecallTexts {
    rounds: "历史牌局",
    find_why: "最新的在前。选择一局即可逐张重看。",
    table: "牌桌",
    any_table: "所有牌桌",
    number: "局号",
    player: "玩家",
    find: "查找",
    round: "牌局",
    over_at: "结束时间（UTC）",
    players: "玩家",
    older: "更早的牌局",
    nothing: "没有找到牌局。请换一张牌桌或一个局号。",
    replay: "回放",
    first: "最前",
    back: "后退",
    forward: "前进",
    last: "最后",
    before: "本局开始前的牌桌",
    as_seen_by: "所见视角",
    public: "任何人",
    staff: "工作人员",
    steps: "全部过程",
    results: "投注",
    net: "结果",
    download: "下载",
    transcript: "文字记录",
    json: "JSON",
    worth: "每个选择的价值",
    worth_now: "每个选择的价值",
    worth_why: "以原注为单位，其后按最佳打法；整副牌靴除去桌上的牌。",
    best: "最佳",
    chosen: "所选",
    well: "选择了最佳答案。",
    cost: "最佳答案的价值更高，相差",
    no_insurance: "不买保险",
    play_on: "继续",
    rules: "规则",
    settled: "已结算",
    void: "无效",
    shoe: "牌靴",
    commitment: "首张牌前公布（种子的 SHA-256）",
    seed: "种子",
    seed_later: "牌靴用完后才公布种子：届时请再看本页。",
    fair: "已核对：种子与公布值相符，本局每张牌都在牌靴中应有的位置。",
    unfair: "不相符：",
    check_yourself: "自行核对：保存此文件并运行 croupier check-shoe 文件",
};

impl Language {
    /// The texts of the pages of past rounds.
    pub(crate) const fn recall(self) -> &'static RecallTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }

    /// A step and how many there are.
    pub(crate) fn step(self, step: usize, of: usize) -> String {
        match self {
            Language::English => format!("Step {step} of {of}"),
            Language::Chinese => format!("第 {step} 步，共 {of} 步"),
        }
    }
}
