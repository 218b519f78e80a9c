import type { Page } from "@playwright/test";

const CONTROLS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [tabindex='0']";

/**
 * Scrolls to each control inside `selector`, as the focus does, and returns those that still can't be
 * seen and pressed: outside of the window, cut off, or below something else.
 */
export function unreachable(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluate((root, controls) => {
    const problems: string[] = [];
    for (const control of root.querySelectorAll<HTMLElement>(controls)) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      control.scrollIntoView({ block: "nearest", inline: "nearest" });
      // A script and the focus can scroll what a person can't.
      for (let box: Element | null = control; box; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        if (overflowX === "hidden") box.scrollLeft = 0;
        if (overflowY === "hidden") box.scrollTop = 0;
      }
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      // Hidden for the eye alone.
      if (width <= 1 || height <= 1) continue;
      const isInside =
        left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const label = control.closest("label") ?? control;
      if (isInside && hit && label.contains(hit)) continue;
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim();
      problems.push(
        `${control.tagName} "${name}" at ${[left, top, right, bottom].map(Math.round)}, under ${hit?.tagName}`,
      );
    }
    return problems;
  }, CONTROLS);
}
