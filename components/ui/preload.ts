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

/** Milliseconds after which a page that nobody uses loads the rest: someone may read it, and lose the connection first. */
const UNUSED_MS = 10_000;

/** Resolves on the first input, or after some time without any. Its capture listeners run before the input's own. */
const touched = new Promise<void>((resolve) => {
  if (typeof window === "undefined") return;
  for (const type of ["pointermove", "pointerdown", "keydown", "focusin"]) {
    addEventListener(type, () => resolve(), { once: true, capture: true });
  }
  void started.then(() => setTimeout(resolve, UNUSED_MS));
});

/** Runs `preload` once someone uses the page, right after what they do first, or else after ten seconds. */
export function preloadOnInput(preload: () => void): void {
  void touched.then(() => preloadWhenIdle(preload));
}

/** Not all browsers report idle moments. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 200);
}
