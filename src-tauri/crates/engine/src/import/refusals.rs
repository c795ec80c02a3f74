//! Files that were too much for their reader, which are not read a second time.

use library::ContentHash;
use protocol::{Code, Failure};
use reader::ReaderExit;

use crate::config::VERSION;
use crate::engine::Engine;
use crate::error::JobError;
use crate::import::crashed_pages::CrashedPages;
use crate::import::reading::{OcrFile, Read};
use crate::jobs::client::Client;

impl Engine {
    /// Reads a file, unless it was too much for its reader before; with `again` it is read even so.
    pub(crate) fn read_safely(
        &mut self,
        reading: &OcrFile<'_>,
        again: bool,
        client: &mut dyn Client,
    ) -> Result<Read, JobError> {
        let OcrFile { file, hash, .. } = *reading;
        if again {
            CrashedPages::beside(&self.config.library).forget(hash);
        }
        let library = self.access.read()?;
        if let Some(why) = library.refusal(hash, VERSION)?.filter(|_| !again) {
            return Err(refused_before(file.name, &why).into());
        }
        match self.read_apart(reading, client) {
            Ok(read) => Ok(read),
            Err(reader::ReadFailure::Died(death)) => {
                Err(self.refuse(file.name, hash, &death)?.into())
            }
            Err(
                reader::ReadFailure::Failed(failure) | reader::ReadFailure::Scanned { failure, .. },
            ) => Err(failure.into()),
            Err(reader::ReadFailure::Stopped) => Err(JobError::Stopped),
        }
    }

    /// Records a file that was too much for its reader, unless the file was not the cause; returns the failure.
    fn refuse(
        &mut self,
        name: &str,
        hash: &ContentHash,
        death: &ReaderExit,
    ) -> Result<Failure, Failure> {
        let why = death.to_string();
        if !death.is_by_file() {
            let message = format!("{name} {why}. Close other programs and add it again.");
            return Ok(Failure::new(Code::ReaderDied, message));
        }
        self.access.write()?.refuse(hash, VERSION, &why)?;
        let message = format!(
            "{name} {why}. Pecan continues without it. Open it in another program, save it, and \
             add that file."
        );
        Ok(Failure::new(Code::ReaderDied, message))
    }
}

fn refused_before(name: &str, why: &str) -> Failure {
    let message = format!(
        "{name} {why}. Pecan found this when the file was added before and did not try again. Open \
         it in another program, save it, and add that file."
    );
    Failure::new(Code::ReaderDied, message)
}
