import type { Status } from "../contract/platform/vocabulary.ts";

/** An item's values that filters show counts of. */
export interface CountedValues {
  source?: string;
  helpful?: string;
  comment?: string;
}

/** By how much the number of items with a status changes, among those with the same other values. */
export interface CountShift extends CountedValues {
  status: string;
  /** Why they are suspected noise, null if they aren't; absent if that isn't known. */
  noise?: string | null;
  by: number;
}

/** What a decision does to counts of items. Decisions that older versions stored don't say. */
interface CountChange {
  shifts?: CountShift[];
  /** The filters that the items match, as of `viewOf`. */
  view?: string;
}

/**
 * What someone sets on feedback items: a status, or the ID of a person, null for nobody, or that they aren't suspected
 * noise.
 */
export type ItemChange =
  | { kind: "set"; status: Status }
  | { kind: "assign"; assignee: string | null }
  | { kind: "restore" };

/** A label that someone puts on items, or takes off. */
export interface LabelChange {
  kind: "label";
  /** ID of one of the project's labels. */
  label: string;
  on: boolean;
  /** What the label is called, for messages. */
  name?: string;
}

/** Why someone dismissed items: the ID of one of the project's reasons, or null for none. */
export interface DismissalChange {
  kind: "dismissal";
  reason: string | null;
  /** What the reason is called, for messages. */
  name?: string;
}

/**
 * What someone says about similar items: that they belong to the group of another one (null: to none), or that
 * they aren't similar to it.
 */
export type GroupChange =
  | { kind: "group"; with: string | null }
  | { kind: "separate"; from: string };

/** What someone changes of feedback items. */
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
  /** What that decision changed; without it, the status. */
  undoes?: Change["kind"];
  /** The label that it put on or took off. */
  label?: string;
  /** What each item it changed had before that decision, as far as this browser knows. */
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

/** What the server did with a decision. */
export type DecisionResult =
  | { id: string; outcome: "applied"; changed: number; skipped: number; skippedIds?: string[] }
  | { id: string; outcome: "rejected"; message: string };

/** A value of an item and the decision that set it; null if that decision isn't known here. */
interface Layer {
  value: string | null;
  by: string | null;
}

/** The values of each item, the current one last, so that an undo uncovers the one before. */
type Layers = Map<string, Layer[]>;

/**
 * Returns the status, the person, or the label that a change sets, or null for no reason to be noise; undefined for what
 * lists don't show.
 */
export function changedTo(change: Change): string | null | undefined {
  if (change.kind === "set") return change.status;
  if (change.kind === "restore") return null;
  if (change.kind === "label") return change.on ? change.label : null;
  return change.kind === "assign" ? change.assignee : undefined;
}

/**
 * Returns the statuses that items have once `decisions` are applied, oldest first. Items that aren't
 * in the result keep the status the server last reported.
 */
export function statusesAfter(decisions: readonly Decision[]): Map<string, string> {
  return valuesAfter(decisions, "set") as Map<string, string>;
}

/** Returns the people that items are assigned to, in the same way; null for nobody. */
export function assigneesAfter(decisions: readonly Decision[]): Map<string, string | null> {
  return valuesAfter(decisions, "assign");
}

/** Returns, by item, the labels that were put on it (true) or taken off (false). */
export function labelsAfter(
  decisions: readonly Decision[],
): Map<string, ReadonlyMap<string, boolean>> {
  const after = new Map<string, Map<string, boolean>>();
  const put = (id: string, label: string, on: boolean) =>
    after.set(id, (after.get(id) ?? new Map<string, boolean>()).set(label, on));
  for (const decision of decisions) {
    if (decision.kind === "label") {
      for (const id of decision.ids) put(id, decision.label, decision.on);
    } else if (decision.kind === "undo" && decision.label) {
      const { label, previous } = decision;
      for (const [id, before] of Object.entries(previous)) put(id, label, before !== null);
    }
  }
  return after;
}

/** Returns why items are suspected noise, in the same way; null if they aren't. */
export function noiseAfter(decisions: readonly Decision[]): Map<string, string | null> {
  return valuesAfter(decisions, "restore");
}

function valuesAfter(decisions: readonly Decision[], kind: ItemChange["kind"]) {
  const layers: Layers = new Map();
  const restored = new Map<string, ReadonlySet<string>>();
  for (const decision of decisions) {
    if (decision.kind === "undo") {
      if ((decision.undoes ?? "set") === kind) {
        restored.set(decision.of, revert(layers, decision));
      }
    } else if (decision.kind === kind) {
      apply(layers, decision, restored.get(decision.redoes ?? ""));
    }
  }
  return new Map(
    [...layers].flatMap(([id, all]): [string, string | null][] => {
      const current = all.at(-1);
      return current ? [[id, current.value]] : [];
    }),
  );
}

/**
 * An item that has the value already isn't changed, so undoing this decision leaves it alone.
 * @param only for a redo, the items that the undo restored
 */
function apply(layers: Layers, decision: SetDecision, only: ReadonlySet<string> | undefined): void {
  const { id: by, ids } = decision;
  const value = changedTo(decision) ?? null;
  for (const id of ids) {
    if (only && !only.has(id)) continue;
    const all = layers.get(id) ?? [];
    if (all.at(-1)?.value !== value) layers.set(id, [...all, { value, by }]);
  }
}

/**
 * An undo skips items that were changed again since, as the server does.
 * @returns the items that it restored
 */
function revert(layers: Layers, { of, previous }: UndoDecision): Set<string> {
  const restored = new Set<string>();
  for (const id of new Set([...layers.keys(), ...Object.keys(previous)])) {
    const all = layers.get(id) ?? [];
    const owner = all.at(-1)?.by ?? null;
    const known = Object.hasOwn(previous, id) ? previous[id] : undefined;
    if (owner === of) {
      const rest = all.slice(0, -1);
      const isBare = rest.length === 0 && known !== undefined;
      layers.set(id, isBare ? [{ value: known, by: null }] : rest);
      restored.add(id);
    } else if (owner === null && known !== undefined) {
      layers.set(id, [{ value: known, by: null }]);
      restored.add(id);
    }
  }
  return restored;
}
