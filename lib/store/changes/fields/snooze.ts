import "server-only";
import type { Selectable } from "kysely";
import { UNTIL_REPORTED } from "../../../contract/api/item-fields.ts";
import { parseInstant } from "../../../contract/platform/dates.ts";
import { inChunks } from "../../../database/chunks.ts";
import type { FeedbackSnoozeTable } from "../../schema/decisions.ts";
import type { StoreQuery } from "../../schema/schema.ts";
import { readRows, type StoredField, type ValueTable } from "../stored-field.ts";
import { statusesOf } from "./status.ts";

type Row = Selectable<FeedbackSnoozeTable>;

const TABLE: ValueTable<Row> = {
  name: "feedback_snooze",
  key: ["project_id", "feedback_id"],
  columns: [
    ...(["until", "ends_at", "over_at", "over_until"] as const),
    ...(["set_at", "set_by_name", "set_by_id", "change_id"] as const),
  ],
  change: "change_id",
};

const NOT_OVER = { over_at: null, over_until: null };

/** Records that a snooze ended automatically. This is the only change that Errata makes to snoozes. */
function overSince(before: Row | null, at: number): Pick<Row, "over_at" | "over_until"> {
  if (before === null) return NOT_OVER;
  const isDue = before.ends_at !== null && before.ends_at <= at;
  return { over_at: at, over_until: isDue ? before.until : UNTIL_REPORTED };
}

/** Until when an item is snoozed: an instant, or `UNTIL_REPORTED`. */
export const SNOOZE: StoredField<Row> = {
  table: TABLE,
  valueIn: (row) => row?.until ?? null,
  read: async (trx, projectId, ids, { value, change, at, by, byId }) => {
    const rows = await readRows(trx, TABLE, projectId, ids);
    const reported =
      value === UNTIL_REPORTED ? await reportedSince(trx, projectId, ids, at) : new Set();
    return (await statusesOf(trx, projectId, ids)).map(({ id, reworded_at: rewordedAt }) => {
      const before = rows.get(id) ?? null;
      return {
        id,
        value: before?.until ?? null,
        before,
        ...(before?.over_at == null ? { setAt: before?.set_at, setById: before?.set_by_id } : {}),
        // The added text has not been read yet, so the item must not be hidden.
        isOutdated: value !== null && ((rewordedAt ?? 0) > at || reported.has(id)),
        after: {
          project_id: projectId,
          feedback_id: id,
          until: value,
          ends_at: value === null ? null : parseInstant(value),
          ...(by === null ? overSince(before, at) : NOT_OVER),
          set_at: at,
          set_by_name: by,
          set_by_id: byId,
          change_id: change,
        },
      };
    });
  },
};

/**
 * Returns those of the items whose group has another item that arrived after a time.
 * @param at epoch milliseconds
 */
async function reportedSince(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  at: number,
): Promise<Set<string>> {
  const rows = await inChunks(ids, (chunk) =>
    trx
      .selectFrom("feedback_group_member as own")
      .innerJoin("feedback_group_member as member", (join) =>
        join
          .onRef("member.project_id", "=", "own.project_id")
          .onRef("member.group_id", "=", "own.group_id")
          .onRef("member.feedback_id", "!=", "own.feedback_id"),
      )
      .innerJoin("feedback as item", (join) =>
        join
          .onRef("item.project_id", "=", "member.project_id")
          .onRef("item.id", "=", "member.feedback_id"),
      )
      .select("own.feedback_id")
      .distinct()
      .where("own.project_id", "=", projectId)
      .where("own.feedback_id", "in", chunk)
      .where("item.first_seen_at", ">", at)
      .execute(),
  );
  return new Set(rows.map((row) => row.feedback_id));
}
