import { isMainThread } from "node:worker_threads";

// Preloaded into servers of tests (server-pool.ts): closes Errata in this process, and opens it with other data and
// variables, as often as it's asked to.

/** Of lib/services.ts. */
const SERVICES = Symbol.for("errata");
/** Of lib/config.ts and lib/log.ts, made of the variables when they are first asked for. */
const MADE_ONCE = [Symbol.for("errata.config"), Symbol.for("errata.log")];
/** Of instrumentation.ts, which provides the metrics once. */
const METRICS = Symbol.for("errata.metrics");

/** What a shutdown stops when Errata is closed. */
const CLOSED = Promise.resolve({ stop: async () => undefined, metrics: null });

/** @typedef {{ stop(): Promise<void>, metrics: object | null }} Services */
/** @type {typeof globalThis & { [SERVICES]?: { open(): Promise<Services>, opened: Promise<Services> | null } }} */
const globals = globalThis;

// Its threads have the preload as well.
if (isMainThread) process.on("message", handle);

/** @param {{ id: number, env: Record<string, string> | null }} request without variables, Errata is only closed */
async function handle({ id, env }) {
  const error = await (env ? open(env) : close()).then(
    () => null,
    (reason) => String(reason?.message ?? reason),
  );
  process.send?.({ id, error });
}

/** Requests wait until it's open. @param {Record<string, string>} env */
async function open(env) {
  const services = provided();
  const before = services.opened;
  const opening = (async () => {
    await (await before)?.stop();
    Object.assign(process.env, env);
    for (const key of MADE_ONCE) Reflect.deleteProperty(globals, key);
    return services.open();
  })();
  services.opened = opening;
  const { metrics } = await opening;
  Reflect.set(globals, METRICS, metrics ?? undefined);
}

/** Requests fail from then on. */
async function close() {
  const services = provided();
  const { stop } = (await services.opened) ?? {};
  services.opened = CLOSED;
  await stop?.();
}

function provided() {
  const services = globals[SERVICES];
  if (!services) throw new Error("Errata hasn't been opened yet.");
  return services;
}
