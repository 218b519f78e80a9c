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
