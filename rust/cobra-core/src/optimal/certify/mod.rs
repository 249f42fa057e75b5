//! Certificates: proofs that no strategy does better, put together from what the search knows.
//!
//! What a certificate is, its rules and its file are described in `docs/proofs.md`. The prover goes down from the claim:
//! for each experiment whose cells do not cost enough by their sizes it takes cells of which the search says that they cost
//! more, proves these first, and names them. Nothing here has to be trusted: the checker reads the game by itself.
//!
//! | question | module |
//! |---|---|
//! | what do all experiments answer, in the order of the checker? | `outcome_columns` |
//! | what do cells cost by their sizes alone? | `size_bound` |
//! | how are symmetries named? | `elements` |
//! | which facts are there, and how are they written? | `certificate` |
//! | which cells does a fact name for an experiment? | `naming` |
//! | what follows from what? | `prover` |

mod certificate;
mod elements;
mod naming;
mod outcome_columns;
mod prover;
mod size_bound;

pub use self::prover::{prove, Proof, ProofClaim, ProofOptions};
