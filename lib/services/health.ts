import "server-only";
import type { ProjectSummary } from "../contract/api/projects.ts";
import type { Mirror } from "../mirror/mirror.ts";
import { VERSION } from "../version.ts";

/**
 * For monitoring. Contains no secrets, but projects are shown only to signed-in people.
 * @param searchIndexed false if PostgreSQL lacks the extension for the search index: searches work, but slowly
 */
export async function health(
  projects: () => Promise<ProjectSummary[]>,
  mirror: Mirror,
  searchIndexed: boolean,
) {
  const states = (await projects()).map(async ({ id }) => {
    const { items, problem } = await mirror.status(id);
    return { id, items, problem: problem?.code ?? null };
  });
  return {
    status: "ok" as const,
    version: VERSION,
    searchIndexed,
    projects: await Promise.all(states),
  };
}
