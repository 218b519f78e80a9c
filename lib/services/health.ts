import "server-only";
import type { ProjectSummary } from "../contract/api/projects.ts";
import type { Mirror } from "../mirror/mirror.ts";

/** What a monitor asks for; nothing of it is secret, but projects are for people who may read. */
export interface Health {
  status: "ok";
  /** False where PostgreSQL lacks the extension that searches are answered from; they work, slowly. */
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
  return { status: "ok", searchIndexed, projects: await Promise.all(states) };
}
