import "server-only";
import type { Insertable, Kysely, Selectable } from "kysely";
import { chunks } from "../../database/chunks.ts";
import type { FeedbackEventTable, FeedbackStateTable } from "../schema/decisions.ts";
import type { FeedbackTable } from "../schema/feedback.ts";
import type { StoreSchema } from "../schema/schema.ts";
import type { Made } from "./field-changes.ts";
import { isDecisionCurrent } from "./platform-status.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

type StateRow = Selectable<FeedbackStateTable>;
type Changed = Pick<Selectable<FeedbackTable>, "id" | "team_status" | "platform_status">;

/**
 * Sets the team's status of items. Items that already have it are unchanged.
 * @param set `change` is the ID of this change, for undo; `byId` is the person who hears of recurrences; `texts` are
 *   those of items that come back because their readers added something, by ID
 * @returns the IDs of the items that changed
 */
export async function setTeamStatus(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  set: { status: string; texts?: ReadonlyMap<string, string> } & Made,
): Promise<string[]> {
  const changed: string[] = [];
  for (const chunk of chunks(ids)) {
    const rows = await lockItems(trx, projectId, chunk, set.status);
    if (rows.length === 0) continue;
    const before = await statesOf(trx, projectId, rows);
    await updateStatus(trx, projectId, rows, set.status);
    await writeStates(
      trx,
      rows.map((row) => ({
        project_id: projectId,
        feedback_id: row.id,
        status: set.status,
        platform_status: row.platform_status,
        set_at: set.at,
        set_by_name: set.by,
        set_by_id: set.byId,
        change_id: set.change,
        reopened_from: set.texts ? row.team_status : null,
      })),
    );
    await insertEvents(
      trx,
      rows.map((row) => ({
        project_id: projectId,
        feedback_id: row.id,
        at: set.at,
        kind: "set",
        from_value: row.team_status,
        to_value: set.status,
        change_id: set.change,
        before: JSON.stringify(before.get(row.id) ?? null),
        set_by_name: set.by,
        set_by_id: set.by === null ? null : set.byId,
        texts: set.texts?.get(row.id) ?? null,
      })),
    );
    changed.push(...rows.map(({ id }) => id));
  }
  return changed;
}

/**
 * Undoes a change for the items that have not changed since.
 * @returns the restored IDs by status, and the IDs that were changed since; null when the project has
 *   no such change
 */
export async function undoTeamStatus(
  trx: Kysely<StoreSchema>,
  projectId: string,
  change: string,
  made: Omit<Made, "change">,
): Promise<{ restored: Map<string, string[]>; left: string[] } | null> {
  const events = await trx
    .selectFrom("feedback_event")
    .select(["feedback_id", "from_value", "to_value", "before"])
    .where("project_id", "=", projectId)
    .where("change_id", "=", change)
    .where("kind", "=", "set")
    .where("field", "=", "status")
    .orderBy("feedback_id")
    .execute();
  if (events.length === 0) return null;
  // A later change by the team or by the platform has replaced the state of this one.
  const still = await trx
    .deleteFrom("feedback_state")
    .where("project_id", "=", projectId)
    .where("change_id", "=", change)
    .returningAll()
    .execute();
  const ended = new Map(still.map((state) => [state.feedback_id, state]));
  const undone = events.filter((event) => ended.has(event.feedback_id));
  const left = events.filter((event) => !ended.has(event.feedback_id));
  const restored = new Map<string, string[]>();
  for (const chunk of chunks(undone)) {
    const previous = await withPlatformChanges(trx, projectId, chunk, ended);
    for (const [status, group] of Map.groupBy(previous, (event) => event.from_value)) {
      await restore(trx, projectId, status, group, { ...made, change });
      const ids = group.map((event) => event.feedback_id);
      restored.set(status, [...(restored.get(status) ?? []), ...ids]);
    }
  }
  return { restored, left: left.map((event) => event.feedback_id) };
}

type SetEvent = Pick<
  Selectable<FeedbackEventTable>,
  "feedback_id" | "from_value" | "to_value" | "before"
>;

/**
 * Replaces the status before a change by the platform's where that one changed in the meantime.
 * Writing the team's status through to the platform is no such change.
 * @param ended the decisions that are undone, by item
 */
