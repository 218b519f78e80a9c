import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Revision } from "../contract/api/changes.ts";
import { engineOf } from "../database/dialect.ts";
import { listen } from "../database/notifications.ts";
import type { StoreDatabase, StoreQuery } from "./schema/schema.ts";

/** Changes of projects, by this process or any other that uses the same database. */
export interface ProjectChanges {
  /** Returns a project's revision; null while changes can't be watched. */
  revision(projectId: string): Promise<Revision | null>;
  /**
   * Calls the listener after each change, at most a few times per second, and after anything that may
   * have hidden a change.
   * @returns stops calling it
   */
  subscribe(listener: () => void): () => void;
  stop(): Promise<void>;
}

/** Milliseconds between two reads of the counters on SQLite, and in which changes are taken together. */
const POLL_INTERVAL_MS = 250;

/** PostgreSQL's channel. Payloads are a part, a colon, and a project's ID. */
const CHANNEL = "errata_change";

/**
 * Watches the changes of all projects.
 * @param onUnavailable called when PostgreSQL's notifications don't arrive
 */
export function createProjectChanges(
  database: StoreDatabase,
  onUnavailable: (error: unknown) => void,
): ProjectChanges {
  const { databaseUrl } = database.location;
  return databaseUrl ? onPostgres(database, databaseUrl, onUnavailable) : onSqlite(database);
}

/** Announces a change of a project's feedback that no trigger announces, once the transaction is committed. */
export async function announceFeedback(query: StoreQuery, projectId: string): Promise<void> {
  if (engineOf(query) === "postgres") {
    await sql`select pg_notify(${CHANNEL}, ${`feedback:${projectId}`})`.execute(query);
    return;
  }
  // The row was added with the project's first item.
  await query
    .updateTable("project_change")
    .set({ feedback: sql`feedback + 1` })
    .where("project_id", "=", projectId)
    .execute();
}

/** Reads the counters only while someone listens. It takes microseconds. */
function onSqlite({ query }: StoreDatabase): ProjectChanges {
  const listeners = new Set<() => void>();
  let seen = "";
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    const counters = await query.selectFrom("project_change").selectAll().execute();
    const current = JSON.stringify(counters);
    if (current === seen) return;
    seen = current;
    for (const listener of listeners) listener();
  };
  // A check that fails ends with the database, and the next one may succeed.
  const watch = () =>
    setInterval(() => void check().catch(() => undefined), POLL_INTERVAL_MS).unref();
  return {
    revision: async (projectId) => {
      const row = await query
        .selectFrom("project_change")
        .select(["feedback", "jobs"])
        .where("project_id", "=", projectId)
        .executeTakeFirst();
      return `0.${row?.feedback ?? 0}.${row?.jobs ?? 0}`;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      timer ??= watch();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    stop: async () => {
      listeners.clear();
      clearInterval(timer);
    },
  };
}

/** Counts notifications. The numbers start anew with every connection, because it may have missed some. */
function onPostgres(
  { query }: StoreDatabase,
  databaseUrl: string,
  onUnavailable: (error: unknown) => void,
): ProjectChanges {
  const listeners = new Set<() => void>();
  let connection: string | null = null;
  let counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const announce = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener();
    }, POLL_INTERVAL_MS).unref();
  };
  const stopListening = listen({
    databaseUrl,
    channel: CHANNEL,
    query,
    onPayload: (payload) => {
      counts.set(payload, (counts.get(payload) ?? 0) + 1);
      announce();
    },
    onListening: () => {
      connection = randomUUID().slice(0, 8);
      counts = new Map();
      announce();
    },
    onLost: (error) => {
      connection = null;
      announce();
      onUnavailable(error);
    },
  });
  return {
    revision: async (projectId) => {
      if (connection === null) return null;
      const count = (topic: string) => counts.get(`${topic}:${projectId}`) ?? 0;
      return `${connection}.${count("feedback")}.${count("jobs")}`;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: async () => {
      listeners.clear();
      clearTimeout(timer);
      await stopListening();
    },
  };
}
