import "server-only";
import { join } from "node:path";
import { authMigrations } from "../auth/migrations/migrations.ts";
import type { Config } from "../config.ts";
import { type DatabaseProblem, inspectPostgres, inspectSqlite } from "../database/inspect.ts";
import { platformMigrations } from "../platform/migrations/migrations.ts";
import { storeMigrations } from "../store/migrations/migrations.ts";
import { versionText } from "../version.ts";

const STORE = { store: Object.keys(storeMigrations), auth: Object.keys(authMigrations) };
const PLATFORM = { platform: Object.keys(platformMigrations) };

/** A copy is made before each upgrade. */
const RESTORE = "restore a backup, or a copy in DATA_DIR/backups, with: npm run restore -- PATH";

/**
 * Checks the databases before the server starts, without changing them.
 * @returns one sentence per problem, with the file or server and the remedy
 */
export async function databaseProblems({ databaseUrl, dataDir }: Config): Promise<string[]> {
  if (databaseUrl !== null) {
    const problem = await inspectPostgres(databaseUrl, { ...STORE, ...PLATFORM });
    return problem ? [postgresSentence(problem, databaseUrl)] : [];
  }
  const files = { "errata.sqlite": STORE, "platform.sqlite": PLATFORM };
  return Object.entries(files).flatMap(([name, known]) => {
    const file = join(dataDir, name);
    const problem = inspectSqlite(file, known);
    return problem ? [sqliteSentence(problem, file)] : [];
  });
}

function newer({ by }: Extract<DatabaseProblem, { kind: "newer" }>): string {
  const name = by === null ? "" : `, ${versionText(by.version, by.commit)},`;
  return `a newer version of Errata${name}`;
}

function sqliteSentence(problem: DatabaseProblem, file: string): string {
  if (problem.kind === "newer") {
    return `DATA_DIR: ${newer(problem)} has changed ${file}. Start that version, or ${RESTORE}`;
  }
  if (problem.kind === "damaged") {
    return `DATA_DIR: ${file} is damaged (${problem.detail}). Move it to another folder and ${RESTORE}`;
  }
  return `DATA_DIR: ${file} can't be opened (${problem.code}). Make it readable and writable for this user.`;
}

function postgresSentence(problem: DatabaseProblem, url: string): string {
  const { host, pathname } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  if (problem.kind === "newer") {
    return `DATABASE_URL: ${newer(problem)} has changed the database "${name}" at ${host}. Start that version, or ${RESTORE}`;
  }
  const code = problem.kind === "unreachable" ? problem.code : problem.detail;
  // 28P01, 28000: wrong password or user. 3D000: no such database.
  if (code === "28P01" || code === "28000") {
    return `DATABASE_URL: PostgreSQL at ${host} rejected the user or the password (${code}). Correct them in the address.`;
  }
  if (code === "3D000") {
    return `DATABASE_URL: the database "${name}" doesn't exist at ${host}. Create it, or correct the address.`;
  }
  return `DATABASE_URL: can't connect to PostgreSQL at ${host} (${code}). Start it, or correct the address.`;
}
