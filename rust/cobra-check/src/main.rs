//! `cobra-check FILE`: what the certificate proves, or why it proves nothing, and then the exit status is not 0.

#![forbid(unsafe_code)]

use std::env::args_os;
use std::io::{stdout, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let files: Vec<_> = args_os().skip(1).collect();
    let [file] = &files[..] else {
        eprintln!("usage: cobra-check FILE");
        return ExitCode::from(2);
    };
    let path = Path::new(file);
    match proved(path).and_then(|text| stdout().write_all(text.as_bytes()).map_err(|why| why.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {}: {why}", path.display());
            ExitCode::FAILURE
        }
    }
}

/// What the certificate in a file proves, or why it proves nothing.
fn proved(path: &Path) -> Result<String, String> {
    let content = std::fs::read(path).map_err(|why| why.to_string())?;
    let (claims, counts) = cobra_check::check(&content, &mut |_| true).map_err(|why| why.to_string())?;
    Ok(format!("{claims}proved by {} facts\n", counts.facts))
}
