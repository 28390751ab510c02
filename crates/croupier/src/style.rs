//! Colours, which switch themselves off where the output is not a terminal.

use anstyle::{AnsiColor, Style};

pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const HEAD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();

/// A table with aligned columns and no frame, wrapped to the terminal.
pub(crate) fn table() -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table
}

/// A table with this header, its first column to the left and all others to the right.
pub(crate) fn aligned(header: &[&str]) -> comfy_table::Table {
    let mut rows = table();
    rows.set_header(header.iter().copied());
    for column in rows.column_iter_mut().skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    rows
}
