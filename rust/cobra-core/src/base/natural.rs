//! Whole numbers of any size, as far as counting needs them.

/// A whole number, not negative.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    /// 32 bits each, the lowest first; the last is not 0.
    digits: Vec<u32>,
}

impl From<u64> for Natural {
    fn from(number: u64) -> Natural {
        let mut made = Natural { digits: vec![number as u32, (number >> 32) as u32] };
        made.trim();
        made
    }
}

impl Natural {
    pub fn add(&mut self, other: &Natural) {
        let length = self.digits.len().max(other.digits.len()) + 1;
        self.digits.resize(length, 0);
        let mut carry = 0;
        for (i, digit) in self.digits.iter_mut().enumerate() {
            let sum = u64::from(*digit) + u64::from(other.digits.get(i).copied().unwrap_or(0)) + carry;
            (*digit, carry) = (sum as u32, sum >> 32);
        }
        debug_assert_eq!(carry, 0, "there is a digit more than either has");
        self.trim();
    }

    pub fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for digit in &mut self.digits {
            let product = u128::from(*digit) * u128::from(factor) + carry;
            (*digit, carry) = (product as u32, product >> 32);
        }
        self.digits.extend([carry as u32, (carry >> 32) as u32]);
        self.trim();
    }

    /// Divides by a number that is not 0; returns the rest.
    pub fn divide(&mut self, divisor: u64) -> u64 {
        let (divisor, mut rest) = (u128::from(divisor), 0);
        for digit in self.digits.iter_mut().rev() {
            let number = rest << 32 | u128::from(*digit);
            (*digit, rest) = ((number / divisor) as u32, number % divisor);
        }
        self.trim();
        rest as u64
    }

    /// A number by its bytes, the lowest first.
    pub fn from_bytes(bytes: &[u8]) -> Natural {
        let digit = |chunk: &[u8]| chunk.iter().rev().fold(0, |digit, &byte| digit << 8 | u32::from(byte));
        let mut made = Natural { digits: bytes.chunks(4).map(digit).collect() };
        made.trim();
        made
    }

    /// The number, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        let digits = self.digits.iter().rev();
        (self.digits.len() <= 2).then(|| digits.fold(0, |number, &digit| number << 32 | u64::from(digit)))
    }

    /// The bytes, the lowest first.
    pub fn bytes(&self) -> Vec<u8> {
        self.digits.iter().flat_map(|digit| digit.to_le_bytes()).collect()
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }
}

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
        number.to_u64().map_or(OutcomeNumber::Large(number), OutcomeNumber::Small)
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
        let mut digits: Vec<u64> = sizes.iter().rev().map(|&size| rest.divide(size)).collect();
        digits.reverse();
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_exact() {
        let mut number = Natural::from(1);
        (1..=40).for_each(|k| number.multiply(k));
        (1..=38).for_each(|k| assert_eq!(number.divide(k), 0));
        assert_eq!(number, Natural::from(1560));
        let mut sum = Natural::from(u64::MAX);
        sum.add(&Natural::from(1));
        assert_eq!(sum.bytes(), [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
        sum.divide(1 << 16);
        assert_eq!(sum, Natural::from(1 << 48));
        assert_eq!(Natural::from(0), Natural::default());
        assert_eq!(Natural::from_bytes(&Natural::from(1 << 40).bytes()), Natural::from(1 << 40));
    }

    #[test]
    fn digits_of_large_numbers() {
        let sizes = [3, 1 << 32, 1, (1 << 31) + 1, 5];
        let digits = [2, (1 << 32) - 1, 0, 1 << 31, 4];
        let mut number = Natural::default();
        for (size, digit) in sizes.iter().zip(digits) {
            number.multiply(*size);
            number.add(&Natural::from(digit));
        }
        assert_eq!(OutcomeNumber::from(number).digits(&sizes), digits);
        assert_eq!(OutcomeNumber::from(11).digits(&[1, 3, 4]), [0, 2, 3]);
    }
}
