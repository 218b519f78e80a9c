/** Opens the services, starts background work, and stops both on shutdown. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  if (process.env.NODE_ENV === "development" || process.env.ERRATA_WATCHDOG === "1") {
    const [{ startWatchdog }, { processLog }] = await Promise.all([
      import("./lib/watchdog.ts"),
      import("./lib/log.ts"),
    ]);
    startWatchdog((block) => processLog().warn(block, "the event loop was blocked"));
  }
  const [{ runUntilShutdown }, { services }] = await Promise.all([
    import("./lib/services/server-process.ts"),
    import("./lib/services.ts"),
  ]);
  await runUntilShutdown();
  // The server answers the collector's requests itself (scripts/setup/collector.mjs).
  const { platformRoute } = await import("./lib/http/platform-route.ts");
  Object.assign(globalThis, { [Symbol.for("errata.platform")]: platformRoute(services) });
  // It counts requests, and answers those for metrics (scripts/setup/metrics.mjs).
  const { metrics } = await services();
  if (metrics) Object.assign(globalThis, { [Symbol.for("errata.metrics")]: metrics });
  // Requests have waited until now (scripts/setup/startup.mjs).
  Reflect.get(globalThis, Symbol.for("errata.ready"))?.();
}

/** Logs why a page couldn't be shown, with the number that the page shows instead. */
export async function onRequestError(err: unknown): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logFailedPage } = await import("./lib/http/failed-page.ts");
  logFailedPage(err);
}
