import "server-only";
import { join } from "node:path";
import { authRoom } from "../auth/schema/schema.ts";
import type { Config } from "../config.ts";
import {
  type DatabaseProblem,
  type Inspection,
  inspectPostgres,
  inspectSqlite,
} from "../database/inspect.ts";
import { LAST_UNRELEASED } from "../database/migrate.ts";
import { Conflict, NotFound } from "../errors.ts";
import { platformRoom } from "../platform/schema/schema.ts";
import { storeRoom } from "../store/schema/schema.ts";
import { versionText } from "../version.ts";

const STORE = [storeRoom, authRoom];
const PLATFORM = [platformRoom];

const OLDER =
  "The database is from an earlier version of Errata, and commands don't update it. Start this version once, then try again.";
/** A copy is made before each upgrade. */
const RESTORE = "restore a backup, or a copy in DATA_DIR/backups, with: npm run restore -- PATH";

type Place = Pick<Config, "databaseUrl" | "dataDir">;

/**
 * Checks the databases before the server starts, without changing them.
 * @returns one sentence per problem, with the file or server and the remedy
 */
export async function databaseProblems(place: Place): Promise<string[]> {
  const found = await inspections(place);
  return found.flatMap(({ problem, describe }) => (problem ? [describe(problem)] : []));
}

/**
 * Checks that the databases are of this version, for commands: these never update one, because the server that runs on
 * it may be older.
 * @param options.mayBeNew whether the command creates the databases if there are none
 * @throws {Conflict} if an earlier or a newer version made them, {NotFound} if there are none
 */
export async function assertUpdated(place: Place, { mayBeNew = false } = {}): Promise<void> {
  const found = await inspections(place);
  for (const { problem, schema, describe } of found) {
    if (problem?.kind === "newer" || problem?.kind === "too-old")
      throw new Conflict(describe(problem));
    if (schema === "older") throw new Conflict(OLDER);
  }
  if (mayBeNew || found.some(({ problem, schema }) => problem || schema !== "none")) return;
  const where =
    place.databaseUrl === null
      ? `in ${place.dataDir}. Check DATA_DIR`
      : "at DATABASE_URL. Check it";
  throw new NotFound(`No database of Errata found ${where}, or start Errata once.`);
}

/** Whether an earlier version made this copy of errata.sqlite, whose counts then differ from this version's. */
export function isOlderStore(file: string): boolean {
  return inspectSqlite(file, STORE).schema === "older";
}

type Described = Inspection & { describe(problem: DatabaseProblem): string };

async function inspections({ databaseUrl, dataDir }: Place): Promise<Described[]> {
  if (databaseUrl !== null) {
    const found = await inspectPostgres(databaseUrl, [...STORE, ...PLATFORM]);
    return [{ ...found, describe: (problem) => postgresSentence(problem, databaseUrl) }];
  }
  const files = { "errata.sqlite": STORE, "platform.sqlite": PLATFORM };
  return Object.entries(files).map(([name, known]) => {
    const file = join(dataDir, name);
    return {
      ...inspectSqlite(file, known),
      describe: (problem: DatabaseProblem) => sqliteSentence(problem, file),
    };
  });
}

const TOO_OLD = `Start commit ${LAST_UNRELEASED} of Errata once, and then this version.`;

function newer({ by }: Extract<DatabaseProblem, { kind: "newer" }>): string {
  const name = by === null ? "" : `, ${versionText(by.version, by.commit)},`;
  return `a newer version of Errata${name}`;
}

function sqliteSentence(problem: DatabaseProblem, file: string): string {
  if (problem.kind === "newer") {
    return `DATA_DIR: ${newer(problem)} has changed ${file}. Start that version, or ${RESTORE}`;
  }
  if (problem.kind === "too-old") {
    return `DATA_DIR: ${file} is from before Errata 1.0 and can't be updated in one step. ${TOO_OLD}`;
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
  if (problem.kind === "too-old") {
    return `DATABASE_URL: the database "${name}" at ${host} is from before Errata 1.0 and can't be updated in one step. ${TOO_OLD}`;
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
