import { expect, type Page } from "@playwright/test";
import { isThorough } from "./thorough.ts";

/** Queries of the inbox with more and more filters that are on. */
export const FILTERED = [
  "",
  "?noise=false",
  "?status=pending&noise=false&snoozed=false",
  "?status=pending&noise=false&snoozed=false&bareVote=false&praise=false",
  "?status=pending&noise=false&grouped=true",
  "?status=pending,in_progress&source=contextual,agent&comment=true&date=last-90-days",
  "?status=pending&noise=false&date=last-90-days&helpful=false&path=/*",
];

const WIDTHS = [
  380, 390, 480, 640, 720, 768, 820, 900, 960, 1024, 1100, 1180, 1280, 1366, 1440, 1600, 1760, 1920,
];

/**
 * Returns what is wrong with the filter bar, at each width. Short runs have each query at a third of them, and each width
 * with a third of the queries.
 */
export async function filterBarProblems(page: Page, query: string): Promise<string[]> {
  const first = FILTERED.indexOf(query) + 1;
  const widths = WIDTHS.filter((_, at) => isThorough || (at + first) % 3 === 0);
  const [path, ...names] = [...new URLSearchParams(query).keys()];
  const expected = path === undefined ? 0 : names.length + 1;
  const problems: string[] = [];
  // Rare filters load when they are on.
  await expect(page.locator("search [data-filter]:empty")).toHaveCount(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const { found, shown } = await look(page);
    // The button has the number of those that are in its popover.
    const inPopover = /(\d+)\s*active/.exec(await page.getByTestId("filters").innerText());
    const active = shown + Number(inPopover?.[1] ?? 0);
    if (active !== expected) found.push(`${active} of ${expected} filters are shown or counted`);
    problems.push(...found.map((problem) => `${width} px, ${query}: ${problem}`));
  }
  return problems;
}

/** @returns the problems, and the number of filters that are on in the bar */
function look(page: Page): Promise<{ found: string[]; shown: number }> {
  return page.locator("search").evaluate((bar) => {
    const visible = (selector: string) =>
      [...bar.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    const middles = visible("button, input").map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round(top + height / 2);
    });
    const search = bar.querySelector("input")?.getBoundingClientRect().width ?? 0;
    const found = visible("button, button .truncate")
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => `"${one.textContent}" is cut off`);
    // A phone has other buttons beside it.
    if (search < (innerWidth < 640 ? 150 : 160)) found.push(`the search box has ${search} px`);
    if (new Set(middles).size > 1) found.push("it has several lines");
    if (bar.scrollWidth > bar.clientWidth) found.push("it overflows");
    return { found, shown: visible("[data-filter] .chip-on").length };
  });
}
