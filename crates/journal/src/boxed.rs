use std::pin::Pin;

/// A future in a box.
///
/// The body of an `async fn` is compiled where it is awaited, once in every crate that awaits it. What a plain function puts
/// into a box is compiled once, beside that function. So whatever leads to a database is boxed.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
