import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, rowIds, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("a dismissed item gets a reason in one more step, which is undone with it @thorough", async ({
  page,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = "", second = ""] = await rowIds(page);
  const row = (id: string) => page.locator(`[data-feedback-id="${id}"]`);
  const toast = page.getByTestId("toast");
  await row(first).focus();
  await page.keyboard.press("4");
  await expect(toast).toContainText("1 item dismissed");
  await expect(row(first)).toHaveCount(0);
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Not docs" })).toBeFocused();
  expect(await violationsInBothThemes(page, "dialog")).toEqual([]);
  await page.keyboard.press("1");
  await expect(dialog).toHaveCount(0);
  await expect(toast).toContainText("1 item dismissed as “Not docs”");
  // The row that is next was left alone.
  await expect(row(second)).toContainText("Pending");

  await visit(page, `/docs/feedback?dismissedFor=not_docs&open=${first}`);
  await expect(page.getByTestId("result-count")).toContainText("1 of");
  await expect(page.getByTestId("filter-dismissed-for")).toHaveText("Dismissal reason: Not docs");
  const panel = page.getByTestId("detail-panel");
  await expect(panel.getByTestId("dismissal")).toContainText("Dismissal reason: Not docs");
  await panel.getByRole("button", { name: "Hand off" }).click();
  await expect(dialog.getByLabel("Message")).toHaveValue(/not the documentation/);
  expect(await violationsInBothThemes(page, "dialog")).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.keyboard.press("z");
  await expect(toast).toContainText("Change undone for 1 item");
  await expect(page.getByText("No matching feedback")).toBeVisible();
  await page.keyboard.press("Shift+Z");
  await expect(toast).toContainText("1 item dismissed as “Not docs”");
  await reload(page);
  await expect(panel.getByTestId("dismissal")).toContainText("Dismissal reason: Not docs");
});
