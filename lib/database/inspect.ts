import "server-only";
import { existsSync, statSync } from "node:fs";
import SQLite from "better-sqlite3";
import pg from "pg";
import { systemCode } from "../errors.ts";
import { VERSIONS } from "./migrate.ts";

/** The names of all migrations that this version knows, by room. */
export type KnownMigrations = Record<string, readonly string[]>;

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
  /** With the driver's code, as messages of drivers may repeat what an address holds. */
  | { kind: "unreachable"; code: string };

const LATEST = `select version, git_commit as "commit" from ${VERSIONS} order by at desc limit 1`;
/** Bytes up to which every page of a file is read, which takes well under a second. */
const READ_WHOLE = 50_000_000;
/** Milliseconds to wait for a connection. */
const CONNECT_TIMEOUT = 2_000;

/** Looks at a SQLite file without changing it. Returns null for a sound file, and for a missing one. */
export function inspectSqlite(file: string, known: KnownMigrations): DatabaseProblem | null {
  if (!existsSync(file)) return null;
  let database: SQLite.Database | undefined;
  try {
    database = new SQLite(file, { readonly: true, timeout: 500 });
    return damagedPages(database, file) ?? newerSqlite(database, known);
  } catch (error) {
    const code = systemCode(error) ?? "no answer";
    if (code === "SQLITE_NOTADB") return { kind: "damaged", detail: "it isn't a SQLite file" };
    if (code.startsWith("SQLITE_CORRUPT")) return { kind: "damaged", detail: "it can't be read" };
    // Another process is writing it, so that it is in use.
    if (code.startsWith("SQLITE_BUSY")) return null;
    return { kind: "unreachable", code };
  } finally {
    database?.close();
  }
}

/** Looks at a PostgreSQL database without changing it. */
export async function inspectPostgres(
  url: string,
  known: KnownMigrations,
): Promise<DatabaseProblem | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT });
  client.on("error", () => undefined);
  try {
    await client.connect();
    for (const [room, names] of Object.entries(known)) {
      const table = `${room}_migration`;
      const { rows } = await client.query("select to_regclass($1) as found", [table]);
      if (rows[0]?.found === null) continue;
      const done = await client.query(`select name from ${table}`);
      if (!hasUnknown(done.rows, names)) continue;
      const recorded = await client.query("select to_regclass($1) as found", [VERSIONS]);
      const latest = recorded.rows[0]?.found === null ? null : await client.query(LATEST);
      return { kind: "newer", by: latest?.rows[0] ?? null };
    }
    return null;
  } catch (error) {
    // A driver's message could repeat what the address holds.
    return { kind: "unreachable", code: systemCode(error) ?? "no answer" };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function damagedPages(database: SQLite.Database, file: string): DatabaseProblem | null {
  if (statSync(file).size > READ_WHOLE) return null;
  const answer = database.pragma("quick_check(1)", { simple: true });
  return answer === "ok" ? null : { kind: "damaged", detail: "parts of it can't be read" };
}

function newerSqlite(database: SQLite.Database, known: KnownMigrations): DatabaseProblem | null {
  const hasTable = database.prepare("select 1 from sqlite_schema where name = ?");
  for (const [room, names] of Object.entries(known)) {
    const table = `${room}_migration`;
    if (!hasTable.get(table)) continue;
    const done = database.prepare<[], { name: string }>(`select name from ${table}`).all();
    if (!hasUnknown(done, names)) continue;
    const by = hasTable.get(VERSIONS) ? database.prepare<[], MigratedBy>(LATEST).get() : null;
    return { kind: "newer", by: by ?? null };
  }
  return null;
}

function hasUnknown(done: readonly { name: string }[], known: readonly string[]): boolean {
  return done.some(({ name }) => !known.includes(name));
}
