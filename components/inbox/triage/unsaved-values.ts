import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import type { Decision } from "../../../lib/item-fields/decision.ts";
import {
  FIELDS,
  type FieldName,
  type ListedItem,
  matchesFilters,
} from "../../../lib/item-fields/fields.ts";
import { type ValuesAfter, valuesAfter } from "../../../lib/item-fields/values-after.ts";
import type { OutboxState } from "../../../lib/outbox/outbox.ts";

/** Returns what items have because of decisions that aren't saved or shown yet. */
export function unsavedValues({
  confirmed,
  waiting,
}: Pick<OutboxState<Decision>, "confirmed" | "waiting">): ValuesAfter {
  return valuesAfter([...confirmed, ...waiting]);
}

const LISTED = Object.entries(FIELDS).flatMap(([name, { isKeyed, listed }]) =>
  listed ? [{ name: name as FieldName, isKeyed, ...listed }] : [],
);

/** Returns an item with its unsaved values; the same object if it has none. */
export function withUnsaved<Item extends ListedItem>(
  item: Item,
  id: string,
  unsaved: ValuesAfter,
): Item {
  let shown = item;
  for (const field of LISTED) {
    const keys = field.isKeyed ? (unsaved.keysOf(field.name).get(id)?.keys() ?? []) : [null];
    for (const key of keys) {
      const value = unsaved.of(field.name, key).get(id);
      if (value === undefined || value === field.saved(shown, key)) continue;
      shown = { ...shown, ...field.changed(value, shown, key) };
    }
  }
  return shown;
}

/**
 * Applies what the server's list doesn't have yet, and removes rows that no longer match the filters.
 * @param me ID of the person who reads the list
 */
export function withUnsavedValues(
  rows: FeedbackRow[],
  unsaved: ValuesAfter,
  filters: FeedbackFilters,
  me: string,
): FeedbackRow[] {
  if (unsaved.isEmpty) return rows;
  return rows.flatMap((row) => {
    const shown = withUnsaved(row, row.id, unsaved);
    const group = withListed(row.group, (id) => isStillListed(id, unsaved, filters, me));
    if (shown === row && group === row.group) return [row];
    return matchesFilters(filters, shown, me) ? [{ ...shown, group }] : [];
  });
}

/** Returns a row's group without the items that have left the list. A single one is no group. */
function withListed(group: FeedbackRow["group"], isListed: (id: string) => boolean) {
  const ids = group?.ids.filter(isListed);
  if (!group || !ids || ids.length === group.ids.length) return group;
  const items = group.items - (group.ids.length - ids.length);
  // The remaining number of votes isn't known.
  const votes = group.notHelpful === undefined ? null : { notHelpful: null };
  return items > 1 ? { ...group, ids, items, ...votes } : undefined;
}

/**
 * Whether an item that matches the filters on the server still does.
 * @param me ID of the person who reads the list
 */
export function isStillListed(
  id: string,
  unsaved: ValuesAfter,
  filters: FeedbackFilters,
  me: string,
): boolean {
  return LISTED.every(({ name, isKeyed, changed, accepts }) => {
    // For a field with keys, such as labels, the values of other keys aren't known.
    const value = isKeyed ? undefined : unsaved.of(name).get(id);
    return value === undefined || accepts(filters, changed(value, {}, null), me);
  });
}
