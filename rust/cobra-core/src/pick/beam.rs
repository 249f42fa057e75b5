//! The best few experiments of a state: those that are looked ahead.

use crate::expression::number::Fixed;

/// How good an experiment is: the keys of its score, and whether it cannot be final where that matters.
pub(crate) type RankByScore = (Vec<Fixed>, bool);

/// An experiment of the beam: how good it is, the less the better, what it splits the state into, and which one it is.
struct Candidate<Rank, Split, Which> {
    rank: Rank,
    split: Split,
    which: Which,
}

/// The best so far, in order. Of those that are as good and split the state alike only the first counts.
pub(crate) struct Beam<Rank, Split, Which> {
    width: usize,
    candidates: Vec<Candidate<Rank, Split, Which>>,
}

impl<Rank: Ord, Split: Eq, Which> Beam<Rank, Split, Which> {
    pub fn new(width: usize) -> Self {
        Beam { width, candidates: Vec::new() }
    }

    /// The place behind all that are not worse, as `comes_first` says; `None` where it is no place of the beam.
    pub fn place(&self, comes_first: impl Fn(&Rank) -> bool) -> Option<usize> {
        let place = self.candidates.partition_point(|other| comes_first(&other.rank));
        (place < self.width).then_some(place)
    }

    /// Takes an experiment at its place, unless one is there that is as good and splits alike.
    pub fn insert(&mut self, place: usize, rank: Rank, split: Split, which: Which) -> bool {
        let mut as_good = self.candidates[..place].iter().rev().take_while(|other| other.rank == rank);
        if as_good.any(|other| other.split == split) {
            return false;
        }
        self.candidates.truncate(self.width - 1);
        self.candidates.insert(place, Candidate { rank, split, which });
        true
    }

    /// The worst, where there is no room for more.
    pub fn last(&self) -> Option<&Rank> {
        self.candidates.get(self.width - 1).map(|last| &last.rank)
    }

    /// The experiments, in order.
    pub fn experiments(&self) -> impl Iterator<Item = &Which> {
        self.candidates.iter().map(|candidate| &candidate.which)
    }
}
