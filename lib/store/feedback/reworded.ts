import "server-only";
import { randomUUID } from "node:crypto";
import type { Insertable, Kysely, Selectable } from "kysely";
import type { ReaderTexts } from "../../contract/api/feedback.ts";
import { isDecided } from "../../contract/platform/vocabulary.ts";
import { REMOVED_ADDRESS, withoutAddresses } from "../../text/reader-address.ts";
import type { FeedbackTable } from "../schema/feedback.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { reasonsOf } from "./reasons.ts";
import { setTeamStatus } from "./status.ts";
import { recordUnwritten } from "./status-writes.ts";

/** The columns of what a reader said. */
export const SAID = ["comment", "code", "helpful", "reasons"] as const;
type Said = Pick<Selectable<FeedbackTable>, (typeof SAID)[number]>;

/** An item before it is written: what its reader said, and its status. */
export type ItemBefore = Said & { team_status: string };

/**
 * Notes the items to which their readers added something, and brings back the decided ones: nobody has read what they
 * say now. An item stays as it is if the platform gave it another status in the same reading.
 * @param written rows as they were just stored
 * @param found when the change was read, and whether statuses can be written to the platform
 */
export async function noteReworded(
  trx: Kysely<StoreSchema>,
  projectId: string,
  { before, written }: { before: ReadonlyMap<string, ItemBefore>; written: readonly Written[] },
  { at, isWritable }: { at: number; isWritable: boolean },
): Promise<void> {
  const ids = written.flatMap(({ id, ...said }) => (addsTo(before.get(id), said) ? [id] : []));
  if (ids.length === 0) return;
  const rows = await trx
    .updateTable("feedback")
    .set({ reworded_at: at })
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .returning(["id", "team_status", ...SAID])
    .execute();
  const texts = new Map<string, string>();
  for (const { id, team_status: status, ...said } of rows) {
    const earlier = before.get(id);
    if (!earlier || !isDecided(status) || status !== earlier.team_status) continue;
    texts.set(id, JSON.stringify({ before: textsOf(earlier), after: textsOf(said) }));
  }
  if (texts.size === 0) return;
  const change = randomUUID();
  const set = { status: "pending", change, at, by: null, byId: null, texts };
  const changed = await setTeamStatus(trx, projectId, [...texts.keys()], set);
  if (!isWritable) return;
  await recordUnwritten(trx, projectId, { id: change, at }, new Map([["pending", changed]]));
}

type Written = Pick<Insertable<FeedbackTable>, "id" | (typeof SAID)[number]>;

/**
 * Whether a reader added something to read: another comment, other code or another rating, or one more reason. What is
 * left out now was read before, and removed addresses are no words.
 */
function addsTo(before: Said | undefined, now: Partial<Said>): boolean {
  if (!before) return false;
  const known = new Set(reasonsOf(before));
  const isOther = before.helpful !== null && (now.helpful ?? null) !== null;
  return (
    isNew(now.comment ?? null, before.comment) ||
    isNew(now.code ?? null, before.code) ||
    reasonsOf({ reasons: now.reasons ?? null }).some((reason) => !known.has(reason)) ||
    (isOther && now.helpful !== before.helpful)
  );
}

function isNew(text: string | null, earlier: string | null): boolean {
  if (text === null || text === earlier || text.trim() === "") return false;
  if (!text.includes(REMOVED_ADDRESS)) return text.trim() !== earlier?.trim();
  const words = (each: string) => withoutAddresses(each, () => true).trim();
  return words(text) !== words(earlier ?? "");
}

function textsOf(item: Said): ReaderTexts["before"] {
  const { comment, code, helpful } = item;
  return {
    comment,
    code,
    helpful: helpful === null ? null : helpful === 1,
    reasons: reasonsOf(item),
  };
}
