//! Actual return against theory, drawn: for every wager the interval of one, two and three standard errors around what the
//! odds say, and a mark where it came to lie. Shapes and figures say it all; colour only says it again.

use floor::{MeterSight, Theory};
use maud::{Markup, html};

use super::meters::signed;
use super::per_cent;
use crate::texts::Language;

/// A wager with a theory and a spread.
pub(super) struct Row {
    name: String,
    theory: Theory,
    errors: f64,
    spread: f64,
}

impl Row {
    /// The row of a meter; none where nothing is known to hold it against.
    pub(super) fn of(name: String, meter: &MeterSight) -> Option<Row> {
        let theory = meter.theory?;
        Some(Row { name, theory, errors: theory.standard_errors?, spread: theory.return_error? })
    }

    fn is_beyond(&self) -> bool {
        self.errors.abs() > 3.0
    }

    /// What players keep this many errors above what is expected.
    fn at(&self, errors: f64) -> String {
        per_cent(self.theory.theoretical_return + errors * self.spread)
    }
}

/// The chart is so wide and each row so high, in its own units.
const WIDE: f64 = 640.0;
const HIGH: f64 = 76.0;
/// Room above the rows for what left and right mean.
const HEAD: f64 = 26.0;
/// How many errors fit on either side; what lies further is marked at the edge.
const FURTHEST: f64 = 4.5;

/// Where this many errors above the theory lie.
fn x(errors: f64) -> f64 {
    let half = WIDE / 2.0;
    half + errors.clamp(-FURTHEST, FURTHEST) / FURTHEST * (half - 14.0)
}

/// A number for a drawing.
fn to(number: f64) -> String {
    format!("{number:.1}")
}

/// The chart of a table.
pub(super) fn markup(id: &str, rows: &[Row], language: Language) -> Markup {
    let texts = language.pit();
    let height = rows.iter().fold(HEAD, |sum, _| sum + HIGH);
    html! {
        @if !rows.is_empty() {
            figure.pit-chart {
                svg viewBox={ "0 0 " (to(WIDE)) " " (to(height)) } role="img" aria-labelledby={ "chart-" (id) } {
                    title id={ "chart-" (id) } { (texts.chart) ": " @for row in rows { (told(row, language)) ". " } }
                    text.dim x="4" y="16" { "← " (texts.players_less) }
                    text.dim x=(to(WIDE - 4.0)) y="16" text-anchor="end" { (texts.players_more) " →" }
                    @for (at, row) in rows.iter().enumerate() { (drawn(row, rows.iter().take(at).fold(HEAD, |sum, _| sum + HIGH))) }
                }
                figcaption.dim { (texts.chart) }
            }
        }
    }
}

fn told(row: &Row, language: Language) -> String {
    let Theory { actual_return, theoretical_return, .. } = row.theory;
    language.chart_row(
        &row.name,
        &per_cent(actual_return),
        &per_cent(theoretical_return),
        &signed(row.errors),
    )
}

fn drawn(row: &Row, top: f64) -> Markup {
    let (band, middle) = (top + 24.0, top + 36.0);
    let mark = x(-row.errors);
    // The name above stays clear of the figure beside the mark.
    html! {
        g.row.beyond[row.is_beyond()] {
            text.name x="4" y=(to(top + 14.0)) { (row.name) }
            text.figure x=(to(WIDE - 4.0)) y=(to(top + 14.0)) text-anchor="end" {
                @if row.is_beyond() { "! " } (per_cent(row.theory.actual_return)) " (" (signed(row.errors)) ")"
            }
            @for (errors, class) in [(3.0, "three"), (2.0, "two"), (1.0, "one")] {
                rect.band.(class) x=(to(x(-errors))) y=(to(band)) width=(to(x(errors) - x(-errors))) height="24" rx="3" {}
            }
            line.axis x1="14" x2=(to(WIDE - 14.0)) y1=(to(middle)) y2=(to(middle)) {}
            line.theory x1=(to(x(0.0))) x2=(to(x(0.0))) y1=(to(band - 3.0)) y2=(to(band + 27.0)) {}
            @if row.is_beyond() {
                path.mark d={ "M" (to(mark)) " " (to(middle - 11.0)) "l11 11l-11 11l-11 -11z" } {}
            } @else {
                circle.mark cx=(to(mark)) cy=(to(middle)) r="7" {}
            }
            @for (errors, anchor) in [(-3.0, "middle"), (0.0, "middle"), (3.0, "middle")] {
                text.scale x=(to(x(errors))) y=(to(top + 64.0)) text-anchor=(anchor) { (row.at(errors)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(errors: f64) -> Row {
        let theory = Theory {
            theoretical_return: 0.99,
            actual_return: 0.99 - errors * 0.02,
            expected_hold: 10.0,
            std_error: Some(20.0),
            return_error: Some(0.02),
            standard_errors: Some(errors),
        };
        Row { name: "Pair".into(), theory, errors, spread: 0.02 }
    }

    #[test]
    fn a_mark_lies_where_players_kept_more_or_less_and_has_another_shape_beyond_three_errors() {
        let lies_at = |errors: f64| x(-row(errors).errors);
        assert!(
            lies_at(1.0) < lies_at(0.0) && lies_at(0.0) < lies_at(-1.0),
            "more for players is to the right"
        );
        assert_eq!((lies_at(90.0), lies_at(-90.0)), (14.0, WIDE - 14.0), "far off it stays on the chart");
        for (errors, beyond) in [(0.0, false), (-2.99, false), (3.01, true), (-17.0, true)] {
            let drawn = markup("plus-1", &[row(errors)], Language::English).into_string();
            assert_eq!(drawn.contains("<path class=\"mark\""), beyond, "{errors}");
            assert_eq!(drawn.contains("<circle class=\"mark\""), !beyond, "{errors}");
            assert_eq!(drawn.contains("! "), beyond, "{errors}: said without colour");
        }
        let drawn = markup("plus-1", &[row(2.0)], Language::English).into_string();
        assert!(drawn.contains("Pair: 95.00 % against 99.00 %, −2.00 standard errors apart"), "{drawn}");
        assert!(drawn.contains(">93.00 %<") && drawn.contains(">105.00 %<"), "three errors on either side");
        assert!(!markup("plus-1", &[], Language::English).into_string().contains("svg"));
    }
}
