import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { FeedbackRow } from "../../contract/api/feedback.ts";
import { isDecided } from "../../contract/platform/vocabulary.ts";
import { applyEdit } from "../changes/apply.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { feedbackTransaction } from "./write-lock.ts";

/** Items whose snoozes end in one transaction. */
const ENDED_AT_ONCE = 500;

const snoozeOf = (column: "until" | "over_until") => sql<string | null>`(select ${sql.ref(column)}
  from feedback_snooze where feedback_snooze.project_id = feedback.project_id
    and feedback_snooze.feedback_id = feedback.id)`;

/** The columns of an item of `feedback` that `snoozeIn` reads. */
export const snoozeColumns = [
  snoozeOf("until").as("snoozed_until"),
  snoozeOf("over_until").as("snooze_over"),
] as const;

/**
 * Returns the API's fields about an item's snooze. The end of a snooze is reported until someone decides about the
 * item.
 */
export function snoozeIn(row: {
  team_status: string;
  snoozed_until: string | null;
  snooze_over: string | null;
}): Pick<FeedbackRow, "snoozedUntil" | "snoozeOver"> {
  return {
    ...(row.snoozed_until === null ? {} : { snoozedUntil: row.snoozed_until }),
    ...(row.snooze_over === null || isDecided(row.team_status)
      ? {}
      : { snoozeOver: row.snooze_over }),
  };
}

/** Ends snoozes, which returns their items to the inbox. In a `feedbackTransaction`. */
export async function endSnoozes(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  at: number,
): Promise<void> {
  const edit = { field: "snooze" as const, key: null, value: null };
  const info = { change: randomUUID(), at, by: null, byId: null };
  await applyEdit(trx, projectId, ids, { ...edit, ...info });
}

/**
 * Ends some of the snoozes whose time has come.
 * @param now epoch milliseconds
 * @returns whether there were any
 */
export async function endDueSnoozes(query: StoreQuery, now: number): Promise<boolean> {
  const due = (db: StoreQuery) => db.selectFrom("feedback_snooze").where("ends_at", "<=", now);
  const next = await due(query).select("project_id").limit(1).executeTakeFirst();
  if (!next) return false;
  const { project_id: projectId } = next;
  await feedbackTransaction(query, projectId, async (trx) => {
    const rows = await due(trx)
      .select("feedback_id")
      .where("project_id", "=", projectId)
      .orderBy("ends_at")
      .limit(ENDED_AT_ONCE)
      .execute();
    const ids = rows.map((row) => row.feedback_id);
    await endSnoozes(trx, projectId, ids, now);
  });
  return true;
}
