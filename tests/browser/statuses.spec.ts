import type { Page, Route } from "@playwright/test";
import { violations } from "../support/axe.ts";
import {
  openInbox,
  resultCount,
  rowIds,
  rows,
  scrollToRow,
  statusOf,
  waitForFirstSync,
} from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { reload } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

const row = (page: Page, id: string) => page.locator(`[data-feedback-id="${id}"]`);
const toast = (page: Page) => page.getByTestId("toast");

/** Runs in the page: resolves to whether the item's row was missing until `endTracking` is called. */
function trackAbsence(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    let wasGone = false;
    new MutationObserver(() => {
      wasGone ||= document.querySelector(`[data-feedback-id="${id}"]`) === null;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { endTracking: () => resolve(wasGone) });
  });
}

/** Rejects every decision, as a server does that can't apply it. */
const reject = (route: Route) => {
  const { decisions }: { decisions: { id: string }[] } = route.request().postDataJSON();
  const message = "The project is read-only.";
  return route.fulfill({
    json: { results: decisions.map(({ id }) => ({ id, outcome: "rejected", message })) },
  });
};

/** Applies each decision to one item, as if a teammate had changed the other one later. */
const supersede = (id: string) => (route: Route) => {
  const { decisions }: { decisions: { id: string }[] } = route.request().postDataJSON();
  const result = { outcome: "applied", changed: 1, skipped: 1, skippedIds: [id] };
  return route.fulfill({ json: { results: decisions.map((one) => ({ ...result, id: one.id })) } });
};

test("a status set in the open item survives a reload", async ({ page, errata }) => {
  await openInbox(page);
  const [id = ""] = await rowIds(page);
  await row(page, id).click();
  const control = page.getByTestId("entry-status");
  await control.click();
  await page.getByRole("button", { name: "In progress" }).click();
  await expect(control).toHaveText(/In progress/);
  await expect(toast(page)).toContainText("1 item marked as in progress");
  await expect(row(page, id)).toContainText("In progress");
  await expect(control).toBeFocused();
  await reload(page);
  await expect(control).toHaveText(/In progress/);
  await expect(page.getByTestId("detail-panel")).toContainText(
    "changed the status from Pending to In progress",
  );
  await expect.poll(() => statusOf(errata, id)).toBe("in_progress");

  // What has the status already isn't counted as changed.
  const [, second = ""] = await rowIds(page);
  for (const one of [id, second]) await row(page, one).getByTestId("row-select").click();
  await page.keyboard.press("2");
  await expect(toast(page)).toContainText("1 item marked as in progress");
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("Change undone for 1 item.");
});

test("shortcuts set one row after the other, and z undoes the last change", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = "", second = "", third = ""] = await rowIds(page);
  await page.keyboard.press("j");
  await page.keyboard.press("3");
  await expect(row(page, first)).toHaveCount(0);
  await expect(row(page, second)).toBeFocused();
  await page.keyboard.press("4");
  await expect(row(page, second)).toHaveCount(0);
  await expect(row(page, third)).toBeFocused();
  await expect(toast(page)).toContainText("1 item dismissed");
  await expect.poll(() => statusOf(errata, first)).toBe("resolved");
  await expect.poll(() => statusOf(errata, second)).toBe("dismissed");

  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("Change undone for 1 item");
  await expect(row(page, second)).toBeVisible();
  await expect(row(page, third)).toBeFocused();
  await expect.poll(() => statusOf(errata, second)).toBe("pending");
  expect(await statusOf(errata, first)).toBe("resolved");
  await page.keyboard.press("k");
  await expect(row(page, second)).toBeFocused();
});

