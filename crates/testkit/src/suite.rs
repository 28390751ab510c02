use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use tokio::runtime::Runtime;

use crate::Component;

/// The tests of a binary with `harness = false`: listed by name, each ignored with the reason where its component is missing.
/// A test that is not listed is dead code and fails the lints.
#[derive(Default)]
pub struct Suite {
    trials: Vec<Trial>,
    component: Option<Component>,
    runtime: Option<Arc<Runtime>>,
}

impl Suite {
    /// A suite without tests.
    #[must_use]
    pub fn new() -> Suite {
        Suite::default()
    }

    /// The tests added from here on need this component.
    #[must_use]
    pub fn requires(mut self, component: Component) -> Suite {
        self.component = Some(component);
        self
    }

    /// Adds a test; as many times as `CROUPIER_REPEAT` says, to see whether it ever fails.
    #[must_use]
    pub fn test(mut self, name: &str, test: impl Fn() + Send + Sync + 'static) -> Suite {
        let times = std::env::var("CROUPIER_REPEAT").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
        let (test, component) = (Arc::new(test), self.component);
        for time in 1..=times {
            let name = if times == 1 { name.to_owned() } else { format!("{name} ({time} of {times})") };
            let test = Arc::clone(&test);
            self.trials.push(Trial::ignorable_test(name, move || {
                match component.and_then(Component::missing) {
                    Some(why) if Component::is_required() => Err(Failed::from(why)),
                    Some(why) => Ok(Completion::ignored_with(why)),
                    None => {
                        test();
                        Ok(Completion::Completed)
                    }
                }
            }));
        }
        self
    }

    /// Adds a test that awaits; all of them share one runtime.
    ///
    /// # Panics
    /// When the runtime cannot be started.
    #[must_use]
    pub fn async_test<F>(mut self, name: &str, test: impl Fn() -> F + Send + Sync + 'static) -> Suite
    where
        F: Future<Output = ()>,
    {
        let runtime = self.runtime.get_or_insert_with(|| Arc::new(Runtime::new().expect("a runtime")));
        let runtime = Arc::clone(runtime);
        self.test(name, move || runtime.block_on(test()))
    }

    /// Runs the tests the command line asks for.
    #[must_use]
    pub fn run(self) -> ExitCode {
        libtest_mimic::run(&Arguments::from_args(), self.trials).exit_code()
    }
}

/// Adds tests to a suite, each named after its path: `add_tests!(suite, async_test: file::history_is_never_edited)`.
#[macro_export]
macro_rules! add_tests {
    ($suite:expr, $method:ident: $($test:path),* $(,)?) => {
        $suite$(.$method(stringify!($test), $test))*
    };
}
