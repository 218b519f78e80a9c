import { expect } from "@playwright/test";
import { violations, violationsInAllColors } from "../support/axe.ts";
import { unreachable } from "../support/reachable.ts";
import { openScreen, SCREENS, test } from "../support/screens.ts";

const WIDTHS = [
  { width: 1440, colors: "light, dark, and forced colors", check: violationsInAllColors },
  { width: 380, colors: "380 px", check: violations },
] as const;

for (const { width, colors, check } of WIDTHS) {
  test.describe(`no accessibility violations in ${colors}:`, () => {
    test.use({ viewport: { width, height: 800 } });
    for (const [name, screen] of Object.entries(SCREENS)) {
      test(`${name} @thorough`, async ({ page: on, team }) => {
        expect(await check(on, await openScreen(on, team, screen))).toEqual([]);
      });
    }
  });
}

test.describe("on a small phone, every control can be reached in", () => {
  test.use({ viewport: { width: 380, height: 700 } });
  for (const [name, screen] of Object.entries(SCREENS)) {
    if (!screen.isPopup) continue;
    test(`${name} @thorough`, async ({ page: on, team }) => {
      for (const height of [700, 560]) {
        await on.setViewportSize({ width: 380, height });
        const front = await openScreen(on, team, screen);
        expect(await unreachable(on, front), `at ${height} px`).toEqual([]);
      }
    });
  }
});
