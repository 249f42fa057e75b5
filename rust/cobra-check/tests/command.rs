//! The program: what it prints, where, and with which exit status.

use std::process::{Command, Output};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates/mastermind-average.proof");

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cobra-check")).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

#[test]
fn what_is_proved_is_printed() {
    let found = run(&[FILE]);
    assert_eq!((found.status.code(), text(&found.stderr)), (Some(0), ""));
    assert!(text(&found.stdout).starts_with("ending hit\nmeasure sum\n"));
}

#[test]
fn one_file_is_checked_and_no_other_is_left_unread() {
    for arguments in [&[][..], &[FILE, "another.proof"]] {
        let found = run(arguments);
        assert_eq!(found.status.code(), Some(2));
        assert_eq!((text(&found.stdout), text(&found.stderr)), ("", "usage: cobra-check FILE\n"));
    }
}

#[test]
fn what_is_wrong_is_said_of_the_file() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let found = run(&[file]);
    assert_eq!((found.status.code(), text(&found.stdout)), (Some(1), ""));
    let why = "the header: this is no certificate of a version that can be read";
    assert_eq!(text(&found.stderr), format!("error: {file}: {why}\n"));
    let found = run(&["no.proof"]);
    assert_eq!(found.status.code(), Some(1));
    assert!(text(&found.stderr).starts_with("error: no.proof: ") && !text(&found.stderr).contains("Os {"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let found = Command::new(env!("CARGO_BIN_EXE_cobra-check")).arg(FILE).stdout(full).output().expect("it starts");
    assert_eq!(found.status.code(), Some(1));
    assert!(text(&found.stderr).contains("No space left on device"));
}
