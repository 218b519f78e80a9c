import { violations } from "../support/axe.ts";
import { startDocsSite } from "../support/docs-site.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test("the keyboard stays in the list of suspected spam, and a held key decides one post @thorough", async ({
  page,
  errata,
}) => {
  const site = await startDocsSite(errata);
  try {
    for (const comment of ["First", "Second", "Third", "Fourth"]) {
      const response = await fetch(`${errata.url}/v1/collect/${site.key}`, {
        method: "POST",
        headers: { origin: site.origin, "content-type": "application/json" },
        // People leave the hidden field empty.
        body: JSON.stringify({ url: `${site.origin}/a`, helpful: false, comment, website: "x" }),
      });
      expect(response.status).toBe(202);
    }
  } finally {
    await site.close();
  }
  await visit(page, "/settings");
  const posts = page.getByTestId("suspect");
  await expect(posts).toHaveCount(4);
  await posts.nth(1).getByRole("button", { name: "Not spam" }).focus();
  await page.keyboard.down("Enter");
  await expect(posts).toHaveCount(3);
  await expect(posts.nth(1)).toBeFocused();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.keyboard.press("Tab");
  await expect(posts.nth(1).getByRole("button", { name: "Delete" })).toBeFocused();

  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete 1 post?" });
  await dialog.getByRole("button", { name: "Delete 1 post" }).press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("1 post deleted.");
  await expect(dialog.locator(":focus")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(posts).toHaveCount(2);
  await expect(page.locator("main :focus")).toBeVisible();
});
