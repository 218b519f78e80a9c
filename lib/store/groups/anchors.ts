import "server-only";
import { type Kysely, sql } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { engineOf } from "../../database/dialect.ts";
import { type ItemText, Profile } from "../../groups/profile.ts";
import { createPause } from "../../pause.ts";
import type { StoreSchema } from "../schema.ts";

/** Most anchors of a bucket. More say nothing: they only share a phrase. */
export const BUCKET_LIMIT = 16;
/** Anchors that an item is compared with, those with most buckets in common first. */
const COMPARED = 4;
/** Buckets that are looked up at once. Each can have many anchors, and reading their rows blocks the event loop. */
const LOOKED_UP_AT_ONCE = 2_000;

/** An item that others are compared with. */
export interface Anchor {
  feedbackId: string;
  profile: Profile;
  /** Null if it is on its own. */
  groupId: string | null;
  /** Epoch milliseconds. */
  sortAt: number;
  firstSeenAt: number;
}

export interface StoredAnchor {
  number: number;
  feedback_id: string;
  buckets: string;
}

/** Returns the anchors among items, by item. */
export async function anchorsAmong(
  db: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, StoredAnchor>> {
  const rows = await db
    .selectFrom("feedback_anchor")
    .select(["number", "feedback_id", "buckets"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.feedback_id, row]));
}

/** Returns the numbers of the anchors in buckets, by bucket. */
export async function anchorsIn(
  db: Kysely<StoreSchema>,
  buckets: Iterable<number>,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  const parts = chunks([...new Set(buckets)], LOOKED_UP_AT_ONCE);
  for await (const rows of loadedAhead(parts, (some) => bucketRows(db, some))) {
    for (const { bucket, anchor } of rows) {
      const own = found.get(bucket);
      if (own) own.push(anchor);
      else found.set(bucket, [anchor]);
    }
  }
  return found;
}

/** One parameter: compiling thousands takes longer than the query. */
function bucketRows(db: Kysely<StoreSchema>, buckets: readonly number[]) {
  return db
    .selectFrom("feedback_bucket")
    .select(["bucket", "anchor"])
    .where(
      "bucket",
      "in",
      engineOf(db) === "postgres"
        ? sql<number>`(select unnest(${buckets}::bigint[]))`
        : sql<number>`(select value from json_each(${JSON.stringify(buckets)}))`,
    )
    .execute();
}

/** Returns the anchors that share most buckets with an item. */
export function mostShared<Key>(
  buckets: readonly number[],
  anchorsOf: (bucket: number) => readonly Key[],
  limit = COMPARED,
): Key[] {
  const shared = new Map<Key, number>();
  for (const bucket of buckets) {
    for (const anchor of anchorsOf(bucket)) shared.set(anchor, (shared.get(anchor) ?? 0) + 1);
  }
  // A bucket can have many, and sorting them all took a twentieth of the time of grouping.
  const most: { anchor: Key; count: number }[] = [];
  for (const [anchor, count] of shared) {
    let place = most.length;
    while (place > 0 && (most[place - 1]?.count ?? 0) < count) place -= 1;
    if (place < limit) most.splice(place, 0, { anchor, count });
    if (most.length > limit) most.pop();
  }
  return most.map(({ anchor }) => anchor);
}

/** Returns anchors with their texts, by number. */
export async function readAnchors(
  db: Kysely<StoreSchema>,
  projectId: string,
  numbers: Iterable<number>,
): Promise<Map<number, Anchor>> {
  // In the order of the key, where neighbors are on the same page of the file.
  const ordered = [...new Set(numbers)].sort((one, other) => one - other);
  const found = new Map<number, Anchor>();
  const pause = createPause();
  for await (const rows of loadedAhead(chunks(ordered), (some) =>
    anchorRows(db, projectId, some),
  )) {
    for (const row of rows) {
      found.set(row.number, {
        feedbackId: row.feedback_id,
        profile: knownProfile(row.number, row),
        groupId: row.group_id,
        sortAt: row.sort_at,
        firstSeenAt: row.first_seen_at,
      });
      await pause();
    }
  }
  return found;
}

