//! Finds names in Chinese texts, which have no capital letters. A speaker's name precedes a verb of
//! speaking: 「宝玉笑道：“…”」. A name that speaks at least twice counts wherever it occurs in the text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The possible lengths of a name, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=4;
/// The minimum number of times that a name must speak.
const LEAST: usize = 2;
/// Characters between the verb of speaking and the quotation mark.
const BEFORE_QUOTE: [char; 4] = ['：', ':', '，', ','];
const QUOTES: [char; 5] = ['“', '「', '『', '"', '〝'];
/// Verbs of speaking. If several fit, the longest counts.
#[rustfmt::skip]
const SPEAKING: [&str; 32] = [
    "道", "说", "問", "问", "曰", "云", "喊", "說",
    "笑道", "说道", "問道", "问道", "答道", "叹道", "喝道", "叫道", "骂道", "哭道", "回道", "忙道", "又道", "喊道", "想道", "說道",
    "冷笑道", "大笑道", "大喝道", "大叫道", "笑着说", "回答说", "又说道", "便说道",
];
/// Characters with which no name begins: pronouns, conjunctions, adverbs, prepositions.
#[rustfmt::skip]
const NO_BEGINNINGS: [char; 46] = [
    '那', '这', '此', '众', '又', '就', '便', '却', '都', '也', '再', '只', '还', '对', '向', '把', '被', '将', '与', '和',
    '同', '跟', '因', '但', '可', '不', '我', '你', '他', '她', '它', '您', '咱', '某', '有', '人', '自', '心', '一', '乃',
    '忽', '正', '才', '們', '其', '上',
];
/// Characters that occur in no name.
const NOT_WITHIN: [char; 13] =
    ['我', '你', '他', '她', '它', '们', '們', '的', '了', '着', '都', '俱', '谓'];
/// Words for a false and the true bearer of a name.
const DISGUISES: [char; 2] = ['假', '真'];
/// Characters with which the second of them is an adverb.
const ADVERBS: [char; 6] = ['当', '認', '认', '果', '天', '逼'];
/// Words for people's roles rather than names, and for sayings.
#[rustfmt::skip]
const ROLES: [&str; 90] = [
    "众人", "那人", "老人", "女人", "男人", "妇人", "女子", "男子", "小姐", "先生", "夫人", "太太", "老爷",
    "老者", "老妇", "少年", "孩子", "丫鬟", "丫头", "奶奶", "爷爷", "父亲", "母亲", "爸爸", "妈妈", "哥哥",
    "弟弟", "姐姐", "妹妹", "丈夫", "妻子", "父母", "媒婆", "将军", "国王", "皇帝", "公主", "太子", "王子",
    "道士", "道人", "和尚", "店主", "差人", "老师", "学生", "医生", "警察", "司机", "老板", "客人", "邻人",
    "妖精", "妖怪", "大王", "小妖", "师父", "徒弟", "长老", "知县", "员外", "富商", "婆婆", "公公", "娘娘",
    "童子", "怪物", "妖魔", "老僧", "驸马", "丞相", "樵子", "樵夫", "渔夫", "大众", "老儿", "群妖", "女怪",
    "妖王", "魔王", "老妖", "老怪", "老魔", "小和尚", "老和尚", "古语", "俗语", "俗话", "常言", "吩咐",
];

/// Returns whether a name consists of Chinese characters only.
pub fn is_chinese(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_han)
}

/// Returns the byte ranges of the names in a text, in order.
pub(crate) fn mentions(text: &str) -> Vec<Range<usize>> {
    let names = speakers(text);
    if names.is_empty() {
        return Vec::new();
    }
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at + 1 < ends.len() {
        let mut lengths = LENGTHS.rev().filter(|length| at + length < ends.len());
        let name = lengths.find(|length| names.contains(&text[ends[at]..ends[at + length]]));
        if let Some(length) = name {
            found.push(with_disguise(text, ends[at])..ends[at + length]);
        }
        at += name.unwrap_or(1);
    }
    found
}

