import "server-only";
import { randomUUID } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import type { ReaderTexts } from "../../contract/api/feedback.ts";
import { isDecided } from "../../contract/platform/vocabulary.ts";
import { REMOVED_ADDRESS, withoutAddresses } from "../../text/reader-address.ts";
import { applyEdit, changedStatuses } from "../changes/apply.ts";
import type { FeedbackTable } from "../schema/feedback.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { reasonsOf } from "./reasons.ts";
import { endSnoozes } from "./snoozes.ts";
import { recordUnwritten } from "./status-writes.ts";

/** The columns with a reader's words. */
export const READER_COLUMNS = ["comment", "code", "helpful", "reasons"] as const;
type ReaderWords = Pick<Selectable<FeedbackTable>, (typeof READER_COLUMNS)[number]>;

/** An item before it is written: its reader's words, and its status. */
export type ItemBefore = ReaderWords & { team_status: string };

type Texts = ReaderTexts["before"];

/**
 * Finds items to which their readers added something, and reopens the decided ones, because no one has read the new
 * text, unless the item had it before, as when an older file is imported again. An item stays as it is if the platform
 * gave it another status in the same reading.
 * @param written rows as they were just stored
 * @param found when the change was read, and whether statuses can be written to the platform
 */
export async function noteReworded(
  trx: StoreQuery,
  projectId: string,
  { before, written }: { before: ReadonlyMap<string, ItemBefore>; written: readonly Written[] },
  { at, isWritable }: { at: number; isWritable: boolean },
): Promise<void> {
  const changes = written.flatMap(({ id, ...said }) => {
    const earlier = before.get(id);
    const [was, is] = [earlier && textsOf(earlier), textsOf(said)];
    return was && (addsTo(was, is) || losesText(was, is)) ? [{ id, was, is }] : [];
  });
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  const known = await textsInHistory(trx, projectId, ids);
  const isNewOf = (id: string, said: Texts) =>
    (known.get(id) ?? []).every((earlier) => addsTo(earlier, said));
  const added = changes.filter(({ id, was, is }) => addsTo(was, is) && isNewOf(id, is));
  // The added text has not been read yet, so the snooze ends, whatever its end was.
  const addedIds = added.map(({ id }) => id);
  if (added.length > 0) await endSnoozes(trx, projectId, addedIds, at);
  const reopened = await reopen(trx, projectId, { before, added }, { at, isWritable });
  const replaced = changes.filter(
    ({ id, was, is }) => !reopened.has(id) && losesText(was, is) && isNewOf(id, was),
  );
  if (replaced.length === 0) return;
  const events = replaced.map(({ id, was, is }) => {
    const status = before.get(id)?.team_status ?? "";
    return {
      project_id: projectId,
      feedback_id: id,
      at,
      kind: "kept",
      change_id: null,
      before: null,
      from_value: status,
      to_value: status,
      set_by_name: null,
      texts: JSON.stringify({ before: was, after: is }),
    };
  });
  await trx.insertInto("feedback_event").values(events).execute();
}

interface Change {
  id: string;
  was: Texts;
  is: Texts;
}

/** Reopens the decided items among those to which something was added, and returns their IDs. */
async function reopen(
  trx: StoreQuery,
  projectId: string,
  { before, added }: { before: ReadonlyMap<string, ItemBefore>; added: readonly Change[] },
  { at, isWritable }: { at: number; isWritable: boolean },
): Promise<ReadonlySet<string>> {
  const texts = new Map<string, string>();
  if (added.length === 0) return new Set();
  const changes = new Map(added.map((change) => [change.id, change]));
  const rows = await trx
    .updateTable("feedback")
    .set({ reworded_at: at })
    .where("project_id", "=", projectId)
    .where("id", "in", [...changes.keys()])
    .returning(["id", "team_status"])
    .execute();
  for (const { id, team_status: status } of rows) {
    const change = changes.get(id);
    if (!change || !isDecided(status) || status !== before.get(id)?.team_status) continue;
    texts.set(id, JSON.stringify({ before: change.was, after: change.is }));
  }
  if (texts.size === 0) return new Set();
  const change = randomUUID();
  const edit = { field: "status" as const, key: null, value: "pending", texts };
  const info = { change, at, by: null, byId: null };
  const applied = await applyEdit(trx, projectId, [...texts.keys()], { ...edit, ...info });
  const written = changedStatuses(applied.changes);
  if (isWritable) await recordUnwritten(trx, projectId, { id: change, at }, written);
  return new Set([...written.values()].flat());
}

type Written = Pick<Insertable<FeedbackTable>, "id" | (typeof READER_COLUMNS)[number]>;

/** Returns the earlier texts of items, from their history. */
async function textsInHistory(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Texts[]>> {
  const events = await trx
    .selectFrom("feedback_event")
    .select(["feedback_id", "texts"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .where("texts", "is not", null)
    .execute();
  const known = new Map<string, Texts[]>();
  for (const { feedback_id: id, texts } of events) {
    const { before, after }: ReaderTexts = JSON.parse(texts ?? "");
    known.set(id, [...(known.get(id) ?? []), before, after]);
  }
  return known;
}

/**
 * Whether a reader added something to read: another comment, other code or another rating, or one more reason. Text
 * that was removed was read before, and removed addresses don't count.
 */
function addsTo(before: Texts, now: Texts): boolean {
  const known = new Set(before.reasons);
  const isOther = before.helpful !== null && now.helpful !== null;
  return (
    isNew(now.comment, before.comment) ||
    isNew(now.code, before.code) ||
    now.reasons.some((reason) => !known.has(reason)) ||
    (isOther && now.helpful !== before.helpful)
  );
}

/** Whether an item's text lost something that it had. */
function losesText(before: Texts, now: Texts): boolean {
  return isNew(before.comment, now.comment) || isNew(before.code, now.code);
}

function isNew(text: string | null, earlier: string | null): boolean {
  if (text === null || text === earlier || text.trim() === "") return false;
  const words = (each: string) => withoutAddresses(each, () => true).trim();
  const isCleaned = [text, earlier].some((each) => each?.includes(REMOVED_ADDRESS));
  return isCleaned ? words(text) !== words(earlier ?? "") : text.trim() !== earlier?.trim();
}

function textsOf({
  comment = null,
  code = null,
  helpful = null,
  reasons = null,
}: Partial<ReaderWords>) {
  return {
    comment,
    code,
    reasons: reasonsOf({ reasons }),
    helpful: helpful === null ? null : helpful === 1,
  };
}
