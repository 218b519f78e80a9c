import type { Status } from "../contract/platform/vocabulary.ts";

/** A status that someone set on feedback items. The ID is made in the browser and is unique. */
export interface SetDecision {
  kind: "set";
  id: string;
  ids: string[];
  status: Status;
  /** Epoch milliseconds on the browser's clock. */
  madeAt: number;
}

/** The undoing of an earlier `SetDecision`, wherever that one is by now. */
export interface UndoDecision {
  kind: "undo";
  id: string;
  /** ID of the decision to undo. */
  of: string;
  /** Each item's status before that decision, as far as this browser knows. */
  previous: Record<string, string>;
  madeAt: number;
}

export type Decision = SetDecision | UndoDecision;

/** What the server did with a decision. */
export type DecisionResult =
  | { id: string; outcome: "applied"; changed: number; skipped: number }
  | { id: string; outcome: "rejected"; message: string };

/**
 * Returns the statuses that items have once `decisions` are applied, oldest first. Items that aren't
 * in the result keep the status the server last reported.
 */
export function statusesAfter(decisions: readonly Decision[]): Map<string, string> {
  const latest = new Map<string, { status: string; by: string }>();
  for (const decision of decisions) {
    if (decision.kind === "set") {
      for (const id of decision.ids) latest.set(id, { status: decision.status, by: decision.id });
    } else {
      revert(latest, decision);
    }
  }
  return new Map([...latest].map(([id, { status }]) => [id, status]));
}

/** An undo skips items that were changed again since, as the server does. */
function revert(
  latest: Map<string, { status: string; by: string }>,
  { id: by, of, previous }: UndoDecision,
): void {
  for (const [id, { by: owner }] of latest) {
    if (owner === of && !Object.hasOwn(previous, id)) latest.delete(id);
  }
  for (const [id, status] of Object.entries(previous)) {
    const owner = latest.get(id)?.by;
    if (owner === undefined || owner === of) latest.set(id, { status, by });
  }
}
