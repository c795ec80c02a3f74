use super::*;

fn pieces(source: &str) -> Result<ChatDelimiters, String> {
    as_template(source)?.pieces()
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
fn what_is_missing_is_empty() {
    let source = "{% for m in messages %}{% if m.tool_calls | length == 0 %}<{{ m.role }}>{% endif %}\
         {{ m.content }}{% endfor %}<assistant>";
    assert_pieces(source, ["<user>", "<assistant>", "<user>", "<assistant>"]);
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

/// Talks in which roles, lengths and characters differ.
const TALKS: [&[(&str, &str)]; 5] = [
    &[("user", "Who keeps the lamp?")],
    &[("user", "Who?"), ("assistant", "Mira."), ("user", "And {{ then }}?")],
    &[("system", "Be short."), ("user", " a\n\tb \\ \"c\" ")],
    &[("user", "<b>&amp; é 漢 🌳"), ("assistant", "Yes\n"), ("user", "x"), ("assistant", "")],
    &[("user", "1"), ("user", "2")],
];

/// With `PECAN_TEMPLATES`, the name of a folder of templates: all of them render as in Python's Jinja2, to the letter.
#[test]
fn templates_render_as_in_jinja2() {
    let Some(folder) = std::env::var_os("PECAN_TEMPLATES") else {
        eprintln!("skipped: PECAN_TEMPLATES is not set");
        return;
    };
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("it can be read").path();
        let template = std::fs::read_to_string(&path).expect("a template is text");
        for (talk, prompt) in TALKS.iter().flat_map(|talk| [(talk, true), (talk, false)]) {
            cases.push((path.clone(), template.clone(), *talk, prompt));
        }
    }
    let expected = jinja2(&cases);
    let (mut rendered, mut different) = (0, 0);
    for ((path, template, talk, prompt), expected) in cases.iter().zip(expected) {
        // Where Jinja2 fails, as in templates that need tools, more may work here.
        let Some(expected) = expected else { continue };
        rendered += 1;
        let ours = as_template(template)
            .and_then(|template| template.render(talk, MessageContent::Text, *prompt));
        if ours.as_deref() != Ok(&expected) {
            different += 1;
            eprintln!("{}, {talk:?}, {prompt}:\n{ours:?}\n{expected:?}", path.display());
        }
    }
    eprintln!("{rendered} of {} rendered, {different} different", cases.len());
    for (path, template, ..) in cases.iter().step_by(2 * TALKS.len()) {
        if let Err(reason) = as_template(template).and_then(|template| template.pieces()) {
            eprintln!("unusable: {}: {reason}", path.display());
        }
    }
    assert!(rendered > 0 && different == 0);
}

fn as_template(source: &str) -> Result<Template, String> {
    let environment = environment(source)?;
    Ok(Template { environment, bos: "<s>".into(), eos: "</s>".into() })
}

type Case = (std::path::PathBuf, String, &'static [(&'static str, &'static str)], bool);

/// Renders cases with the Python of `PECAN_PYTHON`, which must have Jinja2; `None` where a template fails.
fn jinja2(cases: &[Case]) -> Vec<Option<String>> {
    let list = cases.iter().map(|(_, template, talk, prompt)| {
        let message = |&(role, content)| serde_json::json!({ "role": role, "content": content });
        let messages: Vec<serde_json::Value> = talk.iter().map(message).collect();
        serde_json::json!({
            "template": template, "messages": messages, "add_generation_prompt": prompt,
        })
    });
    let input = serde_json::Value::from_iter(list).to_string();
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    std::fs::write(file.path(), input).expect("it can be written");
    let python = std::env::var("PECAN_PYTHON").unwrap_or_else(|_| "python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/render_templates.py");
    let output = std::process::Command::new(python)
        .arg(script)
        .stdin(std::fs::File::open(file.path()).expect("it was written"))
        .output()
        .expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it is a list of texts")
}
