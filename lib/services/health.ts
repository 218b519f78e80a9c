import "server-only";
import type { ProjectSummary } from "../contract/api/projects.ts";
import type { Mirror } from "../mirror/mirror.ts";
import { VERSION } from "../version.ts";

/** For monitoring. Contains no secrets, but projects are shown only to signed-in people. */
export interface Health {
  status: "ok";
  version: string;
  /** False if PostgreSQL lacks the extension for the search index: searches work, but slowly. */
  searchIndexed: boolean;
  projects: { id: string; items: number; problem: string | null }[];
}

export async function health(
  projects: () => Promise<ProjectSummary[]>,
  mirror: Mirror,
  searchIndexed: boolean,
): Promise<Health> {
  const states = (await projects()).map(async ({ id }) => {
    const { items, problem } = await mirror.status(id);
    return { id, items, problem: problem?.code ?? null };
  });
  return { status: "ok", version: VERSION, searchIndexed, projects: await Promise.all(states) };
}
