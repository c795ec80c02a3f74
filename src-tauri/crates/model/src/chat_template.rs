//! The model's own chat template, cut into the pieces between the words of a conversation.

use hwdag::{ChatFrame, Token};
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, ErrorKind, context};
use minijinja_contrib::pycompat::unknown_method_callback;

use crate::thoughts::{THOUGHTS, ends_thoughts, thoughts_frame};
use crate::vocabulary::Vocabulary;

/// The steps that a template may take; real ones need a few hundred.
const FUEL: u64 = 200_000;
/// Words that stand for the messages. A template must leave them unchanged.
const MARKS: [&str; 3] = ["PecanFirstWordsOfUser", "PecanWordsOfAssistant", "PecanNextWordsOfUser"];

/// The text between the words of a conversation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ChatDelimiters {
    pub open: String,
    pub reply: String,
    pub next: String,
    pub reply_again: String,
    /// Both headers up to the first thought, if the template opens a block of thoughts.
    pub thinking: Option<[String; 2]>,
}

/// The pieces of a talk, as text and as tokens.
#[derive(Debug)]
pub(crate) struct TalkFormat {
    pub delimiters: ChatDelimiters,
    pub frame: ChatFrame,
}

/// The token that the model wants at the beginning of a text, if any.
pub(crate) fn beginning(model: &LlamaModel) -> Option<Token> {
    let vocab = model.vocab();
    let token = vocab.bos().0;
    (vocab.should_add_bos() && (0..vocab.n_tokens()).contains(&token)).then_some(token)
}

/// The format that `template` gives to a talk, or one of plain words if there is none; otherwise the reason why the
/// template cannot be used.
pub(crate) fn talk_format(
    model: &LlamaModel,
    vocabulary: &Vocabulary,
    template: Option<&str>,
) -> Result<TalkFormat, String> {
    let pieces = match template {
        Some(template) => Template::new(model, template)?.pieces()?,
        None => plain_words(),
    };
    let tokens = |text: &str| vocabulary.tokenize_template(model, text, false);
    let mut open = vocabulary.tokenize_template(model, &pieces.open, true);
    let bos = model.vocab().bos().0;
    let written = open.iter().take_while(|&&token| token == bos).count();
    open.drain(..written.saturating_sub(1));
    if let Some(beginning) = beginning(model).filter(|_| written == 0) {
        open.insert(0, beginning);
    }
    let frame = ChatFrame {
        open,
        reply: tokens(&pieces.reply),
        next: tokens(&pieces.next),
        reply_again: tokens(&pieces.reply_again),
        is_plain: template.is_none(),
        thoughts: thoughts_frame(
            [&pieces.reply, &pieces.reply_again],
            pieces.thinking.as_ref().map(|both| both.each_ref().map(String::as_str)),
            tokens,
        ),
    };
    Ok(TalkFormat { delimiters: pieces, frame })
}

fn plain_words() -> ChatDelimiters {
    ChatDelimiters {
        open: "User:\n".into(),
        reply: "\n\nAssistant:\n".into(),
        next: "\n\nUser:\n".into(),
        reply_again: "\n\nAssistant:\n".into(),
        thinking: None,
    }
}

/// A template and the variables that it may use.
struct Template {
    environment: Environment<'static>,
    bos: String,
    eos: String,
}

impl Template {
    fn new(model: &LlamaModel, source: &str) -> Result<Self, String> {
        let vocab = model.vocab();
        let word = |token: LlamaToken| {
            let known = (0..vocab.n_tokens()).contains(&token.0);
            let text = known.then(|| vocab.text(token)).flatten();
            text.map_or_else(String::new, |text| text.to_string_lossy().into_owned())
        };
        Ok(Self {
            environment: environment(source)?,
            bos: word(vocab.bos()),
            eos: word(vocab.eos()),
        })
    }

    fn pieces(&self) -> Result<ChatDelimiters, String> {
        // Templates of models that see pictures, too, want the words as one of several parts.
        let plain = self.pieces_with(MessageContent::Text);
        plain.or_else(|reason| self.pieces_with(MessageContent::Parts).map_err(|_| reason))
    }

    fn pieces_with(&self, content: MessageContent) -> Result<ChatDelimiters, String> {
        let [first, answer, second] = MARKS;
        let short = self.render(&[("user", first)], content, true)?;
        let (open, reply) = short.split_once(first).ok_or_else(|| lost("the user's words"))?;
        let talk = [("user", first), ("assistant", answer), ("user", second)];
        let long = self.render(&talk, content, true)?;
        let (before, rest) =
            long.split_once(answer).ok_or_else(|| lost("the assistant's words"))?;
        let (next, reply_again) = rest.split_once(second).ok_or_else(|| lost("a second turn"))?;
        let header = before.split_once(first).map_or("", |(_, header)| header);
        let missing = missing_end(reply, header);
        let thinking = ends_thoughts(&missing).then(|| [reply, reply_again].map(str::to_owned));
        let [reply, reply_again] = [reply, reply_again].map(|begun| format!("{begun}{missing}"));
        // The first word of an answer is read from the scores after the header.
        if reply.is_empty() || reply_again.is_empty() || reply == next {
            return Err(lost("where the assistant's words begin"));
        }
        Ok(ChatDelimiters { open: open.into(), reply, next: next.into(), reply_again, thinking })
    }

