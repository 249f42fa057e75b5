//! `cobra-check FILE`: what the certificate proves, or why it proves nothing, and then the exit status is not 0.

#![forbid(unsafe_code)]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: cobra-check FILE")?;
    let (claims, counts) = cobra_check::check(&std::fs::read(path)?, &mut |_| true).map_err(|why| why.to_string())?;
    println!("{claims}proved by {} facts", counts.facts);
    Ok(())
}
