"use client";

import { statusName } from "../../feedback/status-label.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Toast } from "../../ui/toast.tsx";
import type { Result } from "./result.ts";

/** Announces what an action did, and offers to undo it. */
export function TriageToast(props: { result: Result; onUndo: () => void; onClose: () => void }) {
  const { result, onUndo, onClose } = props;
  const canUndo = result.kind === "set" || result.kind === "redone";
  return (
    <Toast tone={isFailure(result) ? "bad" : "plain"} message={result} onClose={onClose}>
      <p className="min-w-0">{describe(result)}</p>
      {canUndo && (
        <Button onClick={onUndo}>
          Undo <Kbd>z</Kbd>
        </Button>
      )}
    </Toast>
  );
}

function isFailure(result: Result): boolean {
  if (result.kind === "not_made") return result.reason !== null;
  return result.kind === "rejected" || result.kind === "superseded";
}

function describe(result: Result): string {
  switch (result.kind) {
    case "set":
    case "redone":
      return marked(result.count, result.status);
    case "unchanged":
      return `Already marked as ${nameOf(result.status)}`;
    case "undone":
      return `${undone(result)}${skipped(result.skipped)}${next(result)}`;
    case "nothing":
      return `Nothing to ${result.action}`;
    case "superseded":
      return `Your change to ${items(result.count)} wasn't applied because of a later change. The status history shows both.`;
    case "rejected":
      return `Couldn't mark ${items(result.count)} as ${nameOf(result.status)}. ${result.message}`;
    case "not_made":
      return result.reason === null
        ? `Canceled. Nothing was marked as ${nameOf(result.status)}`
        : `Couldn't select all items, so nothing was marked as ${nameOf(result.status)}. ${result.reason}`;
  }
}

/** Names what the next undo is about, if there is one. */
function next({ next }: Extract<Result, { kind: "undone" }>): string {
  if (!next) return "";
  return `. Next undo: ${marked(next.count, next.decision.status)}`;
}

function undone({ count }: Extract<Result, { kind: "undone" }>): string {
  return count === 0 ? "Nothing was undone" : `Change undone for ${items(count)}`;
}

/** Mentions the items that undo skipped because they were changed again. */
function skipped(count: number): string {
  return count === 0 ? "" : `. Skipped ${items(count)} that changed again`;
}

function marked(count: number, status: string): string {
  return `${items(count)} marked as ${nameOf(status)}`;
}

function nameOf(status: string): string {
  return statusName(status).toLowerCase();
}

function items(count: number): string {
  return count === 1 ? "1 item" : `${count.toLocaleString("en")} items`;
}
