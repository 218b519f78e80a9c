import "server-only";
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { noiseReason, noiseText, type ScoredItem } from "../../noise/noise.ts";
import type { StoreSchema } from "../schema/schema.ts";

/** Characters of a key: 132 bits. */
const KEY_LENGTH = 22;

/** What the columns of an item say about noise. */
export interface Noise {
  /** Why it is suspected noise. */
  noise: string | null;
  /** A hash of its text if the rules find it, also if someone restored that text. */
  noise_key: string | null;
}

/** Adds to items whether they are suspected noise. Texts that someone restored aren't. */
export function withNoise<Row extends ScoredItem>(
  trx: Kysely<StoreSchema>,
  projectId: string,
  rows: readonly Row[],
): Promise<(Row & Noise)[]> {
  return withoutRestored(
    trx,
    projectId,
    rows.map((row) => ({ ...row, ...noiseOf(row) })),
  );
}

function noiseOf(item: ScoredItem): Noise {
  const noise = noiseReason(item);
  if (noise === null) return { noise, noise_key: null };
  const hash = createHash("sha256").update(noiseText(item.comment ?? ""));
  return { noise, noise_key: hash.digest("base64url").slice(0, KEY_LENGTH) };
}

/** Unmarks the items whose text someone restored. */
async function withoutRestored<Row extends Noise>(
  trx: Kysely<StoreSchema>,
  projectId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const keys = new Set(rows.flatMap((row) => row.noise_key ?? []));
  if (keys.size === 0) return [...rows];
  const restored = new Set<string>();
  for (const chunk of chunks([...keys])) {
    const known = await trx
      .selectFrom("feedback_not_noise")
      .select("noise_key")
      .distinct()
      .where("project_id", "=", projectId)
      .where("noise_key", "in", chunk)
      .execute();
    for (const row of known) restored.add(row.noise_key);
  }
  return rows.map((row) => (restored.has(row.noise_key ?? "") ? { ...row, noise: null } : row));
}

/** Scores stored items, and writes what changed. @returns the score of each item that exists */
export async function scoreItems(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<(Noise & { id: string })[]> {
  const rows = await trx
    .selectFrom("feedback")
    .select(["id", "comment", "code", "helpful", "noise", "noise_key"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  const scores = await withNoise(trx, projectId, rows);
  const before = new Map(rows.map((row) => [row.id, row]));
  const changed = scores.filter((score) => {
    const stored = before.get(score.id);
    return stored?.noise !== score.noise || stored.noise_key !== score.noise_key;
  });
  const byScore = Map.groupBy(changed, ({ noise, noise_key }) =>
    JSON.stringify([noise, noise_key]),
  );
  for (const same of byScore.values()) {
    const { noise = null, noise_key = null } = same[0] ?? {};
    await markNoise(
      trx,
      projectId,
      same.map(({ id }) => id),
      { noise, noise_key },
    );
  }
  return scores;
}

/** Writes whether items are suspected noise. */
export async function markNoise(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  noise: Partial<Noise>,
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .updateTable("feedback")
      .set(noise)
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
  }
}
