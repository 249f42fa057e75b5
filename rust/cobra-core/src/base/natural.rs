//! Whole numbers of any size, and the numbers of outcomes.

use num_bigint::BigUint;

/// A whole number, not negative.
pub type Natural = BigUint;

/// The number of an outcome: the mixed-radix number of its digits, the first component most significant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeNumber {
    Small(u64),
    /// 2^64 or more.
    Large(Natural),
}

impl From<u64> for OutcomeNumber {
    fn from(number: u64) -> OutcomeNumber {
        OutcomeNumber::Small(number)
    }
}

impl From<Natural> for OutcomeNumber {
    fn from(number: Natural) -> OutcomeNumber {
        u64::try_from(&number).map_or(OutcomeNumber::Large(number), OutcomeNumber::Small)
    }
}

impl OutcomeNumber {
    /// The digits, of which there are `sizes` (not 0).
    pub fn digits(&self, sizes: &[u64]) -> Vec<u64> {
        debug_assert!(!sizes.contains(&0), "a component has no digits");
        let mut rest = match self {
            OutcomeNumber::Small(number) => Natural::from(*number),
            OutcomeNumber::Large(number) => number.clone(),
        };
        let digit = |&size: &u64| {
            let digit = &rest % size;
            rest /= size;
            digit.iter_u64_digits().next().unwrap_or(0)
        };
        let mut digits: Vec<u64> = sizes.iter().rev().map(digit).collect();
        digits.reverse();
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_large_numbers() {
        let sizes = [3, 1 << 32, 1, (1 << 31) + 1, 5];
        let digits = [2, (1 << 32) - 1, 0, 1 << 31, 4];
        let number = sizes.iter().zip(digits).fold(Natural::ZERO, |number, (size, digit)| number * size + digit);
        assert!(matches!(OutcomeNumber::from(number.clone()), OutcomeNumber::Large(_)));
        assert_eq!(OutcomeNumber::from(number).digits(&sizes), digits);
        assert_eq!(OutcomeNumber::from(11).digits(&[1, 3, 4]), [0, 2, 3]);
        assert_eq!(OutcomeNumber::from(Natural::from(u64::MAX)), OutcomeNumber::Small(u64::MAX));
    }
}
