import type { Page } from "@playwright/test";
import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, rowIds, rows, statusOf, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

const row = (page: Page, id: string) => page.locator(`[data-feedback-id="${id}"]`);
const toast = (page: Page) => page.getByTestId("toast");

test("the row under the pointer has its own actions, and nothing moves", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = "", second = "", third = ""] = await rowIds(page);
  const actions = page.locator(".list-actions");
  await expect(actions).toHaveCount(0);
  const before = await row(page, second).getByRole("gridcell").nth(1).boundingBox();
  await row(page, second).hover();
  await expect(actions.getByRole("button")).toHaveCount(4);
  expect(await row(page, second).getByRole("gridcell").nth(1).boundingBox()).toEqual(before);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await row(page, second).getByRole("button", { name: "Resolve item" }).click();
  await expect(toast(page)).toContainText("1 item resolved");
  await expect.poll(() => statusOf(errata, second)).toBe("resolved");
  await expect(row(page, second)).toHaveCount(0);
  // The next one took its place, and keys go on there. The selection and the open item are untouched.
  await expect(row(page, third)).toHaveAttribute("data-active", "true");
  await expect(row(page, third).getByRole("button", { name: "Dismiss item" })).toBeVisible();
  await expect(page.getByTestId("detail-panel")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect.poll(() => statusOf(errata, second)).toBe("pending");

  // A double click is one decision.
  await row(page, first).hover();
  await row(page, first).getByRole("button", { name: "Dismiss item" }).dblclick();
  await expect.poll(() => statusOf(errata, first)).toBe("dismissed");
  expect(await statusOf(errata, second)).toBe("pending");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => statusOf(errata, first)).toBe("pending");
});

test("actions of a row leave a selection and another open item alone @thorough", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = "", second = "", third = ""] = await rowIds(page);
  await row(page, first).getByTestId("row-select").click();
  await row(page, second).click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel).toHaveAttribute("data-item", second);
  await row(page, third).hover();
  await row(page, third).getByRole("button", { name: "Snooze item" }).click();
  await page.getByRole("dialog", { name: "Snooze until" }).getByText("Tomorrow").click();
  await expect(toast(page)).toContainText("1 item snoozed");
  await expect(panel).toHaveAttribute("data-item", second);
  await expect(row(page, first).getByTestId("row-select")).toBeChecked();
  for (const id of [first, second, third]) expect(await statusOf(errata, id)).toBe("pending");
  await page.keyboard.press("z");

  await row(page, third).hover();
  await row(page, third).getByRole("button", { name: "Draft fix" }).click();
  const editor = page.getByTestId("prompt-editor");
  await expect(editor).toHaveValue(new RegExp(third));
  await expect(editor).not.toHaveValue(new RegExp(first));
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** Moves a finger from the middle of a row in steps. @returns what lifts it, or takes it away from the page */
  async function drag(page: Page, id: string, dx: number, dy = 0) {
    const box = await row(page, id).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 195, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const cdp = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove", part: number) =>
      cdp.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: [{ x: x + dx * part, y: y + dy * part }],
      });
    await send("touchStart", 0);
    for (const part of [0.1, 0.2, 0.4, 0.6, 0.8, 1]) await send("touchMove", part);
    // After a finger that leaves while it moves, the browser ignores a tap for a while.
    for (const _ of Array(6)) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await send("touchMove", 1);
    }
    return (type: "touchEnd" | "touchCancel") =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints: [] });
  }

  async function swipe(...movement: Parameters<typeof drag>): Promise<void> {
    await (await drag(...movement))("touchEnd");
  }

  test("a swipe to the right resolves, one to the left dismisses, and both can be undone", async ({
    page,
    errata,
  }) => {
    await openInbox(page, "?status=pending&bareVote=false");
    const [first = "", second = ""] = await rowIds(page);
    // What swiping needs loads with the first touch.
    await rows(page).nth(3).tap();
    await page.getByRole("button", { name: "Close item" }).tap();
    await expect(async () => {
      const end = await drag(page, first, 150);
      const isShown = await page.locator(".list-swipe[data-decides]").isVisible();
      await end("touchCancel");
      expect(isShown).toBe(true);
    }).toPass();
    await expect(page.locator(".list-swipe")).toHaveCount(0);
    expect(await statusOf(errata, first)).toBe("pending");
    await swipe(page, first, 150);
    await expect(toast(page)).toContainText("1 item resolved");
    await expect.poll(() => statusOf(errata, first)).toBe("resolved");
    await expect(row(page, first)).toHaveCount(0);
    await expect(page.locator(".list-swipe")).toHaveCount(0);
    await toast(page).getByRole("button", { name: "Undo" }).tap();
    await expect.poll(() => statusOf(errata, first)).toBe("pending");
    await expect(row(page, first)).toBeVisible();
    await swipe(page, second, -150);
    await expect.poll(() => statusOf(errata, second)).toBe("dismissed");
    await toast(page).getByRole("button", { name: "Undo" }).tap();
    await expect.poll(() => statusOf(errata, second)).toBe("pending");
    await expect(page.getByTestId("detail-panel")).toHaveCount(0);
  });

  test("a short swipe, and a finger that scrolls, decide nothing @thorough", async ({
    page,
    errata,
  }) => {
    await openInbox(page, "?status=pending&bareVote=false");
    const [first = "", second = "", third = ""] = await rowIds(page);
    await rows(page).nth(3).tap();
    await page.getByRole("button", { name: "Close item" }).tap();
    await swipe(page, first, 60);
    await expect(page.locator(".list-swipe")).toHaveCount(0);
    await expect.poll(async () => (await row(page, first).boundingBox())?.x).toBe(0);
    // Down first, and then to the side.
    const table = page.getByTestId("feedback-table");
    await swipe(page, third, 40, -300);
    await expect.poll(() => table.evaluate((one) => one.scrollTop)).toBeGreaterThan(100);
    await swipe(page, (await rowIds(page))[6] ?? "", 120, -200);
    for (const id of [first, second, third]) expect(await statusOf(errata, id)).toBe("pending");
    await expect(toast(page)).toHaveCount(0);
  });
});
