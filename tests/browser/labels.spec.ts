import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, rowIds, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("a label is made where it is put on an item, and only once", async ({ page }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = ""] = await rowIds(page);
  await page.keyboard.press("l");
  const dialog = page.getByRole("dialog", { name: "Labels for 1 item" });
  await expect(dialog).toContainText("This project has no labels.");
  const field = dialog.getByLabel("New label");
  await expect(field).toBeFocused();
  expect(await violationsInBothThemes(page, "dialog")).toEqual([]);
  const error = { code: "forbidden", message: "You can't change the labels." };
  await page.route("**/projects/docs/settings", (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({ status: 403, json: { error } }),
  );
  await field.fill("Code samples");
  await field.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText(
    "The label wasn't added. You can't change the labels.",
  );
  await expect(field).toHaveValue("Code samples");
  await page.unroute("**/projects/docs/settings");
  await field.press("Enter");
  await expect(dialog.getByRole("checkbox", { name: "Code samples" })).toBeChecked();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await field.fill("code samples");
  await field.press("Enter");
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator(`[data-feedback-id="${first}"] .label-chip`)).toHaveText(
    "Code samples",
  );
});

test("labels from Settings are put on items, seen in another browser, filtered by, and undone @thorough", async ({
  page,
  browser,
  errata,
}) => {
  await visit(page, "/settings");
  for (const [name, color] of [
    ["Urgent", "Red"],
    ["Legal", "Blue"],
  ] as const) {
    await page.getByRole("button", { name: "Add label" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel(color, { exact: true }).check();
    await page.getByRole("button", { name: "Save label" }).click();
    await expect(page.getByText(`Saved “${name}”`)).toBeVisible();
  }
  expect(await violationsInBothThemes(page, "[aria-labelledby=labels-docs]")).toEqual([]);

  await openInbox(page, "?bareVote=false");
  const other = await browser.newPage({ baseURL: errata.url });
  const isLive = other.waitForResponse("**/projects/docs/changes");
  await openInbox(other, "?bareVote=false");
  await isLive;
  const [first = "", second = ""] = await rowIds(page);
  const toast = page.getByTestId("toast");
  for (const id of [first, second]) {
    await page.locator(`[data-feedback-id="${id}"]`).getByTestId("row-select").click();
  }
  await page.keyboard.press("l");
  const dialog = page.getByRole("dialog", { name: "Labels for 2 items" });
  const urgent = dialog.getByRole("checkbox", { name: "Urgent" });
  await expect(dialog.getByRole("checkbox").first()).toBeFocused();
  // Tests before this one may have made labels.
  const names = await dialog.getByRole("checkbox").allTextContents();
  await page.keyboard.press(`${names.findIndex((name) => name.includes("Urgent")) + 1}`);
  await expect(urgent).toBeChecked();
  expect(await violationsInBothThemes(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(toast).toContainText("2 items labeled Urgent");
  for (const one of [page, other]) {
    for (const id of [first, second]) {
      const chips = one.locator(`[data-feedback-id="${id}"] .label-chip`);
      await expect(chips.filter({ hasText: "Urgent" })).toBeVisible();
    }
  }
  await other.close();

  await page.keyboard.press("Escape");
  await page.getByTestId("filters").click();
  await page.getByTestId("filter-label").click();
  await page.getByRole("checkbox", { name: "Urgent" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("result-count")).toContainText("2 of");
  await page.locator(`[data-feedback-id="${first}"]`).click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel.getByTestId("item-labels")).toContainText("Urgent");
  await expect(panel).toContainText("added the label “Urgent”");
  await page.keyboard.press("z");
  await expect(toast).toContainText("Change undone for 2 items");
  await expect(page.getByTestId("result-count")).toContainText("0 of");
  await expect(panel.getByTestId("item-labels").getByText("Urgent")).toHaveCount(0);
});
