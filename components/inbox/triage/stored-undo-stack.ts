import {
  EMPTY_UNDO_STACK,
  parseUndoStack,
  type UndoStack,
} from "../../../lib/outbox/undo-stack.ts";

const keyOf = (projectId: string) => `errata-undo:${projectId}`;

/** Reads this tab's undo stack of a project. */
export function readUndoStack(projectId: string): UndoStack {
  try {
    return parseUndoStack(sessionStorage.getItem(keyOf(projectId)));
  } catch {
    return EMPTY_UNDO_STACK;
  }
}

/** Stores it, so that undo works after a reload. Without room, it works until the reload. */
export function writeUndoStack(projectId: string, stack: UndoStack): void {
  try {
    sessionStorage.setItem(keyOf(projectId), JSON.stringify(stack));
  } catch {
    // The stack in memory still works.
  }
}
