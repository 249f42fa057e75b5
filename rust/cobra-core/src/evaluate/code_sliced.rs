//! Code-sliced evaluation: one experiment on many codes, 512 at a time.

use super::interpreter::{run, Leaves, Sink};
use super::isa::dispatch;
use super::shape::Shape;
use super::wide::{Block, Single, Wide, ZERO_BLOCK};
use crate::base::bits::WordOnes;
use crate::base::convert::{ToIndex, ToU16, ToU32};
use crate::base::ids::CodeId;

/// The bit-vectors of a state's members, as made by `Rows::compress`.
#[derive(Clone, Copy)]
pub struct Members<'a> {
    pub data: &'a [Block],
    pub leaves: usize,
    pub count: usize,
    /// Their row numbers in the table of codes.
    pub codes: &'a [CodeId],
}

/// Working memory of the kernels.
#[derive(Default)]
pub struct Memory {
    pub registers: Vec<Block>,
    pub offsets: Vec<u32>,
    pub counts: Vec<Block>,
}

/// Adds population counts to one block of words for each slot.
struct Counts<'a, L: Wide> {
    counts: &'a mut [Block],
    /// Lanes that count; all in all blocks but the last.
    valid: Option<L>,
}

impl<L: Wide> Sink<L> for Counts<'_, L> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        let mut sum = L::load(&self.counts[slot], 0);
        match self.valid {
            None => {
                for row in rows {
                    sum = sum.add_counts(*row);
                }
            }
            Some(valid) => {
                for row in rows {
                    sum = sum.add_counts(row.and(valid));
                }
            }
        }
        sum.store(&mut self.counts[slot]);
    }
}

dispatch! {
    /// Number of members in each slot; `leaves` are the leaves of the experiment's instance, `sizes` has one element per
    /// slot.
    pub fn count_members(shape: &Shape, leaves: &[u32], members: Members<'_>, memory: &mut Memory, sizes: &mut [u32])
        = count_kernel
}

#[inline(always)]
fn count_kernel<L: Wide>(
    shape: &Shape,
    leaves: &[u32],
    members: Members<'_>,
    memory: &mut Memory,
    sizes: &mut [u32],
) {
    if members.count <= 64 {
        return count_few(shape, leaves, members, memory, sizes);
    }
    memory.counts.clear();
    memory.counts.resize(sizes.len(), ZERO_BLOCK);
    memory.registers.resize(memory.registers.len().max(8 * shape.registers), ZERO_BLOCK);
    let full = members.count / 512;
    let mut block = 0;
    if full >= 8 {
        offsets::<8>(leaves, members.leaves, &mut memory.offsets);
        while block + 8 <= full {
            count_blocks::<L, 8>(shape, members, block, None, memory);
            block += 8;
        }
    }
    if full - block >= 4 {
        offsets::<4>(leaves, members.leaves, &mut memory.offsets);
        count_blocks::<L, 4>(shape, members, block, None, memory);
        block += 4;
    }
    offsets::<1>(leaves, members.leaves, &mut memory.offsets);
    while block < full {
        count_blocks::<L, 1>(shape, members, block, None, memory);
        block += 1;
    }
    if !members.count.is_multiple_of(512) {
        count_blocks::<L, 1>(shape, members, block, Some(&first_lanes(members.count % 512)), memory);
    }
    for (size, counts) in sizes.iter_mut().zip(&memory.counts) {
        *size = counts.0[..L::WORDS].iter().sum::<u64>() as u32;
    }
}

#[inline(always)]
fn count_blocks<L: Wide, const R: usize>(
    shape: &Shape,
    members: Members<'_>,
    block: usize,
    valid: Option<&Block>,
    memory: &mut Memory,
) {
    for part in 0..8 / L::WORDS {
        let leaves = Leaves { data: members.data, base: block * members.leaves, offsets: &memory.offsets, part };
        let mut sink = Counts { counts: &mut memory.counts, valid: valid.map(|valid| L::load(valid, part)) };
        if sink.valid.is_some_and(L::is_zero) {
            break;
        }
        run::<L, R, _>(shape, leaves, &mut memory.registers, &mut sink);
    }
}

#[inline(always)]
fn offsets<const R: usize>(leaves: &[u32], stride: usize, offsets: &mut Vec<u32>) {
    offsets.clear();
    for &leaf in leaves {
        offsets.extend((0..R).map(|row| (row * stride).to_u32() + leaf));
    }
}

/// A block with ones in its first lanes.
pub fn first_lanes(lanes: usize) -> Block {
    Block(std::array::from_fn(|word| match lanes.saturating_sub(64 * word) {
        0 => 0,
        64.. => !0,
        some => (1 << some) - 1,
    }))
}

/// Writes the slot of each lane.
struct Numbers<'a> {
    out: &'a mut [u16],
    first: usize,
}

impl<L: Wide> Sink<L> for Numbers<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        for (word, &bits) in rows[0].to_words()[..L::WORDS].iter().enumerate() {
            for lane in WordOnes(bits) {
                if let Some(number) = self.out.get_mut(self.first + 64 * word + lane.index()) {
                    *number = slot.to_u16();
                }
            }
        }
    }
}

dispatch! {
    /// The slot of each member.
    pub fn number_members(shape: &Shape, leaves: &[u32], members: Members<'_>, memory: &mut Memory, out: &mut [u16])
        = number_kernel
}

#[inline(always)]
fn number_kernel<L: Wide>(shape: &Shape, leaves: &[u32], members: Members<'_>, memory: &mut Memory, out: &mut [u16]) {
    memory.registers.resize(memory.registers.len().max(shape.registers), ZERO_BLOCK);
    if members.count <= 64 {
        let leaves = Leaves { data: members.data, base: 0, offsets: leaves, part: 0 };
        run::<Single, 1, _>(shape, leaves, &mut memory.registers, &mut Numbers { out, first: 0 });
        return;
    }
    offsets::<1>(leaves, members.leaves, &mut memory.offsets);
    for block in 0..members.count.div_ceil(512) {
        for part in 0..8 / L::WORDS {
            let first = 512 * block + 64 * L::WORDS * part;
            if first < members.count {
                let base = block * members.leaves;
                let leaves = Leaves { data: members.data, base, offsets: &memory.offsets, part };
                run::<L, 1, _>(shape, leaves, &mut memory.registers, &mut Numbers { out, first });
            }
        }
    }
}

/// Population counts of at most 64 members.
struct Few<'a> {
    sizes: &'a mut [u32],
    valid: u64,
}

impl Sink<Single> for Few<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[Single; R]) {
        self.sizes[slot] = (rows[0].0[0] & self.valid).count_ones();
    }
}

/// As `count_members`, for at most 64 members.
#[inline(always)]
fn count_few(shape: &Shape, leaves: &[u32], members: Members<'_>, memory: &mut Memory, sizes: &mut [u32]) {
    memory.registers.resize(memory.registers.len().max(shape.registers), ZERO_BLOCK);
    sizes.fill(0);
    let valid = first_lanes(members.count).0[0];
    let leaves = Leaves { data: members.data, base: 0, offsets: leaves, part: 0 };
    run::<Single, 1, _>(shape, leaves, &mut memory.registers, &mut Few { sizes, valid });
}
