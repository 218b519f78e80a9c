import { expect } from "@playwright/test";
import { screenViolations, violationsInAllColors } from "../support/axe.ts";
import { unreachable } from "../support/reachable.ts";
import { openScreen, SCREENS, type Screen, test } from "../support/screens.ts";
import { isThorough } from "../support/thorough.ts";
import { overflowing, widenText } from "../support/wide-text.ts";

// One test, because preparing what is on the screens takes as long as opening them.
for (const width of isThorough ? [380, 1024] : [380]) {
  test(`every screen fits and is accessible at ${width} px with wide text`, async ({
    page: on,
    team,
  }) => {
    test.slow();
    await on.setViewportSize({ width, height: 800 });
    await widenText(on);
    let before: Screen | undefined;
    for (const [index, [name, screen]] of Object.entries(SCREENS).entries()) {
      await test.step(name, async () => {
        // Each theme has half of the screens; the tests below have all of them in both.
        await on.emulateMedia({ colorScheme: index % 2 === 0 ? "light" : "dark" });
        const front = await openScreen(on, team, screen, before);
        before = screen;
        const problems = [...(await overflowing(on)), ...(await screenViolations(on, front))];
        expect.soft(problems, name).toEqual([]);
      });
    }
  });
}

test.describe("no accessibility violations in light, dark, and forced colors:", () => {
  test.use({ viewport: { width: 1440, height: 800 } });
  for (const [name, screen] of Object.entries(SCREENS)) {
    test(`${name} @thorough`, async ({ page: on, team }) => {
      expect(await violationsInAllColors(on, await openScreen(on, team, screen))).toEqual([]);
    });
  }
});

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
