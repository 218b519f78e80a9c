import { rows, waitForFirstSync } from "../support/inbox.ts";
import { MAX_JAVASCRIPT, weighInbox } from "../support/inbox-weight.ts";
import {
  type MisbehavingPlatform,
  startMisbehavingPlatform,
} from "../support/misbehaving-platform.ts";
import { type Errata, expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

let platform: MisbehavingPlatform;
let errata: Errata;

test.beforeAll(async () => {
  platform = await startMisbehavingPlatform(
    Array.from({ length: 1_000 }, (_, age) => ({
      id: `fb_${age}`,
      path: "/quickstart",
      comment: `About token ${age}`,
      createdAt: new Date(Date.UTC(2026, 9, 1) - age * 3_600_000).toISOString(),
      source: "agent",
      status: age % 3 ? "pending" : "resolved",
    })),
  );
  const hosted = { PLATFORM_URL: platform.url, PLATFORM_API_KEY: "any" };
  errata = await startErrata({ env: { ...hosted, PLATFORM_PROJECTS: "docs=Docs" } });
  await waitForFirstSync(errata);
});

test.afterAll(async () => {
  await errata.close();
  await platform.close();
});

test("filters, scrolling, and search send no requests to the platform", async ({ page }) => {
  // The schedule's own requests are at least a minute apart after the first sync.
  await expect.poll(async () => nextRequestIn(errata)).toBeGreaterThan(30_000);
  const sent = platform.requests.length;
  await visit(page, `${errata.url}/docs/feedback`);
  await expect(rows(page).first()).toBeVisible();
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
  expect(platform.requests.length).toBe(sent);
});

test("the inbox of a hosted platform loads little JavaScript, too @thorough", async ({ page }) => {
  const { javascript } = await weighInbox(page, `${errata.url}/docs/feedback`);
  await expect(page.getByTestId("sync-status")).toContainText("requests used");
  expect(javascript).toBeLessThanOrEqual(MAX_JAVASCRIPT);
});

test("Settings says when new items and deletions show up, whatever the platform does @thorough", async ({
  page,
}) => {
  const dueAt = Date.UTC(2026, 10, 23, 10, 15);
  const since = dueAt - 24 * 3_600_000;
  const problem = { code: "most_missing", message: "Far fewer items.", since, dueAt };
  const change = { ignoresDates: true, oldestFirst: true, newItemsInterval: 110_000, problem };
  await page.route("**/api/projects/docs/sync", async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, ...change } });
  });
  await visit(page, `${errata.url}/settings`);
  const facts = page.getByRole("main");
  await expect(facts).toContainText(
    "Checked about every 2 minutes at the end of the list. The platform lists the oldest items first",
  );
  await expect(facts).toContainText(/marked as deleted if they.re still missing on .*2026/);
  await expect(facts).toContainText("If more than half are missing, they're marked a day later");
});

async function nextRequestIn({ url }: Errata): Promise<number> {
  const response = await fetch(`${url}/api/projects/docs/sync`);
  return (await response.json()).nextRequestAt - Date.now();
}
