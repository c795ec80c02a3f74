use crate::Format;

/// The format that errors name.
pub(super) const FORMAT: Format = Format::Docx;
