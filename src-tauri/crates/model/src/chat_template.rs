//! The model's own chat template, cut into the pieces between the words of a conversation.

use hwdag::{ChatFrame, Token};
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, ErrorKind, context};
use minijinja_contrib::pycompat::unknown_method_callback;

use crate::talk::{Beginning, TalkFormat};
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
    };
    Ok(TalkFormat { delimiters: pieces, frame })
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
        // Templates of models that see pictures, too, want the words as one of several parts.
        let plain = self.pieces_with(MessageContent::Text);
        plain.or_else(|reason| self.pieces_with(MessageContent::Parts).map_err(|_| reason))
    }

    fn pieces_with(&self, content: MessageContent) -> Result<ChatDelimiters, String> {
        let [first, answer, second] = MARKS;
        let short = self.render(&[("user", first)], content)?;
        let (open, reply) = short.split_once(first).ok_or_else(|| lost("the user's words"))?;
        let talk = [("user", first), ("assistant", answer), ("user", second)];
        let long = self.render(&talk, content)?;
        let (before, rest) =
            long.split_once(answer).ok_or_else(|| lost("the assistant's words"))?;
        let (next, reply_again) = rest.split_once(second).ok_or_else(|| lost("a second turn"))?;
        let header = before.split_once(first).map_or("", |(_, header)| header);
        let missing = missing_end(reply, header);
        let [reply, reply_again] = [reply, reply_again].map(|begun| format!("{begun}{missing}"));
        // The first word of an answer is read from the scores after the header.
        if reply.is_empty() || reply_again.is_empty() || reply == next {
            return Err(lost("where the assistant's words begin"));
        }
        Ok(ChatDelimiters { open: open.into(), reply, next: next.into(), reply_again })
    }

    fn render(&self, talk: &[(&str, &str)], content: MessageContent) -> Result<String, String> {
        let message = |&(role, words): &(&str, &str)| match content {
            MessageContent::Text => context! { role, content => words },
            MessageContent::Parts => {
                context! { role, content => [context! { type => "text", text => words }] }
            }
        };
        let messages: Vec<Value> = talk.iter().map(message).collect();
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

/// The form in which a template wants the words of a message.
#[derive(Clone, Copy)]
enum MessageContent {
    Text,
    /// A list with one part.
    Parts,
}

/// Blocks of thoughts that a header or a model may open, with their ends.
pub(crate) const THOUGHTS: [(&str, &str); 8] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
];

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

/// Returns whether what a model writes begins with a block of thoughts.
pub(crate) fn opened_thoughts(written: &str) -> Beginning {
    let written = written.trim_start();
    if let Some((open, _)) = THOUGHTS.iter().find(|(open, _)| written.starts_with(open)) {
        return Beginning::Thoughts(open);
    }
    match THOUGHTS.iter().any(|(open, _)| open.starts_with(written)) {
        true => Beginning::Unknown,
        false => Beginning::Words,
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
    // As in Jinja2, where nothing is no list.
    environment.add_test("iterable", |value: &Value| !value.is_none() && value.try_iter().is_ok());
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
    fn a_header_that_is_not_asked_for_is_taken_from_an_answered_talk() {
        let source = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}";
        let reply = "<|end|><|assistant|>";
        assert_pieces(source, ["<|user|>", reply, "<|end|><|user|>", reply]);
    }

    #[test]
    fn the_head_of_a_channel_belongs_to_the_header() {
        let source = "{% for m in messages %}<|start|>{{ m.role }}{% if m.role == 'assistant' %}\
             <|channel|>final{% endif %}<|message|>{{ m.content }}<|end|>{% endfor %}\
             {% if add_generation_prompt %}<|start|>assistant{% endif %}";
        let reply = "<|end|><|start|>assistant<|channel|>final<|message|>";
        let next = "<|end|><|start|>user<|message|>";
        assert_pieces(source, ["<|start|>user<|message|>", reply, next, reply]);
    }

    #[test]
    fn a_block_of_thoughts_is_closed() {
        let talk = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}";
        for (header, closed) in [
            ("<|assistant|><think>", "<|assistant|><think>\n\n</think>\n\n"),
            ("<|assistant|><think>\\n", "<|assistant|><think>\n\n</think>\n\n"),
            ("<|assistant|>[THINK]", "<|assistant|>[THINK]\n\n[/THINK]\n\n"),
            ("<|assistant|><think></think>", "<|assistant|><think></think>"),
        ] {
            let source =
                format!("{talk}{{% if add_generation_prompt %}}{{{{ '{header}' }}}}{{% endif %}}");
            assert_pieces(&source, ["<|user|>", closed, "<|user|>", closed]);
        }
    }

    #[test]
    fn a_space_before_the_answer_belongs_to_the_answer() {
        let source = "{% for m in messages %}{% if m.role == 'user' %}[INST] {{ m.content }} [/INST]\
             {% else %} {{ m.content }}</s>{% endif %}{% endfor %}";
        assert_pieces(source, ["[INST] ", " [/INST]", "</s>[INST] ", " [/INST]"]);
    }

    #[test]
    fn words_may_be_wanted_in_parts() {
        let source = "{% for m in messages %}{{ m.role }}:{% for part in m.content %}\
             {% if part.type == 'text' %} {{ part.text }}{% endif %}{% endfor %}!{% endfor %}\
             {% if add_generation_prompt %}assistant:{% endif %}";
        assert_pieces(source, ["user: ", "!assistant:", "!user: ", "!assistant:"]);
    }

    #[test]
    fn nothing_is_no_list() {
        let source = "{% if tools is iterable and tools | length > 0 %}{{ tools | tojson }}{% endif %}\
             {% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}<assistant>";
        assert_pieces(source, ["<user>", "<assistant>", "<user>", "<assistant>"]);
    }

    #[test]
    fn useless_templates_are_refused() {
        let cases = [
            ("{% for m in messages %}{{ m.content | lower }}{% endfor %}", "the user's words"),
            ("{{ messages[0].content }}", "the assistant's words"),
            ("{% for m in messages[:2] %}{{ m.content }}{% endfor %}", "a second turn"),
            ("{% for m in messages %}{{ m.content }}{% endfor %}", "assistant's words begin"),
            ("{% for m in messages %}<{{ m.content }}{% endfor %}", "assistant's words begin"),
            ("{% for m in messages %}{{ m.content[0].words }}{% endfor %}", "the user's words"),
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
