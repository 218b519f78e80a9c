/** Milliseconds before the second attempt, and the most before a later one. Half of each is left to chance. */
const WAIT = { first: 2_000, longest: 30_000 };

/**
 * Tries again and again, less and less often, so that the tabs of many people don't keep a server from starting. Tries at
 * once when the network is back, or someone looks at the page.
 * @returns stops trying
 */
export function keepTrying(attempt: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let wait = WAIT.first;
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(again, wait * (1 - Math.random() / 2));
    wait = Math.min(wait * 2, WAIT.longest);
  };
  const again = () => {
    schedule();
    attempt();
  };
  const atOnce = () => {
    if (document.hidden) return;
    wait = WAIT.first;
    again();
  };
  addEventListener("online", atOnce, { signal });
  document.addEventListener("visibilitychange", atOnce, { signal });
  schedule();
  return () => {
    clearTimeout(timer);
    stopping.abort();
  };
}