/** Loads something for each item, the next while the caller uses the one before. */
async function* loadedAhead<Item, Loaded>(
  items: readonly Item[],
  load: (item: Item) => Promise<Loaded>,
): AsyncGenerator<Loaded> {
  const [first, ...rest] = items;
  if (first === undefined) return;
  let loading = load(first);
  for (const item of rest) {
    const loaded = await loading;
    loading = load(item);
    // Thrown when its turn comes.
    loading.catch(() => undefined);
    yield loaded;
  }
  yield await loading;
}

function anchorRows(db: Kysely<StoreSchema>, projectId: string, numbers: readonly number[]) {
  return db
    .selectFrom("feedback_anchor as anchor")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "anchor.project_id")
        .onRef("feedback.id", "=", "anchor.feedback_id"),
    )
    .leftJoin("feedback_group_member as member", (join) =>
      join
        .onRef("member.project_id", "=", "anchor.project_id")
        .onRef("member.feedback_id", "=", "anchor.feedback_id"),
    )
    .select(["anchor.number", "anchor.feedback_id", "member.group_id"])
    .select(["feedback.page", "feedback.comment", "feedback.code", "feedback.helpful"])
    .select(["feedback.sort_at", "feedback.first_seen_at"])
    .where("anchor.project_id", "=", projectId)
    .where("anchor.number", "in", numbers)
    .execute();
}

/** The profiles of the anchors that were compared last, by number. */
const profiles = new Map<number, Profile>();
/** About 8 MB of comments as long as most. */
const KEPT_PROFILES = 2_000;

/** Returns the profile of an anchor. Many items are compared with the same few anchors. */
function knownProfile(number: number, text: ItemText): Profile {
  const known = profiles.get(number);
  const current = known?.isOf(text) ? known : new Profile(text);
  // The one that was used last is the last to be dropped.
  profiles.delete(number);
  profiles.set(number, current);
  if (profiles.size > KEPT_PROFILES) profiles.delete(profiles.keys().next().value ?? number);
  return current;
}

/** Adds anchors with their buckets. @param buckets by item */
export async function addAnchors(
  trx: Kysely<StoreSchema>,
  projectId: string,
  buckets: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  for (const chunk of chunks([...buckets])) {
    const added = await trx
      .insertInto("feedback_anchor")
      .values(
        chunk.map(([feedback_id, own]) => ({
          project_id: projectId,
          feedback_id,
          buckets: JSON.stringify(own),
        })),
      )
      .returning(["number", "feedback_id"])
      .execute();
    const rows = added.flatMap(({ number: anchor, feedback_id }) =>
      (buckets.get(feedback_id) ?? []).map((bucket) => ({ bucket, anchor })),
    );
    // In the order of the key, which both engines insert faster.
    rows.sort((one, other) => one.bucket - other.bucket);
    await insertBuckets(trx, rows);
  }
}

/** One parameter, or one per column: compiling thousands takes longer than the insert. */
async function insertBuckets(
  trx: Kysely<StoreSchema>,
  rows: readonly { bucket: number; anchor: number }[],
): Promise<void> {
  if (engineOf(trx) === "postgres") {
    const [buckets, anchors] = [rows.map(({ bucket }) => bucket), rows.map(({ anchor }) => anchor)];
    await sql`insert into feedback_bucket (bucket, anchor)
      select * from unnest(${buckets}::bigint[], ${anchors}::bigint[])`.execute(trx);
    return;
  }
  await sql`insert into feedback_bucket (bucket, anchor)
    select value ->> 'bucket', value ->> 'anchor' from json_each(${JSON.stringify(rows)})`.execute(
    trx,
  );
}

/** Removes anchors with their buckets. */
export async function removeAnchors(
  trx: Kysely<StoreSchema>,
  anchors: readonly StoredAnchor[],
): Promise<void> {
  for (const { number, buckets } of anchors) {
    const own: number[] = JSON.parse(buckets);
    if (own.length > 0) {
      await trx
        .deleteFrom("feedback_bucket")
        .where("bucket", "in", own)
        .where("anchor", "=", number)
        .execute();
    }
    await trx.deleteFrom("feedback_anchor").where("number", "=", number).execute();
  }
}
