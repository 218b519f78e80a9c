import { expect, type Page } from "@playwright/test";
import { violationsInBothThemes } from "../support/axe.ts";
import { FILTERED, filterBarProblems } from "../support/filter-bar.ts";
import { unreachable } from "../support/reachable.ts";
import { plainTest, sharedInFile, startErrata } from "../support/server.ts";
import { Member, setupLink, startTeamErrata } from "../support/team.ts";
import { signInAs } from "../support/team-browser.ts";
import { isThorough } from "../support/thorough.ts";
import { visit } from "../support/visit.ts";
import { widenText } from "../support/wide-text.ts";

const NAME = "Wilhelmina Featherstonehaugh-Cholmondeley";

/** An admin with a long name, who sees every link and filter. */
const adminOf = sharedInFile(async () => {
  const errata = await startTeamErrata();
  const member = new Member(errata);
  await member.accept(setupLink(errata), NAME, "admin@example.org");
  return { member, close: errata.close };
});

const test = plainTest.extend<{ admin: Member }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed.
  admin: [async ({}, use, { file }) => use((await adminOf(file)).member), { timeout: 300_000 }],
  baseURL: async ({ admin }, use) => use(admin.errata.url),
});

test.beforeEach(({ context, admin }) => signInAs(context, admin));

const isCutOff = (element: HTMLElement) => element.scrollWidth > element.clientWidth;
const mainLinks = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");

test("nothing overflows at any width, with every link, a long name, and wide text", async ({
  page,
}) => {
  await widenText(page);
  await visit(page, "/docs");
  await expect(mainLinks(page)).toHaveCount(8);
  for (const width of [320, 380, 480, 600, 640, 680, 720, 763, 767, 768, 900, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
    expect(await page.locator("header").evaluate(isCutOff), `${width}`).toBe(false);
    for (const link of await mainLinks(page).all())
      await expect(link).toBeInViewport({ ratio: 0.95 });
  }
  const name = mainLinks(page).last().getByText(NAME);
  expect(await name.evaluate(isCutOff)).toBe(true);
  expect(await name.evaluate((one) => getComputedStyle(one).textOverflow)).toBe("ellipsis");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the bar at the bottom leads to every screen, and the top has search", async ({
    page,
    admin,
  }) => {
    const view = { id: crypto.randomUUID(), name: "Broken code", query: "source=code_snippet" };
    const body = { ...view, isTeam: false, layout: null };
    await admin.send("/api/projects/docs/views", { method: "POST", body });
    await visit(page, "/docs/feedback");
    await expect(mainLinks(page)).toHaveText([/^Home/, /^Inbox/, /^Pages/, /^Agent jobs/, /^More/]);
    for (const link of await mainLinks(page).all()) {
      const { width = 0, height = 0, y = 0 } = (await link.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(y + height).toBeLessThanOrEqual(844);
    }
    const more = mainLinks(page).last();
    await more.tap();
    const main = page.getByRole("main");
    for (const name of ["Insights", "Settings", "People", NAME, "Activity"])
      await expect(main.getByRole("link", { name })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await main.getByRole("link", { name: "Settings" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    // The bar marks what is behind it.
    const color = (element: HTMLElement) => getComputedStyle(element).backgroundColor;
    expect(await more.evaluate(color)).not.toBe(await mainLinks(page).first().evaluate(color));
    await more.tap();
    await main.getByRole("link", { name: "Broken code" }).tap();
    await expect(page).toHaveURL(/source=code-snippet&view=broken-code-[0-9a-f]{8}$/);

    const search = page.getByRole("button", { name: "Search" });
    expect((await search.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    await search.tap();
    await expect(page.getByRole("combobox", { name: /^Find a command/ })).toBeFocused();
  });
});

/** Returns the words that a line break splits, in the paths that the page shows. */
function splitWords(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const split: string[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/\w+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => top));
          if (lines.size > 1) split.push(`${word} in ${element.textContent}`);
        }
      }
      return split;
    }),
  );
}

test("a path breaks after a slash or a hyphen before it breaks within a word @thorough", async ({
  page,
}) => {
  await page.setViewportSize({ width: 380, height: 700 });
  await visit(page, "/docs/pages");
  const path = page.getByTestId("page-row").getByRole("link");
  await expect(path.first()).toBeVisible();
  const heights = await path.evaluateAll((links) => links.map((link) => link.clientHeight));
  expect(Math.max(...heights)).toBeGreaterThan(20);
  expect(await splitWords(page, "[data-testid=page-row] a")).toEqual([]);

  const long = `/guides/${"webhooks/".repeat(6)}signatures`;
  await page.route("**/api/projects/docs/feedback/*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), page: long, path: long } });
  });
  await visit(page, "/docs/feedback");
  await page.getByTestId("feedback-row").first().click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText(long);
  await expect(panel.getByText(`All feedback on ${long}`)).toBeVisible();
  expect(await splitWords(page, "[data-testid=detail-panel] :is(h2, dd)")).toEqual([]);
});

test("every filter can be read at every width, with sign-in and with wide text @thorough", async ({
  page,
}) => {
  const queries = [...FILTERED, `${FILTERED.at(-1)}&assignee=me`];
  if (isThorough) {
    for (const query of queries) {
      await visit(page, `/docs/feedback${query}`);
      expect(await filterBarProblems(page, query)).toEqual([]);
    }
  }
  await widenText(page);
  for (const query of queries) {
    await visit(page, `/docs/feedback${query}`);
    expect(await filterBarProblems(page, query)).toEqual([]);
  }
});

test("a phone can reach every one of many projects", async ({ page }) => {
  const projects = Array.from({ length: 30 }, (_, index) => `p${index}=Documentation ${index}`);
  const errata = await startErrata({
    env: {
      PLATFORM_URL: "http://127.0.0.1:9",
      PLATFORM_API_KEY: "key-of-a-platform-that-is-away",
      PLATFORM_PROJECTS: projects.join(","),
    },
  });
  try {
    await page.setViewportSize({ width: 380, height: 560 });
    await visit(page, `${errata.url}/p0/feedback`);
    await page.getByText("Documentation 0", { exact: true }).click();
    await expect(page.getByRole("link", { name: "Documentation 29" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(560);
    expect(await unreachable(page, "header details")).toEqual([]);
  } finally {
    await errata.close();
  }
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });

  test("the places of the navigation begin below each other @thorough", async ({ page }) => {
    await visit(page, "/docs/feedback");
    const icons = page.locator(".nav-link > .icon:visible");
    const starts = await icons.evaluateAll((all) =>
      all.map((icon) => icon.getBoundingClientRect().left),
    );
    expect(starts.length).toBeGreaterThan(5);
    expect(new Set(starts).size).toBe(1);
  });
});
