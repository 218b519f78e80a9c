import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { wordingProblems } from "./page-wording.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Returns the accessibility violations on the page, or within an element, with their HTML, and the
 * phrases on the page that the style guide forbids.
 */
export async function violations(page: Page, within = "html"): Promise<string[]> {
  // Details of what passed, and a second page to collect the results of frames, take most of the time.
  const { violations: found } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(true)
    .include(within)
    .withTags(TAGS)
    .analyze();
  return [
    ...found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`),
    ...(await wordingProblems(page)),
  ];
}

/** Returns the violations in the open dialog: light, dark, and on a phone. */
export async function dialogViolations(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 1280],
    ["light", 380],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await violations(page, "dialog[open]")));
  }
  if (before) await page.setViewportSize(before);
  return found;
}
