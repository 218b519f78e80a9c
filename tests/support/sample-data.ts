import { cpSync } from "node:fs";

/** Names the folder to the workers of a run. */
const VARIABLE = "ERRATA_TEST_SAMPLE_DATA";

/** Makes every server that starts from now on begin with a copy of this data folder. */
export function shareSampleData(folder: string): void {
  process.env[VARIABLE] = folder;
}

/** Fills an empty data folder with the sample feedback, as it is after the first sync, with its groups. */
export function copySampleData(dataDir: string): void {
  const folder = process.env[VARIABLE];
  if (folder) cpSync(folder, dataDir, { recursive: true });
}
