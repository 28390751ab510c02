//! Transcripts on disk.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The transcripts among these files and folders, folders searched to the bottom, in order.
pub(crate) fn transcripts(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let kind = std::fs::metadata(path).with_context(|| format!("{}", path.display()))?;
        if kind.is_dir() {
            let before = files.len();
            search(path, &mut files)?;
            if files.len() == before {
                bail!("{}: there is no .round file in this folder", path.display());
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("{}", folder.display()))?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() {
            search(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "round") {
            files.push(path);
        }
    }
    Ok(())
}
