//! The model's own chat template, cut into the pieces between the words of a conversation.

use hwdag::{ChatFrame, Token};
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, ErrorKind, context};
use minijinja_contrib::pycompat::unknown_method_callback;

use crate::vocabulary::Vocabulary;

/// The steps that a template may take; real ones need a few hundred.
const FUEL: u64 = 200_000;
/// Words that stand for the messages. A template must leave them unchanged.
const MARKS: [&str; 3] = ["PecanFirstWordsOfUser", "PecanWordsOfAssistant", "PecanNextWordsOfUser"];

/// The text between the words of a conversation.
#[derive(Debug, PartialEq, Eq)]
struct ChatDelimiters {
    open: String,
    reply: String,
    next: String,
    reply_again: String,
}

/// The token that the model wants at the beginning of a text, if any.
pub(crate) fn beginning(model: &LlamaModel) -> Option<Token> {
    let vocab = model.vocab();
    let token = vocab.bos().0;
    (vocab.should_add_bos() && (0..vocab.n_tokens()).contains(&token)).then_some(token)
}

/// The frame of `template`, or one of plain words if there is none; otherwise the reason why the
/// template cannot be used.
pub(crate) fn frame(
    model: &LlamaModel,
    vocabulary: &Vocabulary,
    template: Option<&str>,
) -> Result<ChatFrame, String> {
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
    Ok(ChatFrame {
        open,
        reply: tokens(&pieces.reply),
        next: tokens(&pieces.next),
        reply_again: tokens(&pieces.reply_again),
    })
}

fn plain_words() -> ChatDelimiters {
    ChatDelimiters {
        open: "User:\n".into(),
        reply: "\n\nAssistant:\n".into(),
        next: "\n\nUser:\n".into(),
        reply_again: "\n\nAssistant:\n".into(),
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
        let [first, answer, second] = MARKS;
        let short = self.render(&[("user", first)])?;
        let (open, reply) = short.split_once(first).ok_or_else(|| lost("the user's words"))?;
        let talk = [("user", first), ("assistant", answer), ("user", second)];
        let long = self.render(&talk)?;
        let (_, rest) = long.split_once(answer).ok_or_else(|| lost("the assistant's words"))?;
        let (next, reply_again) = rest.split_once(second).ok_or_else(|| lost("a second turn"))?;
        // The first word of an answer is read from the scores after the header.
        if reply.is_empty() || reply_again.is_empty() {
            return Err(lost("where the assistant's words begin"));
        }
        Ok(ChatDelimiters {
            open: open.into(),
            reply: reply.into(),
            next: next.into(),
            reply_again: reply_again.into(),
        })
    }

    fn render(&self, talk: &[(&str, &str)]) -> Result<String, String> {
        let messages: Vec<Value> =
            talk.iter().map(|&(role, content)| context! { role, content }).collect();
        let variables = context! {
            messages,
            add_generation_prompt => true,
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
mod tests {
    use super::*;

    fn pieces(source: &str) -> Result<ChatDelimiters, String> {
        let template =
            Template { environment: environment(source)?, bos: "<s>".into(), eos: "</s>".into() };
        template.pieces()
    }

    #[track_caller]
    fn assert_pieces(source: &str, [open, reply, next, reply_again]: [&str; 4]) {
        let pieces = pieces(source).expect("the template is sound");
        assert_eq!(pieces.open, open);
        assert_eq!(pieces.reply, reply);
        assert_eq!(pieces.next, next);
        assert_eq!(pieces.reply_again, reply_again);
    }

    #[test]
    fn chatml() {
        let source = "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + \
             message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}\
             {{ '<|im_start|>assistant\n' }}{% endif %}";
        assert_pieces(
            source,
            [
                "<|im_start|>user\n",
                "<|im_end|>\n<|im_start|>assistant\n",
                "<|im_end|>\n<|im_start|>user\n",
                "<|im_end|>\n<|im_start|>assistant\n",
            ],
        );
    }

    #[test]
    fn a_template_that_uses_what_hugging_face_offers() {
        let source = "{{- bos_token }}\n\
             {%- if messages[0]['role'] == 'system' %}\n\
                 {%- set start = messages[0]['content'].strip() %}\n\
             {%- else %}\n    {%- set start = 'Today: ' + strftime_now('%d %b %Y') %}\n\
             {%- endif %}\n\
             {%- if not tools is none %}{{ raise_exception('no tools') }}{% endif %}\n\
             {%- set ns = namespace(count=0) %}\n\
             {{- start }}\n\
             {% for message in messages %}\n\
                 {%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}\n\
                     {{- raise_exception('turns must alternate') }}\n\
                 {%- endif %}\n\
                 {%- set ns.count = ns.count + 1 %}\n\
                 {{- '[' + message.role[:1] | upper + ']' + message.content | trim }}\n\
             {%- endfor %}\n\
             {%- if add_generation_prompt and not enable_thinking %}{{ '[A]' }}{% endif %}";
        assert_pieces(source, ["<s>Today: 01 Jan 2026\n[U]", "[A]", "[U]", "[A]"]);
    }

    #[test]
    fn the_reply_header_may_think() {
        let source = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}\
             {% if add_generation_prompt %}<assistant>{% if enable_thinking is false %}\
             <think></think>{% endif %}{% endif %}";
        let reply = "<assistant><think></think>";
        assert_pieces(source, ["<user>", reply, "<user>", reply]);
    }

    #[test]
    fn marks_for_training_and_line_ends_make_no_difference() {
        let source = "{% for m in messages %}\r\n{{ m.role }}:{%- generation %} {{ m.content }}\
             {%- endgeneration -%}\r\n{% endfor %}\r\n{% if add_generation_prompt %}!{% endif %}";
        assert_pieces(source, ["user: ", "!", "user: ", "!"]);
    }

    #[test]
    fn useless_templates_are_refused() {
        let cases = [
            ("{% for m in messages %}{{ m.content | lower }}{% endfor %}", "the user's words"),
            ("{{ messages[0].content }}", "the assistant's words"),
            ("{% for m in messages[:2] %}{{ m.content }}{% endfor %}", "a second turn"),
            ("{% for m in messages %}{{ m.content }}{% endfor %}", "assistant's words begin"),
            ("{% for m in messages %}<{{ m.content }}{% endfor %}", "assistant's words begin"),
            ("{{ raise_exception('only one turn') }}", "only one turn"),
            ("{% if %}", "fails"),
            ("{{ messages[0].content.undefined.thing }}", "fails"),
            (
                "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}",
                "does not finish",
            ),
            ("{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}", "fails"),
        ];
        for (source, reason) in cases {
            let refusal = pieces(source).expect_err(source);
            assert!(refusal.contains(reason), "{source}: {refusal}");
        }
    }
}
