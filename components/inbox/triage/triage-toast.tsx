"use client";

import { statusName } from "../../feedback/status-label.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Toast } from "../../ui/toast.tsx";
import type { Result } from "./use-status-changes.ts";

/** Announces the result of a status change and offers to undo it. */
export function TriageToast(props: { result: Result; onUndo: () => void; onClose: () => void }) {
  const { result, onUndo, onClose } = props;
  return (
    <Toast tone={result.kind === "failed" ? "bad" : "plain"} onClose={onClose}>
      <p className="min-w-0">{describe(result)}</p>
      {result.kind === "set" && result.canUndo && (
        <Button onClick={onUndo}>
          Undo <Kbd>z</Kbd>
        </Button>
      )}
    </Toast>
  );
}

function describe(result: Result): string {
  switch (result.kind) {
    case "set": {
      const status = statusName(result.status).toLowerCase();
      return result.count === 0
        ? `Already marked as ${status}`
        : `${items(result.count)} marked as ${status}`;
    }
    case "undone":
      return `Change undone for ${items(result.restored)}${skipped(result.left)}`;
    case "failed":
      return `Couldn't ${result.action}. ${result.message}`;
  }
}

/** Mentions the items that undo skipped because they were changed again. */
function skipped(count: number): string {
  return count === 0 ? "" : `. Skipped ${items(count)} that changed again`;
}

function items(count: number): string {
  return count === 1 ? "1 item" : `${count.toLocaleString("en")} items`;
}
