import "server-only";
import type { Kysely, Selectable } from "kysely";
import { chunks } from "../../database/chunks.ts";
import type { FeedbackStateTable } from "../schema/decisions.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { type ChangedField, changeField, type Made, undoField } from "./field-changes.ts";
import { writeStates } from "./status.ts";

type StateRow = Selectable<FeedbackStateTable>;

/** The reason is part of the decision to dismiss, so that it ends and comes back with that decision. */
const DISMISSAL: ChangedField<StateRow> = {
  name: "dismissal",
  table: "feedback_state",
  change: "reason_change_id",
  valueOf: (row) => row?.dismissal_reason ?? "",
  write: writeStates,
};

/**
 * Sets why items are dismissed. Items that have the reason already are unchanged. The transaction must begin
 * with `lockFeedbackWrites`.
 * @param set `reason` is the ID of one of the project's reasons, or null for none
 * @returns the IDs of the items that changed, and of those that aren't dismissed
 */
export async function setDismissalReason(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  set: Made & { reason: string | null },
): Promise<{ changed: string[]; skipped: string[] }> {
  const changed: string[] = [];
  const skipped: string[] = [];
  const { reason, at, by, change } = set;
  for (const chunk of chunks(ids)) {
    const items = await trx
      .selectFrom("feedback")
      .select(["id", "team_status", "platform_status"])
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
    const isDismissed = (item: (typeof items)[number]) => item.team_status === "dismissed";
    skipped.push(...items.filter((item) => !isDismissed(item)).map(({ id }) => id));
    const states = await dismissalsOf(trx, projectId, chunk);
    const changes = items
      .filter(isDismissed)
      .map(({ id, platform_status }) => {
        const before = states.get(id) ?? null;
        // An item that the platform dismissed: the team agrees.
        const set = { set_at: at, set_by_name: by, set_by_id: null };
        const decided = {
          status: "dismissed",
          platform_status,
          ...set,
          change_id: change,
          reopened_from: null,
        };
        const own = { dismissal_reason: reason, reason_change_id: change };
        const row = before ?? { project_id: projectId, feedback_id: id, ...decided };
        return { before, after: { ...row, ...own } };
      })
      .filter(({ before }) => (before?.dismissal_reason ?? null) !== reason);
    changed.push(...(await changeField(trx, projectId, DISMISSAL, set, changes)));
  }
  return { changed, skipped };
}

/** Undoes `setDismissalReason` as `undoField` does. */
export function undoDismissalReason(trx: Kysely<StoreSchema>, projectId: string, made: Made) {
  return undoField(trx, projectId, DISMISSAL, made);
}

/** Returns the IDs of the reasons for which items are dismissed. Items without one are left out. */
export async function dismissalReasons(
  db: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for (const chunk of chunks(ids)) {
    for (const [id, { dismissal_reason: reason }] of await dismissalsOf(db, projectId, chunk)) {
      if (reason !== null) reasons.set(id, reason);
    }
  }
  return reasons;
}

async function dismissalsOf(
  db: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, StateRow>> {
  const rows = await db
    .selectFrom("feedback_state")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .where("status", "=", "dismissed")
    .execute();
  return new Map(rows.map((row) => [row.feedback_id, row]));
}
