//! Requests to a driver, over the WebDriver protocol.

use std::net::TcpListener;
use std::time::Duration;

use serde_json::Value;

/// The time limit for a reply.
const PATIENCE: Duration = Duration::from_secs(120);

/// Sends a command and returns its value, or the error.
pub fn post(address: &str, body: &Value) -> Result<Value, String> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE))
        .build()
        .into();
    let mut reply = agent.post(address).send_json(body).map_err(|error| error.to_string())?;
    let failed = !reply.status().is_success();
    let answer: Value = reply.body_mut().read_json().map_err(|error| error.to_string())?;
    if failed { Err(answer["value"].to_string()) } else { Ok(answer["value"].clone()) }
}

/// Sends a request and returns its value.
pub fn get(address: &str) -> Result<Value, ureq::Error> {
    let agent = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).build();
    let mut answer: Value = ureq::Agent::from(agent).get(address).call()?.body_mut().read_json()?;
    Ok(answer["value"].take())
}

/// A port on which nothing listens.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("a listener has an address").port()
}
