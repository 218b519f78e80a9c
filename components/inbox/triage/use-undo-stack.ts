"use client";

import { useCallback, useRef } from "react";
import {
  EMPTY_UNDO_STACK,
  parseUndoStack,
  type UndoStack,
} from "../../../lib/outbox/undo-stack.ts";

const keyOf = (projectId: string) => `errata-undo:${projectId}`;

/** This tab's undo stack of a project. */
export function useUndoStack(projectId: string) {
  const undoStack = useRef(readUndoStack(projectId));
  const changeStack = useCallback(
    (change: (stack: UndoStack) => UndoStack) => {
      undoStack.current = change(undoStack.current);
      writeUndoStack(projectId, undoStack.current);
    },
    [projectId],
  );
  return { undoStack, changeStack };
}

export type TabUndoStack = ReturnType<typeof useUndoStack>;

function readUndoStack(projectId: string): UndoStack {
  try {
    return parseUndoStack(sessionStorage.getItem(keyOf(projectId)));
  } catch {
    return EMPTY_UNDO_STACK;
  }
}

/** Stores it, so that undo works after a reload. Without room, it works until the reload. */
function writeUndoStack(projectId: string, stack: UndoStack): void {
  try {
    sessionStorage.setItem(keyOf(projectId), JSON.stringify(stack));
  } catch {
    // The stack in memory still works.
  }
}
