//! Messages about failures.

use crate::i18n::messages;

messages! {
    "failures"
    failed_model;
    failed_attention;
    failed_part;
    failed_writing;
    failed_engine;
    failed_memory;
    failed_bad_request;
    failed_file_missing;
    failed_is_folder;
    failed_file_unreadable;
    failed_file_unwritable;
    failed_file_empty;
    failed_no_text;
    failed_format_unknown;
    failed_document_broken;
    failed_document_encrypted;
    failed_password_needed;
    failed_password_wrong;
    failed_reader;
    failed_recogniser;
    failed_page_language;
    failed_recognition;
    failed_document_gone;
    failed_graph_gone;
    failed_point_gone;
    failed_processor;
    failed_window;
    failed_library_busy;
    failed_disk;
    failed_address_refused;
    failed_address_unopened;
    failed;
    headed(heading: &str, text: &str);
    way_to_model(settings: &str, open: &str);
    way_to_embedder;

    advice_bad_request;
    advice_file_missing;
    advice_is_folder;
    advice_file_unreadable;
    advice_file_unwritable;
    advice_file_empty;
    advice_no_text;
    advice_format_unknown;
    advice_document_broken;
    advice_document_encrypted;
    advice_password_needed;
    advice_password_wrong;
    advice_part;
    advice_embedder;
    advice_reader;
    advice_recogniser;
    advice_page_language(settings: &str, pages: &str);
    advice_recognition;
    advice_document_gone;
    advice_graph_gone;
    advice_point_gone;
    advice_model_missing;
    advice_model_changed;
    advice_model_broken(settings: &str);
    advice_model_unsupported(settings: &str);
    advice_attention(settings: &str);
    advice_processor;
    advice_window(settings: &str);
    advice_memory(settings: &str);
    advice_library_busy;
    advice_writing;
    advice_library_newer;
    advice_library_broken;
    advice_disk;
    advice_address_refused;
    advice_address_unopened;
    advice_engine(settings: &str);
    advice_stopped;
    advice_internal;

    in_detail;
}
