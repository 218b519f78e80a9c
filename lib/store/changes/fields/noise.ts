import "server-only";
import type { Selectable } from "kysely";
import { inChunks } from "../../../database/chunks.ts";
import type { FeedbackNotNoiseTable } from "../../schema/noise.ts";
import type { StoreQuery } from "../../schema/schema.ts";
import { withoutRestored, writeNoise } from "../../write/noise.ts";
import type { StoredField, ValueTable } from "../stored-field.ts";

type Row = Selectable<FeedbackNotNoiseTable>;

const TABLE: ValueTable<Row> = {
  name: "feedback_not_noise",
  key: ["project_id", "feedback_id", "noise_key"],
  columns: ["change_id"],
  change: "change_id",
};

/**
 * Why an item is noise. People set it to none, with all others that have the same text: what arrives with that
 * text later isn't noise either. An undo brings back why they were, also for what arrived with the same text since.
 */
export const NOISE: StoredField<Row> = {
  table: TABLE,
  valueIn: () => null,
  read: async (trx, projectId, ids, { change }) => {
    const items = await itemsLike(trx, projectId, ids);
    return items
      .filter(({ noise }) => noise !== null)
      .map(({ id, noise, noise_key }) => ({
        id,
        value: noise,
        before: null,
        after: {
          project_id: projectId,
          feedback_id: id,
          noise_key: noise_key ?? "",
          change_id: change,
        },
      }));
  },
  written: (trx, projectId, ids) =>
    writeNoise(
      trx,
      projectId,
      ids.map((id) => ({ id, noise: null })),
    ),
  restore: async (trx, projectId, undone) => {
    const reasons = new Map(undone.map(({ row, from }) => [row.noise_key, from]));
    const items = await itemsWith(trx, projectId, new Set(reasons.keys()));
    const known = items.filter(({ noise }) => noise === null);
    const found = await withoutRestored(
      trx,
      projectId,
      known.map((item) => ({ ...item, noise: reasons.get(item.noise_key ?? "") ?? null })),
    );
    const noise = found.filter((item) => item.noise !== null);
    await writeNoise(trx, projectId, noise);
    const reasonOf = new Map(noise.map((item) => [item.id, item.noise]));
    const ids = new Set([...undone.map(({ id }) => id), ...reasonOf.keys()]);
    return [...ids].map((id) => ({ id, from: null, to: reasonOf.get(id) ?? null }));
  },
};

/** Returns the items with the texts of these. */
async function itemsLike(trx: StoreQuery, projectId: string, ids: readonly string[]) {
  const rows = await inChunks(ids, (chunk) =>
    trx
      .selectFrom("feedback")
      .select("noise_key")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute(),
  );
  return itemsWith(trx, projectId, new Set(rows.flatMap((row) => row.noise_key ?? [])));
}

/** Returns the items that have one of the texts, also those that aren't noise because someone restored it. */
async function itemsWith(trx: StoreQuery, projectId: string, keys: ReadonlySet<string>) {
  return inChunks([...keys], (chunk) =>
    trx
      .selectFrom("feedback")
      .select(["id", "noise", "noise_key"])
      .where("project_id", "=", projectId)
      .where("noise_key", "in", chunk)
      .orderBy("id")
      .execute(),
  );
}
