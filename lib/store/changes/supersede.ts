import "server-only";
import type { EditedItem, FieldEdit, StoredRow } from "./stored-field.ts";

/**
 * Milliseconds by which a decision must be older than another to lose against it. Decisions that are
 * closer are in the order of arrival. The server knows when a decision was made except for the time
 * that its request took, and servers that share a database have different clocks. A person's own
 * decisions arrive in order, except from another browser that was offline for longer than any request
 * takes.
 */
const TOLERANCE = { teammate: 1_000, own: 60_000 };

/** Whether an item was given its value after an edit was made, so that it keeps it. */
export function isSuperseded<Row extends StoredRow>(
  { setAt = null, setById = null, isOutdated = false }: EditedItem<Row>,
  edit: FieldEdit,
): boolean {
  if (isOutdated) return true;
  const isOwn = setById !== null && setById === edit.byId;
  return setAt !== null && setAt > edit.at + (isOwn ? TOLERANCE.own : TOLERANCE.teammate);
}
