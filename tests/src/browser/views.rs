//! The list of documents, the reader and the questions in the window.

use std::path::Path;

use super::{AppWindow, ENTER};
use crate::question_of;

impl AppWindow {
    /// Opens a document from the list, once it exists.
    pub fn open_document(&self, document: u32) {
        let line = format!("document.querySelector('[data-testid=document-{document}] button')");
        self.wait(&format!("return !!{line}"));
        self.script(&format!("{line}.click()"));
        self.wait(&format!("return {line}.ariaCurrent === 'true'"));
    }

    /// Waits until the reader shows some words.
    pub fn reads(&self, words: &str) {
        self.wait(&format!(
            "return document.querySelector('[data-testid=page]')?.innerText.includes('{words}')"
        ));
    }

    /// Presses a button in a document's row, once it exists.
    pub fn press_in(&self, document: u32, id: &str) {
        self.wait(&format!(
            "const button = document.querySelector(
                '[data-testid=document-{document}] [data-testid={id}]');
             button?.click();
             return !!button",
        ));
    }

    /// Asks a question that a story answers, and asks a model that finds no answer to answer
    /// anyway. Returns the answer.
    ///
    /// # Panics
    /// If there is none.
    pub fn ask_of(&self, story: &Path) -> String {
        let last = "[...document.querySelectorAll('[data-testid=exchange]')].at(-1)";
        let asked =
            self.script("return document.querySelectorAll('[data-testid=exchange]').length");
        self.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
        self.write("question", &format!("{}{ENTER}", question_of(story)));
        self.wait(&format!(
            "return document.querySelectorAll('[data-testid=exchange]').length > {asked}
                 && !!{last}.querySelector('[data-testid=quiet-line]')"
        ));
        let unanswered = format!("return !!{last}.querySelector('[data-testid=answer-anyway]')");
        if self.script(&unanswered) == true {
            self.click("answer-anyway");
        }
        self.wait(&format!("return !!{last}.querySelector('[data-testid=citation-1]')"));
        self.text("answer")
    }
}
