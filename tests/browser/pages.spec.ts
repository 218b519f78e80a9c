import { violations } from "../support/axe.ts";
import { waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("the pages are in the server's HTML, sorted and found by their address", async ({ page }) => {
  const html = async (query: string) =>
    (await (await page.request.get(`/docs/pages${query}`)).text()).split("pages-table")[1] ?? "";
  const all = await html("");
  const names = [...all.matchAll(/title="(\/[^"]*)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  const byName = [...(await html("?sort=page")).matchAll(/title="(\/[^"]*)"/g)];
  expect(byName.map(([, name]) => name)).toEqual(names.toSorted());
  expect(await html("?find=none-such")).not.toContain("page-row");

  await visit(page, "/docs/pages?sort=page");
  const rows = page.getByTestId("page-row");
  await expect(page.getByRole("columnheader", { name: "Page" })).toHaveText("Page ↑");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page).toHaveURL(/sort=open/);
  await expect(page.getByTestId("pages-table")).toHaveAttribute("aria-busy", "false");
  await page.getByRole("searchbox", { name: "Search pages" }).fill("guides");
  await expect(page).toHaveURL(/find=guides/);
  await expect(rows.getByRole("link").filter({ hasNotText: "guides" })).toHaveCount(0);
  await expect(rows.getByRole("link").first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search pages" }).fill("none-such");
  await expect(page.getByText("No matching pages")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows.first()).toBeVisible();
});

test("a page leads to its items, and to a draft from its open ones", async ({ page }) => {
  await visit(page, "/docs/pages");
  const row = page.getByTestId("page-row").first();
  const name = await row.getByRole("link").innerText();
  const open = Number(/^([\d,]+) of/.exec(await row.getByRole("cell").first().innerText())?.[1]);
  await row.getByRole("button", { name: `Draft fix for ${name}` }).click();
  const editor = page.getByTestId("prompt-editor");
  await expect(editor).toHaveValue(new RegExp(name));
  await expect(page.getByRole("dialog")).toContainText(`of ${open} included`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(row.getByRole("button", { name: `Draft fix for ${name}` })).toBeFocused();

  await row.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/docs/feedback\\?path=${name}`));
  await expect(page.getByTestId("feedback-row").first()).toContainText(name);
});

test("page views are uploaded from a file, after what isn't certain was asked @thorough", async ({
  page,
}) => {
  await visit(page, "/docs/pages?sort=page");
  const row = page.getByTestId("page-row").first();
  const name = await row.getByRole("link").innerText();
  const file = {
    name: "views.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Page,Views\n${name},12.345\n/other,1.5\n/broken,many\n`),
  };
  await page.getByLabel("Page views file").setInputFiles(file);
  const form = page.getByRole("region", { name: "Page views file" });
  const upload = form.getByRole("button", { name: /^Upload/ });
  await expect(upload).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await form.getByLabel("“12.345” is").selectOption("Thousands");
  await expect(form.getByTestId("views-preview")).toContainText("12,345");
  await expect(form.getByRole("button", { name: "Download rejected rows" })).toBeVisible();
  await upload.press("Enter");
  await expect(page.getByText("Uploaded page views for 1 page")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(row).toContainText("12,345");
  await page.getByRole("button", { name: "Remove page views" }).click();
  const question = page.getByRole("dialog", { name: "Remove page views?" });
  await question.getByRole("button", { name: "Remove page views" }).click();
  await expect(page.getByRole("button", { name: "Upload page views" })).toBeVisible();
});

test("the pages are accessible, narrow and dark, and say when they can't be loaded @thorough", async ({
  page,
}) => {
  await page.setViewportSize({ width: 380, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  await visit(page, "/docs/pages");
  await expect(page.getByTestId("page-row").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
  expect(await violations(page)).toEqual([]);
  await page.route("**/api/projects/docs/pages?**", (route) => route.abort());
  await page.getByRole("searchbox", { name: "Search pages" }).fill("api");
  await expect(page.getByRole("alert").getByRole("button", { name: "Try again" })).toBeVisible({
    timeout: 120_000,
  });
});
