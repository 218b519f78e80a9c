import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../lib/database/open.ts";
import {
  finishMigration,
  killMigration,
  openEarlierVersion,
} from "../../tests/support/killed-migration.ts";
import { startPostgres } from "../setup/postgres.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { freshDatabase, SETTINGS } from "./postgres.mjs";
import { table } from "./table.mjs";

// Run with `npm run bench -- migration [rounds]`. On each engine, kills a process that migrates 2,000
// items from an earlier version, at random moments. Checks that the old or the new schema is left, and
// that the next start finishes the migration. Exits with 1 if not.

const ROUNDS = 50;
const ITEMS = 2_000;
/** Milliseconds within which the process is killed; a migration takes about as long. */
const WINDOW = 900;

const rounds = Number(process.argv[2] ?? ROUNDS);
exitOnSignal(() => 130);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-migration-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const postgres = await startPostgres(SETTINGS);
let problems = 0;
try {
  await kill("SQLite", async (round) => ({
    databaseUrl: null,
    file: join(folder, `${round}.sqlite`),
  }));
  await kill("PostgreSQL", async () => ({
    databaseUrl: await freshDatabase(postgres.url),
    file: "",
  }));
} finally {
  await postgres.stop();
}
process.exit(problems > 0 ? 1 : 0);

/**
 * @param {string} engine
 * @param {(round: number) => Promise<{ databaseUrl: string | null, file: string }>} fresh
 */
async function kill(engine, fresh) {
  const left = { old: 0, new: 0, wrong: 0, unfinished: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const location = await fresh(round);
    const database = openDatabase(location);
    await openEarlierVersion(database, ITEMS);
    await database.close();
    const schema = await killMigration(location, Math.random() * WINDOW);
    if (schema === "old" || schema === "new") left[schema] += 1;
    else left.wrong += 1;
    if ((await finishMigration(location)).length > 0) left.unfinished += 1;
  }
  const none = { unit: "", target: 0 };
  const measures = [
    { name: "Old schema left", value: left.old, unit: "" },
    { name: "New schema left", value: left.new, unit: "" },
    { ...none, name: "Anything else left", value: left.wrong },
    { ...none, name: "Not finished by the next start", value: left.unfinished },
  ];
  problems += left.wrong + left.unfinished;
  console.log(`\n${engine}: killed ${rounds} migrations\n${table(measures)}`);
}
