import "server-only";
import { sql } from "kysely";
import type { Insights } from "../../contract/api/insights.ts";
import type { Database } from "../../database/open.ts";
import type { StoreSchema } from "../schema.ts";
import { facetGroups } from "./facet-groups.ts";

/** Counts the open items that each person is assigned, in the order of the people's IDs. */
export async function assignedWork(
  { query, read, engine }: Database<StoreSchema>,
  projectId: string,
): Promise<Insights["workload"]> {
  const groups = await facetGroups(query, projectId);
  const statuses = new Map(groups.map(({ kind, status }) => [kind, status]));
  // On SQLite the key has the group, so that the index alone has the answer.
  const groupOf = engine === "sqlite" ? sql<number>`key >> 32` : sql<number>`kind`;
  const assigned = read
    .selectFrom("feedback_assignee")
    .select("person_id")
    // Not a join: SQLite would read the whole index.
    .select(({ selectFrom }) =>
      selectFrom("feedback_fact")
        .select(groupOf.as("kind"))
        .whereRef("feedback_fact.project_id", "=", "feedback_assignee.project_id")
        .whereRef("feedback_fact.id", "=", "feedback_assignee.feedback_id")
        .as("kind"),
    )
    .where("project_id", "=", projectId)
    // Every ID, so that SQLite reads them in the order of the index that it looks them up in.
    .where("feedback_id", ">", "")
    .where("person_id", "is not", null);
  const rows = await read
    .selectFrom(assigned.as("assigned"))
    .select(({ fn }) => ["person_id", "kind", fn.countAll<number>().as("items")])
    .groupBy(["person_id", "kind"])
    .orderBy("person_id")
    .execute();
  const work = new Map<string, Insights["workload"][number]>();
  for (const { person_id, kind, items } of rows) {
    const person = person_id ?? "";
    const status = statuses.get(kind ?? 0);
    const own = work.get(person) ?? { person, pending: 0, inProgress: 0 };
    if (status === "pending") own.pending += items;
    else if (status === "in_progress") own.inProgress += items;
    else continue;
    work.set(person, own);
  }
  return [...work.values()];
}
