import type { FeedbackRow } from "../contract/api/feedback.ts";
import { type FieldName, ITEM_FIELDS } from "../contract/api/item-fields.ts";
import type { Change, UndoDecision } from "./decision.ts";

export type { FieldName };

/** What is the same for a field everywhere. */
export interface FieldSpec {
  /** The kind of the decisions that set it. */
  kind: Change["kind"];
  /** Whether it has a value for each key, such as each label, independent of the others. The value is the key then. */
  isKeyed: boolean;
  /** Returns what an item of a list has; null for none. Without it, lists don't have the field. */
  saved?(item: ListedItem, key: string | null): string | null;
  /** Whether it is a part of what the filters' counts tell apart. */
  isCounted: boolean;
  /** The field that it is a part of: setting that one, or undoing that, ends its value. */
  partOf?: FieldName;
}

/** An item as lists and the panel have it. */
type ListedItem = Pick<FeedbackRow, "status" | "assignee" | "labels" | "noise">;

const SINGLE = { isKeyed: false, isCounted: false };

/** The fields of items. */
export const FIELDS: Record<FieldName, FieldSpec> = {
  status: { ...SINGLE, kind: "set", saved: ({ status }) => status, isCounted: true },
  assignee: { ...SINGLE, kind: "assign", saved: ({ assignee }) => assignee },
  label: {
    ...SINGLE,
    kind: "label",
    isKeyed: true,
    saved: ({ labels }, key) => (key !== null && labels?.includes(key) ? key : null),
  },
  dismissal: { ...SINGLE, kind: "dismissal", partOf: "status" },
  noise: { ...SINGLE, kind: "restore", saved: ({ noise }) => noise ?? null, isCounted: true },
  group: { ...SINGLE, kind: "group" },
  notSimilar: { ...SINGLE, kind: "separate", isKeyed: true },
};

/** What a change sets: the value of a field; null for none. */
export interface Edit {
  field: FieldName;
  /** What the value is of, for fields that have one for each key; the other item for a group; else null. */
  key: string | null;
  value: string | null;
}

/** Returns what a change sets. The value of a group is the store's. */
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
    case "restore":
      return { field: "noise", key: null, value: null };
    case "group":
      return { field: "group", key: change.with, value: null };
    case "separate":
      return { field: "notSimilar", key: change.from, value: change.from };
  }
}

/** Returns what an undo says about the change that it undoes. */
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
