//! The pages that show commands show commands that run, and print what the page says.

use std::path::Path;

use assert_cmd::Command;

use super::root;

#[test]
fn every_command_of_the_mathematicians_page_runs_and_prints_what_it_shows() {
    let page = std::fs::read_to_string(root().join("docs/mathematician.md")).expect("the page is there");
    let (commands, shown) = follow(&page);
    assert!(commands >= 15 && shown >= 8, "{commands} commands, {shown} lines");
}

#[test]
fn files_are_written_and_said_and_nothing_else_is_printed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = |name: &str| folder.join(name).to_str().expect("a readable path").to_owned();
    let names = ["chart.svg", "chart.png", "chart.html", "par.html"].map(file);
    let shoe = ["macau", "--shoe", "A=2,5=12,9=10,T=20"];
    let files = ["--svg", &names[0], "--png", &names[1], "--page", &names[2], "--report", &names[3]];
    let output = super::odds(&[&shoe[..], &files].concat());
    assert_eq!(output.status.code(), Some(0), "{}", super::err(&output));
    assert!(super::out(&output).is_empty());
    for (name, begins) in names.iter().zip([&b"<svg"[..], b"\x89PNG", b"<!DOCTYPE html>", b"<!DOCTYPE html>"])
    {
        assert!(super::err(&output).contains(name.as_str()), "{name}");
        assert!(std::fs::read(name).expect("the file is there").starts_with(begins), "{name}");
    }
    let par = file("par.json");
    let json = super::json(&[&shoe[..], &["--report", &par]].concat());
    let par: serde_json::Value =
        serde_json::from_slice(&std::fs::read(par).expect("the file is there")).expect("JSON");
    assert!(par.to_string().contains(json["hash"].as_str().expect("a hash")));
    let ends = &par["main_wager"]["distribution"];
    assert_eq!(ends["about"], "the best chart, by total and up card");
    assert!(ends["results"].as_array().is_some_and(|results| results.len() > 4), "{ends}");
}

/// Runs the commands of a page one after the other, and looks for the lines of the blocks of text in what the last one
/// printed. Says how many there were of both.
fn follow(page: &str) -> (usize, usize) {
    let (mut commands, mut shown) = (0, 0);
    let mut block = "";
    let mut printed = String::new();
    for line in page.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(kind), "") => block = kind,
            (Some(_), _) => block = "",
            (None, "sh") => {
                printed = run(line);
                commands += 1;
            }
            (None, "text") => {
                let found = printed.lines().any(|printed| plain(printed).contains(&plain(line)));
                assert!(found, "{line} is not in {printed}");
                shown += 1;
            }
            (None, _) => {}
        }
    }
    (commands, shown)
}

/// A line with single blanks.
fn plain(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs a line as a shell does, in a folder of its own.
fn run(line: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (line, to) = line.split_once(" > ").map_or((line, None), |(line, file)| (line, Some(file.trim())));
    let words = words(line);
    let [program, arguments @ ..] = words.as_slice() else { panic!("an empty line") };
    assert_eq!(program, "croupier");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
    let output = command.current_dir(folder).args(arguments).output().expect("the program runs");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{line}: {printed}{}", String::from_utf8_lossy(&output.stderr));
    if let Some(file) = to {
        std::fs::write(folder.join(file), &printed).expect("a file can be written");
    }
    printed
}

/// The words of a command line; a comment ends it.
fn words(line: &str) -> Vec<String> {
    let line = line.split(" #").next().unwrap_or_default();
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}
