import { type Errata, plainTest, sharedInFile } from "./server.ts";
import { createTeam, startTeamErrata } from "./team.ts";

export type Team = Awaited<ReturnType<typeof createTeam>>;

const teamOf = sharedInFile(async () => {
  const errata = await startTeamErrata();
  return { errata, team: await createTeam(errata), close: errata.close };
});

/** Tests with a team: an admin, a triager, and a viewer of one Errata with sign-in. */
export const teamTest = plainTest.extend<{ errata: Errata; team: Team }>({
  // biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed.
  errata: [async ({}, use, { file }) => use((await teamOf(file)).errata), { timeout: 300_000 }],
  team: [async ({}, use, { file }) => use((await teamOf(file)).team), { timeout: 300_000 }],
  // biome-ignore-end lint/correctness/noEmptyPattern: As above.
});
