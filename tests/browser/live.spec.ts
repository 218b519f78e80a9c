import type { Browser, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { type DocsSite, startDocsSite } from "../support/docs-site.ts";
import { waitForGroups } from "../support/groups.ts";
import {
  fetchSyncStatus,
  openInbox,
  rowIds,
  rows,
  statusOf,
  waitForFirstSync,
} from "../support/inbox.ts";
import { type Errata, expect, test } from "../support/server.ts";

let site: DocsSite;
test.beforeEach(async ({ errata }) => {
  await waitForFirstSync(errata);
  site ??= await startDocsSite(errata);
});
test.afterAll(() => site?.close());

const row = (page: Page, id: string) => page.locator(`[data-feedback-id="${id}"]`);

/** Sends feedback from a documentation site. */
async function collect(errata: Errata, fields: { comment?: string; id?: string }): Promise<void> {
  const response = await fetch(`${errata.url}/v1/collect/${site.key}`, {
    method: "POST",
    headers: { origin: site.origin, "content-type": "application/json" },
    body: JSON.stringify({ url: `${site.origin}/live`, helpful: false, ...fields }),
  });
  expect(response.status).toBe(202);
}

/** Lets a page learn of changes from announcements alone: its polls find nothing. */
async function withoutPolls(page: Page, errata: Errata): Promise<void> {
  const status = await fetchSyncStatus(errata);
  await page.route("**/projects/docs/sync", (route) => route.fulfill({ json: status }));
}

/** Opens an inbox that follows changes. */
async function openLiveInbox(page: Page, errata: Errata, query = ""): Promise<void> {
  await withoutPolls(page, errata);
  const following = page.waitForResponse("**/projects/docs/changes");
  await openInbox(page, query);
  await following;
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

const isSamePage = (page: Page) => page.evaluate(() => "isSamePage" in window);

/** Opens the inbox as another person, in a browser of their own. */
async function openOther(browser: Browser, errata: Errata): Promise<Page> {
  const context = await browser.newContext({ baseURL: errata.url });
  const page = await context.newPage();
  await openInbox(page);
  return page;
}

test("what another person does, and what readers send, appears without a reload", async ({
  page,
  browser,
  errata,
}) => {
  const other = await openOther(browser, errata);
  await openLiveInbox(page, errata);
  const [first = "", second = ""] = await rowIds(page);
  await row(other, first).getByTestId("row-select").click();
  await other.keyboard.press("4");
  await expect(row(page, first)).toContainText("Dismissed");
  await other.keyboard.press("Escape");
  await expect(row(other, first).getByTestId("row-select")).not.toBeChecked();

  await row(other, second).getByTestId("row-select").click();
  await other.getByTestId("draft-prompt").click();
  await expect(other.getByTestId("prompt-editor")).toHaveValue(new RegExp(second));
  await other.getByRole("button", { name: "Review" }).click();
  await other.getByTestId("create-job").click();
  await expect(row(page, second).getByRole("link")).toHaveText(/#\d+ Open/);
  await expect(row(page, second)).toContainText("In progress");

  await collect(errata, { comment: "The first sentence is missing" });
  await expect(rows(page).first()).toContainText("The first sentence is missing");
  expect(await isSamePage(page)).toBe(true);
  await other.context().close();
});

test("keys act on the row that is there, once someone else has taken one off the list @thorough", async ({
  page,
  errata,
}) => {
  await openLiveInbox(page, errata, "?status=pending");
  const [, second = "", third = ""] = await rowIds(page);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(row(page, second)).toBeFocused();
  const changed = await page.request.patch(`${errata.url}/api/projects/docs/feedback`, {
    headers: { origin: errata.url },
    data: { ids: [second], set: { status: "resolved" } },
  });
  expect(changed.ok()).toBe(true);
  await expect(row(page, second)).toHaveCount(0);
  await expect(row(page, third)).toBeFocused();
  await page.keyboard.press("4");
  await expect(page.getByTestId("toast")).toContainText("1 item dismissed");
  await expect(row(page, third)).toHaveCount(0);
  await expect.poll(() => statusOf(errata, third)).toBe("dismissed");
  expect(await statusOf(errata, second)).toBe("resolved");
});

test("a click does nothing if another item takes the place of the one that was pressed @thorough", async ({
  page,
  errata,
}) => {
  await openLiveInbox(page, errata, "?status=pending");
  const [first = "", second = ""] = await rowIds(page);
  for (const part of [row(page, first).getByTestId("row-select"), row(page, second)]) {
    const [pressed = ""] = await part.evaluateAll(([element]) => [
      element?.closest<HTMLElement>("[data-feedback-id]")?.dataset.feedbackId ?? "",
    ]);
    await part.hover();
    await page.mouse.down();
    const changed = await page.request.patch(`${errata.url}/api/projects/docs/feedback`, {
      headers: { origin: errata.url },
      data: { ids: [pressed], set: { status: "resolved" } },
    });
    expect(changed.ok()).toBe(true);
    await expect(row(page, pressed)).toHaveCount(0);
    await page.mouse.up();
    await expect(page.getByTestId("detail-panel")).toHaveCount(0);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  }
  // A click on one item still opens it.
  await rows(page).first().click();
  await expect(page.getByTestId("detail-panel")).toBeVisible();
});

test("new items are offered to someone who reads, whose rows stay where they are @thorough", async ({
  page,
  browser,
  errata,
}) => {
  const other = await openOther(browser, errata);
  await openLiveInbox(page, errata);
  const before = await rowIds(page);
  const [open = "", below = ""] = before.slice(2);
  await row(page, open).click();
  await expect(page.getByTestId("detail-panel")).toBeVisible();
  await collect(errata, { comment: "The second sentence is missing" });
  await expect(page.getByRole("button", { name: "Show 1 new item" })).toBeVisible();
  await row(other, below).getByTestId("row-select").click();
  await other.keyboard.press("2");
  await expect(row(page, below)).toContainText("In progress");
  expect((await rowIds(page)).slice(0, 10)).toEqual(before.slice(0, 10));

  await page.getByRole("button", { name: "Show 1 new item" }).click();
  await expect(rows(page).first()).toContainText("The second sentence is missing");
  await expect(page.getByRole("button", { name: /new item/ })).toHaveCount(0);
  expect(await isSamePage(page)).toBe(true);
  await other.context().close();
});

test("changes arrive again after the server was gone, in every tab @thorough", async ({
  page,
  errata,
}) => {
  await openLiveInbox(page, errata);
  const second = await page.context().newPage();
  await withoutPolls(second, errata);
  let streams = 0;
  second.on("request", (request) => {
    if (request.url().endsWith("/changes")) streams += 1;
  });
  await openInbox(second);
  await errata.kill();
  await expect(page.getByTestId("connection")).toHaveAttribute("data-connection", "unreachable");
  await errata.restart();
  await expect(page.getByTestId("connection")).toHaveAttribute("data-connection", "online");
  await collect(errata, { comment: "The third sentence is missing" });
  for (const tab of [page, second]) {
    await expect(rows(tab).first()).toContainText("The third sentence is missing");
  }
  expect(streams).toBe(0);
  await page.close();
  await collect(errata, { comment: "The fourth sentence is missing" });
  await expect(rows(second).first()).toContainText("The fourth sentence is missing");
  expect(streams).toBe(1);
});

test("what was resolved and is reported again notifies who resolved it @thorough", async ({
  page,
  errata,
}) => {
  const comment = "The sandbox key in the third step was revoked a while ago";
  await openInbox(page);
  await collect(errata, { comment });
  const reported = rows(page).filter({ hasText: comment });
  await expect(reported).toHaveCount(1);
  await reported.getByTestId("row-select").click();
  await page.keyboard.press("3");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await waitForGroups(errata);
  // Other tests' jobs may need attention.
  await page.request.post("/api/projects/docs/notifications", {
    headers: { origin: errata.url },
    data: { upTo: Number.MAX_SAFE_INTEGER },
  });

  await collect(errata, { comment: `${comment}!` });
  const home = page.getByRole("link", { name: "Home" });
  await expect(home).toHaveText("Home1 unread");
  await home.click();
  await page
    .getByRole("link", { name: /^Unread: Feedback you resolved was reported again/ })
    .click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel).toContainText(`${comment}!`);
  await expect(panel).toContainText("Recurrence: ");
  await expect(home).toHaveText("Home");
});

test("a dismissed vote comes back with the comment that its reader adds @thorough", async ({
  page,
  errata,
}) => {
  const id = crypto.randomUUID();
  await collect(errata, { id });
  await openInbox(page, "?path=/live");
  const vote = rows(page).filter({ hasText: "Vote without a comment" });
  await vote.focus();
  await page.keyboard.press("4");
  await expect(page.getByTestId("save-status")).toHaveText("Saved");
  await collect(errata, { id, comment: "Step 3 prints <b>nothing</b>" });
  const added = rows(page).filter({ hasText: "Step 3 prints <b>nothing</b>" });
  await expect(added).toContainText("Changed since dismissed");
  await expect(added).toContainText("Pending");
  await added.click();
  const panel = page.getByTestId("detail-panel");
  const change = panel
    .getByRole("listitem")
    .filter({ hasText: "The reader changed this feedback after it was dismissed" });
  await expect(change.getByRole("definition")).toHaveText([
    "No comment",
    "Not helpful\nStep 3 prints <b>nothing</b>",
  ]);
  expect(await violations(page)).toEqual([]);
});
