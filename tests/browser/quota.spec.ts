import { feedbackEntry, listFeedback } from "../../lib/contract/platform/feedback.ts";
import {
  fetchSyncStatus,
  openInbox,
  rows,
  waitForFirstSync,
  waitForIdleSync,
} from "../support/inbox.ts";
import { createKey } from "../support/keys.ts";
import { type Errata, expect, test } from "../support/server.ts";

test.use({ environment: { PLATFORM_RESERVE: "55" } });

test("filters, scrolling, and search send no requests to the platform", async ({
  page,
  errata,
}) => {
  await waitForFirstSync(errata);
  await waitForIdleSync(errata);
  const { used } = (await fetchSyncStatus(errata)).budget;
  await openInbox(page);
  const table = page.getByTestId("feedback-table");
  for (let screen = 1; screen <= 12; screen += 1) {
    await table.evaluate((element, top) => element.scrollTo(0, top), screen * 3_000);
    await expect(rows(page).first()).toBeVisible();
  }
  for (const word of ["token", "日本", "%_'\";--"]) {
    const responded = page.waitForResponse((response) => response.url().includes("facets?q="));
    await page.getByTestId("search").fill(word);
    await responded;
  }
  await page.getByTestId("search").fill("");
  await page.getByTestId("filter-status").click();
  await page.getByRole("checkbox", { name: /Resolved/ }).check();
  await expect(page).toHaveURL(/status=resolved/);
  expect((await fetchSyncStatus(errata)).budget.used).toBe(used);
});

test("exporting with an API key returns what the inbox counts, up to 100 requests per hour", async ({
  page,
  errata,
}) => {
  await waitForFirstSync(errata);
  await openInbox(page);
  const counted = Number(
    (await page.getByTestId("result-count").innerText()).split(" ")[0]?.replace(",", ""),
  );
  const key = await createKey(errata);
  const ids = new Set<string>();
  let requests = (await fetchSyncStatus(errata)).budget.used;
  let cursor: string | null = null;
  do {
    const response = await ask(errata, key, { limit: "100", ...(cursor ? { cursor } : {}) });
    expect(response.status).toBe(200);
    const exportPage = listFeedback.response.parse(await response.json());
    for (const entry of exportPage.feedback) ids.add(feedbackEntry.parse(entry).id);
    cursor = exportPage.nextCursor;
    requests += 1;
  } while (cursor !== null);
  expect(ids.size).toBe(counted);

  let last = await ask(errata, key, { limit: "1" });
  requests += 1;
  while (last.status === 200) {
    last = await ask(errata, key, { limit: "1" });
    if (last.status === 200) requests += 1;
  }
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(requests).toBeGreaterThanOrEqual(99);
  expect(requests).toBeLessThanOrEqual(100);
});

function ask(errata: Errata, key: string, query: Record<string, string>): Promise<Response> {
  return fetch(`${errata.url}/v1/analytics/docs/feedback?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
}
