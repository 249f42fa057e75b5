//! One-step criteria: whole numbers to be made small, computed from the numbers of codes left per outcome.

use crate::base::convert::{ToIndex, ToU64, ToUsize};

/// What a one-step strategy makes small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// `max n_i`.
    MaxModels,
    /// `Σ n_i²`.
    ExpModels,
    /// `Σ n_i·log2 n_i` in fixed point, built additively from the logarithms of primes: equal products `Π n_i^n_i`
    /// give equal numbers.
    EntModels,
    /// `-(number of satisfiable outcomes)`.
    Parts,
}

/// A score, smaller is better.
pub type Score = i64;

/// The score of an experiment that does not separate the codes left: never chosen.
pub const NO_INFORMATION: Score = Score::MAX;

/// Most codes of a game: keeps `Σ n_i·log2 n_i` with 32 fractional bits below 2^63.
pub const MOST_CODES: usize = 1 << 26;

/// How much rounding can change `n·log2 n`, for each of n: at most 26 prime factors of a number, each off by at most half a
/// unit.
pub const ROUNDING: Score = 32;

/// `n·log2 n` with 32 fractional bits for every `n` up to a bound, from the rounded logarithms of primes.
pub struct Logarithms {
    table: Vec<Score>,
    /// Up to this number rounding leaves the table convex: of all splits into so many cells the even one scores least.
    convex: usize,
}

impl Logarithms {
    const TABULATED: usize = 1 << 16;

    /// Bytes they take for so many codes.
    pub fn bytes_of(codes: usize) -> u64 {
        size_of::<Score>().to_u64() * (codes.min(Self::TABULATED).to_u64() + 1)
    }

    pub fn new(codes: usize) -> Self {
        let size = codes.min(Self::TABULATED) + 1;
        let mut logarithm = vec![0; size];
        for n in 2..size {
            if logarithm[n] == 0 {
                let of_prime = of_prime(n);
                let mut power = n;
                while power < size {
                    for multiple in (power..size).step_by(power) {
                        logarithm[multiple] += of_prime;
                    }
                    power = power.saturating_mul(n);
                }
            }
        }
        let table: Vec<Score> = logarithm.iter().enumerate().map(|(n, &l)| l * n as Score).collect();
        let is_concave = |three: &[Score]| three[0] + three[2] < 2 * three[1];
        let convex = table.windows(3).position(is_concave).unwrap_or(table.len().saturating_sub(2)) + 1;
        Logarithms { table, convex }
    }

    /// What rounding can take away from the sum of `n·log2 n` for so many codes; nothing while it leaves the table convex.
    pub fn slack(&self, codes: usize) -> Score {
        if codes > self.convex {
            ROUNDING * codes as Score
        } else {
            0
        }
    }

    /// `n·log2 n`.
    #[inline(always)]
    pub fn n_log_n(&self, n: usize) -> Score {
        match self.table.get(n) {
            Some(&score) => score,
            None => n as Score * log2_of_whole(n),
        }
    }
}

fn of_prime(prime: usize) -> Score {
    ((prime as f64).log2() * (1u64 << 32) as f64).round() as Score
}

/// The logarithm to the base 2 of a whole number, with 32 fractional bits: the sum of those of its prime factors.
pub(crate) fn log2_of_whole(mut n: usize) -> Score {
    let mut sum = 0;
    let mut factor = 2;
    while factor * factor <= n {
        while n.is_multiple_of(factor) {
            sum += of_prime(factor);
            n /= factor;
        }
        factor += 1;
    }
    sum + if n > 1 { of_prime(n) } else { 0 }
}

/// What a score allows, for `codes` codes in at most `slots` cells. All bounds are safe: they may allow too much.
pub struct ScoreBounds<'a> {
    pub criterion: Criterion,
    pub codes: usize,
    pub slots: usize,
    pub logarithms: &'a Logarithms,
}

