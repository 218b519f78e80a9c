import { expect, type Locator, type Page } from "@playwright/test";

/** Presses of Tab after which a control counts as out of reach. */
const MOST_TABS = 300;

/** Presses keys, one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses Tab until a control has the focus, like someone without a mouse. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const { keyboard } = target.page();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await isFocused()); presses += 1) {
    if (presses === MOST_TABS) throw new Error(`Tab doesn't lead to ${target}`);
    await keyboard.press("Tab");
  }
}

/** Reaches a control with Tab and presses a key on it. */
export async function use(target: Locator, key = "Enter"): Promise<void> {
  await expect(target).toBeEnabled();
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Expects that something still has the focus, so that keys go on from there. */
export async function expectFocus(page: Page): Promise<void> {
  await expect(page.locator(":focus")).toHaveCount(1);
}
