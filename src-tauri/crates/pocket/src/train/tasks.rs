//! What the model learns from: examples in exactly the product's prompts.

use super::example::{Example, Part, Target};
use super::levels::{self, Line};
use super::prompt;
use super::vocabulary::{ASSISTANT, BOS, END, USER, Vocabulary};
use crate::Rng;
use crate::story::{Fact, Question, Story, TRAINING_SEEDS, Telling};

/// How far the training has come: what may be asked of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Longest input of chunks, in tokens.
    pub length: usize,
    /// Most lines to make points of.
    pub lines: usize,
    /// Most nodes to judge.
    pub nodes: usize,
}

/// The tasks, in the order of their shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Repeat random words.
    Copy,
    /// Chunks to points.
    Bullets,
    /// Points to points.
    Points,
    /// Is it enough, and the answer.
    Search,
    /// Chunks of real prose to points.
    Prose,
}

/// All tasks.
pub const TASKS: [Task; 5] = [Task::Copy, Task::Bullets, Task::Points, Task::Search, Task::Prose];

/// Tokens of a chunk.
pub const CHUNK: usize = 300;
/// Most tokens of input and output of an example.
const LONGEST: usize = 2040;

/// Seeds of the stories that only watch over the training. The numbers of the project come
/// from other seeds below [`TRAINING_SEEDS`].
pub const WATCH: u64 = 500_000;

/// Makes examples.
pub struct Teacher<'a> {
    /// The vocabulary.
    pub vocabulary: &'a Vocabulary,
    /// Real prose, one text per book.
    pub books: &'a [String],
    /// The first seed of its stories, and how many there are: training and watching use
    /// different ones.
    pub seeds: (u64, usize),
}

impl<'a> Teacher<'a> {
    /// A teacher whose stories are for training.
    pub fn new(vocabulary: &'a Vocabulary, books: &'a [String]) -> Self {
        Self { vocabulary, books, seeds: (TRAINING_SEEDS, 1 << 40) }
    }

    /// A teacher whose stories only watch over the training.
    pub fn watching(vocabulary: &'a Vocabulary, books: &'a [String]) -> Self {
        Self { vocabulary, books, seeds: (WATCH, 400_000) }
    }

    /// An example of a task.
    pub fn example(&self, task: Task, stage: &Stage, rng: &mut Rng) -> Example {
        loop {
            let made = match task {
                Task::Copy => Some(self.copy(rng)),
                Task::Bullets => self.bullets(stage, rng),
                Task::Points => self.points(stage, rng),
                Task::Search => self.search(stage, rng),
                Task::Prose => super::prose::example(self, stage, rng),
            };
            if let Some(mut example) = made.filter(|e| e.tokens.len() <= LONGEST) {
                sample_inputs(&mut example, rng);
                return example;
            }
        }
    }

    /// A story of about so many chunks.
    fn story(&self, chunks: usize, rng: &mut Rng) -> Story {
        Story::new(self.seed(rng), chunks)
    }

    fn seed(&self, rng: &mut Rng) -> u64 {
        self.seeds.0 + rng.below(self.seeds.1) as u64
    }

    fn copy(&self, rng: &mut Rng) -> Example {
        let n = rng.between(4, 60);
        let words: Vec<u32> =
            (0..n).map(|_| (4 + rng.below(self.vocabulary.size() - 4)) as u32).collect();
        let mut tokens = vec![BOS, USER];
        tokens.extend(&words);
        tokens.extend([END, ASSISTANT]);
        dialogue(tokens, &words, Part::Copy)
    }

