//! What is known of propositions while a space is walked through.

/// Weight, proposition, and whether it occurs positively.
pub(crate) type SumTerm = (i64, u32, bool);

/// The values of propositions during a search: two masks, and the sums still to be looked at.
#[derive(Clone, Debug)]
pub(crate) struct Masks {
    pub truth: Vec<u64>,
    pub falsity: Vec<u64>,
    pub dirty: Vec<u64>,
}

impl Masks {
    /// `sums`: how many sums there are to be looked at.
    pub fn new(words: usize, sums: usize) -> Self {
        let dirty = vec![0; sums.div_ceil(64)];
        Masks { truth: vec![0; words], falsity: vec![0; words], dirty }
    }

    /// Whether so many propositions are all known, none to be both.
    pub fn are_total(&self, propositions: u32) -> bool {
        let known = |(t, f): (&u64, &u64)| (t & f == 0).then(|| (t | f).count_ones());
        let known: Option<u32> = self.truth.iter().zip(&self.falsity).map(known).sum();
        known == Some(propositions)
    }

    /// Forgets pending work after a contradiction.
    pub fn abandon(&mut self) {
        self.dirty.fill(0);
    }
}
