import { expect, type Page } from "@playwright/test";
import type { FurnishedTeam } from "../support/furnished-team.ts";
import { openScreen, SCREENS, type Screen, test } from "../support/screens.ts";

const screen = (name: string): Screen => {
  const found = SCREENS[name];
  if (!found) throw new Error(`There is no screen ${name}.`);
  return found;
};

const MERGED = "the job of a merged pull request";
const OPEN = "a job with an open pull request";
const STILL: Record<string, Screen> = {
  home: screen("home"),
  setup: screen("setup"),
  settings: screen("settings"),
  pages: screen("pages"),
  insights: { ...screen("insights"), address: "/docs/insights?date=last-90-days" },
  "the inbox without filters": { ...screen("inbox"), address: "/docs/feedback" },
  "an open item": screen("an item with its page"),
  "the guide to the widget": screen("start with the widget"),
  "the guide to the repository": screen("start with a repository"),
  "the guide to an import": screen("start with an import"),
  [OPEN]: screen(OPEN),
  [MERGED]: {
    address: ({ jobId }) => `/docs/jobs/${jobId}`,
    open: (on) => on.getByRole("region", { name: "Merged" }).waitFor(),
  },
};

/** More than what the times of a job's steps move beside them when a minute begins while the page loads. */
const MINUTE = 0.001;

const WIDTHS = [1440, 1024, 380];

/** Opens a screen, and returns what moved while it loaded. */
async function movedWhileLoading(page: Page, team: FurnishedTeam, name: string, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await openScreen(page, team, STILL[name] ?? screen(name));
  await page.waitForLoadState("networkidle");
  return moved(page, name === MERGED || name === OPEN ? MINUTE : 0);
}

test("nothing moves while screens load, each at one of three widths", async ({ page, team }) => {
  await watchShifts(page);
  for (const [index, name] of Object.keys(STILL).entries()) {
    await test.step(name, async () => {
      const width = WIDTHS[index % WIDTHS.length] ?? 0;
      expect.soft(await movedWhileLoading(page, team, name, width), name).toEqual([]);
    });
  }
});

for (const name of Object.keys(STILL)) {
  for (const width of WIDTHS) {
    test(`nothing moves while ${name} loads, at ${width} pixels @thorough`, async ({
      page,
      team,
    }) => {
      await watchShifts(page);
      expect(await movedWhileLoading(page, team, name, width)).toEqual([]);
    });
  }
}

test("what is read later on Home moves nothing before it, on a phone", async ({ page, team }) => {
  await page.setViewportSize({ width: 380, height: 900 });
  await openScreen(page, team, screen("home"));
  const moved = await page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const placeOf = (element: Element) => {
      const { x, y } = element.getBoundingClientRect();
      return `${x} ${y}`;
    };
    const before = [
      [all(".main-nav > a")[1], all(".main-nav > a").slice(2)],
      ...all("[data-testid=notification]").map(({ children: [dot, ...later] }) => [dot, later]),
      ...all("[data-testid=setup] li").map((step) => [
        step.querySelector(".icon"),
        [...step.querySelectorAll(".block")],
      ]),
    ] as [Element, HTMLElement[]][];
    return before.filter(([first, later]) => {
      const place = placeOf(first);
      for (const one of later) one.style.display = "none";
      const isMoved = placeOf(first) !== place;
      for (const one of later) one.style.display = "";
      return isMoved;
    }).length;
  });
  expect(moved).toBe(0);
});

test("nothing moves when the inbox offers an unfinished draft", async ({ page, team }) => {
  await watchShifts(page);
  await openScreen(page, team, screen("inbox"));
  await page.keyboard.press("p");
  await page.getByTestId("prompt-editor").fill("Unfinished");
  await page.keyboard.press("Escape");
  const offer = page.getByTestId("continue-draft");
  await expect(offer).toBeVisible();
  await page.reload();
  await expect(offer).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await moved(page)).toEqual([]);
});

test("nothing moves when a notice says that the feedback is old, nor when it goes @thorough", async ({
  page,
  team,
}) => {
  const problem = { code: "unavailable", message: "Couldn't reach the platform.", since: 1 };
  let isReached = false;
  await page.route("**/api/projects/docs/sync", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, problem: isReached ? null : problem } });
  });
  await watchShifts(page);
  await openScreen(page, team, screen("inbox"));
  const notice = page.getByText(problem.message);
  await expect(notice).toBeVisible();
  isReached = true;
  await expect(notice).toHaveCount(0);
  expect(await moved(page)).toEqual([]);
});

test("nothing moves while the prompts of many jobs are drafted @thorough", async ({
  page,
  team,
}) => {
  await page.route("**/leash", async (route) => {
    await page.getByText(/^Drafting \d+ jobs…$/).waitFor();
    await route.continue();
  });
  await watchShifts(page);
  await openScreen(page, team, screen("the draft of many jobs"));
  await page.waitForLoadState("networkidle");
  expect(await moved(page)).toEqual([]);
});

/** Returns what moved further than `bound` since the page was opened. */
async function moved(page: Page, bound = 0): Promise<string[]> {
  const shifts: [number, string][] = await page.evaluate(() => Reflect.get(window, "moved"));
  return shifts.flatMap(([value, what]) => (value > bound ? `${value.toFixed(5)} ${what}` : []));
}

/** Collects what moves in each page that is opened from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: [number, string][] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value = 0, sources = [] } = entry as unknown as {
          value?: number;
          sources?: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const nodes = sources.map(({ node, previousRect, currentRect }) => {
          const [from, to] = [previousRect, currentRect].map(
            ({ x, y, width, height }) => `${[x, y, width, height]}`,
          );
          return `${from} to ${to}: ${node?.outerHTML?.slice(0, 160) ?? ""}`;
        });
        moved.push([value, nodes.join(" | ")]);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}
