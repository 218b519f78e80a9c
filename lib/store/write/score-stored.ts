import "server-only";
import { type Kysely, sql } from "kysely";
import { NOISE_RULES } from "../../noise/noise.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { scoreItems } from "./noise.ts";
import { feedbackTransaction } from "./write-lock.ts";

/** Items per transaction, so that people's changes don't wait long for the lock. */
const BATCH = 500;

/**
 * Scores some of the items that were stored before the rules of this version, in one transaction. What is written
 * later is scored as it is written.
 * @returns whether there may be more
 */
export async function scoreStoredItems(
  query: Kysely<StoreSchema>,
  limit = BATCH,
): Promise<boolean> {
  const projectId = await projectToScore(query);
  if (projectId === null) return false;
  await feedbackTransaction(query, projectId, async (trx) => {
    const after = await positionOf(trx, projectId);
    if (after === null) return;
    const items = await trx
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute();
    const ids = items.map(({ id }) => id);
    if (ids.length > 0) await scoreItems(trx, projectId, ids);
    const position = {
      rules: NOISE_RULES,
      after_id: ids.length < limit ? null : (ids.at(-1) ?? null),
    };
    await trx
      .insertInto("noise_scan")
      .values({ project_id: projectId, ...position })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(position))
      .execute();
  });
  return true;
}

async function projectToScore(query: Kysely<StoreSchema>): Promise<string | null> {
  const { rows } = await sql<{ project_id: string }>`
    select k.project_id from facet_group as k where not exists (select 1 from noise_scan as s
      where s.project_id = k.project_id and s.rules >= ${NOISE_RULES} and s.after_id is null)
    limit 1`.execute(query);
  return rows[0]?.project_id ?? null;
}

/** Returns the last ID that was scored, or null if all were. */
async function positionOf(trx: Kysely<StoreSchema>, projectId: string): Promise<string | null> {
  const scan = await trx
    .selectFrom("noise_scan")
    .select(["rules", "after_id"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return scan && scan.rules >= NOISE_RULES ? scan.after_id : "";
}
