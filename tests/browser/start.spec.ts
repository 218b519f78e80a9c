import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Route } from "@playwright/test";
import { MAX_IMPORT_ITEMS } from "../../lib/contract/api/limits.ts";
import { violations } from "../support/axe.ts";
import { openInbox, waitForFirstSync } from "../support/inbox.ts";
import { expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test("the setup leads from sample data to one's own, and sees itself what is done @thorough", async ({
  page,
  request,
  errata,
}) => {
  await waitForFirstSync(errata);
  await openInbox(page);
  const banner = page.getByRole("complementary", { name: "Setup" });
  const steps = page.getByTestId("setup");
  await expect(banner).toContainText("This is sample data.");
  await page.setViewportSize({ width: 380, height: 800 });
  expect(await violations(page)).toEqual([]);
  expect((await banner.boundingBox())?.height).toBeLessThan(48);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380);
  await page.setViewportSize({ width: 1440, height: 900 });

  await banner.getByRole("link", { name: "Set up Errata: 0 of 5 done" }).click();
  await expect(steps.locator("[aria-current=step]")).toContainText("Add the widget to your site");
  await steps.getByRole("link", { name: "Add the widget to your site" }).click();
  await expect(page.getByRole("heading", { name: "Add the widget to your site" })).toBeVisible();
  const snippet = page.getByTestId("widget-recipes").locator("pre").first();
  await expect(snippet).toContainText('data-key="pub_…"');
  await page.getByLabel("Site name").fill("My docs");
  await page.getByLabel("Sites that can use this key").fill("https://docs.example.com");
  await page.getByRole("button", { name: "Create public key" }).click();
  await expect(snippet).toHaveText(
    new RegExp(`<script src="${errata.url}/collect.js" data-key="pub_[\\w-]{20}" defer></script>`),
  );
  const key = /pub_[\w-]{20}/.exec(await snippet.innerText())?.[0];

  await page.setViewportSize({ width: 380, height: 800 });
  await page.getByRole("radio", { name: "Plain HTML" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Docusaurus 3" })).toBeChecked();
  await expect(snippet).toContainText(`"data-key": "${key}"`);
  await page.getByText("For readers without JavaScript").click();
  await expect(page.getByTestId("widget-recipes").locator("pre").last()).toContainText(
    `action="${errata.url}/v1/collect/${key}"`,
  );
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380);
  await page.setViewportSize({ width: 1440, height: 900 });

  const created = page.getByTestId("collect-key").filter({ hasText: "My docs" });
  await expect(created.getByRole("status")).toHaveText("Waiting for the first feedback…");
  const first = page.getByTestId("first-item");
  await expect(first).toContainText("Waiting for the first feedback.");
  await request.post(`/v1/collect/${key}`, {
    data: { url: "/first", helpful: false, comment: "The first words of a reader" },
  });
  await expect(created.getByRole("status")).toContainText("1 received");
  await expect(first).toContainText("The first words of a reader");
  await expect(first.getByRole("link", { name: "Open item" })).toBeVisible();

  await visit(page, "/docs/start/import");
  await expect(page.getByRole("status").getByText("4,001 items are in the inbox")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await visit(page, "/docs/start/platform");
  await expect(page.getByTestId("platform-checks")).toContainText("Configured: Not yet");
  expect(await violations(page)).toEqual([]);

  await visit(page, "/docs");
  await expect(steps).toContainText("1 of 5 steps done");
  await steps.getByRole("link", { name: "Remove the sample data" }).click();
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await expect(page).toHaveURL(/\/docs\/feedback$/);
  await expect(page.getByTestId("result-count")).toHaveText(/^1 /);
  await expect(banner).not.toContainText("This is sample data.");

  // What is left stays reachable until it is hidden.
  await banner.getByRole("link", { name: "2 of 5 done" }).click();
  await page.getByRole("button", { name: "Hide checklist" }).click();
  await expect(page.getByRole("button", { name: "Show checklist" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await openInbox(page);
  await expect(banner).toHaveCount(0);
});

test("an agent's command is tested before it gets a job @thorough", async ({ page }) => {
  const errata = await startErrata({
    env: {
      AGENT_COMMAND: `sh -c "cat; echo; echo nothing to do"`,
      AGENT_SANDBOX: "off",
      LOCAL_KEY: "off",
    },
  });
  try {
    await visit(page, `${errata.url}/docs/start/agent`);
    const result = page.getByTestId("agent-test");
    await result.getByRole("button", { name: "Test command" }).click();
    await expect(result.getByRole("status")).toContainText("Found sh: Yes");
    await expect(result.getByRole("status")).toContainText("nothing to do");
    expect(await violations(page)).toEqual([]);
    await visit(page, `${errata.url}/docs/start`);
    await expect(page.getByTestId("setup")).toContainText("1 of 5 steps done");
    await visit(page, `${errata.url}/docs/jobs`);
    await expect(page.getByText("No jobs yet")).toBeVisible();
  } finally {
    await errata.close();
  }
});

test("a file from another tool is imported with its columns, and its rejected rows come back", async ({
  page,
}) => {
  const row = (number: number) =>
    `Install guide,good,"Row ${number}, uploaded",${number === 2 ? "We will look at it" : ""}`;
  const rows = Array.from({ length: 10 }, (_, index) => row(index + 2));
  const invalid = ['=cmd(),maybe,"Row 12",', ",bad,Row 13,"];
  const csv = ["Where,Opinion,Message,Reply", ...rows, ...invalid].join("\n");
  const choose = () =>
    page
      .getByLabel("CSV file with a header row")
      .setInputFiles({ name: "export.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const outcome = page.getByTestId("import-outcome");

  await visit(page, "/docs/start/import");
  await choose();
  const preview = page.getByTestId("import-preview").locator("tbody tr");
  await expect(preview).toHaveCount(10);
  await expect(preview.first()).toContainText("Row 2, uploaded");
  const start = page.getByRole("button", { name: /^Import 1\d rows$/ });
  await expect(page.getByText("Choose the column with the page.")).toBeVisible();
  await expect(start).toBeDisabled();
  await page.getByLabel("Page", { exact: true }).selectOption("Where");
  await expect(page.getByTestId("import-problems")).toContainText("Row 13 has no page");
  await expect(page.getByText("Choose what each rating counts as.")).toBeVisible();
  await expect(start).toBeDisabled();
  await page.getByLabel("“maybe” counts as").selectOption("No vote");
  await page.getByLabel("Rows without a vote (1)").selectOption("Don't import");
  await expect(page.getByText("Choose whether “Reply” belongs to the comment.")).toBeVisible();
  await page.getByLabel("Text in “Reply”").selectOption("Don't import");
  await expect(page.getByTestId("import-problems")).toContainText("Row 12 has no vote");
  await expect(preview.first()).toContainText("Install guideHelpful");
  await page.setViewportSize({ width: 380, height: 800 });
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380);
  await page.setViewportSize({ width: 1440, height: 900 });
  await start.click();
  await expect(outcome).toContainText("10 added, 0 updated, 0 unchanged, 2 rejected");
  await expect(outcome).toContainText("The column “Reply” isn't imported.");
  await expect(outcome).toContainText("Ratings in “Opinion”: 10 helpful, 0 not helpful.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download rejected rows" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("export.csv-rejected.csv");
  const rejected = readFileSync(await download.path(), "utf8");
  expect(rejected).toMatch(/^\uFEFFRow,Reason,Where,Opinion,Message,Reply\r\n/);
  expect(rejected).toMatch(/12,"has no vote, so it isn't imported",'=cmd\(\),maybe,Row 12,""\r\n/);
  expect(rejected).toMatch(/13,has no page,"",bad,Row 13,""\r\n$/);

  await visit(page, "/docs/start/import");
  await choose();
  await expect(page.getByLabel("Page", { exact: true })).toHaveValue("Where");
  await start.click();
  await expect(outcome).toContainText("0 added, 0 updated, 10 unchanged, 2 rejected");
  await openInbox(page, "?q=uploaded");
  await expect(page.getByText("Row 11, uploaded").first()).toBeVisible();
});

test("an import that was stopped or lost its server goes on without adding a row twice @thorough", async ({
  page,
}) => {
  const lines = Array.from(
    { length: MAX_IMPORT_ITEMS + 2 },
    (_, index) => `/stop,yes,Line ${index}`,
  );
  const buffer = Buffer.from(["Page,Rating,Comment", ...lines].join("\n"));
  const start = page.getByRole("button", { name: /^Import \d+ rows$/ });
  const progress = page.getByTestId("import-progress");
  const outcome = page.getByTestId("import-outcome");
  await visit(page, "/docs/start/import");
  // Before the upload is hydrated, or after.
  await page
    .getByLabel("CSV file with a header row")
    .setInputFiles({ name: "export.csv", mimeType: "text/csv", buffer });

  const first = await holdImport(page, 1);
  await start.click();
  const firstRequest = await first.held;
  await page.getByRole("button", { name: "Stop import" }).click();
  await expect(page.getByRole("button", { name: "Stopping…" })).toBeDisabled();
  await firstRequest.continue();
  await expect(progress).toHaveText(
    "Import stopped. Import again to continue; rows already imported won't change.",
  );
  await expect(outcome).toContainText("300 added, 0 updated, 0 unchanged, 0 rejected");

  // The server imports both batches, and the answer to the second is lost.
  const second = await holdImport(page, 2);
  await start.click();
  const secondRequest = await second.held;
  await secondRequest.fetch();
  await secondRequest.abort("connectionreset");
  await expect(page.getByRole("alert").filter({ hasText: "already imported" })).toHaveText(
    "Couldn't reach the Errata server. Try again in a moment. Rows that are already imported won't change.",
  );
  await expect(outcome).toContainText("0 added, 0 updated, 300 unchanged, 0 rejected");

  await start.click();
  await expect(progress).toHaveText("Import finished.");
  await expect(outcome).toContainText("0 added, 0 updated, 302 unchanged, 0 rejected");
});

/** Holds the given request that imports a batch; the others pass. */
async function holdImport(page: Page, number: number): Promise<{ held: Promise<Route> }> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  let requests = 0;
  await page.route("**/api/projects/docs/imports", (route) => {
    if (route.request().method() === "GET") return route.continue();
    requests += 1;
    return requests === number ? resolve(route) : route.continue();
  });
  return { held: promise };
}

test("the connection to a hosted platform is checked on request @thorough", async ({ page }) => {
  let isKeyValid = false;
  const platform = createServer((_request, response) => {
    response.writeHead(isKeyValid ? 200 : 401, { "content-type": "application/json" });
    const answer = { feedback: [], nextCursor: null, hasMore: false };
    response.end(JSON.stringify(isKeyValid ? answer : { error: "Unknown key." }));
  });
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
  const errata = await startErrata({
    env: {
      PLATFORM_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
      PLATFORM_API_KEY: "any",
      PLATFORM_PROJECTS: "docs=Docs",
    },
  });
  try {
    await visit(page, `${errata.url}/docs/start/platform`);
    const checks = page.getByTestId("platform-checks");
    await expect(checks).toContainText("Configured: Yes");
    await expect(checks).toContainText("Key accepted: No");
    await expect(checks).toContainText("Feedback received: Not yet");
    const connection = page.getByTestId("connection-test");
    await connection.getByRole("button", { name: "Test connection" }).click();
    await expect(connection).toContainText("The platform rejected the API key.");
    isKeyValid = true;
    await connection.getByRole("button", { name: "Test connection" }).click();
    await expect(connection).toContainText("Key accepted: Yes");
    await expect(connection).toContainText("A full sync takes 1 request");
    await expect(connection).toContainText("1 request was sent.");
    await page.getByTestId("sync-status").getByRole("button", { name: "Sync now" }).click();
    await expect(checks).toContainText("Key accepted: Yes");
    await expect(checks).toContainText("Feedback received: Yes");
    await visit(page, `${errata.url}/docs/feedback`);
    await expect(page.getByRole("complementary", { name: "Setup" })).toContainText("1 of 2 done");
    await page.getByRole("link", { name: "Set up Errata", exact: true }).click();
    await expect(page.getByTestId("setup")).toContainText("Connect the hosted platform");
  } finally {
    await errata.close();
    platform.closeAllConnections();
    platform.close();
  }
});
