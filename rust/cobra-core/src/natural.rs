//! Whole numbers of any size, as far as counting needs them.

/// A whole number, not negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
        self.trim();
    }

    pub fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for digit in &mut self.digits {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            (*digit, carry) = (product as u32, product >> 32);
        }
        self.digits.push(carry as u32);
        self.trim();
    }

    /// Divides by a number that is not 0; the rest is dropped.
    pub fn divide(&mut self, divisor: u32) {
        let mut rest = 0;
        for digit in self.digits.iter_mut().rev() {
            let number = rest << 32 | u64::from(*digit);
            (*digit, rest) = ((number / u64::from(divisor)) as u32, number % u64::from(divisor));
        }
        self.trim();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_exact() {
        let mut number = Natural::from(1);
        (1..=40).for_each(|k| number.multiply(k));
        (1..=38).for_each(|k| number.divide(k));
        assert_eq!(number, Natural::from(1560));
        let mut sum = Natural::from(u64::MAX);
        sum.add(&Natural::from(1));
        assert_eq!(sum.bytes(), [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
        sum.divide(1 << 16);
        assert_eq!(sum, Natural::from(1 << 48));
        assert_eq!(Natural::from(0), Natural::default());
    }
}