async function withPlatformChanges(
  trx: Kysely<StoreSchema>,
  projectId: string,
  events: readonly SetEvent[],
  ended: ReadonlyMap<string, StateRow>,
): Promise<SetEvent[]> {
  const rows = await trx
    .selectFrom("feedback")
    .select(["id", "platform_status", "platform_changed_after"])
    .where("project_id", "=", projectId)
    .where(
      "id",
      "in",
      events.map((event) => event.feedback_id),
    )
    .execute();
  const items = new Map(rows.map((row) => [row.id, row]));
  return events.map((event) => {
    const item = items.get(event.feedback_id);
    const decision = ended.get(event.feedback_id);
    if (!item || !decision) return event;
    const unchanged = [decision.platform_status, decision.status];
    if (unchanged.includes(item.platform_status)) return event;
    const before: StateRow | null = JSON.parse(event.before ?? "null");
    if (before && isDecisionCurrent(before.set_at, item.platform_changed_after)) return event;
    return { ...event, from_value: item.platform_status, before: null };
  });
}

async function restore(
  trx: Kysely<StoreSchema>,
  projectId: string,
  status: string,
  events: readonly SetEvent[],
  { change, at, by, byId }: Made,
): Promise<void> {
  const entries = events.map((event) => ({ id: event.feedback_id }));
  await updateStatus(trx, projectId, entries, status);
  const before = events.flatMap((event): StateRow[] => JSON.parse(event.before ?? "null") ?? []);
  if (before.length > 0) await writeStates(trx, before);
  await insertEvents(
    trx,
    events.map((event) => ({
      project_id: projectId,
      feedback_id: event.feedback_id,
      at,
      kind: "undo",
      from_value: event.to_value,
      to_value: status,
      change_id: change,
      before: null,
      set_by_name: by,
      set_by_id: byId,
    })),
  );
}

/**
 * Records that the platform has the status as well. Updates `observed_at`, so that a response
 * requested earlier doesn't overwrite it.
 */
export async function recordWriteThrough(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  status: string,
  at: number,
): Promise<void> {
  await lockFeedbackWrites(trx, projectId);
  for (const chunk of chunks(ids)) {
    await trx
      .updateTable("feedback")
      .set({ platform_status: status, observed_at: at })
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .where("team_status", "=", status)
      .execute();
  }
}

/** Locks and returns the items that have a different status. */
function lockItems(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  status: string,
): Promise<Changed[]> {
  return trx
    .updateTable("feedback")
    .set(({ ref }) => ({ team_status: ref("team_status") }))
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("team_status", "!=", status)
    .returning(["id", "team_status", "platform_status"])
    .execute();
}

async function updateStatus(
  trx: Kysely<StoreSchema>,
  projectId: string,
  rows: readonly { id: string }[],
  status: string,
): Promise<void> {
  await trx
    .updateTable("feedback")
    .set({ team_status: status })
    .where("project_id", "=", projectId)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
}

async function statesOf(
  trx: Kysely<StoreSchema>,
  projectId: string,
  rows: readonly { id: string }[],
): Promise<Map<string, StateRow>> {
  const states = await trx
    .selectFrom("feedback_state")
    .selectAll()
    .where("project_id", "=", projectId)
    .where(
      "feedback_id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  return new Map(states.map((state) => [state.feedback_id, state]));
}

/** Writes what the team decided. A reason of an earlier decision ends with it. */
export async function writeStates(
  trx: Kysely<StoreSchema>,
  states: readonly Insertable<FeedbackStateTable>[],
): Promise<void> {
  await trx
    .insertInto("feedback_state")
    .values(states)
    .onConflict((conflict) =>
      conflict.columns(["project_id", "feedback_id"]).doUpdateSet(({ ref }) => ({
        status: ref("excluded.status"),
        platform_status: ref("excluded.platform_status"),
        set_at: ref("excluded.set_at"),
        set_by_name: ref("excluded.set_by_name"),
        set_by_id: ref("excluded.set_by_id"),
        change_id: ref("excluded.change_id"),
        reopened_from: ref("excluded.reopened_from"),
        dismissal_reason: ref("excluded.dismissal_reason"),
        reason_change_id: ref("excluded.reason_change_id"),
      })),
    )
    .execute();
}

async function insertEvents(
  trx: Kysely<StoreSchema>,
  events: Insertable<FeedbackEventTable>[],
): Promise<void> {
  await trx.insertInto("feedback_event").values(events).execute();
}
