import "server-only";
import { type Kysely, sql } from "kysely";
import type { StoreSchema } from "../schema.ts";

/**
 * The team status after a sync: unchanged while the platform's status is the same, else the
 * platform's.
 */
export const statusAfterSync = sql<string>`case
  when feedback.platform_status = excluded.platform_status then feedback.team_status
  else excluded.team_status end`;

/**
 * Records status changes by the platform and ends the team's status of those items. Runs before the
 * items read at `observedAt` are written.
 */
export async function notePlatformChanges(
  trx: Kysely<StoreSchema>,
  projectId: string,
  received: readonly { id: string; platform_status: string }[],
  observedAt: number,
): Promise<void> {
  const statuses = new Map(received.map((row) => [row.id, row.platform_status]));
  const known = await trx
    .selectFrom("feedback")
    .select(["id", "team_status", "platform_status"])
    .where("project_id", "=", projectId)
    .where("id", "in", [...statuses.keys()])
    .where("observed_at", "<", observedAt)
    .execute();
  const changed = known.filter((row) => row.platform_status !== statuses.get(row.id));
  if (changed.length === 0) return;
  await trx
    .insertInto("feedback_event")
    .values(
      changed.map(({ id, team_status: status }) => ({
        project_id: projectId,
        feedback_id: id,
        at: observedAt,
        kind: "platform",
        from_status: status,
        to_status: statuses.get(id) ?? status,
        change: null,
        before: null,
        set_by: null,
      })),
    )
    .execute();
  await trx
    .deleteFrom("feedback_state")
    .where("project_id", "=", projectId)
    .where(
      "feedback_id",
      "in",
      changed.map(({ id }) => id),
    )
    .execute();
}
