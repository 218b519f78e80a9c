import { teamTest } from "./team-fixture.ts";

export type { Team } from "./team-fixture.ts";

/** Tests with a team, in browsers. */
export const test = teamTest;

// Pages that stay open would keep sending requests during later tests.
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));