test("z undoes a change that is still being saved @thorough", async ({ page, errata }) => {
  await openInbox(page, "?status=pending&source=agent");
  const [first = "", second = ""] = await rowIds(page);
  await page.keyboard.press("j");
  await page.keyboard.press("3");
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("Change undone for 1 item");
  await expect(row(page, first)).toBeVisible();
  await expect.poll(() => statusOf(errata, first)).toBe("pending");
  await expect(page.getByTestId("save-status")).toHaveText("Saved");

  // Once it is saved, the list loads again without the row. An undo meanwhile keeps the row there.
  const [rowsAsked, undoAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [rowsSent, undoSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isRows = (url: URL) => url.pathname.endsWith("/feedback");
  await page.route(isRows, async (route) => {
    const response = await route.fetch();
    rowsAsked.resolve();
    await rowsSent.promise;
    // The page may have canceled the request.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await row(page, second).focus();
  await page.keyboard.press("3");
  await rowsAsked.promise;
  await page.route(/decisions$/, async (route) => {
    undoAsked.resolve();
    await undoSent.promise;
    await route.continue();
  });
  const answered = ["requestfinished", "requestfailed"].map((event) =>
    page.waitForEvent(event as "requestfinished", (request) => isRows(new URL(request.url()))),
  );
  await page.keyboard.press("z");
  await undoAsked.promise;
  await expect(row(page, second)).toBeVisible();
  const wasGone = page.evaluate(trackAbsence, second);
  rowsSent.resolve();
  await Promise.race(answered);
  undoSent.resolve();
  await expect.poll(() => statusOf(errata, second)).toBe("pending");
  await expect(page.getByTestId("save-status")).toHaveText("Saved");
  await page.evaluate(() => Reflect.get(window, "endTracking")());
  expect(await wasGone).toBe(false);
});

test("a selection is set from the selection bar and undone from the toast", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const ids = (await rowIds(page)).slice(2, 6);
  await row(page, ids[0] ?? "")
    .getByTestId("row-select")
    .click();
  await row(page, ids[3] ?? "")
    .getByTestId("row-select")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("4 selected")).toBeVisible();
  await page.getByTestId("set-status").click();
  await page.getByRole("button", { name: "Resolved" }).click();
  await expect(toast(page)).toContainText("4 items resolved");
  // The toast stays while hovered.
  await toast(page).hover();
  for (const id of ids) await expect(row(page, id)).toHaveCount(0);
  await expect(page.getByTestId("set-status")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  // Someone else changes one of them: undo skips it.
  const [other = "", ...mine] = ids;
  const changed = await page.request.patch(`${errata.url}/api/projects/docs/feedback`, {
    headers: { origin: errata.url },
    data: { ids: [other], set: { status: "in_progress" } },
  });
  expect(changed.ok()).toBe(true);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText(
    "Change undone for 3 items. Skipped 1 item that changed again",
  );
  for (const id of mine) await expect(row(page, id)).toBeVisible();
  expect(await statusOf(errata, other)).toBe("in_progress");
  await expect(page.getByText("4 selected")).toBeVisible();
});

test("all matching feedback can be set at once", async ({ page, errata }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const total = Number((await resultCount(page)).split(" ")[0]);
  expect(total).toBeGreaterThan(100);
  await page.getByRole("checkbox", { name: "Select all matching feedback" }).click();
  await expect(page.getByText(`${total} selected`)).toBeVisible();
  await page.keyboard.press("2");
  await expect(toast(page)).toContainText(`${total} items marked as in progress`);
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText(`Change undone for ${total} items`);
  await expect(page.getByTestId("result-count")).toContainText(`${total} of`);
  await expect(rows(page).first()).toBeVisible();
  await waitForFirstSync(errata);
});

test("keys pressed while all matching feedback is being selected decide exactly that @thorough", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const all = page.getByRole("checkbox", { name: "Select all matching feedback" });
  const selection = page.getByRole("region", { name: "Selection" });
  const answer = Promise.withResolvers<void>();
  await page.route("**/feedback/ids?**", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await rows(page).first().focus();
  await all.click();
  await page.keyboard.press("4");
  await expect(selection).toContainText(
    "Selecting all matching items, then marking them as dismissed…",
  );
  await page.keyboard.press("Escape");
  await expect(toast(page)).toContainText("Canceled. Nothing was dismissed");
  await expect(selection).toHaveCount(0);

  // A decision that isn't saved yet takes its item out of what is selected.
  const dismissed = (await rowIds(page))[0] ?? "";
  await page.route("**/feedback/decisions", (route) => route.abort());
  await row(page, dismissed).focus();
  await page.keyboard.press("4");
  await expect(row(page, dismissed)).toHaveCount(0);
  const kept = (await rowIds(page))[1] ?? "";
  await all.click();
  await row(page, kept).getByTestId("row-select").click();
  await page.keyboard.press("2");
  await expect(selection).toContainText("then marking them as in progress…");
  await page.getByRole("link", { name: "Agent jobs" }).click();
  await expect(page.getByRole("heading", { name: "Agent jobs" })).toBeVisible();
  answer.resolve();
  await page.unroute("**/feedback/decisions");
  await expect.poll(() => statusOf(errata, dismissed)).toBe("dismissed");
  await expect(page.getByTestId("save-status")).toHaveText("Saved");
  expect(await statusOf(errata, kept)).toBe("pending");
  await page.getByRole("link", { name: /Inbox/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(rows(page).nth(1)).toBeVisible();
});

test("your own undone change isn't announced as new feedback @thorough", async ({ page }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  for (const row of [45, 140, 240]) await scrollToRow(page, row);
  const count = page.getByTestId("result-count");
  const before = await resultCount(page);
  await page.keyboard.press("j");
  await page.keyboard.press("3");
  await expect(count).not.toHaveText(before);
  await page.keyboard.press("z");
  await expect(count).toHaveText(before);
  await expect(toast(page)).toContainText("Change undone");
  await expect(page.getByRole("button", { name: /new item/ })).toHaveCount(0);
});

test("a rejected change is reported, and its rows come back", async ({ page, errata }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = "", second = ""] = await rowIds(page);
  await page.route("**/feedback/decisions", reject);
  for (const id of [first, second]) await row(page, id).getByTestId("row-select").click();
  await page.keyboard.press("3");
  await expect(toast(page)).toContainText("Couldn't resolve 2 items. The project is read-only.");
  const saveStatus = page.getByTestId("save-status");
  await expect(saveStatus).toHaveText("1 change not saved");
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 380, height: 700 });
  const cut = await saveStatus.evaluate((shown) => shown.scrollWidth - shown.clientWidth);
  expect(cut, "what is cut off on a phone").toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const id of [first, second]) await expect(row(page, id)).toContainText("Pending");
  await expect(page.getByText("2 selected")).toBeVisible();
  expect(await statusOf(errata, first)).toBe("pending");

  await page.unroute("**/feedback/decisions");
  await page.keyboard.press("3");
  await expect(toast(page)).toContainText("2 items resolved");
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("Change undone for 2 items");
  await expect(row(page, first)).toBeVisible();
  await expect(page.getByTestId("save-status")).toHaveText("Saved");

  await page.route("**/feedback/decisions", supersede(second));
  await page.keyboard.press("3");
  await expect(toast(page)).toContainText(
    "Your change to 1 item wasn't applied because of a later change.",
  );
  await page.keyboard.press("z");
  // The server's answer, after which no other message follows.
  await expect(toast(page)).toContainText("Change undone for 1 item. Skipped 1 item");
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("Nothing to undo");
});

test("the next item opens after a decision, and undoing it opens the item again", async ({
  page,
}) => {
  await openInbox(page, "?status=pending&source=contextual");
  const [before = "", open = "", after = ""] = (await rowIds(page)).slice(3);
  const isOpen = (id: string) => expect(page).toHaveURL(new RegExp(`open=${id}`));
  await row(page, open).click();
  await page.getByTestId("entry-status").click();
  await page.getByRole("button", { name: "Resolved" }).click();
  await expect(row(page, open)).toHaveCount(0);
  await isOpen(after);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await isOpen(open);
  await expect(row(page, open)).toBeVisible();

  // Keys do the same.
  let isListed = true;
  page.on("response", async (response) => {
    if (response.url().includes("voteLines")) isListed = (await response.text()).includes(open);
  });
  await page.keyboard.press("4");
  await isOpen(after);
  await expect(page.getByTestId("entry-status")).toHaveText(/Pending/);
  // The list doesn't have the row again until the undo is saved, and has its neighbors meanwhile.
  await expect.poll(() => isListed).toBe(false);
  await expect(row(page, open)).toHaveCount(0);
  await expect(page.getByTestId("save-status")).toHaveText("Saved");
  const { promise: loads, resolve: load } = Promise.withResolvers<void>();
  await page.route("**/feedback/decisions", async (route) => {
    await loads;
    await route.continue();
  });
  await page.keyboard.press("z");
  await isOpen(open);
  await page.keyboard.press("k");
  await isOpen(before);
  await page.keyboard.press("j");
  await isOpen(after);
  load();
  await expect(row(page, open)).toBeVisible();
});

test("the toast closes by itself, unless it is hovered @thorough", async ({ page }) => {
  await page.clock.install();
  await openInbox(page, "?source=code_snippet");
  await page.keyboard.press("j");
  await page.keyboard.press("2");
  await expect(toast(page)).toBeVisible();
  await toast(page).hover();
  await page.clock.runFor(8_000);
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(300, 300);
  await page.clock.runFor(6_500);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast(page)).toHaveCount(0);
});

test("single-key shortcuts can be turned off and on @thorough", async ({ page }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = ""] = await rowIds(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toContainText("Undo last change");
  expect(await violations(page)).toEqual([]);
  const setting = dialog.getByRole("checkbox");
  await setting.uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("?");
  await page.keyboard.press("x");
  await rows(page).first().focus();
  await page.keyboard.press("3");
  // Space and the arrow keys belong to the grid and keep working.
  await page.keyboard.press("Space");
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, first)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);

  await reload(page);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(setting).not.toBeChecked();
  await setting.check();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(row(page, first)).toHaveAttribute("aria-selected", "true");
});

test("on a narrow screen a status is set in the item that covers the list @thorough", async ({
  page,
}) => {
  await page.setViewportSize({ width: 380, height: 700 });
  await openInbox(page, "?status=pending&helpful=false");
  const [first = ""] = await rowIds(page);
  await row(page, first).click();
  await page.getByTestId("entry-status").click();
  await page.getByRole("button", { name: "Dismissed" }).click();
  // Hovering keeps the toast open.
  await toast(page).hover();
  await expect(toast(page)).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  const box = await toast(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(380);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByTestId("entry-status")).toHaveText(/Pending/);
});
