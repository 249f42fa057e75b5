//! `cobra-check FILE`: exit status 0 when the certificate proves its claims, 1 when not, 2 for wrong usage.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path] = &arguments[..] else {
        eprintln!("usage: cobra-check FILE");
        return ExitCode::from(2);
    };
    let file = match std::fs::read(path) {
        Ok(file) => file,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(1);
        }
    };
    match cobra_check::check(&file, u64::MAX, &mut |_| true) {
        Ok(report) => {
            let counts = report.counts;
            println!("{} codes, {} experiments, {} facts", report.codes, report.experiments, counts.facts);
            if let Some(first) = report.head.first {
                println!("if experiment {first} is made first:");
            }
            for claim in &report.head.claims {
                println!("proved: {claim}");
            }
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            eprintln!("{path}: {refusal}");
            ExitCode::from(1)
        }
    }
}
