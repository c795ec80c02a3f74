//! How well questions are answered, and at what cost.

use protocol::{Answer, AskOptions, Evidence, Failure, StopReason};
use story::{StoryFact, StoryQuestion};

use super::{Figures, ProductGoal, StoryBook};
use crate::metrics::{WordSegmentation, exact_match};
use crate::text::states;

/// A way of searching that is compared with the others.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name in the table.
    pub name: String,
    /// How to ask.
    pub options: AskOptions,
}

/// A question, its answer, and the book that they belong to.
pub struct AnsweredQuestion<'a> {
    book: &'a story::Story,
    pub(crate) question: StoryQuestion,
    pub(crate) answer: Answer,
    tokens: f64,
}

/// Asks `each` questions about every book, half of them answerable, and counts.
pub fn measure_questions(
    books: &mut [StoryBook],
    each: usize,
    variant: &Variant,
    figures: &mut Figures,
) -> Result<f64, Failure> {
    let asked = ask(books, each, &variant.options)?;
    report(&asked, variant, figures);
    Ok(mean_visited(&asked))
}

/// Asks `each` questions about every book, half of them answerable.
pub(crate) fn ask<'a>(
    books: &'a mut [StoryBook],
    each: usize,
    options: &AskOptions,
) -> Result<Vec<AnsweredQuestion<'a>>, Failure> {
    let mut answers = Vec::new();
    for (at, book) in books.iter_mut().enumerate() {
        for question in chosen(&book.story.questions, each) {
            let answer = book.ask(&question.question, options)?;
            answers.push((at, question, answer));
        }
    }
    let asked = |(at, question, answer): (usize, StoryQuestion, Answer)| {
        let tokens = answer.tokens_total as f64;
        AnsweredQuestion { book: &books[at].story, tokens, question, answer }
    };
    Ok(answers.into_iter().map(asked).collect())
}

fn chosen(questions: &[StoryQuestion], each: usize) -> Vec<StoryQuestion> {
    let of = |answerable: bool| {
        questions.iter().filter(move |q| q.answerable == answerable).take(each / 2).cloned()
    };
    of(true).chain(of(false)).collect()
}

