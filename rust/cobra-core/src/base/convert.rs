//! Between the sizes of whole numbers: what loses nothing has a name, what must fit says so.
//!
//! Numbers of things (`ids`) are kept in 32 bits to save memory, and index lists. A conversion to a smaller type is checked
//! where debug assertions are; `as` is left to where bits are meant to be cut off, and to constants.

/// A number of something, as the place it has in a list.
pub trait ToIndex: Copy {
    fn index(self) -> usize;
}

/// As a number of 32 bits, into which it must fit.
pub(crate) trait ToU32 {
    fn to_u32(self) -> u32;
}

/// As a number of 64 bits, into which it must fit.
pub(crate) trait ToU64 {
    fn to_u64(self) -> u64;
}

/// As a size, into which it must fit.
pub(crate) trait ToUsize {
    fn to_usize(self) -> usize;
}

/// As a byte, into which it must fit.
pub(crate) trait ToU8 {
    fn to_u8(self) -> u8;
}

/// As a number of 16 bits, into which it must fit.
pub(crate) trait ToU16 {
    fn to_u16(self) -> u16;
}

const _: () = assert!(usize::BITS >= u32::BITS && usize::BITS <= u64::BITS);

macro_rules! convert {
    ($($from:ty => $trait:ident::$method:ident -> $to:ty;)*) => {$(
        impl $trait for $from {
            #[inline(always)]
            fn $method(self) -> $to {
                debug_assert!(<$to>::try_from(self).is_ok(), "{self} does not fit");
                self as $to
            }
        }
    )*};
}

convert! {
    u8 => ToIndex::index -> usize;
    u16 => ToIndex::index -> usize;
    u32 => ToIndex::index -> usize;
    usize => ToU32::to_u32 -> u32;
    usize => ToU64::to_u64 -> u64;
    i64 => ToU64::to_u64 -> u64;
    u64 => ToUsize::to_usize -> usize;
    i64 => ToUsize::to_usize -> usize;
    usize => ToU8::to_u8 -> u8;
    u32 => ToU8::to_u8 -> u8;
    usize => ToU16::to_u16 -> u16;
    u32 => ToU16::to_u16 -> u16;
}
