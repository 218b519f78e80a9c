import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, resultCount, rowIds, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

const INBOX = "?status=pending&noise=false&snoozed=false";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("a snoozed item leaves the inbox, is found by a filter, and is first when its time has come", async ({
  errata,
  page,
}) => {
  await openInbox(page, INBOX);
  const before = await rowIds(page);
  const [, , id = "", next = ""] = before;
  const count = await resultCount(page);
  const row = page.locator(`[data-feedback-id="${id}"]`);
  const panel = page.getByTestId("detail-panel");
  const toast = page.getByTestId("toast");
  await row.click();
  await expect(panel.getByTestId("entry-status")).toBeVisible();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: "Snooze until" });
  await expect(dialog.getByRole("button", { name: /^Tomorrow/ })).toBeFocused();
  await expect(dialog.getByRole("button", { name: "End snooze" })).toHaveCount(0);
  expect(await violationsInBothThemes(page, "dialog")).toEqual([]);
  await page.keyboard.press("1");
  await expect(toast).toContainText("1 item snoozed until tomorrow");
  await expect(row).toHaveCount(0);
  await expect(panel).toHaveAttribute("data-item", next);
  await expect.poll(() => resultCount(page)).not.toBe(count);

  await page.keyboard.press("Escape");
  await expect(page.getByTestId("filter-snoozed")).toContainText("Hide snoozed");
  await page.getByRole("button", { name: "Show snoozed (1)" }).click();
  await expect(page).toHaveURL(/snoozed=true/);
  await expect.poll(() => rowIds(page)).toEqual([id]);
  await expect(row.getByTestId("snooze")).toHaveText("Snoozed until tomorrow");
  await row.click();
  await expect(panel.getByTestId("snooze")).toHaveText("Snoozed until tomorrow");
  await expect(panel).toContainText("snoozed the item until tomorrow");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await panel.getByTestId("entry-snooze").click();
  await dialog.getByRole("button", { name: /^Reported again/ }).click();
  await expect(panel.getByTestId("snooze")).toHaveText("Snoozed until reported again");
  await page.keyboard.press("h");
  await dialog.getByRole("button", { name: /^End snooze/ }).click();
  await expect(row).toHaveCount(0);
  for (const _ of [1, 2, 3]) await page.keyboard.press("z");
  await expect(toast).toContainText("Change undone");

  await openInbox(page, INBOX);
  await expect.poll(() => rowIds(page)).toEqual(before);
  // What the dialog offers takes a day.
  const made = { id: "decision-of-two-seconds", age: 0, ids: [id], kind: "snooze" };
  const until = new Date(Date.now() + 2_000).toISOString();
  const response = await page.request.post(`${errata.url}/api/projects/docs/feedback/decisions`, {
    data: { decisions: [{ ...made, until }] },
    headers: { origin: errata.url },
  });
  expect(await response.json()).toMatchObject({ results: [{ outcome: "applied", changed: 1 }] });
  await expect(row).toHaveCount(0);
  await expect.poll(async () => (await rowIds(page)).slice(0, 2)).toEqual([id, before[0]]);
  await expect(row.getByTestId("snooze")).toHaveText("Snoozed until today");
  await row.click();
  await page.keyboard.press("2");
  await expect(row).toHaveCount(0);
});
