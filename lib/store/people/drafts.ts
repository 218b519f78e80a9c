import "server-only";
import { type ExpressionBuilder, sql } from "kysely";
import type { Clock } from "../../clock.ts";
import type { DraftRequest } from "../../contract/api/drafts.ts";
import { DRAFT } from "../../contract/api/limits.ts";
import { engineOf, stripNul } from "../../database/dialect.ts";
import { Conflict, InvalidRequest } from "../../errors.ts";
import { storable } from "../../text/storable.ts";
import type { StoreDatabase, StoreQuery, StoreSchema } from "../schema/schema.ts";

interface DraftKey {
  projectId: string;
  personId: string;
  id: string;
}

/**
 * A person's unfinished drafts, which no one else gets. Each change names the revision that it was made from, so that
 * none replaces what the person wrote on another machine.
 */
export function createDraftStore(
  { query, read }: Pick<StoreDatabase, "query" | "read">,
  clock: Clock,
) {
  return {
    /** Returns the person's drafts, newest first, with the number of items that are left of each. */
    list: (projectId: string, personId: string) =>
      read
        .selectFrom("draft")
        .select(["id", "revision", "items", "saved_at as savedAt"])
        .select(itemsLeft(read).as("left"))
        .where("project_id", "=", projectId)
        .where("person_id", "=", personId)
        .orderBy("saved_at", "desc")
        .orderBy("id")
        .execute(),
    /** Returns null if there is none. @throws {InvalidRequest} for an invalid ID, as the others do */
    read: async (draft: DraftKey) => {
      requireId(draft);
      const row = await query
        .selectFrom("draft")
        .select(["id", "revision", "selection", "content", "saved_at as savedAt"])
        .where(isDraft(draft))
        .executeTakeFirst();
      return row ? { ...row, selection: JSON.parse(row.selection) } : null;
    },
    /**
     * Saves a draft, and deletes the oldest one if there are too many. Saving a revision again has no effect.
     * @throws {Conflict} if it was changed or deleted elsewhere
     */
    save: async (draft: DraftKey, request: DraftRequest) => {
      requireId(draft);
      await query.transaction().execute((trx) => saveDraft(trx, draft, request, clock.now()));
    },
    /**
     * Deletes a draft, if there is one.
     * @param follows the revisions that it may have
     * @throws {Conflict} if it was changed elsewhere
     */
    delete: async (draft: DraftKey, follows: readonly string[]) => {
      requireId(draft);
      await query.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("draft")
          .where(isDraft(draft))
          .where("revision", "in", [...follows.map(stripNul), NO_REVISION])
          .executeTakeFirst();
        if (numDeletedRows > 0n || (await revisionOf(trx, draft)) === null) return;
        throw changedElsewhere();
      });
    },
  };
}

/** Counts a draft's items that weren't deleted. */
function itemsLeft(db: StoreQuery) {
  const chosen =
    engineOf(db) === "postgres"
      ? sql`json_array_elements_text(draft.selection::json) as chosen(value)`
      : sql`json_each(draft.selection) as chosen`;
  return sql<number>`(select count(*) from ${chosen} where exists (select 1 from feedback
    where feedback.project_id = draft.project_id and feedback.id = chosen.value))`;
}

function requireId({ id }: DraftKey): void {
  if (!DRAFT_ID.test(id)) throw new InvalidRequest("draftId: isn't the ID of a draft");
}

const DRAFT_ID = /^[\w-]{1,80}$/;

/** No revision is empty. A list of values can't be. */
const NO_REVISION = "";

async function saveDraft(
  trx: StoreQuery,
  draft: DraftKey,
  { revision, follows, isNew, selection, content }: DraftRequest,
  now: number,
): Promise<void> {
  const values = {
    revision,
    items: selection.length,
    selection: storable(JSON.stringify(selection)),
    content: storable(content),
    saved_at: now,
  };
  const updated = await trx
    .updateTable("draft")
    .set(values)
    .where(isDraft(draft))
    .where("revision", "in", [...follows, revision])
    .executeTakeFirst();
  if (updated.numUpdatedRows > 0n) return;
  // One that the server had was deleted.
  if (!isNew) throw changedElsewhere();
  const { projectId, personId, id } = draft;
  const inserted = await trx
    .insertInto("draft")
    .values({ project_id: projectId, person_id: personId, id, ...values })
    .onConflict((conflict) => conflict.columns(["project_id", "person_id", "id"]).doNothing())
    .executeTakeFirst();
  if (!inserted.numInsertedOrUpdatedRows) throw changedElsewhere();
  await deleteOldest(trx, draft);
}

/** Keeps the newest drafts of a person. */
async function deleteOldest(trx: StoreQuery, { projectId, personId }: DraftKey): Promise<void> {
  const own = trx
    .selectFrom("draft")
    .select("id")
    .where("project_id", "=", projectId)
    .where("person_id", "=", personId)
    .orderBy("saved_at", "desc")
    .orderBy("id")
    .limit(DRAFT.kept);
  const kept = (await own.execute()).map(({ id }) => id);
  if (kept.length < DRAFT.kept) return;
  await trx
    .deleteFrom("draft")
    .where("project_id", "=", projectId)
    .where("person_id", "=", personId)
    .where("id", "not in", kept)
    .execute();
}

async function revisionOf(trx: StoreQuery, draft: DraftKey): Promise<string | null> {
  const row = await trx
    .selectFrom("draft")
    .select("revision")
    .where(isDraft(draft))
    .executeTakeFirst();
  return row?.revision ?? null;
}

function isDraft({ projectId, personId, id }: DraftKey) {
  return (eb: ExpressionBuilder<StoreSchema, "draft">) =>
    eb.and({ project_id: projectId, person_id: personId, id: stripNul(id) });
}

function changedElsewhere(): Conflict {
  return new Conflict("This draft was changed or finished on another device or in another tab.");
}