/// Returns whether a name begins with a word for a false or the true bearer of it: 假唐僧 is not 唐僧.
pub(crate) fn is_disguised(name: &str) -> bool {
    name.starts_with(DISGUISES)
}

/// Returns the start of a name, or that of the word for a false or the true bearer before it.
fn with_disguise(text: &str, start: usize) -> usize {
    let mut before = text[..start].chars().rev();
    match (before.next(), before.next()) {
        // "当真八戒" is "really, Bajie".
        (Some('真'), Some(adverb)) if ADVERBS.contains(&adverb) => start,
        (Some(disguise), _) if DISGUISES.contains(&disguise) => start - disguise.len_utf8(),
        _ => start,
    }
}

/// Returns the names that speak in a text.
fn speakers(text: &str) -> HashSet<&str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (at, _) in text.char_indices().filter(|(_, c)| QUOTES.contains(c)) {
        if let Some(name) = speaker_before(&text[..at]) {
            *counts.entry(name).or_default() += 1;
        }
    }
    // "八戒慌了" and "行者暗" say what someone does.
    let goes_on = |name: &str, count: usize| {
        let shorter = name.char_indices().skip(*LENGTHS.start()).map(|(end, _)| &name[..end]);
        shorter.into_iter().any(|shorter| counts.get(shorter).is_some_and(|&other| other >= count))
    };
    let all = counts.iter().filter(|&(name, &count)| count >= LEAST && !goes_on(name, count));
    all.map(|(name, _)| *name).collect()
}

/// Returns the name before a verb of speaking with which a text ends.
fn speaker_before(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(BEFORE_QUOTE);
    let start = text.char_indices().rev().take_while(|(_, c)| is_han(*c)).last()?.0;
    let clause = &text[start..];
    let mut verbs: Vec<&str> = SPEAKING.into_iter().filter(|verb| clause.ends_with(verb)).collect();
    verbs.sort_by_key(|verb| verb.len());
    let name = clause.strip_suffix(verbs.pop()?)?;
    let is_name = LENGTHS.contains(&name.chars().count())
        && !name.starts_with(NO_BEGINNINGS)
        && !name.contains(NOT_WITHIN)
        && !ROLES.contains(&name);
    is_name.then_some(name)
}

/// Returns whether this is a Chinese character, as used in names.
fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "宝玉笑道：“你来了。”林黛玉听了，说道：“我来了。”黛玉笑道：“宝玉，你坐。”宝玉忙了，问道：“哪里？”\
                        黛玉道：“这里。”宝玉道：“好。”众人笑道：“好！”众人道：“好！”那人说：“走。”那人说：“走。”";

    fn names(text: &str) -> Vec<&str> {
        mentions(text).into_iter().map(|place| &text[place]).collect()
    }

    #[test]
    fn a_name_that_speaks_twice_counts_wherever_the_text_has_it() {
        assert_eq!(names(TEXT), ["宝玉", "黛玉", "黛玉", "宝玉", "宝玉", "黛玉", "宝玉"]);
    }

    #[test]
    fn what_somebody_does_is_no_part_of_the_name() {
        let text = "行者道：“是。”行者笑道：“是。”行者暗笑道：“好。”行者暗道：“好。”";
        assert_eq!(names(text), ["行者", "行者", "行者", "行者"]);
    }

    #[test]
    fn the_false_bearer_of_a_name_has_another_one() {
        let text = "三藏道：“是。”三藏道：“好。”那假三藏走了，真三藏来了。当真三藏走了。";
        assert_eq!(names(text), ["三藏", "三藏", "假三藏", "真三藏", "三藏"]);
    }

    #[test]
    fn other_texts_have_none() {
        assert!(names("Ann said: “Yes.” Ann said: “No.”").is_empty());
        assert!(names("合同双方：甲方与乙方。").is_empty());
        assert!(names("").is_empty());
        assert!(
            is_chinese("宝玉") && !is_chinese("Ann") && !is_chinese("宝玉 ") && !is_chinese("")
        );
    }
}
