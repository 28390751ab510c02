//! The files a caller wants written: the chart as a picture or a page, and the PAR sheet.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::report::Format;
use super::sheet::Sheet;
use super::{page, png, report, svg};

/// Files to write.
#[derive(Args)]
#[command(next_help_heading = "Files")]
pub(crate) struct Files {
    /// Write the strategy chart as an SVG picture
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Write the strategy chart as a PNG picture
    #[arg(long, value_name = "FILE.png")]
    png: Option<PathBuf>,
    /// Write the strategy chart as an HTML page that prints well
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// Write a PAR sheet: every wager line by line, with how it was found
    #[arg(long, value_name = "FILE.html|md|json")]
    report: Option<PathBuf>,
}

/// A file to write.
pub(crate) struct Save {
    path: PathBuf,
    form: Form,
}

/// What goes into it.
enum Form {
    Svg,
    Png,
    Page,
    Report(Format),
}

impl Files {
    /// The files, each with an ending that fits what goes into it.
    pub(crate) fn understand(&self) -> Result<Vec<Save>> {
        let mut files = Vec::new();
        for (path, form, endings) in [
            (&self.svg, Form::Svg, &["svg"][..]),
            (&self.png, Form::Png, &["png"]),
            (&self.page, Form::Page, &["html", "htm"]),
        ] {
            if let Some(path) = path {
                check(path, endings)?;
                files.push(Save { path: path.clone(), form });
            }
        }
        if let Some(path) = &self.report {
            files.push(Save { path: path.clone(), form: Form::Report(Format::of(path)?) });
        }
        Ok(files)
    }
}

impl Save {
    /// Whether it is a PAR sheet.
    pub(crate) fn is_report(&self) -> bool {
        matches!(self.form, Form::Report(_))
    }

    /// Writes the file, and says so.
    pub(crate) fn write(&self, sheet: &Sheet) -> Result<String> {
        let (bytes, what) = match self.form {
            Form::Svg => (svg::chart(sheet).into_bytes(), "the strategy chart, a picture"),
            Form::Png => (png::chart(sheet)?, "the strategy chart, a picture"),
            Form::Page => (page::chart(sheet).into_bytes(), "the strategy chart, a page to print"),
            Form::Report(format) => (report::write(sheet, format)?.into_bytes(), "the PAR sheet"),
        };
        let name = self.path.display();
        std::fs::write(&self.path, bytes).with_context(|| format!("{name} cannot be written"))?;
        Ok(format!("{name}: {what}"))
    }
}

fn check(path: &Path, endings: &[&str]) -> Result<()> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    if !endings.contains(&ending.as_str()) {
        bail!("{}: write a file that ends with .{}", path.display(), endings.join(" or ."));
    }
    Ok(())
}
