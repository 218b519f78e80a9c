import "server-only";
import { MAX_CLOCK_SKEW_MS } from "../../clock.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { recordChanges } from "./record.ts";
import {
  type EditedItem,
  type FieldEdit,
  type StoredField,
  type StoredRow,
  type ValueChange,
  writeRows,
} from "./stored-field.ts";
import { withStored } from "./stored-fields.ts";

/** The result of a change. */
export interface ApplyResult {
  changes: ValueChange[];
  /** Items that keep their value, because of a later change or because they can't have the new one. */
  skipped: string[];
}

/**
 * Sets a field of items. Items that have the value already are unchanged. In a
 * `feedbackTransaction`, which must end with `recordUnwritten` for a platform that takes statuses.
 * @param options.now the time, if it may have waited in a browser: what was changed later stays, except by a clock that was ahead
 */
export function applyEdit(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  edit: FieldEdit,
  options: { now?: number } = {},
): Promise<ApplyResult> {
  return withStored(edit.field, (field) => applyTo(field, trx, projectId, ids, edit, options));
}

async function applyTo<Row extends StoredRow>(
  field: StoredField<Row>,
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  wanted: FieldEdit,
  { now }: { now?: number },
): Promise<ApplyResult> {
  const edit = field.resolve ? await field.resolve(trx, projectId, wanted) : wanted;
  if (edit === null) return { changes: [], skipped: [] };
  const read = await field.read(trx, projectId, ids, edit);
  const differing = read.filter(({ value }) => value !== edit.value);
  const superseded =
    now === undefined ? [] : differing.filter((item) => isSuperseded(item, edit, now));
  const changeOf = ({ id, value: from }: { id: string; value: string | null }) => ({
    field: edit.field,
    id,
    from,
    to: edit.value,
  });
  await recordChanges(trx, projectId, "superseded", edit, superseded.map(changeOf));
  const late = new Set(superseded);
  const open = differing.filter((item) => item.after !== null && !late.has(item));
  const items = field.prepare ? await field.prepare(trx, projectId, open, edit) : open;
  const changed = items.map(({ id }) => id);
  await writeRows(
    trx,
    field.table,
    items.flatMap(({ after }) => after ?? []),
  );
  await field.written?.(trx, projectId, changed, edit);
  await recordChanges(
    trx,
    projectId,
    "set",
    edit,
    items.map((item) => ({
      ...changeOf(item),
      before: item.before,
      texts: edit.texts?.get(item.id),
    })),
  );
  const impossible = read.filter(({ after }) => after === null);
  return {
    changes: items.map(changeOf),
    skipped: [...superseded, ...impossible].map(({ id }) => id),
  };
}

/**
 * Milliseconds by which a decision must be older than another to lose against it. Decisions that are
 * closer are in the order of arrival. The server knows when a decision was made except for the time
 * that its request took, and servers that share a database have different clocks. A person's own
 * decisions arrive in order, except from another browser that was offline for longer than any request
 * takes.
 */
const TOLERANCE = { teammate: 1_000, own: 60_000 };

/** Whether an item was given its value after an edit was made, so that it keeps it. */
function isSuperseded<Row extends StoredRow>(
  { setAt = null, setById = null, isOutdated = false }: EditedItem<Row>,
  edit: FieldEdit,
  now: number,
): boolean {
  if (isOutdated) return true;
  const isOwn = setById !== null && setById === edit.byId;
  const latest = edit.at + (isOwn ? TOLERANCE.own : TOLERANCE.teammate);
  return setAt !== null && setAt > latest && setAt <= now + MAX_CLOCK_SKEW_MS;
}

/** Groups items by the status that changes gave them, which a platform that takes statuses is to get. */
export function changedStatuses(changes: readonly ValueChange[]): Map<string, string[]> {
  const ofStatus = changes.filter(({ field }) => field === "status");
  const byStatus = Map.groupBy(ofStatus, ({ to }) => to ?? "");
  return new Map([...byStatus].map(([status, own]) => [status, own.map(({ id }) => id)]));
}
