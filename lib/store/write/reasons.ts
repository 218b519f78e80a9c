import "server-only";
import type { StoreDatabase } from "../schema/schema.ts";

/** The newest items whose reasons are offered. All items would take too long with a million. */
const READ = 1_000;
const MAX_OFFERED = 20;

/** Returns the reasons of an item as stored. */
export function reasonsOf({ reasons }: { reasons: string | null }): string[] {
  return reasons === null ? [] : JSON.parse(reasons);
}

/** Returns the reasons of the newest items that have some, the most frequent first. */
export async function recentReasons(
  { query }: StoreDatabase,
  projectId: string,
): Promise<string[]> {
  const rows = await query
    .selectFrom("feedback")
    .select("reasons")
    .where("project_id", "=", projectId)
    .where("reasons", "is not", null)
    .orderBy("sort_at", "desc")
    .orderBy("id", "desc")
    .limit(READ)
    .execute();
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const reason of reasonsOf(row)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_OFFERED);
  return frequent.map(([reason]) => reason);
}
