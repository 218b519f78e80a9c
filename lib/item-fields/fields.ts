import type { FeedbackRow } from "../contract/api/feedback.ts";
import { type FieldName, ITEM_FIELDS } from "../contract/api/item-fields.ts";
import type { NoiseReason } from "../contract/api/noise.ts";
import { type FeedbackFilters, ME, UNASSIGNED } from "../filters/feedback-filters.ts";
import type { Change, UndoDecision } from "./decision.ts";

export type { FieldName };

/** The properties of a field, which every use of it shares. */
export interface FieldSpec {
  /** The kind of decision that sets it. */
  kind: Change["kind"];
  /** Whether it has a value for each key, such as each label, independent of the others. The value is the key then. */
  isKeyed: boolean;
  /** Without it, lists don't have the field. */
  listed?: ListedField;
  /** Whether the filters' counts depend on it. */
  isCounted: boolean;
  /** The field that it belongs to: setting or undoing that field clears this one. */
  partOf?: FieldName;
}

/** A field's part in lists, the panel, and filters. */
export interface ListedField {
  /** Returns an item's value; null for none. */
  saved(item: ListedItem, key: string | null): string | null;
  /** Returns what changes of an item that gets a value. */
  changed(value: string | null, item: Partial<ListedItem>, key: string | null): Partial<ListedItem>;
  /**
   * Whether filters accept an item. What it doesn't say is accepted.
   * @param me ID of the person who reads the list
   */
  accepts(filters: FeedbackFilters, item: Partial<ListedItem>, me: string): boolean;
}

/** An item as lists and the panel have it. */
export type ListedItem = Pick<
  FeedbackRow,
  | "status"
  | "platformStatus"
  | "changedSince"
  | "assignee"
  | "labels"
  | "noise"
  | "snoozedUntil"
  | "snoozeOver"
>;

const STATUS: ListedField = {
  saved: ({ status }) => status,
  // A platform status can only differ from a saved one.
  changed: (value, { status, platformStatus }) => {
    const changed = value ?? undefined;
    return {
      status: changed,
      changedSince: undefined,
      platformStatus: platformStatus === status ? changed : platformStatus,
    };
  },
  accepts: ({ status: wanted }, { status }) =>
    status === undefined || !wanted || wanted.some((one) => one === status),
};

const ASSIGNEE: ListedField = {
  saved: ({ assignee }) => assignee,
  changed: (assignee) => ({ assignee }),
  accepts: ({ assignee: person }, { assignee }, me) =>
    assignee === undefined ||
    person === null ||
    person === (assignee ?? UNASSIGNED) ||
    (person === ME && assignee === me),
};

const LABEL: ListedField = {
  saved: ({ labels }, key) => (key !== null && labels?.includes(key) ? key : null),
  changed: (value, { labels }, key) => ({
    labels: [
      ...(labels ?? []).filter((label) => label !== key),
      ...(value === null ? [] : [value]),
    ],
  }),
  accepts: ({ label }, { labels }) =>
    !labels || !label || label.some((one) => labels.includes(one)),
};

/** Whether a filter for items with a value, or without one, accepts an item. Accepts an unknown value. */
export function accepts(
  wanted: boolean | null | undefined,
  value: string | null | undefined,
): boolean {
  return value === undefined || wanted == null || wanted === (value !== null);
}

const NOISE: ListedField = {
  saved: ({ noise }) => noise ?? null,
  changed: (noise) => ({ noise: noise as NoiseReason | null }),
  accepts: (filters, { noise }) => accepts(filters.noise, noise),
};

const SNOOZE: ListedField = {
  saved: ({ snoozedUntil }) => snoozedUntil ?? null,
  changed: (snoozedUntil) => ({ snoozedUntil, snoozeOver: undefined }),
  accepts: (filters, { snoozedUntil }) => accepts(filters.snoozed, snoozedUntil),
};

const SINGLE = { isKeyed: false, isCounted: false };

/** The fields of items. */
export const FIELDS: Record<FieldName, FieldSpec> = {
  status: { ...SINGLE, kind: "set", listed: STATUS, isCounted: true },
  assignee: { ...SINGLE, kind: "assign", listed: ASSIGNEE },
  label: { ...SINGLE, kind: "label", isKeyed: true, listed: LABEL },
  dismissal: { ...SINGLE, kind: "dismissal", partOf: "status" },
  snooze: { ...SINGLE, kind: "snooze", listed: SNOOZE, isCounted: true },
  noise: { ...SINGLE, kind: "restore", listed: NOISE, isCounted: true },
  group: { ...SINGLE, kind: "group" },
  notSimilar: { ...SINGLE, kind: "separate", isKeyed: true },
};

/** A change of one field: its new value, which is null to clear it. */
export interface Edit {
  field: FieldName;
  /** The key in a field with keys; the other item for a group; else null. */
  key: string | null;
  value: string | null;
}

/** Returns the edit that a change makes. The store fills in the value of a group. */
export function editOf(change: Change): Edit {
  switch (change.kind) {
    case "set":
      return { field: "status", key: null, value: change.status };
    case "assign":
      return { field: "assignee", key: null, value: change.assignee };
    case "label":
      return { field: "label", key: change.label, value: change.on ? change.label : null };
    case "dismissal":
      return { field: "dismissal", key: null, value: change.reason };
    case "snooze":
      return { field: "snooze", key: null, value: change.until };
    case "restore":
      return { field: "noise", key: null, value: null };
    case "group":
      return { field: "group", key: change.with, value: null };
    case "separate":
      return { field: "notSimilar", key: change.from, value: change.from };
  }
}

/** Returns the known values of listed items after a change. */
export function valuesOf(change: Change): Partial<ListedItem> {
  const { field, key, value } = editOf(change);
  const { isKeyed, listed } = FIELDS[field];
  return isKeyed || !listed ? {} : listed.changed(value, {}, key);
}

/**
 * Whether an item matches the filters after a change.
 * @param item unknown values are accepted
 * @param me ID of the person who reads the list
 */
export function matchesFilters(
  filters: FeedbackFilters,
  item: Partial<ListedItem>,
  me: string,
): boolean {
  return Object.values(FIELDS).every(({ listed }) => listed?.accepts(filters, item, me) ?? true);
}

/** Returns the fields of an undo that describe the undone change. */
export function undoneBy(change: Change): Pick<UndoDecision, "undoes" | "label"> {
  const { field, key } = editOf(change);
  return { undoes: change.kind, label: FIELDS[field].isKeyed ? (key ?? undefined) : undefined };
}

/** Returns the field that a kind of decision sets. */
export function fieldOf(kind: Change["kind"]): FieldName {
  return ITEM_FIELDS.find((name) => FIELDS[name].kind === kind) ?? "status";
}

/** Whether a text from the history names a field of this version. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(FIELDS, name);
}
