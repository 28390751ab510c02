//! Keys as tests write them: a letter or digit stands for itself, the others are these.

use serde_json::{Value, json};

/// The key that ends an entry.
pub const ENTER: &str = "\n";
/// The key that moves on.
pub const TAB: &str = "\t";
/// The key that cancels.
pub const ESCAPE: &str = "\u{1b}";
/// The key to the beginning.
pub const HOME: &str = "⇱";
/// The key to the end.
pub const END: &str = "⇲";
/// An arrow.
pub const LEFT: &str = "←";
/// An arrow.
pub const RIGHT: &str = "→";
/// Held down for all keys after it.
pub const SHIFT: &str = "⇧";

/// What the digits type with Shift.
const SIGNS: &[u8; 10] = b")!@#$%^&*(";

/// Describes the press of a key to the developer tools.
pub(crate) fn event(letter: char, shift: bool) -> Value {
    let mut buffer = [0; 4];
    let named = match &*letter.encode_utf8(&mut buffer) {
        ENTER => Some(("Enter", 13)),
        TAB => Some(("Tab", 9)),
        ESCAPE => Some(("Escape", 27)),
        HOME => Some(("Home", 36)),
        END => Some(("End", 35)),
        LEFT => Some(("ArrowLeft", 37)),
        RIGHT => Some(("ArrowRight", 39)),
        SHIFT => Some(("Shift", 16)),
        _ => None,
    };
    let modifiers = if shift { 8 } else { 0 };
    if let Some((name, number)) = named {
        let mut event =
            json!({ "key": name, "code": name, "windowsVirtualKeyCode": number, "modifiers": modifiers });
        if name == "Enter" {
            event["text"] = "\r".into();
        }
        return event;
    }
    let typed = match letter.to_digit(10) {
        Some(digit) if shift => char::from(SIGNS[digit as usize]),
        None if shift => letter.to_ascii_uppercase(),
        _ => letter,
    };
    let capital = letter.to_ascii_uppercase();
    let code = if letter.is_ascii_digit() { format!("Digit{letter}") } else { format!("Key{capital}") };
    json!({
        "key": typed.to_string(), "code": code, "windowsVirtualKeyCode": u32::from(capital), "modifiers": modifiers,
        "text": typed.to_string(),
    })
}