impl ScoreBounds<'_> {
    /// No experiment has a lower score: sums of convex functions are least for the most even split.
    pub fn least(&self) -> Score {
        let parts = self.slots.min(self.codes).max(1);
        match self.criterion {
            Criterion::MaxModels => self.codes.div_ceil(parts) as Score,
            Criterion::Parts => -(parts as Score),
            Criterion::ExpModels | Criterion::EntModels => self.even_split(self.codes, parts) - self.slack(),
        }
    }

    /// The most codes one cell can have if the score is at most `score`; `None` if no experiment can reach it. At most
    /// `codes - 1`, as an experiment with one outcome is of no use.
    pub fn largest_cell(&self, score: Score) -> Option<usize> {
        let slots = self.slots.min(self.codes);
        if self.codes < 2 || slots < 2 {
            return None;
        }
        let fewest = self.codes.div_ceil(slots);
        match self.criterion {
            Criterion::MaxModels => (fewest as Score <= score).then(|| (self.codes - 1).min(score.max(0).to_usize())),
            Criterion::Parts => (-(slots as Score) <= score).then_some(self.codes - 1),
            Criterion::ExpModels | Criterion::EntModels => {
                // convex in the largest cell from the even split on
                let least =
                    |cell: usize| self.term(cell) + self.even_split(self.codes - cell, slots - 1) - self.slack();
                let (mut low, mut high) = (fewest, self.codes - 1);
                if low > high || least(low) > score {
                    return None;
                }
                while low < high {
                    let middle = (low + high).div_ceil(2);
                    if least(middle) <= score {
                        low = middle;
                    } else {
                        high = middle - 1;
                    }
                }
                Some(low)
            }
        }
    }

    /// The fewest outcomes with which the score can be at most `score`.
    pub fn fewest_parts(&self, score: Score) -> usize {
        let most = self.slots.min(self.codes);
        (2..most).find(|&parts| self.even_split(self.codes, parts) - self.slack() <= score).unwrap_or(most)
    }

    fn term(&self, n: usize) -> Score {
        match self.criterion {
            Criterion::ExpModels => (n as Score) * (n as Score),
            _ => self.logarithms.n_log_n(n),
        }
    }

    fn even_split(&self, codes: usize, cells: usize) -> Score {
        let (each, more) = (codes / cells, codes % cells);
        self.term(each) * (cells - more) as Score + self.term(each + 1) * more as Score
    }

    /// Rounding of the logarithms, where it matters.
    fn slack(&self) -> Score {
        match self.criterion {
            Criterion::EntModels => self.logarithms.slack(self.codes),
            _ => 0,
        }
    }
}

impl Criterion {
    /// The score of the numbers of codes left per outcome (zeros allowed); `NO_INFORMATION` if only one is not zero.
    pub fn score(self, sizes: impl Iterator<Item = u32>, logarithms: &Logarithms) -> Score {
        let (mut parts, mut score) = (0, 0);
        for size in sizes.filter(|&size| size > 0) {
            let n = Score::from(size);
            parts += 1;
            match self {
                Criterion::MaxModels => score = score.max(n),
                Criterion::ExpModels => score += n * n,
                Criterion::EntModels => score += logarithms.n_log_n(size.index()),
                Criterion::Parts => score -= 1,
            }
        }
        if parts < 2 {
            return NO_INFORMATION;
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_products_have_equal_entropy() {
        let logarithms = Logarithms::new(100);
        let score = |sizes: &[u32]| Criterion::EntModels.score(sizes.iter().copied(), &logarithms);
        assert_eq!(score(&[4, 1, 1, 1, 1]), score(&[2, 2, 2, 2]));
        assert_eq!(score(&[4, 4]), 16 << 32);
        assert!(score(&[3, 3]) < score(&[4, 2]));
    }

    #[test]
    fn logarithms_beyond_the_table_agree_with_it() {
        let logarithms = Logarithms::new(5000);
        assert_eq!(logarithms.n_log_n(1), 0);
        for n in 1..5000 {
            assert_eq!(logarithms.n_log_n(n), n as Score * log2_of_whole(n));
        }
    }

    #[test]
    fn no_split_scores_less_than_the_even_one() {
        let logarithms = Logarithms::new(1 << 20);
        assert!((1000..1 << 16).contains(&logarithms.convex), "{}", logarithms.convex);
        for n in 1..logarithms.convex {
            let [before, here, after] = [n - 1, n, n + 1].map(|n| logarithms.n_log_n(n));
            assert!(before + after >= 2 * here, "{n}");
        }
        for codes in 0..4 {
            assert_eq!(Logarithms::new(codes).convex, codes.max(1), "{codes}");
        }
    }

    #[test]
    fn one_outcome_is_no_information() {
        let logarithms = Logarithms::new(10);
        for criterion in [Criterion::MaxModels, Criterion::ExpModels, Criterion::EntModels, Criterion::Parts] {
            assert_eq!(criterion.score([0, 7, 0].into_iter(), &logarithms), NO_INFORMATION);
        }
        assert_eq!(Criterion::Parts.score([0, 7, 1].into_iter(), &logarithms), -2);
        assert_eq!(Criterion::MaxModels.score([0, 7, 1].into_iter(), &logarithms), 7);
        assert_eq!(Criterion::ExpModels.score([0, 7, 1].into_iter(), &logarithms), 50);
    }
}
