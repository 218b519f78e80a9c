import "server-only";
import { existsSync, statSync } from "node:fs";
import SQLite from "better-sqlite3";
import pg from "pg";
import { systemCode } from "../errors.ts";
import { type Room, stateOf, VERSIONS } from "./migrate.ts";

/** The version that has migrated a database last. */
export interface MigratedBy {
  version: string;
  commit: string | null;
}

/** Why a database can't be used. */
export type DatabaseProblem =
  | { kind: "damaged"; detail: string }
  /** A newer version of Errata has migrated it, which says who it is unless it's one that didn't record that. */
  | { kind: "newer"; by: MigratedBy | null }
  /** It was last migrated before the last version that this one can update. */
  | { kind: "too-old" }
  /** Has only the driver's code, because its message may repeat parts of the address. */
  | { kind: "unreachable"; code: string };

const LATEST = `select version, git_commit as "commit" from ${VERSIONS} order by at desc limit 1`;
/** The result of inspecting a database. */
export interface Inspection {
  problem: DatabaseProblem | null;
  /** Whether it has the tables of an earlier version, of this one, or none. Known only without a problem. */
  schema: "none" | "older" | "current";
}

/** Bytes up to which every page of a file is read, which takes well under a second. */
const MAX_FULL_CHECK_BYTES = 50_000_000;
const NOTHING: Inspection = { problem: null, schema: "none" };
const NO_ROWS = { rows: [] };
/** Milliseconds to wait for a connection. */
const CONNECT_TIMEOUT_MS = 2_000;

/** Looks at a SQLite file without changing it. A file that is missing has no problem. */
export function inspectSqlite(file: string, rooms: readonly Room[]): Inspection {
  if (!existsSync(file)) return NOTHING;
  let database: SQLite.Database | undefined;
  try {
    database = new SQLite(file, { readonly: true, timeout: 500 });
    const damage = damagedPages(database, file);
    return damage ? failed(damage) : schemaOfSqlite(database, rooms);
  } catch (error) {
    const code = systemCode(error) ?? "no answer";
    if (code === "SQLITE_NOTADB") return failed(damaged("it isn't a SQLite file"));
    if (code.startsWith("SQLITE_CORRUPT")) return failed(damaged("it can't be read"));
    // Another process is writing it, so that it is in use.
    if (code.startsWith("SQLITE_BUSY")) return NOTHING;
    return failed({ kind: "unreachable", code });
  } finally {
    database?.close();
  }
}

/** Looks at a PostgreSQL database without changing it. */
export async function inspectPostgres(url: string, rooms: readonly Room[]): Promise<Inspection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const has = async (table: string) =>
      (await client.query("select to_regclass($1) as found", [table])).rows[0]?.found !== null;
    const done: Recorded = new Map();
    for (const room of rooms) {
      const table = `${room.name}_migration`;
      const { rows } = (await has(table))
        ? await client.query(`select name from ${table}`)
        : NO_ROWS;
      done.set(
        room,
        rows.map(({ name }) => name),
      );
    }
    const latest = (await has(VERSIONS)) ? await client.query(LATEST) : NO_ROWS;
    return inspected(done, latest.rows[0] ?? null);
  } catch (error) {
    // Not the driver's message, which could repeat parts of the address.
    return failed({ kind: "unreachable", code: systemCode(error) ?? "no answer" });
  } finally {
    await client.end().catch(() => undefined);
  }
}

function damagedPages(database: SQLite.Database, file: string): DatabaseProblem | null {
  if (statSync(file).size > MAX_FULL_CHECK_BYTES) return null;
  const answer = database.pragma("quick_check(1)", { simple: true });
  return answer === "ok" ? null : damaged("parts of it can't be read");
}

function schemaOfSqlite(database: SQLite.Database, rooms: readonly Room[]): Inspection {
  const hasTable = database.prepare("select 1 from sqlite_schema where name = ?");
  const done: Recorded = new Map();
  for (const room of rooms) {
    const table = `${room.name}_migration`;
    if (!hasTable.get(table)) continue;
    const rows = database.prepare<[], { name: string }>(`select name from ${table}`).all();
    done.set(
      room,
      rows.map(({ name }) => name),
    );
  }
  const latest = hasTable.get(VERSIONS)
    ? database.prepare<[], MigratedBy>(LATEST).get()
    : undefined;
  return inspected(done, latest ?? null);
}

/** The migrations that a database has, by room. */
type Recorded = Map<Room, readonly string[]>;

/** Compares the migrations that a database has with those that this version knows. */
function inspected(recorded: Recorded, by: MigratedBy | null): Inspection {
  const states = [...recorded].map(([room, names]) => stateOf(room, names));
  if (states.includes("newer")) return failed({ kind: "newer", by });
  if (states.includes("too-old")) return failed({ kind: "too-old" });
  if (states.includes("older")) return { problem: null, schema: "older" };
  return states.includes("current") ? { problem: null, schema: "current" } : NOTHING;
}

function failed(problem: DatabaseProblem): Inspection {
  return { problem, schema: "none" };
}

function damaged(detail: string): DatabaseProblem {
  return { kind: "damaged", detail };
}
