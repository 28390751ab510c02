//! What can go wrong at a table: a list of sentences with gaps. What follows from each is the game's own rule, and the
//! engine's to say.

/// Something that can go wrong.
pub(super) struct Incident {
    /// Its word in the address.
    pub(super) word: &'static str,
    /// The sentence that tells of it, with its gaps in braces.
    sentence: &'static str,
}

/// All of it, in the order in which a dealer looks for it: the deal, the shoe, wagers, people, and what is left to a person.
pub(super) const INCIDENTS: &[Incident] = &[
    Incident::new("skipped", "dealer skips {place}"),
    Incident::new("misdealt", "dealer misdeals {card} to {place}"),
    Incident::new("overdrawn", "dealer misdeals {card} to dealer"),
    Incident::new("noticed", "pit reports misdeal"),
    Incident::new("beyond-repair", "pit reports misdeal beyond-repair"),
    Incident::new("face-up", "dealer finds {card} face up"),
    Incident::new("together", "dealer draws together {cards}{known}"),
    Incident::new("card-refused", "{player} refuses card on {spot}"),
    Incident::new("foreign-card", "pit reports foreign-card"),
    Incident::new("missing-card", "pit reports missing-card"),
    Incident::new("extra-card", "pit reports extra-card"),
    Incident::new("unshuffled", "pit reports unshuffled-cards"),
    Incident::new("short-shoe", "pit reports short-shoe"),
    Incident::new("cut", "{player} cuts"),
    Incident::new("cut-card", "pit reports cut-card-passed"),
    Incident::new("burn", "pit reports burn-forgotten"),
    Incident::new("found", "dealer finds {player} {amount} on {spot} {wager}"),
    Incident::new("insured", "{player} insures on {spot} for {amount} instead of {other}"),
    Incident::new("unsettled", "dealer leaves {side} unsettled"),
    Incident::new("settled-late", "dealer settles {side}"),
    Incident::new("claims", "dealer records no agreement between {player} and {other} on {spot} {side}"),
    Incident::new("control", "dealer asks who controls {spot}"),
    Incident::new("absent", "{player} is absent"),
    Incident::new("returned", "{player} returns"),
    Incident::new("squeeze", "dealer allows {player} to squeeze"),
    Incident::new("turned", "dealer reveals {spot}"),
    Incident::new("display", "pit reports wrong-display"),
    Incident::new("power", "pit reports power-failure"),
    Incident::new("rule", "pit rules {words}"),
    Incident::new("void", "pit voids because {words}"),
    Incident::new("award", "pit awards {amount} to {player} because {words}"),
    Incident::new("take", "pit takes {amount} from {player} because {words}"),
];

/// What a gap in a sentence is filled with.
pub(super) type Filled<'f> = &'f dyn Fn(&str) -> Option<String>;

impl Incident {
    const fn new(word: &'static str, sentence: &'static str) -> Incident {
        Incident { word, sentence }
    }

    /// The one with this word.
    pub(super) fn find(word: &str) -> Option<&'static Incident> {
        INCIDENTS.iter().find(|incident| incident.word == word)
    }

    /// The names of its gaps.
    pub(super) fn gaps(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.sentence.split('{').skip(1).filter_map(|part| part.split('}').next())
    }

    /// The sentence, where every gap can be filled.
    pub(super) fn sentence(&self, filled: Filled<'_>) -> Option<String> {
        let mut parts = self.sentence.split(['{', '}']);
        let mut sentence = parts.next()?.to_owned();
        while let (Some(gap), Some(words)) = (parts.next(), parts.next()) {
            sentence.push_str(&filled(gap)?);
            sentence.push_str(words);
        }
        Some(sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn every_incident_is_a_sentence_of_the_notation_and_has_a_name() {
        let filled = |gap: &str| {
            let words = match gap {
                "place" | "spot" => "2",
                "card" => "Ks",
                "cards" => "Ks 7h",
                "known" => " in order",
                "player" => "ann",
                "other" => "bob",
                "side" => "pair",
                "wager" => "main",
                "amount" => "10",
                "words" => "it is so",
                _ => return None,
            };
            Some(words.to_owned())
        };
        for incident in INCIDENTS {
            let sentence = incident.sentence(&filled).expect("every gap is known");
            assert!(!sentence.contains(['{', '}']), "{sentence}");
            let read = transcript::parse(&sentence).expect(&sentence);
            assert_eq!(read.lines.len(), 1, "{sentence}");
            assert!(Language::ALL.iter().all(|language| !language.incident(incident.word).is_empty()));
        }
    }
}
