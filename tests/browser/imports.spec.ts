import { violations } from "../support/axe.ts";
import { waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test("an import says what it would replace and erase, is listed, and is undone @thorough", async ({
  page,
  errata,
}) => {
  await waitForFirstSync(errata);
  const outcome = page.getByTestId("import-outcome");
  const question = page.getByTestId("import-question");
  const load = async (rows: string[]) => {
    await visit(page, "/docs/start/import");
    const csv = ["id,page,rating,comment,email", ...rows].join("\n");
    await page.getByLabel("CSV file with a header row").setInputFiles({
      name: "tool-2026-11-25.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(csv),
    });
    await expect(page.getByLabel("Source name")).toHaveValue("tool");
    await page.getByRole("button", { name: "Import 2 rows" }).press("Enter");
  };
  await load(["1,/a,no,Text,reader@example.org", "2,/b,yes,,"]);
  await expect(outcome).toContainText("2 added, 0 updated");
  await expect(page.getByRole("button", { name: "Import 2 rows" })).toBeFocused();

  await load(["1,/a,yes,,", "2,/b,yes,,"]);
  await expect(question).toContainText("1 item would be replaced, 0 added, and 1 left unchanged.");
  await expect(question).toContainText("1 email address and 1 comment are stored.");
  // Not its button, which a held key would press.
  await expect(question).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 380, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380);
  await question.getByRole("button", { name: "Import", exact: true }).click();
  await expect(outcome).toContainText("0 added, 1 updated, 1 unchanged");

  const [newest, first] = [0, 1].map((at) => page.getByTestId("import").nth(at));
  await expect(newest ?? question).toContainText("0 added, 1 updated, 1 unchanged, 0 rejected");
  const undo = async (row: typeof newest, result: string) => {
    await row?.getByRole("button", { name: "Undo import" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo this import?" });
    await dialog.getByRole("button", { name: "Undo import" }).press("Enter");
    await expect(dialog.getByRole("status")).toHaveText(`Import undone. ${result}`);
    const focused = page.locator(":focus");
    await expect(dialog.filter({ has: focused })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.locator("main").filter({ has: focused })).toBeVisible();
    await expect(row ?? question).toContainText(`Undone. ${result}`);
  };
  await undo(newest, "0 deleted, 1 restored.");
  await undo(first, "2 deleted, 0 restored.");
  expect(await violations(page)).toEqual([]);
});
