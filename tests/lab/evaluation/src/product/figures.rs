//! Measured numbers with their goals, as JSON and as a table.

use serde::Serialize;

/// The goal for a number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProductGoal {
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
    /// Only reported.
    None,
}

impl ProductGoal {
    fn met(self, value: f64) -> Option<bool> {
        match self {
            Self::AtLeast(bound) => Some(value >= bound),
            Self::AtMost(bound) => Some(value <= bound),
            Self::None => None,
        }
    }
}

/// One measured number.
#[derive(Debug, Clone, Serialize)]
pub struct ProductFigure {
    /// What was measured.
    pub name: String,
    /// The number: a share from 0 to 1 unless the name says otherwise.
    pub value: f64,
    /// The number of cases that it was measured over.
    pub cases: usize,
    /// What chance alone would give, if that is meaningful.
    pub chance: Option<f64>,
    /// Its goal.
    pub goal: ProductGoal,
}

/// All numbers of a measurement, in order.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Figures {
    /// The numbers.
    pub figures: Vec<ProductFigure>,
}

impl Figures {
    /// Adds a share of cases.
    pub fn share(
        &mut self,
        name: &str,
        held: usize,
        cases: usize,
        goal: ProductGoal,
    ) -> &mut ProductFigure {
        let value = if cases == 0 { f64::NAN } else { held as f64 / cases as f64 };
        self.number(name, value, cases, goal)
    }

    /// Adds a number.
    pub fn number(
        &mut self,
        name: &str,
        value: f64,
        cases: usize,
        goal: ProductGoal,
    ) -> &mut ProductFigure {
        let at = self.figures.len();
        self.figures.push(ProductFigure { name: name.into(), value, cases, chance: None, goal });
        &mut self.figures[at]
    }

    /// Returns a Markdown table.
    pub fn table(&self) -> String {
        let mut out = String::from(
            "| measured | value | cases | chance | goal | met |\n|---|---|---|---|---|---|\n",
        );
        for figure in &self.figures {
            let goal = match figure.goal {
                ProductGoal::AtLeast(bound) => format!("≥ {}", short(bound)),
                ProductGoal::AtMost(bound) => format!("≤ {}", short(bound)),
                ProductGoal::None => String::new(),
            };
            let met =
                figure.goal.met(figure.value).map_or("", |met| if met { "yes" } else { "no" });
            let chance = figure.chance.map_or(String::new(), short);
            out.push_str(&format!(
                "| {} | {} | {} | {chance} | {goal} | {met} |\n",
                figure.name,
                short(figure.value),
                figure.cases
            ));
        }
        out
    }
}

/// Formats a number. The measurements are no more exact than four significant digits.
fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".into(),
        v if v < 1e-3 => format!("{value:.1e}"),
        v if v < 10.0 => format!("{value:.3}"),
        _ => format!("{value:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_whether_goals_are_met() {
        let mut figures = Figures::default();
        figures.share("found", 9, 10, ProductGoal::AtLeast(0.85)).chance = Some(0.5);
        figures.number("row sum", 2e-7, 10, ProductGoal::AtMost(1e-5));
        let table = figures.table();
        assert!(table.contains("| found | 0.900 | 10 | 0.500 | ≥ 0.850 | yes |"), "{table}");
        assert!(table.contains("| row sum | 2.0e-7 | 10 |  | ≤ 1.0e-5 | yes |"), "{table}");
    }
}
