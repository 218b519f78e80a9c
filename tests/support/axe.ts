import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { wordingProblems } from "./page-wording.ts";

/**
 * Returns the accessibility violations on the page, or within an element, with their HTML, and the
 * phrases on the page that the style guide forbids.
 */
export async function violations(page: Page, within = "html"): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .include(within)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return [
    ...found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`),
    ...(await wordingProblems(page)),
  ];
}
