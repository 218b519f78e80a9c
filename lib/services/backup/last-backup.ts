import "server-only";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Records in the data folder that a backup is complete, for monitoring. The backup counts even if this fails. */
export async function recordBackup(dataDir: string, at: number): Promise<void> {
  await writeFile(fileIn(dataDir), new Date(at).toISOString()).catch(() => undefined);
}

/** Returns when the latest backup was made; null if none was. */
export async function lastBackup(dataDir: string): Promise<number | null> {
  const text = await readFile(fileIn(dataDir), "utf8").catch(() => "");
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

function fileIn(dataDir: string): string {
  return join(/* turbopackIgnore: true */ dataDir, "last-backup");
}
