import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crashRounds } from "../../tests/support/crash.ts";
import { startPostgres } from "../setup/postgres.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { freshDatabase, SETTINGS } from "./postgres.mjs";
import { table } from "./table.mjs";

// Run with the pinned Node and --conditions=react-server: `npm run bench -- crash [rounds]`. On each
// engine, a process that mirrors is killed at a random moment, again and again; after each time the
// database is looked at, and in the end everything has to be there once. Ends with 1 if not.

const ROUNDS = 100;

const rounds = Number(process.argv[2] ?? ROUNDS);
exitOnSignal(() => 130);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-crash-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const postgres = await startPostgres(SETTINGS);
let wrong = 0;
try {
  await crash("SQLite", { databaseUrl: null, file: join(folder, "errata.sqlite") });
  await crash("PostgreSQL", { databaseUrl: await freshDatabase(postgres.url), file: "" });
} finally {
  await postgres.stop();
}
process.exit(wrong > 0 ? 1 : 0);

/**
 * @param {string} engine
 * @param {import("../../tests/support/crash.ts").Location} location
 */
async function crash(engine, location) {
  const began = performance.now();
  const report = await crashRounds(location, rounds);
  const seconds = (performance.now() - began) / 1_000;
  const none = { unit: "", reach: 0 };
  const measures = [
    { ...none, name: "Damaged databases, or counts that do not agree", value: report.damaged },
    { ...none, name: "Entries that a cursor had left behind", value: report.ahead },
    { ...none, name: "Entries lost or doubled in the end", value: report.lost },
    { ...none, name: "Requests that were not counted before", value: report.uncounted },
    {
      name: "Ready again, at most",
      value: report.slowestStart / 1_000,
      ...{ unit: "s", digits: 2, reach: 5 },
    },
    {
      name: "Pages written by processes that were killed",
      value: report.pagesBeforeLast,
      unit: "",
    },
  ];
  wrong += measures.filter(({ value, reach = value }) => value > reach).length;
  console.log(
    `\n${engine}: killed ${rounds} times, in ${seconds.toFixed(0)} s\n${table(measures)}`,
  );
}
