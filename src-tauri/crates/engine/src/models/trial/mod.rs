//! What a model can do for Pecan, determined once by a short trial on Pecan's own passages: whether the input supports
//! the points that it writes, and how many chunks it should read at once for that; whether its Yes is meaningful;
//! whether it answers. Pecan works around what the model cannot do, and says so before a book is spent on it.

mod answers;
mod budget;
pub(crate) mod known;
mod passages;
mod points;
pub(crate) mod run;
mod setup;
mod store;
mod verdicts;
