import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Kysely } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { type Profile, profileOf } from "../../groups/profile.ts";
import type { StoreSchema } from "../schema.ts";

/** Most anchors of a bucket. More say nothing: they only share a phrase. */
export const BUCKET_LIMIT = 16;
/** Anchors that an item is compared with, those with most buckets in common first. */
const COMPARED = 4;

/** An item that others are compared with. */
export interface Anchor {
  feedbackId: string;
  profile: Profile;
  /** Null if it is on its own. */
  groupId: string | null;
  /** Epoch milliseconds. */
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
  for (const chunk of chunks([...new Set(buckets)], 2_000)) {
    const rows = await db
      .selectFrom("feedback_bucket")
      .select(["bucket", "anchor"])
      .where("bucket", "in", chunk)
      .execute();
    for (const { bucket, anchor } of rows) {
      const own = found.get(bucket);
      if (own) own.push(anchor);
      else found.set(bucket, [anchor]);
    }
  }
  return found;
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
  return [...shared]
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([anchor]) => anchor);
}

/** Returns anchors with their texts, by number. */
export async function readAnchors(
  db: Kysely<StoreSchema>,
  projectId: string,
  numbers: Iterable<number>,
): Promise<Map<number, Anchor>> {
  const found = new Map<number, Anchor>();
  for (const chunk of chunks([...new Set(numbers)])) {
    const rows = await db
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
      .select("feedback.first_seen_at")
      .where("anchor.project_id", "=", projectId)
      .where("anchor.number", "in", chunk)
      .execute();
    for (const row of rows) {
      found.set(row.number, {
        feedbackId: row.feedback_id,
        profile: profileOf(row),
        groupId: row.group_id,
        firstSeenAt: row.first_seen_at,
      });
      await yieldToEventLoop();
    }
  }
  return found;
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
    for (const some of chunks(rows, 5_000)) {
      await trx.insertInto("feedback_bucket").values(some).execute();
    }
  }
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
