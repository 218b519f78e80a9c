import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import {
  buildUpdate,
  chunksWith,
  loadedParts,
  removeUpdate,
  updatedDistDir,
} from "../support/deploy.ts";
import { openInbox, rowIds, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { hydrated, visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

/** A text that only the code of this part contains. */
const PARTS = {
  calendar: "button_next",
  panelAndToast: "Next undo: ",
  panel: "The rest of this item loads when you reconnect.",
  shortcuts: "Use single-key shortcuts",
  choices: "This project has no labels.",
} as const;

/** Load once the pointer or the focus has reached the list. */
const IN_LIST = [PARTS.choices, PARTS.shortcuts];

const failure = (page: Page) => page.getByTestId("part-failure");
const toast = (page: Page) => page.getByTestId("toast");
const saveStatus = (page: Page) => page.getByTestId("save-status");

/** Waits until the code that loads early is there, although nothing was used. */
const preloaded = (page: Page) => loadedParts(page, [PARTS.panelAndToast]);

/** Lets every request for the code of a part fail. Returns how to stop that. */
async function breakPart(page: Page, part: keyof typeof PARTS): Promise<() => Promise<void>> {
  const [chunk] = chunksWith(PARTS[part]);
  const url = `**/_next/static/chunks/${chunk}`;
  await page.route(url, (route) => route.abort());
  return () => page.unroute(url);
}

test("everything that is needed for triage works without the server", async ({ page, errata }) => {
  // Wide enough for these filters beside "Clear filters" in any font.
  await page.setViewportSize({ width: 1920, height: 900 });
  // A slow machine opens the inbox for so long that the rest loads before the page is used.
  const settings = page.waitForResponse(/\/settings$/).then((response) => response.finished());
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = "", second = ""] = await rowIds(page);
  await preloaded(page);
  await rows(page).first().focus();
  await Promise.all([settings, loadedParts(page, IN_LIST)]);
  const topOfRows = () =>
    rows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().top);
  const top = await topOfRows();
  // The end of the first rows may be near already.
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(request.url()));
  await errata.kill();

  await page.keyboard.press("l");
  await expect(page.getByRole("dialog", { name: "Labels for 1 item" })).toContainText("no labels");
  await page.keyboard.press("Escape");
  await page.keyboard.press("4");
  await expect(toast(page)).toContainText("1 item dismissed");
  await page.keyboard.press("r");
  await expect(page.getByRole("button", { name: "Not docs" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("Change undone for 1 item");
  await page.locator(`[data-feedback-id="${first}"]`).getByTestId("row-select").click();
  await page.getByTestId("set-status").click();
  const menu = page.getByRole("dialog", { name: "Set status of selected items" });
  await menu.getByRole("button", { name: "Resolved" }).click();
  await expect(toast(page)).toContainText("1 item resolved");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const name of ["source", "status", "rating", "page"]) {
    await page.getByTestId(`filter-${name}`).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  const row = page.locator(`[data-feedback-id="${second}"]`);
  const documentationPage = await row.locator(".list-page").innerText();
  await row.click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel).toContainText("The rest of this item loads when you reconnect.");
  await expect(panel.getByRole("heading", { level: 2 })).toContainText(documentationPage);
  await expect(failure(page)).toHaveCount(0);
  // Asking for rows in vain moves none of them: the connection's own notice says why.
  await page.getByTestId("feedback-table").evaluate((list) => list.scrollTo(0, 1e6));
  const lists = () => failed.filter((url) => /\/feedback\?.*cursor=/.test(url));
  await expect.poll(() => lists().length).toBe(1);
  await expect(page.getByText("Can't reach Errata. Retrying…")).toBeVisible();
  await page.getByTestId("feedback-table").evaluate((list) => list.scrollTo(0, 0));
  // The list may render its rows anew while one is measured.
  await expect.poll(topOfRows).toBe(top);
  await expect(page.getByText("Couldn't reach the Errata server")).toHaveCount(0);
  // However long the server is gone, nothing polls it but the check whether it's back.
  for (const polled of [/\/sync$/, /\/jobs\/counts$/]) {
    expect(failed.filter((url) => polled.test(url)).length).toBeLessThanOrEqual(2);
  }

  await errata.restart();
  await expect(saveStatus(page)).toHaveText("Saved", { timeout: 120_000 });
  const response = await fetch(`${errata.url}/api/projects/docs/feedback/${first}`);
  expect(await response.json()).toMatchObject({ status: "resolved" });
});

test("links and the back button wait for the server instead of leaving the app @thorough", async ({
  page,
  errata,
}) => {
  const link = (name: string | RegExp) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  const connection = page.getByTestId("connection");
  const heading = page.getByRole("heading", { level: 1 });
  await visit(page, "/settings");
  await link(/Inbox/).click();
  await page.getByTestId("row-select").first().click();
  const selected = page.getByRole("region", { name: "Selection" });
  await expect(selected).toContainText("1 selected");
  await errata.kill();

  await link("Agent jobs").click();
  await expect(connection).toContainText("Can't reach Errata. Retrying…");
  await expect(connection).toContainText("Changes save when you reconnect.");
  await expect(page).toHaveURL(/\/docs\/feedback/);
  await expect(selected).toContainText("1 selected");
  await page.keyboard.press("4");
  await expect(toast(page)).toContainText("1 item dismissed");
  expect(await violations(page)).toEqual([]);
  await errata.restart();
  await connection
    .getByRole("button", { name: "Retry now" })
    .click({ timeout: 3_000 })
    .catch(() => "The server was found first.");
  await expect(heading).toHaveText("Agent jobs");
  await expect(saveStatus(page)).toHaveText("Saved");

  await page.goBack();
  await expect(rows(page).first()).toBeVisible();
  await errata.kill();
  await page.goBack();
  await page.goForward();
  await link("Settings").click();
  await expect(connection).toContainText("Can't reach Errata");
  await expect(heading).toBeVisible();
  await errata.restart();
  await expect(heading).toHaveText("Settings");
});

test("a link waits while a proxy can't reach the server @thorough", async ({ page }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const html = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" };
  await page.route("**", (route) => route.fulfill(html));
  await page.getByRole("link", { name: "Agent jobs" }).click();
  await expect(page.getByTestId("connection")).toContainText("Can't reach Errata");
  await expect(rows(page).first()).toBeVisible();
  await page.unroute("**");
  await expect(page.getByRole("heading", { name: "Agent jobs" })).toBeVisible();
});

test("a page whose scripts aren't there yet reloads when they are, as during a build @thorough", async ({
  page,
}) => {
  const scripts = "**/_next/static/chunks/*.js";
  const missing = page.waitForRequest((request) => request.method() === "HEAD");
  await page.route(scripts, (route) => route.fulfill({ status: 404 }));
  await page.goto("/docs/feedback");
  await missing;
  await page.unroute(scripts);
  await hydrated(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a dialog or popover that can't be loaded offers to try again @thorough", async ({ page }) => {
  const restoreShortcuts = await breakPart(page, "shortcuts");
  const restoreCalendar = await breakPart(page, "calendar");
  await openInbox(page, "?status=pending&bareVote=false");

  await page.keyboard.press("?");
  await expect(failure(page)).toContainText("Couldn't load the keyboard shortcuts.");
  await expect(rows(page).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(failure(page)).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(failure(page)).toBeVisible();
  await restoreShortcuts();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByTestId("filter-date").click();
  const popover = page.getByRole("dialog", { name: "Filter by date" });
  await expect(popover.getByTestId("part-failure")).toContainText("Couldn't load the calendar.");
  await restoreCalendar();
  await popover.getByRole("button", { name: "Try again" }).click();
  await expect(popover.getByRole("button", { name: "Last 7 days" })).toBeVisible();
});

test("a decision without a connection, before anything was used, says when it is saved @thorough", async ({
  page,
  context,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = ""] = await rowIds(page);
  await context.setOffline(true);
  await page.keyboard.press("3");
  await expect(failure(page)).toHaveText("Changes save when you reconnect.Close");
  await expect(page.locator(`[data-feedback-id="${first}"]`)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await expect(toast(page)).toContainText("1 item resolved");
  await expect(saveStatus(page)).toHaveText("Saved");
});

test("a page that nobody has used has what decisions need, when the connection is lost @thorough", async ({
  page,
  context,
}) => {
  const settings = page.waitForResponse(/\/settings$/).then((response) => response.finished());
  await openInbox(page, "?status=pending&bareVote=false");
  await settings;
  await context.setOffline(true);
  await page.keyboard.press("3");
  await expect(toast(page)).toContainText("1 item resolved");
  await page.keyboard.press("l");
  await expect(page.getByRole("dialog", { name: "Label" })).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test("a decision counts even if its toast and the open item can't be shown @thorough", async ({
  page,
  errata,
}) => {
  const restoreToast = await breakPart(page, "panelAndToast");
  // Often the same file.
  const restorePanel = await breakPart(page, "panel");
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = ""] = await rowIds(page);
  await rows(page).first().focus();
  await page.keyboard.press("3");
  const toastFailure = failure(page).filter({
    hasText: "Couldn't load the result of your change.",
  });
  await expect(toastFailure).toBeVisible();
  await expect(saveStatus(page)).toHaveText("Saved");
  const response = await fetch(`${errata.url}/api/projects/docs/feedback/${first}`);
  expect(await response.json()).toMatchObject({ status: "resolved" });
  await rows(page).first().click();
  const panelFailure = failure(page).filter({ hasText: "Couldn't load this item." });
  await expect(panelFailure).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await restorePanel();
  await restoreToast();
  await toastFailure.getByRole("button", { name: "Try again" }).click();
  await expect(toast(page)).toContainText("1 item resolved");
  await panelFailure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByTestId("detail-panel")).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test("the error of a change that a lost connection made fail goes away when it's back @thorough", async ({
  page,
  context,
}) => {
  await visit(page, "/settings");
  const field = page.getByRole("textbox", { name: "Site URL" });
  const save = page.getByRole("button", { name: "Save changes" });
  await field.fill("https://docs.example.com");
  await context.setOffline(true);
  await save.click();
  const site = page.getByRole("group", { name: "Documentation", exact: true });
  const error = site.getByRole("alert").filter({ hasText: "Couldn't reach the Errata server" });
  await expect(error).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await expect(error).toHaveCount(0);
  await expect(field).toHaveValue("https://docs.example.com");
  await expect(save).toBeEnabled();

  // What else fails, such as what the server rejects, stays.
  const rejected = { error: { code: "forbidden", message: "You can't change the site." } };
  await page.route("**/settings", (route) =>
    route.request().method() === "GET"
      ? route.continue()
      : route.fulfill({ status: 403, json: rejected }),
  );
  await save.click();
  const stays = site.getByRole("alert").filter({ hasText: "You can't change the site." });
  await expect(stays).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByTestId("connection")).toContainText("You're offline.");
  await page.getByRole("button", { name: "Retry now" }).click();
  await context.setOffline(false);
  await expect(page.getByTestId("connection")).toHaveAttribute("data-connection", "online");
  await expect(stays).toBeVisible();
});

test("a tab that is open during an update keeps working, and offers to reload @thorough", async ({
  page,
  errata,
}) => {
  const [chunk = ""] = chunksWith(PARTS.shortcuts);
  buildUpdate(chunk);
  try {
    const restore = await breakPart(page, "shortcuts");
    await openInbox(page, "?status=pending&bareVote=false");
    const notice = page.getByTestId("update-notice");
    const version = await page.locator("html").getAttribute("data-version");
    await errata.restart({}, updatedDistDir);
    await restore();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");

    const [first = ""] = await rowIds(page);
    const checkbox = () => page.locator(`[data-feedback-id="${first}"]`).getByTestId("row-select");
    await checkbox().click();
    await expect(notice).toContainText("Errata was updated.", { timeout: 120_000 });
    expect(await violations(page)).toEqual([]);
    await notice.getByRole("button", { name: "Reload" }).click();
    await expect(page.locator("html")).not.toHaveAttribute("data-version", version ?? "");
    await hydrated(page);
    await expect(page.getByRole("region", { name: "Selection" })).toContainText("1 selected");
    await expect(notice).toBeEmpty();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  } finally {
    await errata.restart();
    removeUpdate();
  }
});
