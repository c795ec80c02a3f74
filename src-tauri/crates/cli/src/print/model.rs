//! A model's properties, and what can be read of its attention.

use protocol::{ModelInfo, ModelTalk, ModelTrial, ModelWarning, Thinking};

pub(super) fn model(info: &ModelInfo) -> String {
    use protocol::AttentionKind::{Full, Sinks, Unusable, Windowed};
    let attention = match &info.attention {
        Full => "full: every layer can be read".to_owned(),
        Windowed { full_layers } => {
            format!("windowed: the {full_layers} layers with full attention are read")
        }
        Sinks { full_layers } => format!(
            "with sinks: the {full_layers} layers with full attention are read; attention to a \
             sink counts as lost"
        ),
        Unusable { reason, .. } => format!("not usable: {reason}"),
    };
    let demonstration = if info.demonstration {
        "\nThis is the demonstration model. It knows only the made-up world of the sample book. \
         For your own documents, use --model default or a larger GGUF file."
    } else {
        ""
    };
    let memory = |free: u64| format!(", {:.1} GB free", free as f64 / 1e9);
    let memory = format!(
        "{:.1} GB to build graphs{}",
        info.needed as f64 / 1e9,
        info.free.map_or_else(String::new, memory)
    );
    let trial = trial(&info.trial);
    let talk = info.talk.as_ref().map_or_else(String::new, talk);
    let warnings: String = info.warnings.iter().map(|&flaw| warning(flaw)).collect();
    format!(
        "{}\nFile          {} ({:.1} MB)\nArchitecture  {}\nParameters    {:.2} million\n\
         Layers        {} × {} heads\nWindow        {} tokens; {} while summarising\n\
         Memory        {memory}\nChat template {}{talk}\nAttention     {attention}{trial}{demonstration}{warnings}\n",
        info.name,
        info.path,
        info.bytes as f64 / 1e6,
        info.architecture,
        info.parameters as f64 / 1e6,
        info.layers,
        info.heads,
        info.context,
        info.construction,
        if info.chat_template { "built in" } else { "none; a plain one is used" },
    )
}

/// Returns how a model talks, on lines of their own.
fn talk(talk: &ModelTalk) -> String {
    let thinking = match talk.thinking {
        Thinking::None => "",
        Thinking::Skipped => {
            "\nThinking      skipped: the answer follows an empty block of thoughts"
        }
    };
    let channels = match talk.channels.is_empty() {
        true => String::new(),
        false => format!("\nChannel       {}", talk.channels.join(", ")),
    };
    let ends: Vec<String> = talk.ends.iter().map(|end| format!("{end:?}")).collect();
    format!(
        "\nReply header  {:?}{thinking}{channels}\nReply ends at {}",
        talk.header,
        ends.join(", ")
    )
}

fn warning(flaw: ModelWarning) -> String {
    let sentence = match flaw {
        ModelWarning::NoPreTokenizer => {
            "The file does not name its pre-tokenizer. Text may be cut into other tokens than during \
             its training, so points and answers may be worse. A newer conversion of the model helps."
        }
        ModelWarning::SpecialTokenMissing => {
            "The file names special tokens that its vocabulary lacks. The model may not end its \
             answers. A newer conversion of the model helps."
        }
    };
    format!("\nWarning       {sentence}")
}

/// Returns the results of a trial, a line for each part; empty without a trial.
pub(super) fn trial(trial: &ModelTrial) -> String {
    let points = trial.points.map(|points| match points.per_chunk {
        0.0 => "Points        none that the text supports; Pecan quotes sentences".to_owned(),
        found => format!("Points        {found:.1} per chunk, {} at once", points.chunks),
    });
    let verdicts = trial.verdicts.map(|verdicts| {
        let auc = verdicts.auc;
        let judges = match trial.judges() {
            true => "tells when it has read enough",
            false => "cannot tell when it has read enough",
        };
        format!("Verdicts      {judges} (AUC {auc:.2}, {} verdicts)", verdicts.pairs)
    });
    let answers = trial.answers.map(|answers| {
        format!(
            "Answers       {} of {} short test questions answered correctly",
            answers.right, answers.asked
        )
    });
    [points, verdicts, answers].into_iter().flatten().map(|line| format!("\n{line}")).collect()
}
