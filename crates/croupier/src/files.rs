//! Transcripts on disk.

use std::path::{Path, PathBuf};

/// The transcripts among these files and folders, folders searched to the bottom, in order. What cannot be searched
/// stands in its place with the reason.
pub(crate) fn transcripts(paths: &[PathBuf]) -> Vec<Result<PathBuf, String>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            search(path, &mut files);
            if files.len() == before {
                files.push(Err(format!("{}: there is no .round file in this folder", path.display())));
            }
        } else {
            files.push(Ok(path.clone()));
        }
    }
    files
}

fn search(folder: &Path, files: &mut Vec<Result<PathBuf, String>>) {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(why) => return files.push(Err(format!("{}: {why}", folder.display()))),
    };
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_round = path.extension().is_some_and(|extension| extension == "round");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => search(&path, files),
            Ok(_) if is_round && path.is_file() => files.push(Ok(path)),
            Ok(_) => {}
            Err(why) => files.push(Err(format!("{}: {why}", path.display()))),
        }
    }
}
