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
 * Finds the items that a teammate gave another status after this decision was made, and adds the
 * decision to their history. They keep the later status.
 */
export async function supersededItems(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: { status: string; change: string; at: number; by: string },
): Promise<Set<string>> {
  const superseded = new Set<string>();
  for (const chunk of chunks(ids, CHUNK)) {
    const later = await trx
      .selectFrom("feedback_state")
      .select(["feedback_id", "status"])
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", chunk)
      .where("set_at", ">", decision.at + TOLERANCE)
      .where("set_by", "is distinct from", decision.by)
      .where("status", "!=", decision.status)
      .execute();
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
