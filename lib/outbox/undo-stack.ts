import type { SetDecision } from "./decision.ts";

/** A decision that can be undone or redone, with each item's status before it where known. */
export interface UndoableDecision {
  decision: SetDecision;
  previous: Record<string, string>;
}

/** What `z` undoes next and `Shift+Z` redoes next. The last element is next. */
export interface UndoStack {
  undo: readonly UndoableDecision[];
  redo: readonly UndoableDecision[];
}

export const EMPTY_UNDO_STACK: UndoStack = { undo: [], redo: [] };

/** Decisions that can be undone; the oldest are dropped. */
const MAXIMUM = 100;

/** A new decision can be undone; nothing can be redone after it. */
export function afterDecision({ undo }: UndoStack, made: UndoableDecision): UndoStack {
  return { undo: [...undo, made].slice(-MAXIMUM), redo: [] };
}

export function afterUndo({ undo, redo }: UndoStack): UndoStack {
  const last = undo.at(-1);
  return last ? { undo: undo.slice(0, -1), redo: [...redo, last] } : { undo, redo };
}

/** @param made the decision that repeats the one on top of the redo stack */
export function afterRedo({ undo, redo }: UndoStack, made: UndoableDecision): UndoStack {
  return { undo: [...undo, made].slice(-MAXIMUM), redo: redo.slice(0, -1) };
}

/** Without a decision that the server rejected: nothing is left to undo. */
export function withoutDecision({ undo, redo }: UndoStack, id: string): UndoStack {
  const others = (all: readonly UndoableDecision[]) =>
    all.filter(({ decision }) => decision.id !== id);
  return { undo: others(undo), redo: others(redo) };
}

/** Reads a stack that was stored as JSON; an empty one if it can't be read. */
export function parseUndoStack(text: string | null): UndoStack {
  try {
    const stack: Partial<UndoStack> | null = JSON.parse(text ?? "null");
    const isSound = Array.isArray(stack?.undo) && Array.isArray(stack.redo);
    return isSound ? { undo: stack.undo ?? [], redo: stack.redo ?? [] } : EMPTY_UNDO_STACK;
  } catch {
    return EMPTY_UNDO_STACK;
  }
}
