import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { Selectable } from "kysely";
import type { Clock } from "../clock.ts";
import { MAX_VIEWS } from "../contract/api/limits.ts";
import type {
  ListLayout,
  NewView,
  SavedView,
  ViewArrangement,
  ViewChange,
} from "../contract/api/views.ts";
import { stripNul } from "../database/dialect.ts";
import { Conflict, InvalidRequest, NotFound } from "../errors.ts";
import { storable } from "../text/storable.ts";
import type { StoreQuery } from "./schema/schema.ts";
import type { SavedViewTable } from "./schema/settings.ts";

/** A saved view without the number of its items. */
export type StoredView = Omit<SavedView, "count">;

/** The views that a person has, in their order. */
export interface PersonViews {
  views: StoredView[];
  defaultId: string | null;
}

/** Decides whether a view may be changed; throws if not. */
type Check = (view: { isTeam: boolean }) => void;

/** Saved views of a project: the team's, and each person's own, which no one else gets. */
export interface ViewStore {
  list(projectId: string, personId: string): Promise<PersonViews>;
  /** Returns whether there is a view that only someone else has. */
  isOfSomeoneElse(projectId: string, id: string, personId: string): Promise<boolean>;
  /**
   * Adds a view. Adding the same one again has no effect.
   * @throws {Conflict} if another view has its ID @throws {InvalidRequest} for too many
   */
  create(projectId: string, personId: string, view: NewView): Promise<void>;
  /** Changes a view. The person gets a team view that becomes personal. @throws {NotFound} */
  change(target: ViewTarget, change: ViewChange, check: Check): Promise<void>;
  /** Deletes a view. @throws {NotFound} */
  delete(target: ViewTarget, check: Check): Promise<void>;
  /** Sets a person's own arrangement of views. */
  arrange(projectId: string, personId: string, arrangement: ViewArrangement): Promise<void>;
}

interface ViewTarget {
  projectId: string;
  id: string;
  personId: string;
}

export function createViewStore(query: StoreQuery, clock: Clock): ViewStore {
  return {
    list: (projectId, personId) => personViews(query, projectId, personId),
    isOfSomeoneElse: isOfSomeoneElse.bind(null, query),
    create: (projectId, personId, view) =>
      query.transaction().execute(async (trx) => {
        const owner = view.isTeam ? null : personId;
        const row = {
          project_id: projectId,
          id: view.id,
          owner_id: owner,
          name: nameOf(view.name),
          query: storable(view.query),
          layout: layoutText(view.layout),
        };
        const { numInsertedOrUpdatedRows: added } = await trx
          .insertInto("saved_view")
          .values({ ...row, created_at: clock.now() })
          .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing())
          .executeTakeFirst();
        if (added === 0n) await requireSame(trx, row);
        else await requireRoom(trx, projectId, owner);
      }),
    change: ({ projectId, id, personId }, change, check) =>
      query.transaction().execute(async (trx) => {
        const { isTeam } = change;
        const values = {
          ...columnsOf(change),
          ...(isTeam === undefined ? {} : { owner_id: isTeam ? null : personId }),
        };
        // Writing first takes the lock.
        const before = await lockedView(trx, projectId, id, personId);
        check({ isTeam: before.owner_id === null });
        if (isTeam) check({ isTeam });
        if (Object.keys(values).length === 0) return;
        await trx
          .updateTable("saved_view")
          .set(values)
          .where("project_id", "=", projectId)
          .where("id", "=", before.id)
          .execute();
        if (isTeam !== undefined) await requireRoom(trx, projectId, isTeam ? null : personId);
      }),
    delete: ({ projectId, id, personId }, check) =>
      query.transaction().execute(async (trx) => {
        const { owner_id: owner, id: found } = await lockedView(trx, projectId, id, personId);
        check({ isTeam: owner === null });
        await trx
          .deleteFrom("saved_view")
          .where("project_id", "=", projectId)
          .where("id", "=", found)
          .execute();
      }),
    arrange: arrange.bind(null, query),
  };
}

async function isOfSomeoneElse(
  query: StoreQuery,
  ...[projectId, id, personId]: Parameters<ViewStore["isOfSomeoneElse"]>
): Promise<boolean> {
  const found = await query
    .selectFrom("saved_view")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .where("owner_id", "!=", personId)
    .executeTakeFirst();
  return found?.id === id;
}

