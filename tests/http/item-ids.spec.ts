import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addNote } from "../../lib/contract/api/item-routes.ts";
import { getFeedback } from "../../lib/contract/api/routes.ts";
import { urlOf } from "../../lib/queries/request.ts";
import { runImport } from "../support/import-file.ts";
import { fetchSyncStatus, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

const IDS = ["export", "ids", "undo", ".", "..", "~", "~export", "a/b", "100%", "fb_1?x=1#y", "読"];

test("items are found by whatever ID their platform chose", async ({ errata, request }) => {
  await waitForFirstSync(errata);
  const { items } = await fetchSyncStatus(errata);
  const file = join(errata.dataDir, "ids.ndjson");
  const createdAt = new Date(0).toISOString();
  const fields = { path: "/quickstart", status: "pending", source: "agent", createdAt };
  const lines = IDS.map((id) => JSON.stringify({ ...fields, id, comment: `Named ${id}` }));
  writeFileSync(file, lines.join("\n"));
  await runImport(errata, file);
  await expect
    .poll(async () => (await fetchSyncStatus(errata)).items, { timeout: 120_000 })
    .toBe(items + IDS.length);

  for (const feedbackId of IDS) {
    const params = { projectId: "docs", feedbackId };
    const read = await request.get(urlOf(getFeedback, { params }));
    expect(await read.json(), feedbackId).toMatchObject({ id: feedbackId });
    const data = { id: crypto.randomUUID(), text: `About ${feedbackId}` };
    const headers = { origin: errata.url };
    const added = await request.post(urlOf(addNote, { params }), { headers, data });
    expect(await added.json(), feedbackId).toMatchObject({ notes: [{ text: data.text }] });
  }
});
