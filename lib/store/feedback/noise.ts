import "server-only";
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { noiseReason, noiseText, type ScoredItem } from "../../noise/noise.ts";
import type { StoreSchema } from "../schema/schema.ts";
import type { Made } from "./field-changes.ts";

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

/**
 * Restores items from suspected noise, with all others that have the same text. What arrives with that text later
 * isn't noise either. The transaction must begin with `lockFeedbackWrites`.
 * @param made `change` is the ID of this change, for undo
 * @returns the IDs of the items that changed
 */
export async function restoreNoise(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  made: Made,
): Promise<string[]> {
  const keys = new Set<string>();
  for (const chunk of chunks(ids)) {
    const rows = await trx
      .selectFrom("feedback")
      .select("noise_key")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
    for (const row of rows) if (row.noise_key !== null) keys.add(row.noise_key);
  }
  const restored: string[] = [];
  for (const keyChunk of chunks([...keys])) {
    const items = (await itemsWith(trx, projectId, keyChunk)).filter(({ noise }) => noise !== null);
    for (const chunk of chunks(items)) await restore(trx, projectId, chunk, made);
    restored.push(...items.map(({ id }) => id));
  }
  return restored;
}

/** Returns the items that have one of the texts, also those that aren't noise because someone restored it. */
function itemsWith(
  trx: Kysely<StoreSchema>,
  projectId: string,
  keys: readonly string[],
): Promise<(Noise & { id: string })[]> {
  return trx
    .selectFrom("feedback")
    .select(["id", "noise", "noise_key"])
    .where("project_id", "=", projectId)
    .where("noise_key", "in", keys)
    .orderBy("id")
    .execute();
}

async function restore(
  trx: Kysely<StoreSchema>,
  projectId: string,
  items: readonly (Noise & { id: string })[],
  made: Made,
): Promise<void> {
  await trx
    .insertInto("feedback_not_noise")
    .values(
      items.map(({ id, noise_key }) => ({
        ...{ project_id: projectId, feedback_id: id, change_id: made.change },
        noise_key: noise_key ?? "",
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "feedback_id", "noise_key"])
        .doUpdateSet(({ ref }) => ({ change_id: ref("excluded.change_id") })),
    )
    .execute();
  await mark(
    trx,
    projectId,
    items.map(({ id }) => id),
    { noise: null },
  );
  await record(
    trx,
    projectId,
    "set",
    made,
    items.map(({ id, noise }) => ({ id, from: noise, to: null })),
  );
}

/**
 * Undoes `restoreNoise`: the items are scored again, and so is what arrived with the same text since.
 * @returns the IDs of the items, and those that were restored again since; null if the project has no such change
 */
export async function undoRestoreNoise(
  trx: Kysely<StoreSchema>,
  projectId: string,
  made: Made,
): Promise<{ restored: string[]; left: string[] } | null> {
  const events = await trx
    .selectFrom("feedback_event")
    .select("feedback_id")
    .where("project_id", "=", projectId)
    .where("change_id", "=", made.change)
    .where("kind", "=", "set")
    .where("field", "=", "noise")
    .orderBy("feedback_id")
    .execute();
  if (events.length === 0) return null;
  const ended = await trx
    .deleteFrom("feedback_not_noise")
    .where("project_id", "=", projectId)
    .where("change_id", "=", made.change)
    .returning(["feedback_id", "noise_key"])
    .execute();
  const undone = new Set(ended.map((row) => row.feedback_id));
  const flagged: string[] = [];
  for (const chunk of chunks([...undone, ...(await arrivedSince(trx, projectId, ended, undone))])) {
    const scores = await scoreItems(trx, projectId, chunk);
    const changes = scores
      .filter(({ id, noise }) => noise !== null || undone.has(id))
      .map(({ id, noise }) => ({ id, from: null, to: noise }));
    await record(trx, projectId, "undo", made, changes);
    flagged.push(...changes.map(({ id }) => id).filter((id) => !undone.has(id)));
  }
  const ids = events.map((event) => event.feedback_id);
  return {
    restored: [...ids.filter((id) => undone.has(id)), ...flagged],
    left: ids.filter((id) => !undone.has(id)),
  };
}

/** Returns the items that aren't noise because they have a text that was restored with other items. */
async function arrivedSince(
  trx: Kysely<StoreSchema>,
  projectId: string,
  restored: readonly { noise_key: string }[],
  others: ReadonlySet<string>,
): Promise<string[]> {
  const ids: string[] = [];
  for (const keys of chunks([...new Set(restored.map(({ noise_key }) => noise_key))])) {
    const items = await itemsWith(trx, projectId, keys);
    ids.push(
      ...items.filter(({ id, noise }) => noise === null && !others.has(id)).map(({ id }) => id),
    );
  }
  return ids;
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
    await mark(
      trx,
      projectId,
      same.map(({ id }) => id),
      { noise, noise_key },
    );
  }
  return scores;
}

async function mark(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  noise: Partial<Noise>,
): Promise<void> {
  await trx
    .updateTable("feedback")
    .set(noise)
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
}

/** Adds changes to the history. */
async function record(
  trx: Kysely<StoreSchema>,
  projectId: string,
  kind: "set" | "undo",
  { change, at, by, byId }: Made,
  items: readonly { id: string; from: string | null; to: string | null }[],
): Promise<void> {
  if (items.length === 0) return;
  await trx
    .insertInto("feedback_event")
    .values(
      items.map(({ id, from, to }) => ({
        ...{ project_id: projectId, feedback_id: id, at, kind, field: "noise" },
        ...{ from_value: from ?? "", to_value: to ?? "", change_id: change, before: null },
        ...{ set_by_name: by, set_by_id: byId },
      })),
    )
    .execute();
}
