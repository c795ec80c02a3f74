use super::*;

fn lines(rows: &[&str]) -> Vec<Request> {
    let row = |row: &&str| serde_json::from_str(&format!(r#"{{"do":{row}}}"#)).unwrap();
    rows.iter().map(row).collect()
}

#[test]
fn what_need_not_wait_depends_on_what_is_done() {
    let leaves = lines(&[
        r#""ask","documents":[1],"question":"Who?","options":{}"#,
        r#""estimate","document":1"#,
        r#""similar_names","document":1,"name":"Ann","until":null"#,
        r#""try_model""#,
        r#""collect","document":1,"collection":"Tales","within":true"#,
        r#""save_window_state","changes":[]"#,
        r#""name_collection","collection":"Tales","name":"Old tales""#,
        r#""share_collection","collection":"Tales","shared":true"#,
        r#""model_info","path":null,"role":"building""#,
        r#""export_documents","documents":[1],"file":"a.pecan""#,
    ]);
    let spares = lines(&[
        r#""add","files":["a.txt"],"options":{}"#,
        r#""remove","document":2"#,
        r#""read_again","document":2,"languages":[]"#,
    ]);
    assert!(spares.iter().any(is_long), "one that waits in the queue may run too");
    let never = lines(&[
        r#""add","files":["a.txt"],"options":{"build":true}"#,
        r#""remove","document":1"#,
        r#""read_again","document":1,"languages":[]"#,
        r#""build","document":2"#,
        r#""open_model","path":null,"role":"building""#,
        r#""model_info","path":"other.gguf","role":"building""#,
        r#""covers""#,
        r#""import_documents","files":["a.pecan"]"#,
    ]);
    for (which, expected) in [
        (Meanwhile::Building(DocumentId(1)), [true, true, false]),
        (Meanwhile::Adding, [true, false, false]),
    ] {
        for (requests, may) in [&leaves, &spares, &never].into_iter().zip(expected) {
            for request in requests {
                let beside = EngineRequest::of(request).beside();
                assert_eq!(beside.allows(which), may, "{request:?}, {which:?}");
            }
        }
    }
}

#[test]
fn what_only_reads_has_a_thread_of_its_own() {
    let reads = lines(&[
        r#""list""#,
        r#""stamp""#,
        r#""window_state""#,
        r#""text","document":1,"first":1,"count":1"#,
        r#""search","words":"lamp","document":null,"most":9"#,
        r#""history","document":null"#,
        r#""languages""#,
    ]);
    for request in &reads {
        assert!(matches!(EngineRequest::of(request), EngineRequest::Read(_)), "{request:?}");
    }
}