    fn render(
        &self,
        talk: &[(&str, &str)],
        content: MessageContent,
        add_generation_prompt: bool,
    ) -> Result<String, String> {
        let message = |&(role, words): &(&str, &str)| match content {
            MessageContent::Text => context! { role, content => words },
            MessageContent::Parts => {
                context! { role, content => [context! { type => "text", text => words }] }
            }
        };
        let messages: Vec<Value> = talk.iter().map(message).collect();
        let variables = context! {
            messages,
            add_generation_prompt,
            enable_thinking => false,
            bos_token => self.bos.as_str(),
            eos_token => self.eos.as_str(),
            tools => Value::from(()),
            documents => Value::from(()),
        };
        let template = self.environment.get_template(NAME).map_err(|error| refusal(&error))?;
        template.render(variables).map_err(|error| refusal(&error))
    }
}

/// The form in which a template wants the words of a message.
#[derive(Clone, Copy)]
enum MessageContent {
    Text,
    /// A list with one part.
    Parts,
}

/// Returns what is missing between a header that the template writes for a reply and the reply's first words. `header`
/// is what it writes before a reply that is known: the role, or the head of a channel, may be there alone. A block of
/// thoughts that the header opens is closed.
fn missing_end(reply: &str, header: &str) -> String {
    // A space alone belongs to the model's first word.
    let rest = header.strip_prefix(reply).filter(|rest| !rest.trim().is_empty());
    if let Some(rest) = rest {
        return rest.to_owned();
    }
    let is_open = |&&(open, close): &&(&str, &str)| match (reply.rfind(open), reply.rfind(close)) {
        (Some(open), Some(close)) => close < open,
        (open, None) => open.is_some(),
        (None, Some(_)) => false,
    };
    let Some((_, close)) = THOUGHTS.iter().find(is_open) else { return String::new() };
    let line = if reply.ends_with('\n') { "\n" } else { "\n\n" };
    format!("{line}{close}\n\n")
}

const NAME: &str = "chat";

/// What Hugging Face offers to chat templates, except today's date: a frame that changes at
/// midnight would make saved states useless.
fn environment(source: &str) -> Result<Environment<'static>, String> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
        .map_err(|error| refusal(&error))?;
    environment.set_syntax(syntax);
    environment.set_fuel(Some(FUEL));
    environment.set_unknown_method_callback(unknown_method_callback);
    environment.add_function("raise_exception", |message: String| -> Result<Value, _> {
        Err(minijinja::Error::new(ErrorKind::InvalidOperation, message))
    });
    // As in Jinja2, where nothing is no list.
    environment.add_test("iterable", |value: &Value| !value.is_none() && value.try_iter().is_ok());
    environment.add_filter("length", length);
    environment.add_filter("count", length);
    environment.add_function("strftime_now", |format: String| fixed_date(&format));
    environment.add_template_owned(NAME, as_jinja(source)).map_err(|error| refusal(&error))?;
    Ok(environment)
}

/// The template in plain Jinja: with simple line endings, and without the tags by which Hugging
/// Face marks what a model is trained to write.
fn as_jinja(source: &str) -> String {
    let source = source.replace("\r\n", "\n").replace('\r', "\n");
    let mut result = String::with_capacity(source.len());
    let mut rest = source.as_str();
    while let Some((before, (tag, after))) =
        rest.split_once("{%").and_then(|(before, after)| Some((before, after.split_once("%}")?)))
    {
        let name = tag.trim_matches(['-', '+']).trim();
        let plain = match name {
            "generation" => tag.replace(name, "if true"),
            "endgeneration" => tag.replace(name, "endif"),
            _ => tag.to_owned(),
        };
        result.extend([before, "{%", &plain, "%}"]);
        rest = after;
    }
    result + rest
}

/// As in Jinja2, where what is missing is empty.
fn length(value: &Value) -> Result<usize, minijinja::Error> {
    let unsized_value = || {
        let message = format!("a value of type {} has no length", value.kind());
        minijinja::Error::new(ErrorKind::InvalidOperation, message)
    };
    if value.is_undefined() { Ok(0) } else { value.len().ok_or_else(unsized_value) }
}

/// 1 January 2026 in Python's notation.
fn fixed_date(format: &str) -> String {
    const PARTS: [(&str, &str); 10] = [
        ("%d", "01"),
        ("%m", "01"),
        ("%Y", "2026"),
        ("%y", "26"),
        ("%b", "Jan"),
        ("%B", "January"),
        ("%a", "Thu"),
        ("%A", "Thursday"),
        ("%H", "00"),
        ("%M", "00"),
    ];
    PARTS.iter().fold(format.to_owned(), |text, (part, value)| text.replace(part, value))
}

fn lost(what: &str) -> String {
    format!("its chat template leaves out {what}")
}

fn refusal(error: &minijinja::Error) -> String {
    match error.kind() {
        ErrorKind::OutOfFuel => "its chat template does not finish".into(),
        _ => format!("its chat template fails ({})", error.detail().unwrap_or("without a reason")),
    }
}

#[cfg(test)]
mod tests;
