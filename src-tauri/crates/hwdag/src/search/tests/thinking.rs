use super::*;

/// Returns a model that thinks before each reply.
fn thinker() -> Fake {
    let mut model = reader().with_thoughts();
    model.reply = Box::new(|text| match text.ends_with("[reply>") || text.ends_with("[<again>") {
        true => " hm so\n] never".into(),
        false => "the hat".into(),
    });
    model
}

fn found(thinking_tokens: usize) -> (SearchOutcome, Fake) {
    let mut model = thinker();
    let settings = SearchSettings { thinking_tokens, ..SearchSettings::default() };
    let graph = graph(&model);
    let graphs = [&graph];
    let found = search(&mut model, &Query::new(QUESTION, &graphs), &settings, &mut go).unwrap();
    (found, model)
}

#[test]
fn thoughts_come_before_each_verdict_and_the_answer_and_are_counted() {
    let (without, _) = found(0);
    let (with, model) = found(20);
    assert_eq!((&with.answer, with.stop), (&without.answer, without.stop));
    assert_eq!(nodes(&with), nodes(&without));
    // Each time two words, a line break, and the mark, which is then written as the template writes it.
    assert_eq!((without.cost.thoughts, with.cost.thoughts), (0, 4 * (with.cost.asks as u64 + 1)));
    assert!(adds_up(&with.cost), "{:?}", with.cost);
    let text = model.text();
    assert_eq!(text.matches("hm so\n]reply>").count(), 2, "{text}");
    assert!(!text.contains("never"));
}

#[test]
fn thoughts_end_with_their_budget() {
    let (short, model) = found(1);
    assert_eq!(short.cost.thoughts, short.cost.asks as u64 + 1);
    assert_eq!(short.answer, "the hat");
    assert!(model.text().contains(" hm]]reply>"), "{}", model.text());
}

#[test]
fn a_stop_amid_thoughts_leaves_nothing_uncounted() {
    for last in 0..60 {
        let mut model = thinker();
        let settings = SearchSettings { thinking_tokens: 20, ..SearchSettings::default() };
        let graph = graph(&model);
        let graphs = [&graph];
        let mut left = last;
        let mut watch = |_: SearchEvent<'_>| {
            left -= 1;
            if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let query = Query::new(QUESTION, &graphs);
        let found = search(&mut model, &query, &settings, &mut watch).unwrap();
        assert!(adds_up(&found.cost), "{last}: {:?}", found.cost);
    }
}
