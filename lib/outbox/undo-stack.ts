import type { DismissalChange, SetDecision } from "../item-fields/decision.ts";

/** A decision that can be undone or redone, with what each item had before it where known. */
export interface UndoableDecision {
  decision: SetDecision;
  previous: Record<string, string | null>;
  /** Items that it changed, as far as this browser knows. */
  count: number;
  /** Whether its items were selected, so that undoing it selects them again. */
  wasSelected?: boolean;
  /** Why the items were dismissed, if a reason was added afterwards: undone and redone with the decision. */
  reason?: DismissalChange;
}

/** `z` undoes and `Shift+Z` redoes the last element. */
export interface UndoStack {
  undo: readonly UndoableDecision[];
  redo: readonly UndoableDecision[];
}

export const EMPTY_UNDO_STACK: UndoStack = { undo: [], redo: [] };

/** Decisions that can be undone; the oldest are dropped. */
const MAXIMUM = 100;

/** A new decision can be undone; nothing can be redone after it. */
export function afterDecision({ undo }: UndoStack, made: UndoableDecision): UndoStack {
  const last = undo.at(-1);
  if (last && isReasonOf(made, last)) {
    const { kind, reason, name } = made.decision;
    return { undo: [...undo.slice(0, -1), { ...last, reason: { kind, reason, name } }], redo: [] };
  }
  return { undo: [...undo, made].slice(-MAXIMUM), redo: [] };
}

/** Whether a decision adds a reason to exactly the dismissal before it. */
function isReasonOf(
  made: UndoableDecision,
  { decision: last }: UndoableDecision,
): made is UndoableDecision & { decision: DismissalChange } {
  const { decision } = made;
  return (
    decision.kind === "dismissal" &&
    last.kind === "set" &&
    last.status === "dismissed" &&
    decision.ids.join("\n") === last.ids.join("\n")
  );
}

export function afterUndo({ undo, redo }: UndoStack): UndoStack {
  const last = undo.at(-1);
  return last ? { undo: undo.slice(0, -1), redo: [...redo, last] } : { undo, redo };
}

/**
 * Moves the redone decision to the undo stack, and keeps its reason.
 * @param made the decision that repeats the one on top of the redo stack; null if nothing was left to do
 */
export function afterRedo({ undo, redo }: UndoStack, made: UndoableDecision | null): UndoStack {
  const { reason, wasSelected } = redo.at(-1) ?? {};
  const repeated = made ? [{ ...made, wasSelected, ...(reason && { reason }) }] : [];
  return { undo: [...undo, ...repeated].slice(-MAXIMUM), redo: redo.slice(0, -1) };
}

/**
 * Updates a decision to what the server changed, or its undo restored. A decision that changed
 * nothing is removed: there is nothing to undo or redo.
 * @param skippedIds items that someone changed later
 */
export function afterResult(
  { undo, redo }: UndoStack,
  id: string,
  { changed, skippedIds }: { changed: number; skippedIds?: readonly string[] },
): UndoStack {
  const skipped = new Set(skippedIds);
  const correct = (all: readonly UndoableDecision[]) =>
    all.flatMap((made): UndoableDecision[] => {
      if (made.decision.id !== id) return [made];
      if (changed === 0) return [];
      const ids = made.decision.ids.filter((item) => !skipped.has(item));
      const previous = Object.entries(made.previous).filter(([item]) => !skipped.has(item));
      return [
        {
          ...made,
          decision: { ...made.decision, ids },
          previous: Object.fromEntries(previous),
          count: changed,
        },
      ];
    });
  return { undo: correct(undo), redo: correct(redo) };
}

/** Reads a stack that was stored as JSON; an empty one if it can't be read. */
export function parseUndoStack(text: string | null): UndoStack {
  try {
    const stack: Partial<UndoStack> | null = JSON.parse(text ?? "null");
    const hasCounts = [...(stack?.undo ?? []), ...(stack?.redo ?? [])].every(({ count }) => count);
    return stack?.undo && stack.redo && hasCounts
      ? { undo: stack.undo, redo: stack.redo }
      : EMPTY_UNDO_STACK;
  } catch {
    return EMPTY_UNDO_STACK;
  }
}
