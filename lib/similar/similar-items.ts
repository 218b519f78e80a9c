import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { FeedbackRow } from "../contract/api/feedback.ts";
import type { SimilarItems } from "../contract/api/groups.ts";
import { MAX_SELECTED_ITEMS } from "../contract/api/limits.ts";
import { chunks } from "../database/chunks.ts";
import { stripNul } from "../database/dialect.ts";
import { compareItems } from "../groups/compare.ts";
import { bucketsOf, Profile } from "../groups/profile.ts";
import { feedbackRowsByIds } from "../store/list/row.ts";
import type { StoreQuery } from "../store/schema/schema.ts";
import type { NearestItems } from "./nearest.ts";
import {
  mostShared,
  type Representative,
  readRepresentatives,
  representativesIn,
} from "./representatives.ts";

/** Rows of a group that are shown beside an item. */
const MAX_SIMILAR_ITEMS = 20;
const MAX_SUGGESTIONS = 5;
/** Items that are compared with the open one. */
const COMPARED = 16;

/**
 * Returns the other items of an item's group, newest first, and items that may belong to it.
 * @param nearest finds items by their meaning; null without a service for it
 */
export async function similarItems(
  db: StoreQuery,
  nearest: NearestItems | null,
  projectId: string,
  feedbackId: string,
): Promise<SimilarItems> {
  const id = stripNul(feedbackId);
  const groupId = await groupOf(db, projectId, id);
  const members = groupId === null ? [] : await membersOf(db, projectId, groupId);
  const others = members.filter((member) => member.feedback_id !== id);
  const declined = await declinedFor(db, projectId, id);
  const byWording = await suggestionsFor(db, projectId, id, { groupId, declined });
  const byMeaning = nearest
    ? await sameMeaning(db, projectId, await nearest(projectId, id), {
        items: new Set([
          id,
          ...declined,
          ...byWording.map((representative) => representative.feedbackId),
        ]),
        groups: new Set([
          groupId,
          ...byWording.map((representative) => representative.groupId),
          ...(await groupsOf(db, projectId, [...declined])).values(),
        ]),
      })
    : [];
  const suggested: Suggestion[] = [
    ...byWording.map((representative) => ({ ...representative, foundBy: "wording" as const })),
    ...byMeaning.map((item) => ({ ...item, foundBy: "meaning" as const })),
  ];
  const shown = others.slice(0, MAX_SIMILAR_ITEMS).map((row) => row.feedback_id);
  const ids = [...shown, ...suggested.map((representative) => representative.feedbackId)];
  const rows = ids.length > 0 ? await feedbackRowsByIds(db, projectId, ids) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    isRecurrence: members.some((row) => row.feedback_id === id && row.is_recurrence === 1),
    ids: others.map((row) => row.feedback_id),
    items: shown.flatMap((other) => byId.get(other) ?? []),
    suggested: await withGroups(db, projectId, suggested, byId),
  };
}

/** An item on its own, or one that represents its group. */
interface Found {
  feedbackId: string;
  groupId: string | null;
}

interface Suggestion extends Found {
  foundBy: SimilarItems["suggested"][number]["foundBy"];
}

/**
 * Returns the nearest items, one of each group.
 * @param known items and groups that are left out
 */
async function sameMeaning(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
  known: { items: ReadonlySet<string>; groups: ReadonlySet<string | null> },
): Promise<Found[]> {
  if (ids.length === 0) return [];
  const groupsById = await groupsOf(db, projectId, ids);
  const groups = new Set(known.groups);
  const found: Found[] = [];
  for (const feedbackId of ids) {
    const groupId = groupsById.get(feedbackId) ?? null;
    if (known.items.has(feedbackId) || (groupId !== null && groups.has(groupId))) continue;
    groups.add(groupId);
    found.push({ feedbackId, groupId });
  }
  return found.slice(0, MAX_SUGGESTIONS);
}

/** Returns the group of each item; null for one that a person took out of its group. */
async function groupsOf(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const groups = new Map<string, string | null>();
  for (const chunk of chunks(ids)) {
    const rows = await db
      .selectFrom("feedback_group_member")
      .select(["feedback_id", "group_id"])
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", chunk)
      .execute();
    for (const row of rows) groups.set(row.feedback_id, row.group_id);
  }
  return groups;
}

/** Adds the items that would be grouped with each suggestion. */
async function withGroups(
  db: StoreQuery,
  projectId: string,
  suggestions: readonly Suggestion[],
  rows: ReadonlyMap<string, FeedbackRow>,
): Promise<SimilarItems["suggested"]> {
  const suggested: SimilarItems["suggested"] = [];
  for (const { feedbackId, groupId, foundBy } of suggestions) {
    const item = rows.get(feedbackId);
    if (!item) continue;
    const members = groupId === null ? [] : await membersOf(db, projectId, groupId);
    const ids = members.map((row) => row.feedback_id);
    suggested.push({ item, ids: ids.length > 0 ? ids : [feedbackId], foundBy });
  }
  return suggested;
}

async function groupOf(db: StoreQuery, projectId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("feedback_group_member")
    .select("group_id")
    .where("project_id", "=", projectId)
    .where("feedback_id", "=", id)
    .executeTakeFirst();
  return row?.group_id ?? null;
}

function membersOf(db: StoreQuery, projectId: string, groupId: string) {
  return db
    .selectFrom("feedback_group_member")
    .select(["feedback_id", "is_recurrence"])
    .where("project_id", "=", projectId)
    .where("group_id", "=", groupId)
    .orderBy("sort_at", "desc")
    .orderBy("feedback_id", "desc")
    .limit(MAX_SELECTED_ITEMS)
    .execute();
}

/** Returns items without a group, and representatives of other groups, that may be similar. */
async function suggestionsFor(
  db: StoreQuery,
  projectId: string,
  id: string,
  { groupId, declined }: { groupId: string | null; declined: ReadonlySet<string> },
): Promise<Representative[]> {
  const item = await db
    .selectFrom("feedback")
    .select(["page", "comment", "code", "helpful"])
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!item) return [];
  const profile = new Profile(item);
  const buckets = bucketsOf(projectId, profile);
  const byBucket = await representativesIn(db, buckets);
  const numbers = mostShared(buckets, (bucket) => byBucket.get(bucket) ?? [], COMPARED);
  const compared: { representative: Representative; share: number }[] = [];
  for (const representative of (await readRepresentatives(db, projectId, numbers)).values()) {
    const { feedbackId } = representative;
    if (feedbackId === id || declined.has(feedbackId)) continue;
    if (groupId !== null && representative.groupId === groupId) continue;
    const { verdict, share } = compareItems(profile, representative.profile);
    if (verdict !== "different") compared.push({ representative, share });
    // Long comments take milliseconds each.
    await yieldToEventLoop();
  }
  return compared
    .sort((one, other) => other.share - one.share)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ representative }) => representative);
}

async function declinedFor(db: StoreQuery, projectId: string, id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("feedback_not_similar")
    .select("other_id")
    .where("project_id", "=", projectId)
    .where("feedback_id", "=", id)
    .execute();
  return new Set(rows.map((row) => row.other_id));
}
