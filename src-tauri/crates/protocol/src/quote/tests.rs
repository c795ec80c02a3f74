use super::*;

const STORY: &str = "The house was old. Mr. Bell lived there with the dog. It was a cold \
    winter, and the snow lay high.\n\nMira hid the lamp in the cellar! “Nobody will look,” she \
    said. Then the bell rang, and the guests came in.";

fn shown(passage: &str, wanted: &str, most: usize) -> String {
    quote(passage, wanted, most).to_string()
}

#[test]
fn a_passage_of_one_word_is_shown() {
    assert_eq!(shown("ok\n", "What does it say?", 40), "ok…");
}

#[test]
fn the_sentences_with_the_answer_are_shown() {
    for (wanted, most, expected) in [
        ("Where did Mira hide the lamp? The cellar.", 40, "… Mira hid the lamp in the cellar!…"),
        (
            "Where did Mira hide the lamp? The cellar.",
            80,
            "… Mira hid the lamp in the cellar! “Nobody will look,” she said…",
        ),
        ("Who lives with the dog? Mr. Bell", 40, "… Mr. Bell lived there with the dog…"),
        ("Who came? Guests", 60, "… Then the bell rang, and the guests came in."),
        ("What is the house?", 60, "The house was old. Mr. Bell lived there with the dog…"),
    ] {
        assert_eq!(shown(STORY, wanted, most), expected, "{wanted}");
    }
}

#[test]
fn where_nothing_is_shared_it_is_the_beginning() {
    for wanted in ["", "¿?", "Quien vive aqui"] {
        assert_eq!(shown(STORY, wanted, 20), "The house was old…");
    }
    assert_eq!(shown(STORY, "", 2_000), STORY.split_whitespace().collect::<Vec<_>>().join(" "));
}

#[test]
fn rare_words_count_more_than_small_ones() {
    let passage = "The the is the it the. A key is it. The one is the one.";
    assert_eq!(shown(passage, "is it the key", 16), "… A key is it…");
}

#[test]
fn a_long_sentence_is_cut_between_words() {
    let passage = "one two three four five six seven eight nine ten eleven twelve";
    assert_eq!(shown(passage, "eight", 15), "… six seven eight…");
    assert_eq!(shown(passage, "twelve", 13), "… eleven twelve…");
    assert_eq!(shown("Donaudampfschifffahrt", "", 5), "Donau…");
}

#[test]
fn a_passage_that_begins_within_a_word_is_quoted_from_the_next() {
    for (passage, expected) in [
        ("nd in hand with Dinah.", "… in hand with Dinah."),
        ("nd in hand with", "… in hand with…"),
        (" Down, down.", "Down, down."),
        ("“Well!” thought", "“Well!” thought…"),
        ("“Well!”", "“Well!”"),
        (". It was not", "It was not…"),
        ("兔子洞", "兔子洞…"),
        ("兔子洞。", "兔子洞。"),
        ("ing", "ing…"),
        ("", ""),
        (" … ", "…"),
    ] {
        assert_eq!(shown(passage, "", 40), expected, "{passage:?}");
    }
}

#[test]
fn a_passage_that_begins_within_a_sentence_is_quoted_from_the_next() {
    let passage = "for a while. Una Brandt hid the lamp. The cellar is cold.";
    for (wanted, expected) in [
        ("", "… Una Brandt hid the lamp…"),
        ("Who hid the lamp?", "… Una Brandt hid the lamp…"),
        ("For how long? A while", "… a while. Una Brandt hid the lamp…"),
    ] {
        assert_eq!(shown(passage, wanted, 36), expected, "{wanted}");
    }
    for (passage, expected) in [
        (passage, &passage[13..]),
        ("while.", "while."),
        ("nd in hand with Dinah.", "in hand with Dinah."),
        (".” Then he came. He sat.", "Then he came. He sat."),
        ("", ""),
    ] {
        assert_eq!(from_sentence(passage), expected, "{passage:?}");
    }
}

#[test]
fn scripts_without_spaces_have_sentences_too() {
    let passage = "房子很旧。灯在地窖里！没有人看。";
    assert_eq!(quote(passage, "灯在地窖里", 6).text, "灯在地窖里！");
}

#[test]
fn a_quote_is_a_piece_of_the_passage_and_never_too_long() {
    for most in 1..120 {
        for wanted in ["", "lamp cellar", "the bell rang she said"] {
            let quote = quote(STORY, wanted, most);
            assert!(quote.text.chars().count() <= most && !quote.text.is_empty());
            let at = STORY.find(quote.text).unwrap();
            assert_eq!(quote.before, at > 0, "{quote:?}");
            assert!(quote.after || STORY.ends_with(quote.text), "{quote:?}");
        }
    }
}
