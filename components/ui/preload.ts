let start = () => {};
const started = new Promise<void>((resolve) => {
  start = resolve;
});

/** Starts preloading. Called once, when the page responds to clicks and keys. */
export function startPreloading(): void {
  start();
}

/** Runs `preload` in the page's first idle moment, so that parts work even if the server goes away later. */
export function preloadWhenIdle(preload: () => void): void {
  if (typeof window === "undefined") return;
  void started.then(() => whenIdle(preload));
}

/** Not all browsers report idle moments. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 200);
}
