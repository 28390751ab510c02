//! Bytes in hexadecimal digits.

use std::fmt::Write;

/// The digits of these bytes.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The bytes of these digits.
pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: &u8| char::from(*digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some((digit(high)? << 4) | digit(low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(byte).collect()
}
