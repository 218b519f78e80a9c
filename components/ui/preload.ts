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

/** The first sign of a person. Its capture listeners run before those of what it is meant for. */
const touched = new Promise<void>((resolve) => {
  if (typeof window === "undefined") return;
  for (const type of ["pointermove", "pointerdown", "keydown"]) {
    addEventListener(type, () => resolve(), { once: true, capture: true });
  }
});

/** Runs `preload` once someone uses the page, right after what they do first. */
export function preloadOnInput(preload: () => void): void {
  void touched.then(() => preloadWhenIdle(preload));
}

/** Not all browsers report idle moments. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 200);
}
