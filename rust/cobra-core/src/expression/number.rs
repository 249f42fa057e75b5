//! Fixed point numbers with 32 fractional bits: every operation is exact or rounded to the nearest, so a score is the same
//! on every machine.

use crate::evaluate::log2_of_whole;

/// A number in units of 2^-32.
pub(crate) type Fixed = i128;

/// Fractional bits.
const BITS: u32 = 32;
pub(crate) const ONE: Fixed = 1 << BITS;
/// Numbers are less than this, and more than its negative: 2^62. So the sum over all outcomes of an experiment fits.
const BOUND: Fixed = 1 << (62 + BITS);
/// Whole numbers below this have logarithms that are sums over their prime factors.
const FACTORED: Fixed = ONE << 26;

/// Why a number does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Overflow,
    Division,
    Logarithm,
    Root,
    NoPrices,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Fault::Overflow => "a number is not below 2^62",
            Fault::Division => "a division by 0",
            Fault::Logarithm => "a logarithm of a number that is not positive",
            Fault::Root => "a square root of a negative number",
            Fault::NoPrices => "nothing has a price here",
        })
    }
}

/// The number, if it is not too large.
#[inline(always)]
pub(crate) fn bounded(number: Fixed) -> Result<Fixed, Fault> {
    if -BOUND < number && number < BOUND {
        Ok(number)
    } else {
        Err(Fault::Overflow)
    }
}

/// The product, halves rounded up.
pub(crate) fn multiply(a: Fixed, b: Fixed) -> Result<Fixed, Fault> {
    let (whole_a, whole_b) = (a >> BITS, b >> BITS);
    let (rest_a, rest_b) = (a & (ONE - 1), b & (ONE - 1));
    let whole = whole_a * whole_b; // below 2^124
    if whole.unsigned_abs() >> 63 != 0 {
        return Err(Fault::Overflow); // the other terms are too small to make up for it
    }
    let rest = (rest_a * rest_b + ONE / 2) >> BITS;
    bounded((whole << BITS) + whole_a * rest_b + rest_a * whole_b + rest)
}

/// The quotient, halves rounded up.
pub(crate) fn divide(a: Fixed, b: Fixed) -> Result<Fixed, Fault> {
    let (a, b) = if b < 0 { (-a, -b) } else { (a, b) };
    if b == 0 {
        return Err(Fault::Division);
    }
    let (whole, rest) = (a.div_euclid(b), a.rem_euclid(b) as u128);
    if whole.unsigned_abs() >> 63 != 0 {
        return Err(Fault::Overflow);
    }
    let b = b as u128;
    bounded((whole << BITS) + (((rest << (BITS + 1)) + b) / (2 * b)) as Fixed)
}

/// The square root, rounded to the nearest.
pub(crate) fn root(a: Fixed) -> Result<Fixed, Fault> {
    if a < 0 {
        return Err(Fault::Root);
    }
    let square = (a as u128) << BITS;
    let root = square.isqrt();
    Ok((root + u128::from(square - root * root > root)) as Fixed)
}

/// The power with a whole exponent: multiplied one after the other.
pub(crate) fn power(a: Fixed, exponent: u32) -> Result<Fixed, Fault> {
    (0..exponent).try_fold(ONE, |power, _| multiply(power, a))
}

/// The logarithm to the base 2. That of a whole number below 2^26 is the sum of the rounded logarithms of its prime
/// factors, so that equal products have equal sums of logarithms; any other is rounded to the nearest.
pub(crate) fn logarithm(a: Fixed) -> Result<Fixed, Fault> {
    if a <= 0 {
        return Err(Fault::Logarithm);
    }
    if a & (ONE - 1) == 0 && a < FACTORED {
        return Ok(Fixed::from(log2_of_whole((a >> BITS) as usize)));
    }
    // bit by bit: the logarithm of a square is twice that of its root
    const DIGITS: u32 = 40;
    let top = 127 - a.leading_zeros();
    let mut mantissa = if top > 63 { (a as u128) >> (top - 63) } else { (a as u128) << (63 - top) };
    let mut digits: Fixed = 0;
    for _ in 0..DIGITS {
        mantissa = (mantissa * mantissa) >> 63;
        let carry = mantissa >> 64;
        digits = digits << 1 | carry as Fixed;
        mantissa >>= carry;
    }
    let rounded = (digits + (1 << (DIGITS - BITS - 1))) >> (DIGITS - BITS);
    Ok((Fixed::from(top) - Fixed::from(BITS)) * ONE + rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_quotients_are_rounded_to_the_nearest() {
        assert_eq!(multiply(3 * ONE, -5 * ONE), Ok(-15 * ONE));
        assert_eq!(multiply(1, ONE / 2), Ok(1));
        assert_eq!(multiply(-1, ONE / 2), Ok(0));
        assert_eq!(multiply(1, ONE / 2 - 1), Ok(0));
        assert_eq!(divide(ONE, 3 * ONE), Ok(1431655765));
        assert_eq!(divide(-2 * ONE, 3 * ONE), Ok(-2863311531));
        assert_eq!(divide(2 * ONE, -3 * ONE), Ok(-2863311531));
        assert_eq!(divide(ONE, 0), Err(Fault::Division));
    }

    #[test]
    fn numbers_beyond_the_bound_are_refused() {
        let large = BOUND - 1;
        assert_eq!(bounded(BOUND), Err(Fault::Overflow));
        assert_eq!(multiply(large, ONE), Ok(large));
        assert_eq!(multiply(large, large), Err(Fault::Overflow));
        assert_eq!(multiply(-large, large), Err(Fault::Overflow));
        assert_eq!(divide(large, 1), Err(Fault::Overflow));
        assert_eq!(divide(large, large), Ok(ONE));
        assert_eq!(power(ONE << 31, 2), Err(Fault::Overflow));
        assert_eq!(power(ONE << 30, 2), Ok(ONE << 60));
    }

    #[test]
    fn roots_and_logarithms() {
        assert_eq!(root(2 * ONE), Ok(6074001000));
        assert_eq!(root(BOUND - 1), Ok(ONE << 31));
        assert_eq!(root(-1), Err(Fault::Root));
        assert_eq!(logarithm(ONE), Ok(0));
        assert_eq!(logarithm(ONE / 2), Ok(-ONE));
        assert_eq!(logarithm(6 * ONE), Ok(logarithm(2 * ONE).unwrap() + logarithm(3 * ONE).unwrap()));
        assert_eq!(logarithm(3 * ONE / 2), Ok(2512394810)); // 0.5849625007211562 * 2^32
        assert_eq!(logarithm(1 << 90), Ok(58 * ONE));
        assert_eq!(logarithm(1), Ok(-32 * ONE));
        assert_eq!(logarithm(0), Err(Fault::Logarithm));
    }
}
