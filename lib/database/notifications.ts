import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import pg from "pg";

/** Milliseconds between two checks whether notifications still arrive. */
const CHECK_INTERVAL_MS = 30_000;
/** Milliseconds within which a connection has to be there, and a check's notification has to arrive. */
const TIMEOUT_MS = 5_000;
/** Milliseconds before the first and before later attempts to connect again. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

const CHECK = "check:";

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and connects again when it is lost.
 * Sends itself a notification from time to time: behind a pooler such as PgBouncer, and after a network
 * failure, none arrive although the connection looks fine.
 * @param options.query of the same database, for the checks
 * @param options.onListening called whenever notifications begin to arrive: earlier ones may be lost
 * @param options.onLost called when notifications don't arrive anymore, and when the first attempt fails
 * @returns stops listening
 */
export function listen<Schema>(options: {
  databaseUrl: string;
  channel: string;
  query: Kysely<Schema>;
  /** Milliseconds within which a check's notification has to arrive. */
  checkTimeout?: number;
  onPayload: (payload: string) => void;
  onListening: () => void;
  onLost: (error: unknown) => void;
}): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await listenUntilLost(options, signal, () => {
          pause = FIRST_PAUSE_MS;
        });
      } catch (error) {
        if (signal.aborted) return;
        options.onLost(error);
      }
      await pauseFor(pause, signal);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

async function listenUntilLost<Schema>(
  options: Parameters<typeof listen<Schema>>[0],
  stopped: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const { databaseUrl: connectionString, channel, query, checkTimeout = TIMEOUT_MS } = options;
  const client = new pg.Client({
    connectionString,
    application_name: "errata-notifications",
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
  });
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  client.on("error", lost.reject);
  client.on("end", () => lost.reject(new Error("The connection ended.")));
  let onCheck = (_token: string) => {};
  client.on("notification", ({ payload = "" }) => {
    if (payload.startsWith(CHECK)) onCheck(payload);
    else options.onPayload(payload);
  });
  const check = async () => {
    const token = CHECK + randomUUID();
    const arrived = new Promise<void>((resolve) => {
      onCheck = (payload) => {
        if (payload === token) resolve();
      };
    });
    await sql`select pg_notify(${channel}, ${token})`.execute(query);
    await Promise.race([arrived, lost.promise, timeout(checkTimeout, stopped)]);
  };
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    await check();
    onListening();
    options.onListening();
    while (!stopped.aborted) {
      await Promise.race([pauseFor(CHECK_INTERVAL_MS, stopped), lost.promise]);
      if (!stopped.aborted) await check();
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits, or less if stopped. Doesn't keep the process alive. */
async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

async function timeout(milliseconds: number, signal: AbortSignal): Promise<never> {
  await pauseFor(milliseconds, signal);
  throw new Error("PostgreSQL notifications aren't arriving.");
}
