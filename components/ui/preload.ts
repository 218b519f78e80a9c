/** Milliseconds after which unused parts are preloaded, even if the person does nothing. */
const WAIT_FOR_USE = 5_000;

const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown"] as const;

let start = () => {};
const started = new Promise<void>((resolve) => {
  start = resolve;
});
const used = started.then(
  () =>
    new Promise<unknown>((resolve) => {
      for (const type of SIGNS_OF_USE) {
        addEventListener(type, resolve, { once: true, capture: true, passive: true });
      }
      setTimeout(resolve, WAIT_FOR_USE);
    }),
);

/** Starts preloading. Called once, when the page responds to clicks and keys. */
export function startPreloading(): void {
  start();
}

/**
 * Runs `preload` in an idle moment, so that parts work even if the server goes away later.
 * @param isEarly right after the page has loaded, and not only once someone uses it
 */
export function preloadWhenIdle(preload: () => void, isEarly: boolean): void {
  if (typeof window === "undefined") return;
  void (isEarly ? started : used).then(() => whenIdle(preload));
}

/** Not all browsers report idle moments. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 200);
}
