import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { waitForFirstSync } from "../support/inbox.ts";
import { commitOn, fillRepository } from "../support/repository.ts";
import { type Errata, expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

const origin = mkdtempSync(join(tmpdir(), "errata-origin-"));
fillRepository(origin, "main");
/** The sample's pages are in a folder that no generator has, but for the last one. */
const FOLDER = "manual/pages";
let pages: string[];

test.use({ environment: { DOCS_REPOSITORY: origin } });
test.describe.configure({ mode: "serial" });
test.afterAll(() => rmSync(origin, { recursive: true, force: true }));

test.beforeEach(async ({ errata }) => {
  await waitForFirstSync(errata);
  pages ??= await pagesOf(errata);
});

async function pagesOf({ url }: Errata): Promise<string[]> {
  const answer = await fetch(`${url}/api/projects/docs/pages?limit=250&sort=page`);
  const { pages } = (await answer.json()) as { pages: { page: string }[] };
  return pages.map(({ page }) => page);
}

const settings = (page: Page) => page.locator("section[aria-labelledby=documentation-docs]");
const button = (page: Page, name: string) => settings(page).getByRole("button", { name });

test("a repository that no generator is known in matches by one rule, tried before it's saved @thorough", async ({
  page,
}) => {
  commitOn(origin, "main", (folder) => {
    for (const name of pages.slice(0, -1)) {
      const file = join(folder, FOLDER, `${name === "/" ? "index" : name}.md`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `# ${name}\n`);
    }
  });
  await visit(page, "/settings");
  const part = settings(page);
  await expect(part.getByTestId("found-sites")).toContainText("Plain Markdown");
  const all = pages.length;
  await expect(part.getByTestId("docs-check")).toContainText(`0 of ${all} pages`);
  await part.getByText(`Pages without a file (${all})`).click();
  await expect(part.getByText(/^Tried/).first()).toContainText(".md");
  expect(await violations(page)).toEqual([]);

  // With the keyboard alone.
  await button(page, "Add rule").focus();
  await page.keyboard.press("Enter");
  await expect(part.getByLabel("Address of rule 1")).toBeFocused();
  await page.keyboard.type("/*");
  await expect(part.getByText("Address rule 1 is incomplete.")).toBeVisible();
  await expect(button(page, "Try these rules")).toBeDisabled();
  await page.keyboard.press("Tab");
  await page.keyboard.type(`${FOLDER}/*`);
  await button(page, "Try these rules").press("Enter");
  const status = part.getByRole("status").filter({ hasText: "With these rules" });
  await expect(status).toContainText(`${all - 1} of ${all} pages in your feedback match a file.`);
  await expect(status).toContainText(`That's ${all - 1} more than now.`);
  await expect(part.getByText("Would match a file")).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await button(page, "Save changes").press("Enter");
  await expect(part.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  await expect(part.getByTestId("docs-check")).toContainText(`${all - 1} of ${all} pages`);
  await expect(button(page, "Save changes")).toBeDisabled();

  // The last page has no file yet.
  await part.getByText("Pages without a file (1)").click();
  const last = pages.at(-1) ?? "";
  await expect(part.getByTestId("docs-check").getByRole("link")).toHaveText(last);
  await visit(page, "/docs/pages?sort=page");
  await expect(page.getByTestId("page-row").getByRole("img", { name: "No file" })).toHaveCount(1);
  await page.getByRole("button", { name: "No file" }).press("Enter");
  await expect(page).toHaveURL(/file=none/);
  await expect(page.getByTestId("page-row")).toHaveCount(1);
  await expect(page.getByTestId("page-row").getByRole("link")).toHaveText(last);
  expect(await violations(page)).toEqual([]);
  commitOn(origin, "main", (folder) => {
    writeFileSync(join(folder, FOLDER, `${last}.md`), `# ${last}\n`);
  });
  await visit(page, "/docs/start/documentation");
  // While the repository takes long to answer, the check is of the commit before.
  await expect(async () => {
    await page.getByRole("button", { name: "Check again" }).click();
    const matched = page.getByTestId("docs-check").getByText(`All ${all} pages`);
    await expect(matched).toBeVisible({ timeout: 5_000 });
  }).toPass();
  expect(await violations(page)).toEqual([]);
});

test("rules are moved and removed with the keyboard, and the draft survives a reload @thorough", async ({
  page,
}) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await visit(page, "/docs/start/documentation");
  const from = (number: number) => page.getByLabel(`Address of rule ${number}`);
  await page.getByRole("button", { name: "Add rule" }).click();
  await from(2).fill("/api/*");
  await page.getByLabel("Path of rule 2").fill("reference/*");
  await page.getByRole("button", { name: "Move rule 2 up" }).press("Enter");
  await expect(page.getByRole("button", { name: "Move rule 1 up" })).toBeFocused();
  await expect(from(1)).toHaveValue("/api/*");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(from(1)).toHaveValue("/api/*");
  // The draft is there before the settings are, which enable the buttons.
  await expect(page.getByRole("button", { name: "Remove rule 2" })).toBeEnabled();
  await page.getByRole("button", { name: "Remove rule 2" }).press("Enter");
  await expect(from(1)).toBeFocused();
  await page.getByRole("button", { name: "Remove rule 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add rule" })).toBeFocused();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(from(1)).toHaveValue("/*");
});

test("the screen says when the repository can't be read, and nothing moves when it can @thorough", async ({
  page,
}) => {
  const late = Promise.withResolvers<void>();
  let isReadable = false;
  await page.route("**/docs-check", async (route) => {
    if (isReadable) {
      await late.promise;
      return route.continue();
    }
    const error = { code: "unavailable", message: "Couldn't read the documentation repository." };
    return route.fulfill({ status: 503, json: { error } });
  });
  await visit(page, "/settings");
  await expect(settings(page).getByRole("alert")).toContainText("Couldn't read the documentation");
  expect(await violations(page)).toEqual([]);
  isReadable = true;
  await visit(page, "/settings");
  const place = async () =>
    (await page.locator("section[aria-labelledby=drafting-docs]").boundingBox())?.y;
  await expect(settings(page).getByText("Reading the repository…")).toBeVisible();
  await expect(settings(page).getByLabel("Address of rule 1")).toBeVisible();
  const before = await place();
  late.resolve();
  await expect(settings(page).getByTestId("docs-check")).toBeVisible();
  expect(await place()).toBe(before);
});
