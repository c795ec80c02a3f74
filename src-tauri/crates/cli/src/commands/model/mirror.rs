//! The option that names a mirror of the hub.

use clap::Args;
use download::HubAddress;
use protocol::Failure;

/// The option that names a mirror of the hub.
#[derive(Debug, Args)]
pub(super) struct MirrorArgument {
    /// Ask this mirror instead of the Hugging Face hub; PECAN_MODEL_HUB sets one for all commands
    #[arg(long, value_name = "URL")]
    mirror: Option<String>,
}

impl MirrorArgument {
    /// Returns the mirror, or the hub.
    pub(super) fn hub(&self) -> Result<HubAddress, Failure> {
        let set = std::env::var("PECAN_MODEL_HUB").ok().filter(|set| !set.is_empty());
        match self.mirror.as_ref().or(set.as_ref()) {
            Some(mirror) => mirror.parse(),
            None => HubAddress::hugging_face(),
        }
    }
}
