import "server-only";
import { facetGroups } from "../filter-sql/facet-groups.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/**
 * Returns the groups in which more than half of the items are praise, or from readers whom the page
 * helped.
 */
export async function praiseAmong(
  { query, read }: StoreDatabase,
  projectId: string,
  groupIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const all = await facetGroups(query, projectId);
  const kinds = all.filter(({ praise, helpful }) => praise === 1 || helpful === 1);
  if (kinds.length === 0) return new Set();
  const ids = kinds.map(({ id }) => id);
  const rows = await read
    .selectFrom("feedback_group_member")
    .select(({ fn }) => [
      "group_id",
      fn.countAll<number>().as("items"),
      fn.countAll<number>().filterWhere("facet_group_id", "in", ids).as("praise"),
    ])
    .where("project_id", "=", projectId)
    .where("group_id", "in", groupIds)
    .groupBy("group_id")
    .execute();
  return new Set(
    rows.filter(({ items, praise }) => 2 * praise > items).map(({ group_id }) => group_id),
  );
}
