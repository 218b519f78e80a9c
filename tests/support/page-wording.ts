import type { Page } from "@playwright/test";
import { FORBIDDEN } from "./wording.ts";

/** Text of readers, agents, and code, which the style guide doesn't cover. */
const NOT_OURS =
  ".untrusted, .list-comment > :nth-child(2):not(.italic), pre, code, textarea, script, style, [aria-label^='Changes in']";

/** A mistake of the sample that its readers quote, also where labels and titles quote them. */
const SAMPLE_MISTAKE = /Authorisation/g;

/** Returns the phrases on the page that the style guide forbids, with their surroundings. */
export async function wordingProblems(page: Page): Promise<string[]> {
  const texts = await page.evaluate(textsOn, NOT_OURS);
  return texts.flatMap((text) =>
    FORBIDDEN.flatMap(([phrase, instead]) =>
      phrase.test(text.replaceAll(SAMPLE_MISTAKE, ""))
        ? [`${page.url()}: "${text}" (instead: ${instead})`]
        : [],
    ),
  );
}

/** Returns the text of each block, and of each label that isn't visible. Runs in the page. */
function textsOn(notOurs: string): string[] {
  const byBlock = new Map<Element, string>();
  const labels = [document.title];
  const blockOf = (element: Element): Element =>
    getComputedStyle(element).display.startsWith("inline") && element.parentElement
      ? blockOf(element.parentElement)
      : element;
  for (const element of document.querySelectorAll("body, body *")) {
    if (element.closest(notOurs)) continue;
    for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"]) {
      labels.push(element.getAttribute(name) ?? "");
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const block = blockOf(element);
      byBlock.set(block, `${byBlock.get(block) ?? ""}${node.textContent}`);
    }
  }
  return [...byBlock.values(), ...labels].map((text) => text.replaceAll(/\s+/g, " ").trim());
}
