import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crashRounds } from "../../tests/support/crash.ts";
import { startPostgres } from "../setup/postgres.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { freshDatabase, SETTINGS } from "./postgres.mjs";
import { table } from "./table.mjs";

// Run with `npm run bench -- crash [rounds]`. On each engine, kills a syncing process at random
// moments. Checks the database after each time, and in the end that each item is stored exactly once.
// Exits with 1 if not.

const ROUNDS = 100;

const rounds = Number(process.argv[2] ?? ROUNDS);
exitOnSignal(() => 130);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-crash-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const postgres = await startPostgres(SETTINGS);
let problems = 0;
try {
  await crash("SQLite", { databaseUrl: null, file: join(folder, "errata.sqlite") });
  await crash("PostgreSQL", { databaseUrl: await freshDatabase(postgres.url), file: "" });
} finally {
  await postgres.stop();
}
process.exit(problems > 0 ? 1 : 0);

/**
 * @param {string} engine
 * @param {import("../../lib/database/open.ts").DatabaseLocation} location
 */
async function crash(engine, location) {
  const began = performance.now();
  const report = await crashRounds(location, rounds);
  const seconds = (performance.now() - began) / 1_000;
  const none = { unit: "", target: 0 };
  const measures = [
    { ...none, name: "Damaged databases or wrong counts", value: report.damaged },
    { ...none, name: "Items that a cursor skipped", value: report.ahead },
    { ...none, name: "Items lost or duplicated in the end", value: report.lost },
    { ...none, name: "Requests sent before they were counted", value: report.uncounted },
    {
      name: "Longest restart",
      value: report.slowestStart / 1_000,
      unit: "s",
      digits: 2,
      target: 5,
    },
    {
      name: "Pages written by killed processes",
      value: report.pagesBeforeLast,
      unit: "",
    },
  ];
  problems += measures.filter(({ value, target = value }) => value > target).length;
  console.log(`\n${engine}: killed ${rounds} times in ${seconds.toFixed(0)} s\n${table(measures)}`);
}
