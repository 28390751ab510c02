//! The PAR sheet: every wager of a game line by line, with how it was found and how to check it, for a test lab.

mod check;
mod html;
mod markdown;
mod par;
#[cfg(test)]
mod tests;
mod wager;

use std::path::Path;

use anyhow::{Result, bail};

use super::sheet::Sheet;
use par::Par;

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// A page that is read on a screen and printed on A4.
    Html,
    /// A text.
    Markdown,
    /// For programs.
    Json,
}

impl Format {
    /// The form a file's ending asks for.
    pub(crate) fn of(file: &Path) -> Result<Format> {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Ok(Format::Html),
            "md" | "markdown" => Ok(Format::Markdown),
            "json" => Ok(Format::Json),
            _ => bail!("{}: a report ends with .html, .md or .json", file.display()),
        }
    }
}

/// The report in one of its forms.
pub(crate) fn write(sheet: &Sheet, format: Format) -> Result<String> {
    let par = Par::of(sheet)?;
    Ok(match format {
        Format::Html => html::page(sheet, &par),
        Format::Markdown => markdown::text(&par),
        Format::Json => serde_json::to_string_pretty(&par)? + "\n",
    })
}