    fn bullets(&self, stage: &Stage, rng: &mut Rng) -> Option<Example> {
        let length = skewed(60, stage.length, rng);
        let chunks = length / CHUNK + rng.between(3, 8);
        // Short texts are mostly dense ones: more to learn from in as much time.
        let dense = if stage.length < 400 { 0.5 } else { 0.2 };
        let story = if rng.chance(dense) {
            Story::dense(self.seed(rng), chunks)
        } else {
            self.story(chunks, rng)
        };
        let (tokens, places) = self.vocabulary.places(&story.text);
        let last = tokens.len().checked_sub(length)?;
        let mut first = rng.below(last + 1);
        if length >= CHUNK {
            first -= first % CHUNK;
        }
        let end = first + length;
        // The story world is plain ASCII: a byte is a character.
        let facts = levels::told_in(&story, places[first].0, places[end - 1].1);
        if facts.is_empty() {
            return None;
        }
        let points: Vec<String> = facts.iter().map(|&f| story.facts[f].text.clone()).collect();
        let segments: Vec<Vec<u32>> =
            tokens[first..end].chunks(CHUNK).map(<[u32]>::to_vec).collect();
        let mut example = self.list(&segments, &points, Part::Bullets, rng);
        let before = prompt::summarize_open(self.vocabulary);
        let (from, to) = (places[first].0, places[end - 1].1);
        let mut tellings: Vec<(&Telling, &Fact)> = story
            .facts
            .iter()
            .flat_map(|f| f.told.iter().map(move |t| (t, f)))
            .filter(|(t, _)| t.start >= from && t.end <= to)
            .collect();
        tellings.sort_by_key(|(t, _)| t.start);
        let mut last: Option<&Fact> = None;
        for (n, &(telling, fact)) in tellings.iter().enumerate() {
            let again = tellings[..n].iter().any(|(_, f)| f.id == fact.id);
            // The row of the full stop, line breaks counted.
            let stop = places.partition_point(|p| p.1 < telling.end) - first;
            let row = |token: usize| before + token + token / CHUNK;
            self.gist(&mut example, [row(stop), row(stop - 1)], fact, last.filter(|_| !again));
            if !again {
                last = Some(fact);
            }
        }
        Some(example)
    }

    /// The network should know halfway what a telling is about (at its full stop), then of whom,
    /// and what the telling before it was about (at its last word), so that writing the next
    /// point is a matter of looking there.
    fn gist(&self, example: &mut Example, rows: [usize; 2], fact: &Fact, last: Option<&Fact>) {
        let noun = |f: &Fact| self.vocabulary.tokens(&format!(" {}", f.text))[1];
        let given = fact.subject.split(' ').next().unwrap_or_default();
        let name = self.vocabulary.tokens(&format!(" {given}"))[0];
        let before = last.map_or(self.vocabulary.tokens(prompt::BULLET_MARK)[0], noun);
        for (row, token, depth) in
            [(rows[0], noun(fact), 2), (rows[0], name, 3), (rows[1], before, 2)]
        {
            example.targets.push(Target { row, token, weight: 0.5, part: Part::Gist, depth });
        }
    }

    /// A prompt for points of segments, and the list that answers it.
    pub(super) fn list(
        &self,
        segments: &[Vec<u32>],
        points: &[String],
        part: Part,
        rng: &mut Rng,
    ) -> Example {
        let prompt = prompt::summarize(self.vocabulary, segments);
        let mut example = dialogue(prompt, &prompt::list(self.vocabulary, points), part);
        let mut ends = Vec::new();
        let mut at = prompt::summarize_open(self.vocabulary);
        for segment in segments {
            at += segment.len() + 1;
            ends.push(at);
        }
        stretch(&mut example, &ends, rng);
        example
    }

    fn points(&self, stage: &Stage, rng: &mut Rng) -> Option<Example> {
        let count = skewed(3, stage.lines, rng);
        let chunks = count / 3 + rng.between(3, 12);
        let story = self.story(chunks, rng);
        let mut lines = levels::second(&story, chunks, rng.between(2, 4));
        if rng.chance(0.35) {
            lines = lines
                .chunks(rng.between(8, 100))
                .flat_map(|l| levels::above(l, &story.facts))
                .collect();
        }
        let count = count.min(lines.len());
        let first = rng.below(lines.len() - count + 1);
        let lines = &lines[first..first + count];
        let segments: Vec<Vec<u32>> =
            lines.iter().map(|l| prompt::point(self.vocabulary, &l.text(&story.facts))).collect();
        let points: Vec<String> =
            levels::above(lines, &story.facts).iter().map(|l| l.text(&story.facts)).collect();
        Some(self.list(&segments, &points, Part::Points, rng))
    }

    fn search(&self, stage: &Stage, rng: &mut Rng) -> Option<Example> {
        let count = rng.between(1, stage.nodes);
        let chunks = rng.between(count / 4 + 2, count / 2 + 4);
        let story = self.story(chunks, rng);
        let wanted = rng.chance(0.72);
        let open: Vec<&Question> =
            story.questions.iter().filter(|q| q.answerable == wanted).collect();
        let question = *rng.pick(&open);
        let mut nodes = self.nodes(&story, question, chunks, count, rng);
        if rng.chance(0.1) && stage.nodes > 5 {
            let node = self.chunk(&story, rng);
            nodes.insert(rng.below(nodes.len() + 1), node);
        }
        Some(self.walk(&story, question, &nodes, rng))
    }

