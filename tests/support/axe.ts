import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { wordingProblems } from "./page-wording.ts";
import { isThorough } from "./thorough.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Returns the accessibility violations on a screen, or within an element, with their HTML, and the phrases on the
 * page that the style guide forbids.
 */
export async function screenViolations(page: Page, within = "html"): Promise<string[]> {
  return [
    ...(await axe(page, within, (builder) => builder.withTags(TAGS))),
    ...(await wordingProblems(page)),
  ];
}

/**
 * The same for a state of a screen, which is made of what `browser/every-screen` checks in each run: axe, which
 * takes longer than most tests around it, only looks at it with THOROUGH=1.
 */
export async function violations(page: Page, within = "html"): Promise<string[]> {
  return isThorough ? screenViolations(page, within) : wordingProblems(page);
}

async function axe(
  page: Page,
  within: string,
  choose: (builder: AxeBuilder) => AxeBuilder,
): Promise<string[]> {
  // Details of what passed, and a second page to collect the results of frames, take most of the time.
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(true)
    .include(within);
  const { violations: found } = await choose(builder).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** Returns the violations of the light theme, and the colors of the dark one without contrast. */
export async function violationsInBothThemes(page: Page, within = "html"): Promise<string[]> {
  const found = await violations(page, within);
  if (!isThorough) return found;
  await page.emulateMedia({ colorScheme: "dark" });
  found.push(...(await axe(page, within, (builder) => builder.withRules("color-contrast"))));
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** Returns the violations of the light theme, the dark one, and the colors that a person's system forces. */
export async function violationsInAllColors(page: Page, within = "html"): Promise<string[]> {
  const found = await violationsInBothThemes(page, within);
  await page.emulateMedia({ forcedColors: "active" });
  found.push(...(await axe(page, within, (builder) => builder.withTags(TAGS))));
  await page.emulateMedia({ forcedColors: "none" });
  return found;
}

/** Returns the violations in the open dialog: light, dark, and on a phone. */
export async function dialogViolations(page: Page): Promise<string[]> {
  if (!isThorough) return violations(page, "dialog[open]");
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  const found = await violationsInBothThemes(page, "dialog[open]");
  await page.setViewportSize({ width: 380, height: 800 });
  found.push(...(await violations(page, "dialog[open]")));
  if (before) await page.setViewportSize(before);
  return found;
}
