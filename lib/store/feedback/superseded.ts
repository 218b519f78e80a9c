import "server-only";
import type { Kysely } from "kysely";
import { chunks } from "../../database/chunks.ts";
import type { StoreSchema } from "../schema.ts";

/** Rows per statement, well under either engine's limit of parameters. */
const CHUNK = 500;
/**
 * Milliseconds by which a decision must be older than a teammate's to lose against it. Decisions that
 * arrive sooner are in the order of arrival: a slow network would reorder them otherwise.
 */
const TOLERANCE = 60_000;

/**
 * Finds the items that a teammate or the platform gave another status after this decision was made,
 * and adds the decision to their history. They keep the later status.
 */
export async function supersededItems(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: { status: string; change: string; at: number; by: string },
): Promise<Set<string>> {
  const superseded = new Set<string>();
  for (const chunk of chunks(ids, CHUNK)) {
    const later = [
      ...(await decidedLater(trx, projectId, chunk, decision)),
      ...(await changedLater(trx, projectId, chunk, decision)),
    ];
    if (later.length === 0) continue;
    await trx
      .insertInto("feedback_event")
      .values(
        later.map((item) => ({
          project_id: projectId,
          feedback_id: item.feedback_id,
          at: decision.at,
          kind: "superseded",
          from_status: item.status,
          to_status: decision.status,
          change: decision.change,
          before: null,
          set_by: decision.by,
        })),
      )
      .execute();
    for (const { feedback_id } of later) superseded.add(feedback_id);
  }
  return superseded;
}

type Decision = Parameters<typeof supersededItems>[3];

/** Returns the items that a teammate gave another status after the decision was made. */
function decidedLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<{ feedback_id: string; status: string }[]> {
  return trx
    .selectFrom("feedback_state")
    .select(["feedback_id", "status"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .where("set_at", ">", decision.at + TOLERANCE)
    .where("set_by", "is distinct from", decision.by)
    .where("status", "!=", decision.status)
    .execute();
}

/** Returns the items whose status on the platform changed after the decision was made. */
function changedLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<{ feedback_id: string; status: string }[]> {
  return trx
    .selectFrom("feedback")
    .leftJoin("feedback_state", (join) =>
      join
        .onRef("feedback_state.project_id", "=", "feedback.project_id")
        .onRef("feedback_state.feedback_id", "=", "feedback.id"),
    )
    .select(["feedback.id as feedback_id", "feedback.team_status as status"])
    .where("feedback.project_id", "=", projectId)
    .where("feedback.id", "in", ids)
    .where("feedback.platform_changed_after", ">=", decision.at)
    .where("feedback.team_status", "!=", decision.status)
    .where("feedback_state.feedback_id", "is", null)
    .execute();
}
