import type { Page } from "@playwright/test";

/**
 * Makes every text on the page about 15 % wider, and on those that it opens later. Nobody knows which fonts a
 * computer has, so what fits may depend on none. Letters of the widest common fonts take 0.6 em.
 */
export async function widenText(page: Page): Promise<void> {
  const widen = () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { letter-spacing: 0.09em !important }");
    document.adoptedStyleSheets = [sheet];
  };
  await page.addInitScript(widen);
  await page.evaluate(widen);
}

/** Returns what is wider than its place: the page itself, and texts that end without an ellipsis. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) problems.push(`the page is ${scrollWidth} px wide`);
    for (const one of document.querySelectorAll<HTMLElement>("body *")) {
      // Hidden for the eye alone.
      if (one.clientWidth <= 1 || one.scrollWidth <= one.clientWidth) continue;
      const { overflowX, textOverflow } = getComputedStyle(one);
      const isCut = overflowX === "hidden" || overflowX === "clip";
      if (!isCut || textOverflow === "ellipsis" || !one.checkVisibility()) continue;
      problems.push(`${one.scrollWidth} px in ${one.clientWidth}: ${one.outerHTML.slice(0, 150)}`);
    }
    return problems;
  });
}
