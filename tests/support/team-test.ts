import { test as base } from "@playwright/test";
import { createTeam, startTeamErrata } from "./team.ts";

export type Team = Awaited<ReturnType<typeof createTeam>>;

/** Tests with a team: an admin, a triager, and a viewer of one Errata with sign-in. */
export const test = base.extend<object, { team: Team }>({
  team: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed.
    async ({}, use) => {
      const errata = await startTeamErrata();
      await use(await createTeam(errata));
      await errata.close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

// Pages that stay open would keep sending requests during later tests.
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));
