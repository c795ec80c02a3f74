//! Connections by TLS: only to whom the system, or the user, trusts.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use download::Event;
use protocol::Code;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tests::hub::Fault;

use super::environment::run_with;
use super::*;

/// Puts TLS in front of a hub, with a certificate for `localhost` that no system trusts. Returns the
/// address, and the certificate as text.
fn secured(hub: &Hub) -> (String, String) {
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(own.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let (config, behind) =
        (Arc::new(config), hub.address().trim_start_matches("http://").to_owned());
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (config, behind) = (Arc::clone(&config), behind.clone());
            thread::spawn(move || forward(client, config, &behind));
        }
    });
    (address, own.cert.pem())
}

/// Passes one request on and its answer back.
fn forward(client: TcpStream, config: Arc<ServerConfig>, behind: &str) -> Option<()> {
    let mut client = StreamOwned::new(ServerConnection::new(config).ok()?, client);
    let mut server = TcpStream::connect(behind).ok()?;
    let (mut request, mut byte) = (Vec::new(), [0]);
    while !request.ends_with(b"\r\n\r\n") {
        client.read_exact(&mut byte).ok()?;
        request.push(byte[0]);
    }
    server.write_all(&request).ok()?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).ok()?;
    client.write_all(&answer).ok()?;
    client.conn.send_close_notify();
    client.flush().ok()
}

#[test]
fn a_certificate_that_nobody_knows_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(50_000, |_, _| Fault::None);
    let (address, _) = secured(&hub);
    let job = job(&address, model(NAME), folder.path());
    let failure = run(&job, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(failure.code, Code::CertificateRefused, "{failure}");
    assert!(hub.requests().is_empty() && !is_right(folder.path(), &content));
}

#[test]
fn a_system_without_certificates_trusts_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, _) = hub(50_000, |_, _| Fault::None);
    let (address, _) = secured(&hub);
    let none = folder.path().join("none.pem");
    fs::write(&none, "").unwrap();
    let job = job(&address, model(NAME), folder.path());
    let Event::Failed(failure) = run_with(&[("SSL_CERT_FILE", none.to_str().unwrap())], &job)
    else {
        panic!("it trusts someone");
    };
    assert_eq!(failure.code, Code::CertificateRefused, "{failure}");
}

#[test]
fn a_certificate_that_the_user_names_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(50_000, |request, nth| match request.is_file() && nth < 2 {
        true => Fault::Break(20_000),
        false => Fault::None,
    });
    let (address, certificate) = secured(&hub);
    let trusted = folder.path().join("own.pem");
    fs::write(&trusted, certificate).unwrap();
    let models = folder.path().join("models");
    fs::create_dir(&models).unwrap();
    let job = job(&address, model(NAME), &models);
    let ended = run_with(&[("SSL_CERT_FILE", trusted.to_str().unwrap())], &job);
    assert!(matches!(ended, Event::Downloaded { .. }), "{ended:?}");
    assert!(is_right(&models, &content));
    assert_eq!(hub.file_requests().last().unwrap().from(), 20_000, "it was resumed");
}
