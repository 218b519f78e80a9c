import "server-only";
import { type Kysely, sql } from "kysely";

const LANES: Record<string, string> = { head: "newItems", told: "changed" };
const SPLITS: Record<string, string> = { kinds: "filters" };
const KEYS: Record<string, string> = {
  partAt: "partStartedAt",
  again: "restarted",
  progress: "foundNew",
  cuts: "splitCount",
  idle: "idlePages",
  trouble: "cursorProblem",
  triedAt: "lastAttemptAt",
  ended: "finishedCount",
  last: "lastCompleted",
  what: "description",
  mayBeAge: "mayHaveExpired",
};

/** Migration 0009: renames the lanes in `sync_walk` and the keys of their JSON state. */
export async function renameSyncLanes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ project_id: string; lane: string; state: string }>`
    select project_id, lane, state from sync_walk
  `.execute(db);
  for (const { project_id: projectId, lane, state } of rows) {
    await sql`
      update sync_walk
      set lane = ${LANES[lane] ?? lane}, state = ${JSON.stringify(renamed(JSON.parse(state)))}
      where project_id = ${projectId} and lane = ${lane}
    `.execute(db);
  }
}

/** Renames keys and split names at any depth. The state's own text is only in problem messages. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      KEYS[key] ?? key,
      key === "split" && typeof part === "string" ? (SPLITS[part] ?? part) : renamed(part),
    ]),
  );
}
