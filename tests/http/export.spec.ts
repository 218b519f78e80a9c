import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { feedbackEntry, listFeedback } from "../../lib/contract/platform/feedback.ts";
import { importFile } from "../support/import-file.ts";
import { fetchSyncStatus, waitForFirstSync } from "../support/inbox.ts";
import { createKey } from "../support/keys.ts";
import { type Errata, expect, test } from "../support/server.ts";

test("exporting with an API key returns what the inbox counts, up to 100 requests per hour", async ({
  errata,
  request,
}) => {
  await waitForFirstSync(errata);
  const facets = await request.get("/api/projects/docs/feedback/facets");
  const { total } = await facets.json();
  const key = await createKey(errata);
  const ids = new Set<string>();
  let requests = 0;
  let cursor: string | null = null;
  do {
    const response = await ask(errata, key, { limit: "100", ...(cursor ? { cursor } : {}) });
    expect(response.status).toBe(200);
    const exportPage = listFeedback.response.parse(await response.json());
    for (const entry of exportPage.feedback) ids.add(feedbackEntry.parse(entry).id);
    cursor = exportPage.nextCursor;
    requests += 1;
  } while (cursor !== null);
  expect(ids.size).toBe(total);

  let last = await ask(errata, key, { limit: "1" });
  requests += 1;
  while (last.status === 200) {
    last = await ask(errata, key, { limit: "1" });
    if (last.status === 200) requests += 1;
  }
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  // The dashboard's own reading doesn't count, and goes on.
  expect(requests).toBe(100);
  const file = join(errata.dataDir, "one.json");
  writeFileSync(file, JSON.stringify([{ id: "one", path: "/quickstart", source: "agent" }]));
  await importFile(errata, file);
  expect((await fetchSyncStatus(errata)).items).toBe(total + 1);
});

function ask(errata: Errata, key: string, query: Record<string, string>): Promise<Response> {
  return fetch(`${errata.url}/v1/analytics/docs/feedback?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
}
