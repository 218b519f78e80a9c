import { join } from "node:path";
import { expect } from "@playwright/test";
import SQLite from "better-sqlite3";
import type { Errata } from "./server.ts";

/** Waits until the groups of all items that the server has stored were found, in the background. */
export async function waitForGroups({ dataDir }: Pick<Errata, "dataDir">): Promise<void> {
  const store = new SQLite(join(dataDir, "errata.sqlite"), { readonly: true });
  const queued = store.prepare("select count(*) from feedback_group_queue").pluck();
  try {
    await expect.poll(() => queued.get(), { timeout: 120_000 }).toBe(0);
  } finally {
    store.close();
  }
}
