//! A connection with all that goes with it. Who does not read what is sent to them is given up.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A connection and its place among all of them, for as long as it lasts, as a socket too.
pub(super) struct Held<S, P> {
    stream: S,
    _place: P,
    /// So long nothing at all may be taken of what is sent.
    patience: Duration,
    /// Runs while nothing is.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl<S, P> Held<S, P> {
    pub(super) fn new(stream: S, place: P, patience: Duration) -> Held<S, P> {
        Held { stream, _place: place, patience, stuck: None }
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

impl<S: AsyncWrite + Unpin, P: Unpin> AsyncWrite for Held<S, P> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let held = self.get_mut();
        let sent = Pin::new(&mut held.stream).poll_write(cx, buf);
        held.in_time(cx, sent)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
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
}
