//! The page of measurements: the measured part lies between two lines and is replaced as a whole.

use protocol::{Code, Failure};

const BEGIN: &str = "<!-- measured: begin -->\n";
const END: &str = "<!-- measured: end -->\n";

/// The page with this section between its two lines.
///
/// # Errors
///
/// If the page lacks one of the lines.
pub fn with_section(page: &str, section: &str) -> Result<String, Failure> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let Some((before, after)) = parts else {
        let message = format!(
            "The page has no place for the table: it needs the lines “{}” and “{}”.",
            BEGIN.trim(),
            END.trim()
        );
        return Err(Failure::new(Code::BadRequest, message));
    };
    Ok(format!("{before}{BEGIN}\n{}\n\n{END}{after}", section.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_replaced_and_the_rest_stays() {
        let page = format!("# A\n\n{BEGIN}old\n{END}\nafter\n");
        let new = with_section(&page, "new\n").unwrap();
        assert_eq!(new, format!("# A\n\n{BEGIN}\nnew\n\n{END}\nafter\n"));
        assert_eq!(with_section(&new, "new").unwrap(), new);
        assert_eq!(with_section("# A\n", "new").unwrap_err().code, Code::BadRequest);
    }
}
