import "server-only";
import type { Kysely } from "kysely";
import { chunks } from "../../database/chunks.ts";
import type { StoreSchema } from "../schema.ts";

/**
 * Milliseconds by which a decision must be older than another to lose against it. Decisions that are
 * closer are in the order of arrival. The server knows when a decision was made except for the time
 * that its request took, and servers that share a database have different clocks. A person's own
 * decisions arrive in order, except from another browser that was offline for longer than any request
 * takes.
 */
const TOLERANCE = { teammate: 1_000, own: 60_000 };

/**
 * Finds the items that someone or the platform gave another status after this decision was made, and
 * adds the decision to their history. They keep the later status.
 */
export async function supersededItems(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: { status: string; change: string; at: number; by: string },
): Promise<Set<string>> {
  const superseded = new Set<string>();
  for (const chunk of chunks(ids)) {
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

/** Returns the items that someone gave another status after the decision was made. */
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
    .where(({ eb, or, and }) =>
      or([
        eb("set_at", ">", decision.at + TOLERANCE.own),
        and([
          eb("set_at", ">", decision.at + TOLERANCE.teammate),
          eb("set_by", "is distinct from", decision.by),
        ]),
      ]),
    )
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
