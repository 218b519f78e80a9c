import "server-only";
import { sql } from "kysely";
import type { StoreQuery } from "../schema/schema.ts";
import { type FoundNoise, noiseColumns, withoutRestored, writeNoise } from "./noise.ts";
import { feedbackTransaction } from "./write-lock.ts";

interface ScoredItem {
  comment: string | null;
  code: string | null;
  helpful: number | null;
}

/** The rules that find noise and praise. */
export interface NoiseRules {
  version: number;
  noiseOf(item: ScoredItem): FoundNoise | null;
  isPraise(item: ScoredItem): boolean;
}

/** Items per transaction, so that people's changes don't wait long for the lock. */
const ITEMS_PER_TRANSACTION = 500;

/**
 * Scores some of the items that were stored before this version of the rules, in one transaction. What is written
 * later is scored as it is written.
 * @returns whether there may be more
 */
export async function scoreStoredItems(
  query: StoreQuery,
  rules: NoiseRules,
  limit = ITEMS_PER_TRANSACTION,
): Promise<boolean> {
  const projectId = await projectToScore(query, rules.version);
  if (projectId === null) return false;
  await feedbackTransaction(query, projectId, async (trx) => {
    const after = await positionOf(trx, projectId, rules.version);
    if (after === null) return;
    const items = await trx
      .selectFrom("feedback")
      .select(["id", "comment", "code", "helpful", "noise", "noise_key", "praise"])
      .where("project_id", "=", projectId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute();
    const found = items.map((item) => ({
      ...item,
      ...noiseColumns(rules.noiseOf(item)),
      praise: Number(rules.isPraise(item)),
    }));
    const scored = await withoutRestored(trx, projectId, found);
    const changed = scored.flatMap(({ id, noise, noise_key, praise }, at) => {
      const before = items[at];
      const isSame =
        noise === before?.noise && noise_key === before.noise_key && praise === before.praise;
      return isSame ? [] : [{ id, noise, noise_key, praise }];
    });
    await writeNoise(trx, projectId, changed);
    const isLast = items.length < limit;
    const position = {
      rules: rules.version,
      after_id: isLast ? null : (items.at(-1)?.id ?? null),
    };
    await trx
      .insertInto("noise_scan")
      .values({ project_id: projectId, ...position })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(position))
      .execute();
  });
  return true;
}

async function projectToScore(query: StoreQuery, version: number): Promise<string | null> {
  const { rows } = await sql<{ project_id: string }>`
    select k.project_id from facet_group as k where not exists (select 1 from noise_scan as s
      where s.project_id = k.project_id and s.rules >= ${version} and s.after_id is null)
    limit 1`.execute(query);
  return rows[0]?.project_id ?? null;
}

/** Returns the last ID that was scored, or null if all were. */
async function positionOf(
  trx: StoreQuery,
  projectId: string,
  version: number,
): Promise<string | null> {
  const scan = await trx
    .selectFrom("noise_scan")
    .select(["rules", "after_id"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return scan && scan.rules >= version ? scan.after_id : "";
}
