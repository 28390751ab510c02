//! Work that goes on when its caller goes away.

use std::panic::resume_unwind;

/// Does something to its end, even if the caller is dropped while it waits: a client that hangs up, or a request that takes
/// too long, leaves nothing half done. A panic reaches a caller that still waits.
pub(crate) async fn uncancelled<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    match tokio::spawn(work).await {
        Ok(done) => done,
        Err(ended) => match ended.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // Tasks are cancelled only when the runtime ends, and then nobody is answered any more.
            Err(_) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn work_is_done_although_its_caller_is_gone() {
        let (go, told_to_go) = oneshot::channel::<()>();
        let (done, is_done) = oneshot::channel::<()>();
        let work = uncancelled(async move {
            told_to_go.await.unwrap();
            done.send(()).unwrap();
        });
        // One poll, and the caller goes away.
        let mut caller = Box::pin(work);
        tokio::select! {
            biased;
            () = &mut caller => panic!("nobody told it to go"),
            () = std::future::ready(()) => {}
        }
        drop(caller);
        go.send(()).unwrap();
        is_done.await.unwrap();
    }

    #[tokio::test]
    async fn a_panic_reaches_the_caller() {
        let caller = tokio::spawn(uncancelled(async { panic!("a fault") }));
        assert!(caller.await.unwrap_err().is_panic());
    }
}
