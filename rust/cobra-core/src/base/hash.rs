//! A fast hash for small keys that nobody chooses to do harm.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::base::convert::ToU64;
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Multiply>>;

/// For how many entries a map has room once there is one more. It grows to twice its size at once, so a bound is looked at
/// before: where it holds for the new size, all that there is while entries move from the old place to the new one is half as
/// much more.
pub fn room_with_another<K, V, S>(map: &HashMap<K, V, S>) -> u64 {
    let capacity = map.capacity();
    (if map.is_empty() || map.len() < capacity { capacity } else { 2 * capacity }).to_u64()
}

/// One multiplication for each number written (Fowler; as in the Rust compiler's FxHash).
#[derive(Default)]
pub struct Multiply(u64);

impl Multiply {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(number));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number.to_u64());
    }
}

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014).
#[inline]
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Names a sequence of numbers; two sequences have one name with a probability that is nothing.
pub(crate) fn fingerprint(words: impl Iterator<Item = u64>) -> u128 {
    let mut sides = [0x9e37_79b9_7f4a_7c15_u64, 0x632b_e59b_d9b4_e019];
    for word in words {
        sides[0] = mix(sides[0].rotate_left(23) ^ word);
        sides[1] = mix(sides[1].rotate_left(41).wrapping_add(word).wrapping_mul(0xd6e8_feb8_6659_fd93));
    }
    u128::from(sides[0]) << 64 | u128::from(sides[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_says_how_large_it_will_be() {
        let mut map = HashMap::new();
        for key in 0..5000_u64 {
            let room = room_with_another(&map);
            map.insert(key, ());
            assert!(key == 0 || (room..=room + room / 3).contains(&map.capacity().to_u64()), "{key} {room}");
        }
    }
}
