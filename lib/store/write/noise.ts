import "server-only";
import { chunks, inChunks } from "../../database/chunks.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** The result of the rules for an item. */
export interface FoundNoise {
  reason: string;
  /** A hash of its text. */
  key: string;
}

/** An item's noise columns. */
export interface Noise {
  /** Why it is noise. */
  noise: string | null;
  /** A hash of its text if the rules match, even if someone restored that text. */
  noise_key: string | null;
}

/** Returns the columns for the rules' result; null without a match. */
export function noiseColumns(found: FoundNoise | null): Noise {
  return { noise: found?.reason ?? null, noise_key: found?.key ?? null };
}

/** Unmarks the items whose text someone restored. */
export async function withoutRestored<Row extends Partial<Noise>>(
  trx: StoreQuery,
  projectId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const keys = new Set(rows.flatMap((row) => row.noise_key ?? []));
  if (keys.size === 0) return [...rows];
  const known = await inChunks([...keys], (chunk) =>
    trx
      .selectFrom("feedback_not_noise")
      .select("noise_key")
      .distinct()
      .where("project_id", "=", projectId)
      .where("noise_key", "in", chunk)
      .execute(),
  );
  const restored = new Set<string | null>(known.map((row) => row.noise_key));
  return rows.map((row) => (restored.has(row.noise_key ?? null) ? { ...row, noise: null } : row));
}

/** Writes whether items are noise, and praise. */
export async function writeNoise(
  trx: StoreQuery,
  projectId: string,
  items: readonly ({ id: string; praise?: number } & Partial<Noise>)[],
): Promise<void> {
  const byNoise = Map.groupBy(items, ({ id: _, ...noise }) => JSON.stringify(noise));
  for (const [noise, same] of byNoise) {
    for (const chunk of chunks(same.map(({ id }) => id))) {
      await trx
        .updateTable("feedback")
        .set(JSON.parse(noise))
        .where("project_id", "=", projectId)
        .where("id", "in", chunk)
        .execute();
    }
  }
}
