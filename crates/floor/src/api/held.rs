//! A connection with all that goes with it. A client that does not read is given up, and one that is still sending when the
//! connection closes is read for a moment, so that they get the whole answer.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A connection that we close is read for this long, or until the client closes it too. A connection closed with unread bytes is
/// reset, and a reset takes away the answer that the client has not read yet.
const LINGER: Duration = Duration::from_secs(1);

/// A connection and its place among all of them, for as long as it lasts, as a socket too.
pub(super) struct Held<S, P> {
    stream: S,
    _place: P,
    /// How long the client may take nothing of what is sent.
    patience: Duration,
    /// Runs while the client takes nothing.
    stuck: Option<Pin<Box<Sleep>>>,
    /// Runs once nothing more is sent.
    lingers: Option<Pin<Box<Sleep>>>,
}

impl<S, P> Held<S, P> {
    pub(super) fn new(stream: S, place: P, patience: Duration) -> Held<S, P> {
        Held { stream, _place: place, patience, stuck: None, lingers: None }
    }

    /// What became of sending something: a failure where nothing could be sent for too long.
    fn in_time<T>(&mut self, cx: &mut Context<'_>, sent: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.stuck = None;
            return sent;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        stuck.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin, P: Unpin> AsyncRead for Held<S, P> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin, P: Unpin> AsyncWrite for Held<S, P> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let held = self.get_mut();
        let sent = Pin::new(&mut held.stream).poll_write(cx, buf);
        held.in_time(cx, sent)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let held = self.get_mut();
        if held.lingers.is_none() {
            ready!(Pin::new(&mut held.stream).poll_shutdown(cx))?;
        }
        let lingers = held.lingers.get_or_insert_with(|| Box::pin(tokio::time::sleep(LINGER)));
        let mut unread = [0; 4096];
        loop {
            if lingers.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Ok(()));
            }
            let mut read = ReadBuf::new(&mut unread);
            let has_ended = ready!(Pin::new(&mut held.stream).poll_read(cx, &mut read)).is_err();
            if has_ended || read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let held = self.get_mut();
        let sent = Pin::new(&mut held.stream).poll_write_vectored(cx, bufs);
        held.in_time(cx, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::time::{Instant, sleep};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_reads_slowly_is_waited_for_and_who_does_not_read_is_given_up() {
        let (ours, mut theirs) = duplex(16);
        let reading = tokio::spawn(async move {
            for _ in 0..3 {
                sleep(Duration::from_secs(20)).await;
                theirs.read_exact(&mut [0; 16]).await.unwrap();
            }
            theirs
        });
        let (mut held, start) = (Held::new(ours, (), Duration::from_secs(30)), Instant::now());
        let failed = held.write_all(&[0; 1000]).await.unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
        assert_eq!(start.elapsed().as_secs(), 90, "thirty seconds after the last word was taken");
        drop(reading.await.unwrap());
    }

    /// The two ends of a connection.
    async fn connection() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let connecting = TcpStream::connect(listener.local_addr().unwrap());
        let (accepted, connected) = tokio::join!(listener.accept(), connecting);
        (accepted.unwrap().0, connected.unwrap())
    }

    #[tokio::test]
    async fn a_client_that_is_still_sending_gets_the_whole_answer() {
        let (ours, mut theirs) = connection().await;
        theirs.write_all(&[0; 10_000]).await.unwrap();
        let closing = tokio::spawn(async move {
            let mut held = Held::new(ours, (), Duration::from_secs(30));
            held.write_all(b"too slow").await.unwrap();
            held.shutdown().await.unwrap();
        });
        // They send on after the answer has come.
        theirs.peek(&mut [0]).await.unwrap();
        for _ in 0..10 {
            theirs.write_all(&[0; 1000]).await.unwrap();
            sleep(Duration::from_millis(2)).await;
        }
        let mut answer = String::new();
        theirs.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer, "too slow");
        drop(theirs);
        closing.await.unwrap();
    }

    #[tokio::test]
    async fn a_client_that_never_closes_is_not_waited_for() {
        let (ours, _theirs) = connection().await;
        let (mut held, start) = (Held::new(ours, (), Duration::from_secs(30)), Instant::now());
        held.shutdown().await.unwrap();
        assert!(start.elapsed() >= LINGER, "{:?}", start.elapsed());
    }
}
