import "server-only";
import { chunks, inChunks } from "../../database/chunks.ts";
import { stripNul } from "../../database/dialect.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** When an item was first and last seen. */
export interface SeenItem {
  id: string;
  first_seen_at: number;
  observed_at: number;
}

/** Returns those of the items that were deleted. */
export async function deletedAmong(
  query: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, SeenItem>> {
  const rows = await inChunks(distinctIds(ids), (chunk) =>
    query
      .selectFrom("deleted_item")
      .select(["id", "first_seen_at", "observed_at"])
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records that a sync met deleted items. */
export async function markDeletedObserved(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  observedAt: number,
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .updateTable("deleted_item")
      .set({ observed_at: observedAt })
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .where("observed_at", "<", observedAt)
      .execute();
  }
}

/** Returns deleted items that the built-in platform may still have, by project. */
export async function deletedOnlyHere(query: StoreQuery): Promise<Map<string, string[]>> {
  const rows = await query
    .selectFrom("deleted_item")
    .select(["project_id", "id"])
    .where("is_on_platform", "=", 1)
    .execute();
  const groups = Map.groupBy(rows, (row) => row.project_id);
  return new Map([...groups].map(([projectId, items]) => [projectId, items.map(({ id }) => id)]));
}

/** Records that the built-in platform doesn't have these items anymore. */
export async function markDeletedOnPlatform(
  query: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await query
      .updateTable("deleted_item")
      .set({ is_on_platform: 0 })
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
  }
}

/** Returns the distinct ones of these that can be IDs. */
export function distinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => stripNul(id) === id && id.isWellFormed());
}