    /// Nodes as a search visits them: part of the top level, then the most similar others.
    fn nodes(
        &self,
        story: &Story,
        question: &Question,
        chunks: usize,
        count: usize,
        rng: &mut Rng,
    ) -> Vec<Node> {
        let second = levels::second(story, chunks, 4);
        let third: Vec<Line> =
            second.chunks(100).flat_map(|l| levels::above(l, &story.facts)).collect();
        let fourth = levels::above(&third, &story.facts);
        let mut lines: Vec<Line> = match rng.below(5) {
            0 | 1 => fourth,
            2 => third.clone(),
            3 => second.clone(),
            _ => Vec::new(),
        };
        while lines.len() * 10 > count * 7 {
            lines.remove(rng.below(lines.len()));
        }
        let mut rest: Vec<(f64, &Line)> = second
            .iter()
            .chain(&third)
            .map(|l| (likeness(story, question, l) + 2.0 * rng.unit(), l))
            .collect();
        rest.sort_by(|a, b| b.0.total_cmp(&a.0));
        if question.answerable && rng.chance(0.9) {
            // The telling line comes soon or late, not always first.
            rest.retain(|(_, l)| !question.facts.contains(&l.fact) || rng.chance(0.1));
        }
        lines.extend(rest.into_iter().map(|(_, l)| l.clone()).take(count - lines.len()));
        if rng.chance(0.9) {
            for &fact in &question.facts {
                let line = Line { fact, also: Vec::new() };
                lines.insert(rng.below(lines.len() + 1), line);
            }
        }
        lines
            .iter()
            .map(|l| Node {
                tokens: prompt::point(self.vocabulary, &l.text(&story.facts)),
                states: vec![l.fact],
            })
            .collect()
    }

    fn chunk(&self, story: &Story, rng: &mut Rng) -> Node {
        let (tokens, places) = self.vocabulary.places(&story.text);
        let length = rng.between(60, CHUNK).min(tokens.len());
        let first = rng.below(tokens.len() - length + 1);
        let end = first + length;
        let states = levels::told_in(story, places[first].0, places[end - 1].1);
        Node { tokens: tokens[first..end].to_vec(), states }
    }

    /// The question, the nodes, and after some of them the verdict, with the answer now and then.
    fn walk(&self, story: &Story, question: &Question, nodes: &[Node], rng: &mut Rng) -> Example {
        let v = self.vocabulary;
        let mut tokens = prompt::question(v, &question.question);
        let break_ = v.tokens(prompt::LINE_BREAK);
        let mut ends = Vec::new();
        for node in nodes {
            tokens.extend(&node.tokens);
            tokens.extend(&break_);
            ends.push(tokens.len());
        }
        let mut example = Example::trunk(tokens);
        stretch(&mut example, &ends, rng);
        self.flags(&mut example, question, nodes, &ends);
        let enough = (0..nodes.len())
            .find(|&n| {
                question.answerable
                    && question
                        .facts
                        .iter()
                        .all(|f| nodes[..=n].iter().any(|m| m.states.contains(f)))
            })
            .unwrap_or(nodes.len());
        let (no, yes) = (
            asked(0, enough, enough.wrapping_sub(1), rng),
            asked(enough, nodes.len(), enough, rng),
        );
        let weight = (14.0 / (no.len() + yes.len()) as f32).min(6.0);
        let words = [v.tokens(prompt::NO)[0], v.tokens(prompt::YES)[0]];
        let answer_at = *yes.get(rng.below(yes.len())).unwrap_or(&usize::MAX);
        for (n, word) in no.iter().map(|&n| (n, 0)).chain(yes.iter().map(|&n| (n, 1))) {
            let mut branch = prompt::VERDICT.to_vec();
            if n == answer_at {
                branch.extend(prompt::second_turn(v));
            }
            let start = example.branch(ends[n], &branch);
            let token = words[word];
            example.targets.push(Target {
                row: start + 1,
                token,
                weight,
                part: Part::Verdict,
                depth: 0,
            });
            if n == answer_at {
                let fact = question.facts[question.facts.len() - 1];
                self.answer(&mut example, start, &story.facts[fact].value);
            }
        }
        example
    }

