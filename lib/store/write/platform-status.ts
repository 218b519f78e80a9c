import "server-only";
import { sql } from "kysely";
import type { StoreQuery } from "../schema/schema.ts";

/**
 * Which status counts when the platform's changes.
 *
 * A reading is requested at `r` and shows the platform's status as of `r` or later. The reading before
 * it, requested at `o`, still showed the previous status, so that the platform changed after `o`. A
 * decision is made at `s`.
 *
 * | platform's status | decision | known                     | the status that counts            |
 * |-------------------|----------|---------------------------|-----------------------------------|
 * | same              | any      |                           | unchanged                         |
 * | changed           | none     |                           | the platform's                    |
 * | changed           | s <= o   | the change is newer       | the platform's; the decision ends |
 * | changed           | s > o    | either may be newer       | the decision's; both are shown    |
 * | ignored           | any      | r isn't newer than `o`    | unchanged                         |
 *
 * A change feed returns an item only when it changed, so that `o` is when the feed had last been read to
 * its end. It also says when the team itself wrote the status, which is no change by the platform.
 *
 * In other words: a decision counts while `set_at > platform_changed_after`. The same holds for a
 * decision that arrives late (`supersededItems`) and one that an undo brings back (`undoTeamStatus`).
 */
export function isDecisionCurrent(setAt: number, changedAfter: number | null): boolean {
  return changedAfter === null || setAt > changedAfter;
}

/**
 * The team status after a sync: the platform's if it changed and no decision is left, else unchanged.
 * `notePlatformChanges` has ended the decisions that are older.
 */
export const statusAfterSync = sql<string>`case
  when feedback.platform_status = excluded.platform_status then feedback.team_status
  when exists (select 1 from feedback_state
    where feedback_state.project_id = feedback.project_id
      and feedback_state.feedback_id = feedback.id) then feedback.team_status
  else excluded.team_status end`;

/**
 * The value of `platform_changed_after` after a sync.
 * @param unchangedUntil until when the change feed knows that nothing changed; null without a feed
 */
export function changedAfterSync(unchangedUntil: number | null) {
  return sql<number | null>`case
    when feedback.platform_status = excluded.platform_status then feedback.platform_changed_after
    else coalesce(cast(${unchangedUntil} as bigint), feedback.observed_at) end`;
}

/**
 * Records status changes by the platform, and ends decisions that are known to be older. Runs before
 * the items read at `observedAt` are written.
 */
export async function notePlatformChanges(
  trx: StoreQuery,
  projectId: string,
  received: readonly { id: string; platform_status: string }[],
  observedAt: number,
  feed: { unchangedUntil: number | null } | null = null,
): Promise<void> {
  if (received.length === 0) return;
  const statuses = new Map(received.map((row) => [row.id, row.platform_status]));
  let items = itemsWithStates(trx, projectId, [...statuses.keys()]);
  if (!feed) items = items.where("observed_at", "<", observedAt);
  const known = await items.execute();
  const events = known.flatMap((row) => {
    const status = statuses.get(row.id) ?? row.platform_status;
    if (row.platform_status === status) return [];
    const changedAfter = feed?.unchangedUntil ?? row.observed_at;
    const isKept = row.set_at !== null && isDecisionCurrent(row.set_at, changedAfter);
    // Nothing to report if the platform now has the status that was decided.
    if (isKept && row.team_status === status) return [];
    return {
      project_id: projectId,
      feedback_id: row.id,
      at: observedAt,
      kind: isKept ? "kept" : "platform",
      from_value: row.team_status,
      to_value: status,
      change_id: null,
      before: null,
      set_by_name: isKept ? row.set_by_name : null,
    };
  });
  if (events.length === 0) return;
  await trx.insertInto("feedback_event").values(events).execute();
  const replaced = events.filter(({ kind }) => kind === "platform");
  if (replaced.length === 0) return;
  await trx
    .deleteFrom("feedback_state")
    .where("project_id", "=", projectId)
    .where(
      "feedback_id",
      "in",
      replaced.map((event) => event.feedback_id),
    )
    .execute();
}

function itemsWithStates(trx: StoreQuery, projectId: string, ids: readonly string[]) {
  return trx
    .selectFrom("feedback")
    .leftJoin("feedback_state", (join) =>
      join
        .onRef("feedback_state.project_id", "=", "feedback.project_id")
        .onRef("feedback_state.feedback_id", "=", "feedback.id"),
    )
    .select(["id", "team_status", "feedback.platform_status", "observed_at"])
    .select(["set_at", "set_by_name"])
    .where("feedback.project_id", "=", projectId)
    .where("id", "in", ids);
}
