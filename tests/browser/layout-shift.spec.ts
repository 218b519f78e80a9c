import { expect } from "@playwright/test";
import { openScreen, SCREENS, type Screen, test } from "../support/screens.ts";

const screen = (name: string): Screen => {
  const found = SCREENS[name];
  if (!found) throw new Error(`There is no screen ${name}.`);
  return found;
};

const STILL: Record<string, Screen> = {
  home: screen("home"),
  setup: screen("setup"),
  "the guide to the widget": screen("start with the widget"),
  "the guide to the repository": screen("start with a repository"),
  settings: screen("settings"),
};

for (const [name, still] of Object.entries(STILL)) {
  for (const width of [1440, 380]) {
    test(`nothing moves while ${name} loads, at ${width} pixels`, async ({ page, team }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        const moved: string[] = [];
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value = 0, sources = [] } = entry as unknown as {
              value?: number;
              sources?: { node?: Element }[];
            };
            const nodes = sources.map(({ node }) => node?.outerHTML?.slice(0, 160) ?? "");
            moved.push(`${value.toFixed(4)} ${nodes.join(" | ")}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      await openScreen(page, team, still);
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => Reflect.get(window, "moved"))).toEqual([]);
    });
  }
}
