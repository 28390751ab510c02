//! One connection of a terminal, kept open.

use std::net::SocketAddr;

use anyhow::Context;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;

/// A connection to the floor.
pub(super) struct Client {
    address: SocketAddr,
    connection: Option<SendRequest<Full<Bytes>>>,
    cookie: String,
}

/// What the floor said.
pub(super) struct Said {
    pub(super) status: StatusCode,
    pub(super) body: Bytes,
}

impl Said {
    pub(super) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body).ok()
    }
}

impl Client {
    pub(super) fn new(address: SocketAddr) -> Client {
        Client { address, connection: None, cookie: String::new() }
    }

    /// A second connection of someone who is in already.
    pub(super) fn signed_in(address: SocketAddr, cookie: String) -> Client {
        Client { address, connection: None, cookie }
    }

    /// What shows who is signed in.
    pub(super) fn cookie(&self) -> String {
        self.cookie.clone()
    }

    /// Opens a stream.
    pub(super) async fn open(&mut self, path: &str) -> anyhow::Result<Incoming> {
        let response = self.send(Method::GET, path, String::new()).await?;
        anyhow::ensure!(response.status().is_success(), "refused with {}", response.status());
        Ok(response.into_body())
    }

    /// Comes in as a guest; the name given.
    pub(super) async fn come_in(&mut self) -> anyhow::Result<String> {
        let response = self.send(Method::POST, "/api/guest", String::new()).await?;
        let cookie = response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).context("no cookie")?.to_owned();
        let body = response.into_body().collect().await?.to_bytes();
        let guest: serde_json::Value = serde_json::from_slice(&body)?;
        self.cookie = cookie;
        Ok(guest["name"].as_str().context("no name")?.to_owned())
    }

    pub(super) async fn get(&mut self, path: &str) -> anyhow::Result<Said> {
        self.ask(Method::GET, path, String::new()).await
    }

    pub(super) async fn post(&mut self, path: &str, body: String) -> anyhow::Result<Said> {
        self.ask(Method::POST, path, body).await
    }

    async fn ask(&mut self, method: Method, path: &str, body: String) -> anyhow::Result<Said> {
        let response = self.send(method, path, body).await?;
        let status = response.status();
        let collected = response.into_body().collect().await;
        let body = collected.inspect_err(|_| self.connection = None)?.to_bytes();
        Ok(Said { status, body })
    }

    async fn send(&mut self, method: Method, path: &str, body: String) -> anyhow::Result<Response<Incoming>> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.address.to_string())
            .header(header::COOKIE, &self.cookie)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::from(body))?;
        if self.connection.as_ref().is_none_or(SendRequest::is_closed) {
            let stream = tokio::net::TcpStream::connect(self.address).await?;
            stream.set_nodelay(true)?;
            let (send, connection) = handshake(TokioIo::new(stream)).await?;
            // A connection that breaks is noticed at the next request.
            tokio::spawn(async move { drop(connection.await) });
            self.connection = Some(send);
        }
        let connection = self.connection.as_mut().context("not connected")?;
        let response = connection.send_request(request).await;
        response.inspect_err(|_| self.connection = None).map_err(Into::into)
    }
}
