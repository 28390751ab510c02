use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest transcript that is read: far more than a night at a table.
const LARGEST: u64 = 8 << 20;

/// Why a file was not read as a transcript.
#[derive(Debug, thiserror::Error)]
pub enum NotText {
    /// It could not be opened or read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// It is a device, a pipe or a folder.
    #[error("is not a file")]
    NotAFile,
    /// It is too large to be a transcript.
    #[error("is larger than 8 MiB: not a transcript")]
    TooLarge,
    /// It is not UTF-8 text.
    #[error("is not UTF-8 text: the byte at offset {0} does not belong there")]
    NotUtf8(usize),
}

/// Reads the text of a transcript file.
///
/// # Errors
///
/// When it cannot be read, is too large, or is not text.
pub fn read(path: &Path) -> Result<String, NotText> {
    let mut bytes = Vec::new();
    if !std::fs::metadata(path)?.is_file() {
        return Err(NotText::NotAFile);
    }
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(NotText::TooLarge);
    }
    let text =
        String::from_utf8(bytes).map_err(|error| NotText::NotUtf8(error.utf8_error().valid_up_to()))?;
    match text.find('\0') {
        Some(at) => Err(NotText::NotUtf8(at)),
        // Some editors begin a file with an invisible mark.
        None => Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned)),
    }
}
