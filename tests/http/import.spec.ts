import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runImport } from "../support/import-file.ts";
import { fetchSyncStatus, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test("old and undated feedback that is imported while the server runs is synced within seconds", async ({
  errata,
  request,
}) => {
  await waitForFirstSync(errata);
  const { items } = await fetchSyncStatus(errata);
  const file = join(errata.dataDir, "old.ndjson");
  const old = Array.from({ length: 300 }, (_, hours) => ({
    id: `old_${hours}`,
    path: "/quickstart",
    comment: `About old_${hours}`,
    status: "pending",
    source: "agent",
    createdAt:
      hours === 299 ? null : new Date(Date.UTC(2026, 0, 31) - hours * 3_600_000).toISOString(),
  }));
  writeFileSync(file, old.map((one) => JSON.stringify(one)).join("\n"));
  await runImport(errata, file);
  await expect
    .poll(async () => (await fetchSyncStatus(errata)).items, { timeout: 120_000 })
    .toBe(items + old.length);
  const found = await request.get("/api/projects/docs/feedback?q=old_299");
  expect((await found.json()).feedback).toHaveLength(1);
});
