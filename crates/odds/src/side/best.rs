//! The count that fits best: small whole numbers for cards, in step with what their removal does.

/// A linear count: a tag for every card that leaves the shoe, higher where it is good for the player that it left.
#[derive(Clone, PartialEq, Debug)]
pub struct Count {
    /// Tags in proportion to the effects, the largest of the level asked for. They correlate fully.
    pub proportional: Vec<f64>,
    /// The best whole tags of that level.
    pub tags: Vec<i8>,
    /// The betting correlation of the whole tags.
    pub correlation: f64,
}

/// The whole tags from `-level` to `level` that correlate best with the effects of removal, each with its weight, the
/// number of such cards left.
///
/// The tags are the effects times a scale, rounded. Only finitely many scales round differently, and all are tried; of
/// equally good tags the smallest are taken. They need not add up to nothing over the shoe: a count that drifts tells as
/// much as one that does not, since the number of cards left is known.
///
/// ```
/// // Insurance, six decks: the 96 tens are bad to lose, the 215 other cards behind the Ace are good to lose.
/// let count = odds::best_count(&[(215.0, 96.0), (96.0, -215.0)], 4);
/// assert_eq!(count.tags, [0, -1]);
/// assert!((count.correlation - 1.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn best_count(effects: &[(f64, f64)], level: i8) -> Count {
    let largest = effects.iter().map(|(_, effect)| effect.abs()).fold(0.0, f64::max);
    let scale = if largest > 0.0 { f64::from(level) / largest } else { 0.0 };
    let mut best = Count {
        proportional: effects.iter().map(|(_, effect)| effect * scale).collect(),
        tags: vec![0; effects.len()],
        correlation: 0.0,
    };
    for scale in scales(effects, level) {
        let tags: Vec<i8> = effects.iter().map(|(_, effect)| rounded(effect * scale, level)).collect();
        let as_numbers: Vec<f64> = tags.iter().copied().map(f64::from).collect();
        let correlation = betting_correlation(effects, &as_numbers);
        // The smaller tags come first, and larger ones must be better by more than the noise of the sums.
        if correlation > best.correlation + 1e-12 {
            best.tags = tags;
            best.correlation = correlation;
        }
    }
    best
}

/// How closely tags follow the effects of removal, each effect with its weight: 1 is in proportion, 0 not at all.
#[must_use]
pub fn betting_correlation(effects: &[(f64, f64)], tags: &[f64]) -> f64 {
    let rows = || effects.iter().zip(tags).map(|(&(weight, effect), &tag)| (weight, effect, tag));
    let all: f64 = rows().map(|(weight, ..)| weight).sum();
    let mean_effect = rows().map(|(weight, effect, _)| weight * effect).sum::<f64>() / all;
    let mean_tag = rows().map(|(weight, _, tag)| weight * tag).sum::<f64>() / all;
    let (mut both, mut effects, mut tags) = (0.0, 0.0, 0.0);
    for (weight, effect, tag) in rows() {
        let (effect, tag) = (effect - mean_effect, tag - mean_tag);
        both += weight * effect * tag;
        effects += weight * effect * effect;
        tags += weight * tag * tag;
    }
    let spread = (effects * tags).sqrt();
    if spread > 0.0 { both / spread } else { 0.0 }
}

/// A scale for every different rounding, from small to large.
fn scales(effects: &[(f64, f64)], level: i8) -> Vec<f64> {
    let sizes = effects.iter().map(|(_, effect)| effect.abs()).filter(|size| *size > 0.0);
    let steps = sizes.flat_map(|size| (0..level).map(move |step| (f64::from(step) + 0.5) / size));
    let mut steps: Vec<f64> = steps.filter(|step| step.is_finite()).collect();
    steps.sort_by(f64::total_cmp);
    let between = steps.windows(2).map(|two| f64::midpoint(two[0], two[1]));
    let beyond = steps.last().map(|last| last * 2.0);
    between.chain(beyond).collect()
}

/// The whole number nearest to a tag, kept within the level.
fn rounded(tag: f64, level: i8) -> i8 {
    let size = (0..level).filter(|step| tag.abs() > f64::from(*step) + 0.5).map(|_| 1).sum::<i8>();
    if tag < 0.0 { -size } else { size }
}
