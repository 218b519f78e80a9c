import type { Status } from "../contract/platform/vocabulary.ts";

/** The values of an item by which filters count. */
export interface CountedValues {
  source?: string;
  helpful?: string;
  comment?: string;
}

/** How many items with these values a change adds to a status, or removes from it. */
export interface CountShift extends CountedValues {
  status: string;
  /** Why they are noise, null if they aren't; absent if that isn't known. */
  noise?: string | null;
  /** Until when they are snoozed, in the same way. */
  snooze?: string | null;
  by: number;
}

/** The effect of a decision on counts. Missing in decisions that older versions stored. */
interface CountChange {
  shifts?: CountShift[];
  /** The filters that the items match, as of `viewOf`. */
  view?: string;
}

/**
 * What someone sets on feedback items: a status, or the ID of a person, null for nobody, or that they aren't
 * noise, or until when they are snoozed: an instant in ISO 8601, `UNTIL_REPORTED`, or null.
 */
export type ItemChange =
  | { kind: "set"; status: Status }
  | { kind: "assign"; assignee: string | null }
  | { kind: "restore" }
  | { kind: "snooze"; until: string | null };

/** A label that someone puts on items, or takes off. */
export interface LabelChange {
  kind: "label";
  /** ID of one of the project's labels. */
  label: string;
  on: boolean;
  /** The label's name, for messages. */
  name?: string;
}

/** Why someone dismissed items: the ID of one of the project's reasons, or null for none. */
export interface DismissalChange {
  kind: "dismissal";
  reason: string | null;
  /** The reason's name, for messages. */
  name?: string;
}

/**
 * A decision about similar items: moves them to another item's group (null: to none), or marks them as not
 * similar to it.
 */
export type GroupChange =
  | { kind: "group"; with: string | null }
  | { kind: "separate"; from: string };

/** A change of feedback items. */
export type Change = ItemChange | DismissalChange | LabelChange | GroupChange;

/** A change that someone made to feedback items. The ID is made in the browser and is unique. */
export type SetDecision = Change & SetFields;

interface SetFields extends CountChange {
  id: string;
  ids: string[];
  /** ID of the undone decision that this one repeats, for the items that the undo restored. */
  redoes?: string;
  /** Epoch milliseconds on the browser's clock. */
  madeAt: number;
}

/** The undoing of an earlier `SetDecision`, wherever that one is by now. */
export interface UndoDecision extends CountChange {
  kind: "undo";
  id: string;
  /** ID of the decision to undo. */
  of: string;
  /** The kind of change that is undone; without it, the status. */
  undoes?: Change["kind"];
  /** The label that the undone decision added or removed. */
  label?: string;
  /** The value of each changed item before the undone decision, as far as this browser knows. */
  previous: Record<string, string | null>;
  /** Items that it was announced for. Decisions that older versions stored have none. */
  count?: number;
  madeAt: number;
}

export type Decision = SetDecision | UndoDecision;

/** A decision that the server has applied. */
export type ConfirmedDecision = Decision & {
  /** Epoch milliseconds. Counts that arrive later include the decision. */
  confirmedAt: number;
};
