import "server-only";
import type { StoreQuery } from "../schema/schema.ts";

/** Removes the counts of pages that have no items anymore, and with them their names. */
export async function removeEmptyPages(
  trx: StoreQuery,
  projectId: string,
  pages: readonly string[],
): Promise<void> {
  if (pages.length === 0) return;
  await trx
    .deleteFrom("feedback_page")
    .where("project_id", "=", projectId)
    .where("page", "in", pages)
    .where("entries", "=", 0)
    .execute();
  await trx
    .deleteFrom("feedback_page_day")
    .where("project_id", "=", projectId)
    .where("page", "in", pages)
    .where("total", "=", 0)
    .execute();
}
