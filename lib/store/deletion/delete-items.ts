import "server-only";
import { chunks } from "../../database/chunks.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { distinctIds } from "../write/deleted-items.ts";
import { lockFeedbackWrites } from "../write/write-lock.ts";
import { removeItems } from "./remove-items.ts";

/**
 * Deletes items with their history, and remembers their IDs, so that a sync doesn't bring them back.
 * IDs that the project doesn't have are ignored.
 * @param options.isOnPlatform whether they also have to be deleted on the built-in platform
 * @returns the IDs of the deleted items
 */
export async function deleteItems(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  options: { at: number; isOnPlatform: boolean },
): Promise<string[]> {
  await lockFeedbackWrites(trx, projectId);
  const deleted: string[] = [];
  for (const chunk of chunks(distinctIds(ids))) {
    const rows = await trx
      .selectFrom("feedback")
      .select(["project_id", "id", "first_seen_at", "observed_at"])
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
    if (rows.length === 0) continue;
    const remembered = { deleted_at: options.at, is_on_platform: Number(options.isOnPlatform) };
    await trx
      .insertInto("deleted_item")
      .values(rows.map((row) => ({ ...row, ...remembered })))
      .execute();
    deleted.push(...rows.map(({ id }) => id));
  }
  await removeItems(trx, projectId, deleted);
  return deleted;
}
