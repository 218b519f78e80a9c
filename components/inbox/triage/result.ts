import type { DecisionResult } from "../../../lib/contract/api/decisions.ts";
import type { Change, Decision, UndoDecision } from "../../../lib/item-fields/decision.ts";
import type { UndoableDecision, UndoStack } from "../../../lib/outbox/undo-stack.ts";

/** The result of the last action, shown in a toast. */
export type Result =
  | { kind: "set" | "redone"; of: string; change: Change; count: number; ids?: readonly string[] }
  | { kind: "unchanged"; change: Change }
  /** Several jobs were created; `href` is the address of their list. */
  | { kind: "created"; count: number; href: string }
  | { kind: "undone"; count: number; skipped: number; next: UndoableDecision | null }
  | { kind: "nothing"; action: "undo" | "redo" | "act on" }
  /** The items keep a later change; decisions made offline may arrive too late. */
  | { kind: "superseded"; count: number }
  | { kind: "rejected"; count: number; change: Change; message: string }
  | { kind: "not_made"; change: Change; reason: string | null };

/**
 * Returns the toast after the server's answer, which may differ from the one at the time of the
 * decision.
 * @param shown the current toast
 * @param stack the undo stack before the answer
 */
export function toastAfterResponse(
  shown: Result | null,
  decision: Decision,
  settled: DecisionResult,
  stack: UndoStack,
): Result | null {
  if (decision.kind === "undo") return toastAfterUndo(shown, decision, settled, stack);
  if (settled.outcome === "rejected") {
    const { message } = settled;
    return { kind: "rejected", count: decision.ids.length, change: decision, message };
  }
  const { changed: count, skipped } = settled;
  if (skipped > 0) {
    // The undo that follows reports the skipped items itself.
    if (stack.redo.some((undone) => undone.decision.id === decision.id)) return shown;
    const before = shown?.kind === "superseded" ? shown.count : 0;
    return { kind: "superseded", count: before + skipped };
  }
  if (!shown || !("of" in shown) || shown.of !== decision.id || shown.count === count) return shown;
  return count > 0 ? { ...shown, count } : { kind: "unchanged", change: shown.change };
}

function toastAfterUndo(
  shown: Result | null,
  decision: UndoDecision,
  settled: DecisionResult,
  stack: UndoStack,
): Result | null {
  if (settled.outcome === "rejected") return shown;
  const { changed: count, skipped } = settled;
  const missed = Math.max(skipped, (decision.count ?? count) - count);
  if (missed === 0) return shown;
  return { kind: "undone", count, skipped: missed, next: stack.undo.at(-1) ?? null };
}

/** Returns the items that the shown change dismissed, so that a reason can be added; null if there are none. */
export function dismissedItems(shown: Result | null): readonly string[] | null {
  if (shown?.kind !== "set" && shown?.kind !== "redone") return null;
  const { change, ids = null } = shown;
  return change.kind === "set" && change.status === "dismissed" ? ids : null;
}
