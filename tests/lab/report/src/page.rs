//! The page of measurements: each measured part lies between two lines and is replaced as a whole.

use protocol::{Code, Failure};

/// Returns the page with this section between its two lines.
///
/// # Errors
///
/// If the page lacks one of the lines.
pub fn with_section(page: &str, name: &str, section: &str) -> Result<String, Failure> {
    let (begin, end) = lines(name);
    let parts = page.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some((before, after))
    });
    let Some((before, after)) = parts else {
        let message = format!(
            "The page has no place for the table. Add the lines “{}” and “{}” to it.",
            begin.trim(),
            end.trim()
        );
        return Err(Failure::new(Code::BadRequest, message));
    };
    Ok(format!("{before}{begin}\n{}\n\n{end}{after}", section.trim()))
}

fn lines(name: &str) -> (String, String) {
    (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_replaced_and_the_rest_stays() {
        let (begin, end) = lines("measured");
        let page = format!("# A\n\n{begin}old\n{end}\nafter\n");
        let new = with_section(&page, "measured", "new\n").unwrap();
        assert_eq!(new, format!("# A\n\n{begin}\nnew\n\n{end}\nafter\n"));
        assert_eq!(with_section(&new, "measured", "new").unwrap(), new);
        assert_eq!(with_section(&new, "other", "new").unwrap_err().code, Code::BadRequest);
    }
}
