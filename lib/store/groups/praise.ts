import "server-only";
import type { Database } from "../../database/open.ts";
import { NO_FILTERS } from "../../filters/feedback-filters.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import type { StoreSchema } from "../schema/schema.ts";

/** Returns the groups of whose items more than half are praise. */
export async function praiseAmong(
  { query, read }: Database<StoreSchema>,
  projectId: string,
  groupIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const kinds = await matchingGroups(query, projectId, { ...NO_FILTERS, praise: true });
  if (kinds === null) return new Set(groupIds);
  if (kinds.length === 0) return new Set();
  const rows = await read
    .selectFrom("feedback_group_member")
    .select(({ fn }) => [
      "group_id",
      fn.countAll<number>().as("items"),
      fn.countAll<number>().filterWhere("facet_group_id", "in", kinds).as("praise"),
    ])
    .where("project_id", "=", projectId)
    .where("group_id", "in", groupIds)
    .groupBy("group_id")
    .execute();
  return new Set(
    rows.filter(({ items, praise }) => 2 * praise > items).map(({ group_id }) => group_id),
  );
}
