import { cpSync } from "node:fs";

/** Names the folder to the workers of a run. `npm test` sets it, and removes the folder after its suites. */
const VARIABLE = "ERRATA_TEST_SAMPLE_DATA";

/** The folder that `npm test` has for all of its suites; the first of them fills it. Null for a suite that runs alone. */
export function givenSampleFolder(): string | null {
  return process.env[VARIABLE] ?? null;
}

/** Makes every server that starts from now on begin with a copy of this data folder. */
export function shareSampleData(folder: string): void {
  process.env[VARIABLE] = folder;
}

/** Fills an empty data folder with the sample feedback, as it is after the first sync, with its groups. */
export function copySampleData(dataDir: string): void {
  const folder = process.env[VARIABLE];
  if (folder) cpSync(folder, dataDir, { recursive: true });
}
