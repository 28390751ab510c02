use vocabulary::{Chips, Deck, Payout};

/// A kind of value a setting can have: how it is written in a rule book and after `set`.
pub trait Value: Copy + PartialEq {
    /// Reads the written form.
    fn read(text: &str) -> Option<Self>;
    /// The written form.
    fn write(self) -> String;
    /// What may be written, for a person.
    fn expected() -> String;
    /// What it means, in a sentence, where it is a word and not a number.
    fn means(self) -> Option<&'static str> {
        None
    }
}

/// Declares an enum whose variants are words of the rule books.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $(#[doc = $means:literal] $variant:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $(#[doc = $means] $variant,)+ }

        impl crate::value::Value for $name {
            fn read(text: &str) -> Option<Self> {
                match text { $($word => Some(Self::$variant),)+ _ => None }
            }
            fn write(self) -> String {
                match self { $(Self::$variant => $word,)+ }.to_owned()
            }
            fn expected() -> String {
                [$($word),+].join(" | ")
            }
            fn means(self) -> Option<&'static str> {
                Some(match self { $(Self::$variant => $means,)+ }.trim_ascii())
            }
        }
    )+};
}
pub(crate) use choices;

impl Value for bool {
    fn read(text: &str) -> Option<bool> {
        text.parse().ok()
    }
    fn write(self) -> String {
        self.to_string()
    }
    fn expected() -> String {
        "true | false".into()
    }
}

impl Value for u8 {
    fn read(text: &str) -> Option<u8> {
        text.parse().ok()
    }
    fn write(self) -> String {
        self.to_string()
    }
    fn expected() -> String {
        "a whole number from 0 to 255".into()
    }
}

impl Value for Payout {
    fn read(text: &str) -> Option<Payout> {
        text.parse().ok()
    }
    fn write(self) -> String {
        self.to_string()
    }
    fn expected() -> String {
        "a payout like 3:2".into()
    }
}

impl Value for Chips {
    fn read(text: &str) -> Option<Chips> {
        text.parse().ok()
    }
    fn write(self) -> String {
        self.to_string()
    }
    fn expected() -> String {
        "an amount like 1 or 0.50".into()
    }
}

impl Value for Deck {
    fn read(text: &str) -> Option<Deck> {
        match text {
            "standard-52" => Some(Deck::Standard52),
            "elements-65" => Some(Deck::Elements65),
            _ => None,
        }
    }
    fn write(self) -> String {
        match self {
            Deck::Standard52 => "standard-52".into(),
            Deck::Elements65 => "elements-65".into(),
        }
    }
    fn expected() -> String {
        "standard-52 | elements-65".into()
    }
}

/// How many of something, or as many as like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Many {
    /// No more than this.
    UpTo(u8),
    /// No bound.
    Unlimited,
}

impl Many {
    /// Whether one more fits beside so many.
    #[must_use]
    pub fn allows(self, number: usize) -> bool {
        match self {
            Many::UpTo(most) => number <= usize::from(most),
            Many::Unlimited => true,
        }
    }
}

impl Value for Many {
    fn read(text: &str) -> Option<Many> {
        if text == "unlimited" {
            return Some(Many::Unlimited);
        }
        text.parse().ok().filter(|most| *most > 0).map(Many::UpTo)
    }
    fn write(self) -> String {
        match self {
            Many::UpTo(most) => most.to_string(),
            Many::Unlimited => "unlimited".into(),
        }
    }
    fn expected() -> String {
        "a whole number from 1 to 255 | unlimited".into()
    }
}

/// The smallest amount of a wager made after the deal: one chip unit, or a fixed sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floor {
    /// One chip unit of the table.
    Unit,
    /// This amount.
    Amount(Chips),
}

impl Value for Floor {
    fn read(text: &str) -> Option<Floor> {
        if text == "unit" { Some(Floor::Unit) } else { text.parse().ok().map(Floor::Amount) }
    }
    fn write(self) -> String {
        match self {
            Floor::Unit => "unit".into(),
            Floor::Amount(amount) => amount.to_string(),
        }
    }
    fn expected() -> String {
        "unit | an amount".into()
    }
}

/// On which two-card totals a hand may be doubled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoubleOn {
    /// On any.
    Any,
    /// On hard totals in this range.
    Hard {
        /// The lowest.
        from: u8,
        /// The highest.
        to: u8,
    },
}

impl Value for DoubleOn {
    fn read(text: &str) -> Option<DoubleOn> {
        if text == "any" {
            return Some(DoubleOn::Any);
        }
        let (from, to) = text.strip_prefix("hard-")?.split_once('-')?;
        let (from, to) = (from.parse().ok()?, to.parse().ok()?);
        (4 <= from && from <= to && to <= 20).then_some(DoubleOn::Hard { from, to })
    }
    fn write(self) -> String {
        match self {
            DoubleOn::Any => "any".into(),
            DoubleOn::Hard { from, to } => format!("hard-{from}-{to}"),
        }
    }
    fn expected() -> String {
        "any | hard-FROM-TO, like hard-9-11".into()
    }
}