fn report(asked: &[AnsweredQuestion<'_>], variant: &Variant, figures: &mut Figures) {
    let name = |what: &str| format!("{}: {what}", variant.name);
    let main = variant.options == AskOptions::default();
    let goal = |bound: f64| if main { ProductGoal::AtLeast(bound) } else { ProductGoal::None };
    let answerable: Vec<&AnsweredQuestion<'_>> =
        asked.iter().filter(|a| a.question.answerable).collect();
    let hopeless: Vec<&AnsweredQuestion<'_>> =
        asked.iter().filter(|a| !a.question.answerable).collect();
    let right: Vec<&AnsweredQuestion<'_>> =
        answerable.iter().filter(|a| a.is_right()).copied().collect();
    let count = |of: &[&AnsweredQuestion<'_>], held: &dyn Fn(&AnsweredQuestion<'_>) -> bool| {
        of.iter().filter(|asked| held(asked)).count()
    };
    let answerables = answerable.len();
    figures.share(&name("answered exactly"), right.len(), answerables, goal(0.80));
    if variant.options.fixed_nodes.is_some() {
        return;
    }
    figures
        .share(
            &name("found, answerable"),
            count(&answerable, &|a| a.answer.found),
            answerables,
            goal(0.85),
        )
        .chance = Some(0.5);
    let not_found = count(&hopeless, &|a| !a.answer.found);
    figures.share(&name("not found, unanswerable"), not_found, hopeless.len(), goal(0.80)).chance =
        Some(0.5);
    let steps = SufficiencyCounts::over(asked);
    figures
        .number(
            &name("balanced accuracy of the Yes/No steps"),
            steps.balanced(),
            steps.cases(),
            goal(0.90),
        )
        .chance = Some(0.5);
    figures.share(
        &name("right answers with a telling passage among the first three"),
        count(&right, &|a| a.evidence_tells()),
        right.len(),
        goal(0.90),
    );
    let exact = count(&asked.iter().collect::<Vec<_>>(), &|a| a.offsets_exact());
    figures.share(&name("answers whose offsets are exact"), exact, asked.len(), goal(1.0));
    report_cost(asked, &answerable, &name, main, figures);
}

fn report_cost(
    asked: &[AnsweredQuestion<'_>],
    answerable: &[&AnsweredQuestion<'_>],
    name: &dyn Fn(&str) -> String,
    main: bool,
    figures: &mut Figures,
) {
    let cases = answerable.len();
    let mut added: Vec<f64> = answerable.iter().map(|asked| asked.added()).collect();
    added.sort_by(f64::total_cmp);
    figures.number(&name("nodes added, median"), percentile(&added, 0.5), cases, ProductGoal::None);
    figures.number(
        &name("nodes added, 90th percentile"),
        percentile(&added, 0.9),
        cases,
        ProductGoal::None,
    );
    let read: f64 = answerable.iter().map(|asked| asked.visited_tokens() / asked.tokens).sum();
    let bound = if main { ProductGoal::AtMost(0.10) } else { ProductGoal::None };
    figures.number(&name("visited tokens ÷ book tokens"), read / cases.max(1) as f64, cases, bound);
    let identical = asked.iter().filter(|asked| asked.identity_holds()).count();
    let exact = if main { ProductGoal::AtLeast(1.0) } else { ProductGoal::None };
    figures.share(&name("token identity holds"), identical, asked.len(), exact);
    let sum = |of: &dyn Fn(&Answer) -> f64| asked.iter().map(|a| of(&a.answer)).sum::<f64>();
    let needed = sum(&|a| (a.cost.tokens_evaluated + a.cost.tokens_restored) as f64);
    let ratio = needed / sum(&|a| a.cost.tokens_distinct as f64);
    figures.number(
        &name("tokens evaluated and restored ÷ distinct"),
        ratio,
        asked.len(),
        ProductGoal::None,
    );
    let asks = sum(&|a| f64::from(a.cost.asks)) / asked.len().max(1) as f64;
    figures.number(&name("asks per question, mean"), asks, asked.len(), ProductGoal::None);
    let template = sum(&|a| a.cost.tokens_template_again as f64)
        / sum(&|a| f64::from(a.cost.asks.saturating_sub(u32::from(a.found)))).max(1.0);
    figures.number(
        &name("template tokens per ask that said No"),
        template,
        asked.len(),
        ProductGoal::None,
    );
}

fn mean_visited(asked: &[AnsweredQuestion<'_>]) -> f64 {
    let answerable: Vec<f64> = asked
        .iter()
        .filter(|a| a.question.answerable)
        .map(|a| a.answer.steps.len() as f64)
        .collect();
    answerable.iter().sum::<f64>() / answerable.len().max(1) as f64
}

/// Returns the value below which `share` of the sorted values lie.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    sorted[(last as f64 * share).round() as usize]
}

impl AnsweredQuestion<'_> {
    pub(crate) fn is_right(&self) -> bool {
        exact_match(&self.answer.answer, &self.question.answers, WordSegmentation::Spaced)
    }

    fn facts(&self) -> impl Iterator<Item = &StoryFact> {
        self.question.facts.iter().map(|&id| &self.book.facts[id])
    }

    /// Returns whether one of the first three passages states a fact that answers the question.
    fn evidence_tells(&self) -> bool {
        let overlaps = |evidence: &Evidence| {
            self.facts().flat_map(|fact| &fact.tellings).any(|telling| {
                telling.start < evidence.end as usize && telling.end > evidence.start as usize
            })
        };
        self.answer.evidence.iter().take(3).any(overlaps)
    }

    fn offsets_exact(&self) -> bool {
        self.answer.evidence.iter().all(|evidence| {
            let (start, end) = (evidence.start as usize, evidence.end as usize);
            self.book.text.chars().skip(start).take(end - start).eq(evidence.text.chars())
        })
    }

    /// Returns the number of nodes visited after the top level.
    fn added(&self) -> f64 {
        self.answer.stops().count() as f64
    }

    fn visited_tokens(&self) -> f64 {
        self.answer.steps.iter().map(|step| f64::from(step.tokens)).sum()
    }

    pub(crate) fn identity_holds(&self) -> bool {
        let cost = &self.answer.cost;
        cost.tokens_evaluated + cost.tokens_restored
            == cost.tokens_distinct + cost.tokens_template_again + cost.tokens_thought
    }
}

/// The individual asks: what the visited nodes state against what the model said.
#[derive(Default)]
struct SufficiencyCounts {
    yes_right: usize,
    yes: usize,
    no_right: usize,
    no: usize,
}

impl SufficiencyCounts {
    fn over(asked: &[AnsweredQuestion<'_>]) -> Self {
        let mut steps = Self::default();
        for one in asked {
            steps.add(one);
        }
        steps
    }

    fn add(&mut self, asked: &AnsweredQuestion<'_>) {
        let mut open: Vec<&StoryFact> = asked.facts().collect();
        let last = asked.answer.steps.iter().rposition(|step| step.p_yes.is_some());
        for (at, step) in asked.answer.steps.iter().enumerate() {
            open.retain(|fact| !states(&step.text, &fact.key));
            if step.p_yes.is_none() {
                continue;
            }
            // The search continued after every ask but the last sufficient one (patience 1).
            let said_yes = Some(at) == last && matches!(asked.answer.stop, StopReason::Sufficient);
            if asked.question.answerable && open.is_empty() {
                self.yes += 1;
                self.yes_right += usize::from(said_yes);
            } else {
                self.no += 1;
                self.no_right += usize::from(!said_yes);
            }
        }
    }

    fn cases(&self) -> usize {
        self.yes + self.no
    }

    fn balanced(&self) -> f64 {
        let rate = |right: usize, all: usize| right as f64 / all.max(1) as f64;
        (rate(self.yes_right, self.yes) + rate(self.no_right, self.no)) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_of_the_list() {
        let sorted = [1.0, 2.0, 3.0, 4.0, 10.0];
        assert_eq!((percentile(&sorted, 0.5), percentile(&sorted, 0.9)), (3.0, 10.0));
        assert!(percentile(&[], 0.5).is_nan());
    }
}
