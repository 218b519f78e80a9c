import "server-only";
import type { Kysely } from "kysely";
import type { Insights } from "../../contract/api/insights.ts";
import type { StoreSchema } from "../schema.ts";

/** Counts the open items that each person is assigned, in the order of the people's IDs. */
export async function assignedWork(
  db: Kysely<StoreSchema>,
  projectId: string,
): Promise<Insights["workload"]> {
  const rows = await db
    .selectFrom("feedback_assignee")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "feedback_assignee.project_id")
        .onRef("feedback.id", "=", "feedback_assignee.feedback_id"),
    )
    .select(({ fn, eb }) => [
      "person_id",
      fn
        .countAll<number>()
        .filterWhere(eb("team_status", "=", "pending"))
        .as("pending"),
      fn
        .countAll<number>()
        .filterWhere(eb("team_status", "=", "in_progress"))
        .as("inProgress"),
    ])
    .where("feedback_assignee.project_id", "=", projectId)
    .where("person_id", "is not", null)
    .where("team_status", "in", ["pending", "in_progress"])
    .groupBy("person_id")
    .orderBy("person_id")
    .execute();
  return rows.map(({ person_id: person, pending, inProgress }) => ({
    person: person ?? "",
    pending,
    inProgress,
  }));
}