async function arrange(
  query: StoreQuery,
  ...[projectId, personId, { order, defaultId }]: Parameters<ViewStore["arrange"]>
): Promise<void> {
  const values = {
    ...(order === undefined ? {} : { view_order: storable(JSON.stringify(order)) }),
    ...(defaultId === undefined ? {} : { default_id: defaultId && storable(defaultId) }),
  };
  await query
    .insertInto("view_arrangement")
    .values({ project_id: projectId, person_id: personId, view_order: "[]", ...values })
    .onConflict((conflict) => {
      const key = conflict.columns(["project_id", "person_id"]);
      return Object.keys(values).length === 0 ? key.doNothing() : key.doUpdateSet(values);
    })
    .execute();
}

/** Deletes a person's own views and how they arranged views. The team's views stay. */
export async function deletePersonViews(trx: StoreQuery, personId: string): Promise<void> {
  await trx.deleteFrom("saved_view").where("owner_id", "=", personId).execute();
  await trx.deleteFrom("view_arrangement").where("person_id", "=", personId).execute();
}

async function personViews(
  query: StoreQuery,
  projectId: string,
  personId: string,
): Promise<PersonViews> {
  const [rows, arrangement] = await Promise.all([
    query
      .selectFrom("saved_view")
      .selectAll()
      .where("project_id", "=", projectId)
      .where(({ or, eb }) => or([eb("owner_id", "is", null), eb("owner_id", "=", personId)]))
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
    query
      .selectFrom("view_arrangement")
      .select(["view_order", "default_id"])
      .where("project_id", "=", projectId)
      .where("person_id", "=", personId)
      .executeTakeFirst(),
  ]);
  const order: string[] = JSON.parse(arrangement?.view_order ?? "[]");
  const place = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ id }: { id: string }) => place.get(id) ?? order.length;
  return {
    views: rows.map(viewOf).sort((one, other) => placeOf(one) - placeOf(other)),
    defaultId: rows.find(({ id }) => id === arrangement?.default_id)?.id ?? null,
  };
}

function viewOf(row: Selectable<SavedViewTable>): StoredView {
  const { id, name, query, layout } = row;
  return {
    id,
    name,
    query,
    isTeam: row.owner_id === null,
    layout: layout === null ? null : JSON.parse(layout),
  };
}

/** Returns a view that the person has, and keeps others from changing it until the transaction ends. */
async function lockedView(
  trx: StoreQuery,
  projectId: string,
  id: string,
  personId: string,
): Promise<{ id: string; owner_id: string | null }> {
  const view = await trx
    .updateTable("saved_view")
    .set(({ ref }) => ({ name: ref("name") }))
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .where(({ or, eb }) => or([eb("owner_id", "is", null), eb("owner_id", "=", personId)]))
    .returning(["id", "owner_id"])
    .executeTakeFirst();
  if (view?.id !== id) throw new NotFound("This view doesn't exist or was deleted.");
  return view;
}

/** @throws {Conflict} if the view that has the ID isn't this one */
async function requireSame(
  trx: StoreQuery,
  { project_id: projectId, id, ...content }: Omit<Selectable<SavedViewTable>, "created_at">,
): Promise<void> {
  const stored = await trx
    .selectFrom("saved_view")
    .select(["owner_id", "name", "query", "layout"])
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (isDeepStrictEqual({ ...stored }, content)) return;
  throw new Conflict("Another view has this ID. Save yours as a new view.");
}

/** @throws {InvalidRequest} if there are too many views of the owner; null for those of the team */
async function requireRoom(
  trx: StoreQuery,
  projectId: string,
  owner: string | null,
): Promise<void> {
  const { views } = await trx
    .selectFrom("saved_view")
    .select(({ fn }) => fn.countAll<number>().as("views"))
    .where("project_id", "=", projectId)
    .where("owner_id", owner === null ? "is" : "=", owner)
    .executeTakeFirstOrThrow();
  if (views <= MAX_VIEWS) return;
  throw new InvalidRequest(`You can save up to ${MAX_VIEWS} views. Delete one first.`);
}

function columnsOf({ name, query, layout }: ViewChange) {
  return {
    ...(name === undefined ? {} : { name: nameOf(name) }),
    ...(query === undefined ? {} : { query: storable(query) }),
    ...(layout === undefined ? {} : { layout: layoutText(layout) }),
  };
}

function nameOf(given: string): string {
  const name = storable(given).trim();
  if (name === "") throw new InvalidRequest("A view needs a name. Enter one and try again.");
  return name;
}

function layoutText(layout: ListLayout | null): string | null {
  return layout && JSON.stringify(layout);
}
