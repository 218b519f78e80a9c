import "server-only";
import { sql } from "kysely";
import { chunks } from "../database/chunks.ts";
import { engineOf } from "../database/dialect.ts";
import { type ItemText, Profile } from "../groups/profile.ts";
import { createPause } from "../pause.ts";
import type { StoreQuery } from "../store/schema/schema.ts";

/** Most representatives in a bucket. A bucket with more isn't used: they only share a phrase. */
export const BUCKET_LIMIT = 16;
/** Representatives that an item is compared with, those with most buckets in common first. */
const COMPARED = 4;
/** Buckets that are looked up at once. Each can have many representatives, and reading their rows blocks the event loop. */
const LOOKED_UP_AT_ONCE = 2_000;

/** An item that others are compared with. */
export interface Representative {
  feedbackId: string;
  profile: Profile;
  /** Null if it is on its own. */
  groupId: string | null;
  /** Epoch milliseconds. */
  sortAt: number;
  firstSeenAt: number;
}

export interface StoredRepresentative {
  number: number;
  feedback_id: string;
  buckets: string;
}

/** Returns the representatives among items, by item. */
export async function representativesAmong(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, StoredRepresentative>> {
  const rows = await db
    .selectFrom("feedback_representative")
    .select(["number", "feedback_id", "buckets"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.feedback_id, row]));
}

/** Returns the numbers of the representatives in buckets, by bucket. */
export async function representativesIn(
  db: StoreQuery,
  buckets: Iterable<number>,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  const parts = chunks([...new Set(buckets)], LOOKED_UP_AT_ONCE);
  for await (const rows of loadedAhead(parts, (some) => bucketRows(db, some))) {
    for (const { bucket, representative } of rows) {
      const own = found.get(bucket);
      if (own) own.push(representative);
      else found.set(bucket, [representative]);
    }
  }
  return found;
}

/** One parameter: compiling thousands takes longer than the query. */
function bucketRows(db: StoreQuery, buckets: readonly number[]) {
  return db
    .selectFrom("feedback_bucket")
    .select(["bucket", "representative"])
    .where(
      "bucket",
      "in",
      engineOf(db) === "postgres"
        ? sql<number>`(select unnest(${buckets}::bigint[]))`
        : sql<number>`(select value from json_each(${JSON.stringify(buckets)}))`,
    )
    .execute();
}

/** Returns the representatives that share most buckets with an item. */
export function mostShared<Key>(
  buckets: readonly number[],
  representativesOf: (bucket: number) => readonly Key[],
  limit = COMPARED,
): Key[] {
  const shared = new Map<Key, number>();
  for (const bucket of buckets) {
    for (const representative of representativesOf(bucket))
      shared.set(representative, (shared.get(representative) ?? 0) + 1);
  }
  // A bucket can have many, and sorting them all took a twentieth of the time of grouping.
  const most: { representative: Key; count: number }[] = [];
  for (const [representative, count] of shared) {
    let place = most.length;
    while (place > 0 && (most[place - 1]?.count ?? 0) < count) place -= 1;
    if (place < limit) most.splice(place, 0, { representative, count });
    if (most.length > limit) most.pop();
  }
  return most.map(({ representative }) => representative);
}

/** Returns representatives with their texts, by number. */
export async function readRepresentatives(
  db: StoreQuery,
  projectId: string,
  numbers: Iterable<number>,
): Promise<Map<number, Representative>> {
  // In the order of the key, where neighbors are on the same page of the file.
  const ordered = [...new Set(numbers)].sort((one, other) => one - other);
  const found = new Map<number, Representative>();
  const pause = createPause();
  for await (const rows of loadedAhead(chunks(ordered), (some) =>
    representativeRows(db, projectId, some),
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

/** Loads something for each item, and the next one while the caller uses the current one. */
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
    // The error is thrown when its turn comes.
    loading.catch(() => undefined);
    yield loaded;
  }
  yield await loading;
}

function representativeRows(db: StoreQuery, projectId: string, numbers: readonly number[]) {
  return db
    .selectFrom("feedback_representative as representative")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "representative.project_id")
        .onRef("feedback.id", "=", "representative.feedback_id"),
    )
    .leftJoin("feedback_group_member as member", (join) =>
      join
        .onRef("member.project_id", "=", "representative.project_id")
        .onRef("member.feedback_id", "=", "representative.feedback_id"),
    )
    .select(["representative.number", "representative.feedback_id", "member.group_id"])
    .select(["feedback.page", "feedback.comment", "feedback.code", "feedback.helpful"])
    .select(["feedback.sort_at", "feedback.first_seen_at"])
    .where("representative.project_id", "=", projectId)
    .where("representative.number", "in", numbers)
    .execute();
}

/** The profiles of the representatives that were compared last, by number. */
const profiles = new Map<number, Profile>();
/** About 8 MB of comments as long as most. */
const KEPT_PROFILES = 2_000;

/** Returns the profile of a representative. Many items are compared with the same few representatives. */
function knownProfile(number: number, text: ItemText): Profile {
  const known = profiles.get(number);
  const current = known?.isOf(text) ? known : new Profile(text);
  // The one that was used last is the last to be dropped.
  profiles.delete(number);
  profiles.set(number, current);
  if (profiles.size > KEPT_PROFILES) profiles.delete(profiles.keys().next().value ?? number);
  return current;
}

/** Adds representatives with their buckets. @param buckets by item */
export async function addRepresentatives(
  trx: StoreQuery,
  projectId: string,
  buckets: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  for (const chunk of chunks([...buckets])) {
    const added = await trx
      .insertInto("feedback_representative")
      .values(
        chunk.map(([feedback_id, own]) => ({
          project_id: projectId,
          feedback_id,
          buckets: JSON.stringify(own),
        })),
      )
      .returning(["number", "feedback_id"])
      .execute();
    const rows = added.flatMap(({ number: representative, feedback_id }) =>
      (buckets.get(feedback_id) ?? []).map((bucket) => ({ bucket, representative })),
    );
    // In the order of the key, which both engines insert faster.
    rows.sort((one, other) => one.bucket - other.bucket);
    await insertBuckets(trx, rows);
  }
}

/** One parameter, or one per column: compiling thousands takes longer than the insert. */
async function insertBuckets(
  trx: StoreQuery,
  rows: readonly { bucket: number; representative: number }[],
): Promise<void> {
  if (engineOf(trx) === "postgres") {
    const [buckets, representatives] = [
      rows.map(({ bucket }) => bucket),
      rows.map(({ representative }) => representative),
    ];
    await sql`insert into feedback_bucket (bucket, representative)
      select * from unnest(${buckets}::bigint[], ${representatives}::bigint[])`.execute(trx);
    return;
  }
  await sql`insert into feedback_bucket (bucket, representative)
    select value ->> 'bucket', value ->> 'representative' from json_each(${JSON.stringify(rows)})`.execute(
    trx,
  );
}

/** Removes representatives with their buckets. */
export async function removeRepresentatives(
  trx: StoreQuery,
  representatives: readonly StoredRepresentative[],
): Promise<void> {
  for (const { number, buckets } of representatives) {
    const own: number[] = JSON.parse(buckets);
    if (own.length > 0) {
      await trx
        .deleteFrom("feedback_bucket")
        .where("bucket", "in", own)
        .where("representative", "=", number)
        .execute();
    }
    await trx.deleteFrom("feedback_representative").where("number", "=", number).execute();
  }
}
