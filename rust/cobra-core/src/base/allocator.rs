//! Large blocks of memory come from the system one by one, and go back to it.
//!
//! Where the allocator of the C library takes them from its heap, small ones that are kept for long end up between them, and
//! the heap cannot shrink: lists of experiments that are made and forgotten by turns left more behind than was in use. It can
//! be told not to do so, but for the whole process only, and that belongs to others.

use std::alloc::{GlobalAlloc, Layout, System};

/// The allocator of the system for small blocks, and a mapping of its own for each large one.
pub struct Allocator;

/// Blocks of so many bytes are large. What is written to them takes far longer to be computed than their pages to be found.
const LARGE: usize = 1 << 18;
/// Mappings are aligned to that, at least.
const PAGE: usize = 1 << 12;

fn is_large(size: usize, align: usize) -> bool {
    size >= LARGE && align <= PAGE
}

// SAFETY: whether a block is a mapping depends on its size and alignment, which are said again when it is given back or
// changes its size. A mapping is aligned to a page and zero at first, and one that grows keeps what is in it.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_large(layout.size(), layout.align()) {
            map(layout.size())
        } else {
            System.alloc(layout)
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_large(layout.size(), layout.align()) {
            map(layout.size())
        } else {
            System.alloc_zeroed(layout)
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_large(layout.size(), layout.align()) {
            libc::munmap(block.cast(), layout.size());
        } else {
            System.dealloc(block, layout);
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (is_large(layout.size(), layout.align()), is_large(size, layout.align())) {
            (true, true) => mapped(libc::mremap(block.cast(), layout.size(), size, libc::MREMAP_MAYMOVE)),
            (false, false) => System.realloc(block, layout, size),
            _ => {
                let other = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
                if !other.is_null() {
                    block.copy_to_nonoverlapping(other, layout.size().min(size));
                    self.dealloc(block, layout);
                }
                other
            }
        }
    }
}

/// A mapping of so many bytes, all of them zero; null when there is none.
fn map(size: usize) -> *mut u8 {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping, of no file and at no given place, changes nothing that there is.
    mapped(unsafe { libc::mmap(std::ptr::null_mut(), size, access, kind, -1, 0) })
}

/// Gives small blocks that are free back to the system, too, whichever thread they were taken by.
///
/// The GNU C library has a heap for each of several threads, and what is free in one is of no use to another.
pub fn give_back() {
    // SAFETY: only what is free is given back.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::malloc_trim(0);
    }
}

fn mapped(block: *mut libc::c_void) -> *mut u8 {
    if block == libc::MAP_FAILED {
        std::ptr::null_mut()
    } else {
        block.cast()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_keeps_what_is_in_it_while_it_grows_and_shrinks() {
        let layout = |size| Layout::from_size_align(size, 64).unwrap();
        let sizes = [100, LARGE - 1, LARGE, 5 * LARGE + 3, 40 * LARGE, 2 * LARGE, LARGE, LARGE - 64, 10];
        // SAFETY: each block is given back with the size it has, and read as far as it was written.
        unsafe {
            let mut block = Allocator.alloc_zeroed(layout(sizes[0]));
            let mut kept = sizes[0];
            assert!((0..kept).all(|at| *block.add(at) == 0));
            for (&before, &size) in sizes.iter().zip(&sizes[1..]) {
                (0..before).for_each(|at| *block.add(at) = (at % 251) as u8);
                block = Allocator.realloc(block, layout(before), size);
                assert_eq!(block as usize % 64, 0);
                kept = before.min(size);
                assert!((0..kept).all(|at| *block.add(at) == (at % 251) as u8), "{before} to {size}");
            }
            Allocator.dealloc(block, layout(kept));
        }
    }

    #[test]
    fn large_blocks_are_zero_where_that_is_asked_for_and_null_where_there_is_no_room() {
        let layout = Layout::from_size_align(3 * LARGE, 8).unwrap();
        // SAFETY: as above; a block that there is no room for is not touched.
        unsafe {
            for _ in 0..3 {
                let block = Allocator.alloc_zeroed(layout);
                assert!((0..layout.size()).all(|at| *block.add(at) == 0));
                block.write_bytes(1, layout.size());
                Allocator.dealloc(block, layout);
            }
            assert!(Allocator.alloc(Layout::from_size_align(1 << 60, 8).unwrap()).is_null());
            let wide = Layout::from_size_align(2 * LARGE, 2 * PAGE).unwrap();
            let block = Allocator.alloc(wide);
            assert_eq!(block as usize % (2 * PAGE), 0);
            Allocator.dealloc(block, wide);
        }
    }
}