    /// The network should know before its last block, at the end of each node's line, whether
    /// that node states what is asked.
    fn flags(&self, example: &mut Example, question: &Question, nodes: &[Node], ends: &[usize]) {
        let words = [prompt::NO, prompt::YES].map(|w| self.vocabulary.tokens(w)[0]);
        let hits = nodes.iter().map(|n| n.states.iter().any(|f| question.facts.contains(f)));
        for (hit, end) in hits.zip(ends) {
            let weight = if hit { 3.0 } else { (6.0 / nodes.len() as f32).min(1.5) };
            let token = words[usize::from(hit)];
            example.targets.push(Target {
                row: end - 1,
                token,
                weight,
                part: Part::Flag,
                depth: 3,
            });
        }
    }

    /// Lengthens the branch that began at `start`, and is the last, by the answer.
    fn answer(&self, example: &mut Example, start: usize, value: &str) {
        let mut answer = self.vocabulary.tokens(&format!(" {value}"));
        answer.push(END);
        let first = example.tokens.len();
        for token in answer {
            example.positions.push(example.positions[example.positions.len() - 1] + 1);
            example.tokens.push(token);
            example.prefix.push(example.prefix[start]);
            example.start.push(start);
        }
        example.want(first, example.tokens.len(), 3.0, Part::Answer);
    }
}

/// A visited node and the facts that it states.
struct Node {
    tokens: Vec<u32>,
    states: Vec<usize>,
}

/// Up to five numbers in `first..end`, `always` among them.
fn asked(first: usize, end: usize, always: usize, rng: &mut Rng) -> Vec<usize> {
    if first >= end {
        return Vec::new();
    }
    let mut all: Vec<usize> = (first..end).filter(|&n| n != always).collect();
    rng.shuffle(&mut all);
    all.truncate(4);
    all.push(always);
    all
}

/// How much a line has in common with a question.
fn likeness(story: &Story, question: &Question, line: &Line) -> f64 {
    let fact = &story.facts[line.fact];
    let mut score = 0.0;
    if question.question.contains(&fact.subject) {
        score += 2.0;
    }
    let asks = |f: usize| question.question.contains(&format!(" {} ", story.facts[f].noun));
    if asks(line.fact) {
        score += 1.5;
    }
    score + if line.also.iter().any(|&f| asks(f)) { 0.7 } else { 0.0 }
}

/// A number between two, with the low ones as frequent as the high ones on a logarithmic scale.
fn skewed(low: usize, high: usize, rng: &mut Rng) -> usize {
    if high <= low {
        return low;
    }
    // Half of the examples are about as long as they may be.
    if rng.chance(0.35) {
        return rng.between((high * 3 / 4).max(low), high);
    }
    let ratio = high as f64 / low as f64;
    ((low as f64 * ratio.powf(rng.unit())) as usize).clamp(low, high)
}

/// A prompt and its reply, all of which is wanted.
fn dialogue(prompt: Vec<u32>, reply: &[u32], part: Part) -> Example {
    let first = prompt.len();
    let mut tokens = prompt;
    tokens.extend(reply);
    tokens.push(END);
    let mut example = Example::trunk(tokens);
    example.want(first, example.tokens.len(), 1.0, part);
    example
}

/// Now and then puts room between the positions of segments, so that short examples too look
/// far back.
fn stretch(example: &mut Example, ends: &[usize], rng: &mut Rng) {
    if example.tokens.len() > 800 || !rng.chance(0.3) {
        return;
    }
    let mut room = 2600;
    for &end in ends {
        if rng.chance(0.4) && end < example.positions.len() {
            let gap = rng.below(room / 3) as u32;
            room -= gap as usize;
            example.positions[end..].iter_mut().for_each(|p| *p += gap);
        }
    }
}

/// Wants one in fifty rows of the trunk that nothing wants yet.
fn sample_inputs(example: &mut Example, rng: &mut Rng) {
    let trunk = example.start.iter().filter(|&&s| s == 0).count();
    let wanted: Vec<usize> = example.targets.iter().map(|t| t.row).collect();
    for row in 0..trunk - 1 {
        if rng.chance(0.02) && !wanted.contains(&row) {
            let token = example.tokens[row + 1];
            example.targets.push(Target { row, token, weight: 1.0, part: Part::Input, depth: 0 });
        }
    }
}
