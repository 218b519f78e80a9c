import "server-only";
import type { Insights } from "../../contract/api/insights.ts";
import { facetGroups } from "../filter-sql/facet-groups.ts";
import { snoozed } from "../filter-sql/item-sets.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/** Counts the open items that each person is assigned, without snoozed ones, in the order of the people's IDs. */
export async function assignedWork(
  { query, read }: StoreDatabase,
  projectId: string,
): Promise<Insights["workload"]> {
  const groups = await facetGroups(query, projectId);
  const statuses = new Map(groups.map(({ id, status }) => [id, status]));
  const rows = await read
    .selectFrom("feedback_assignee")
    .select(({ fn }) => ["person_id", "facet_group_id", fn.countAll<number>().as("items")])
    .where("project_id", "=", projectId)
    .where("person_id", ">", "")
    .where("feedback_id", "not in", snoozed(projectId))
    .groupBy(["person_id", "facet_group_id"])
    .orderBy("person_id")
    .execute();
  const work = new Map<string, Insights["workload"][number]>();
  for (const { person_id, facet_group_id, items } of rows) {
    const person = person_id ?? "";
    const status = statuses.get(facet_group_id);
    const own = work.get(person) ?? { person, pending: 0, inProgress: 0 };
    if (status === "pending") own.pending += items;
    else if (status === "in_progress") own.inProgress += items;
    else continue;
    work.set(person, own);
  }
  return [...work.values()];
}
