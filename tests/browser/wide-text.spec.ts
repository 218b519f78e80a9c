import { expect, type Page } from "@playwright/test";
import { smallTargets } from "../support/axe.ts";
import { FILTERED, filterBarProblems } from "../support/filter-bar.ts";
import { openScreen, SCREENS, test } from "../support/screens.ts";
import { signInAs } from "../support/team-browser.ts";
import { visit } from "../support/visit.ts";

// Nobody knows which font a reader's system has. Letters of the widest common ones take about 0.6 em, so
// this is 15 % more, whatever this machine's font is.
const WIDER = "* { letter-spacing: 0.09em !important }";

test.beforeEach(async ({ page }) => {
  await page.addInitScript((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, WIDER);
});

/** What is wider than its place: the page itself, and texts that end without an ellipsis. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) problems.push(`the page is ${scrollWidth} px wide`);
    for (const one of document.querySelectorAll<HTMLElement>("body *")) {
      if (!one.checkVisibility() || one.clientWidth <= 1) continue;
      const { overflowX, textOverflow } = getComputedStyle(one);
      const isCut = overflowX === "hidden" || overflowX === "clip";
      if (!isCut || textOverflow === "ellipsis" || one.scrollWidth <= one.clientWidth) continue;
      problems.push(`${one.scrollWidth} in ${one.clientWidth}: ${one.outerHTML.slice(0, 150)}`);
    }
    return problems;
  });
}

for (const width of [380, 1024]) {
  test.describe(`text that is 15 % wider fits at ${width} px:`, () => {
    test.use({ viewport: { width, height: 800 } });
    for (const [name, screen] of Object.entries(SCREENS)) {
      test(name, async ({ page, team }) => {
        const front = await openScreen(page, team, screen);
        const found = [...(await overflowing(page)), ...(await smallTargets(page, front))];
        expect(found).toEqual([]);
      });
    }
  });
}

test("every filter can be read at every width, with text that is 15 % wider", async ({
  page,
  team,
}) => {
  await signInAs(page.context(), team.admin);
  const found: string[] = [];
  for (const query of [...FILTERED, `${FILTERED.at(-1)}&assignee=me`]) {
    await visit(page, `${team.admin.errata.url}/docs/feedback${query}`);
    found.push(...(await filterBarProblems(page, query)));
  }
  expect(found).toEqual([]);
});
