//! How large covers and the pictures that they are made from may be.

/// The maximum size of a cover in pixels: width and height.
pub(crate) const LARGEST: (u32, u32) = (96, 128);
/// The maximum size of a picture file in a book, in bytes.
pub(crate) const LARGEST_FILE: u64 = 32 << 20;
