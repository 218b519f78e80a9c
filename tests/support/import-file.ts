import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { node, root } from "../../scripts/setup/project.mjs";
import { fetchSyncStatus } from "./inbox.ts";
import type { Errata } from "./server.ts";

const run = promisify(execFile);

/** Runs `npm run import` while the server is running. */
export async function runImport(errata: Errata, file: string): Promise<void> {
  await run(node, ["--conditions=react-server", "scripts/import.ts", file, "--project", "docs"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: errata.dataDir },
  });
}

/** Runs `npm run import` while the server is running, and waits for the items. */
export async function importFile(errata: Errata, file: string): Promise<void> {
  const before = (await fetchSyncStatus(errata)).items;
  await runImport(errata, file);
  await expect
    .poll(async () => (await fetchSyncStatus(errata)).items, { timeout: 120_000 })
    .toBeGreaterThan(before);
}
