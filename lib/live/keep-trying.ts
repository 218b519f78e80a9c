/** Milliseconds before the first attempt. Half of each wait is left to chance. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Tries again and again, less and less often, so that the tabs of many people don't keep a server from starting. Tries at
 * once when the network is back, or someone looks at the page.
 * @returns stops trying
 */
export function keepTrying(attempt: () => void): () => void {
  const stopping = new AbortController();
  let wait = FIRST_WAIT_MS;
  let timer = setTimeout(() => tryAgain(), wait * (1 - Math.random() / 2));
  const tryAgain = () => {
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    timer = setTimeout(tryAgain, wait * (1 - Math.random() / 2));
    attempt();
  };
  const tryAtOnce = () => {
    if (document.hidden) return;
    clearTimeout(timer);
    wait = FIRST_WAIT_MS / 2;
    tryAgain();
  };
  // Its signal removes them.
  addEventListener("online", tryAtOnce, stopping);
  document.addEventListener("visibilitychange", tryAtOnce, stopping);
  return () => {
    clearTimeout(timer);
    stopping.abort();
  };
}
