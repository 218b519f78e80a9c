"use client";

import { statusName } from "../../feedback/status-label.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Toast } from "../../ui/toast.tsx";
import type { Outcome } from "./use-status-changes.ts";

const entries = (count: number) =>
  count === 1 ? "1 entry" : `${count.toLocaleString("en")} entries`;

/** What became of a change of status, and a way to take it back. */
export function TriageToast(props: { outcome: Outcome; onUndo: () => void; onClose: () => void }) {
  const { outcome, onUndo, onClose } = props;
  return (
    <Toast tone={outcome.kind === "failed" ? "bad" : "plain"} onClose={onClose}>
      <p className="min-w-0">{said(outcome)}</p>
      {outcome.kind === "set" && outcome.canUndo && (
        <Button onClick={onUndo}>
          Undo <Kbd>z</Kbd>
        </Button>
      )}
    </Toast>
  );
}

function said(outcome: Outcome): string {
  switch (outcome.kind) {
    case "set":
      return outcome.count === 0
        ? `Already ${statusName(outcome.status).toLowerCase()}: nothing changed.`
        : `${entries(outcome.count)} set to ${statusName(outcome.status).toLowerCase()}.`;
    case "undone":
      return `Taken back for ${entries(outcome.restored)}${left(outcome.left)}.`;
    case "failed":
      return `The status could not be ${outcome.doing}. ${outcome.message}`;
  }
}

/** Of those that somebody changed again since. */
function left(count: number): string {
  if (count === 0) return "";
  return `; ${entries(count)} changed again since and ${count === 1 ? "stays" : "stay"}`;
}
