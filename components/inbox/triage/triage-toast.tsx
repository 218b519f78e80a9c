"use client";

import type { Change } from "../../../lib/item-fields/decision.ts";
import { editOf } from "../../../lib/item-fields/fields.ts";
import { actionSentence, countedItems } from "../../../lib/item-fields/words.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useSession } from "../../app/session.tsx";
import { usePersonName } from "../../app/use-person-name.ts";
import { statusName } from "../../feedback/status-label.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Toast } from "../../ui/toast.tsx";
import { dismissedItems, type Result } from "./result.ts";

/** Announces what an action did, and offers to undo it. */
export function TriageToast(props: {
  result: Result;
  onUndo: () => void;
  /** Opens the choice of a reason for what was dismissed. */
  onExplain: () => void;
  onClose: () => void;
}) {
  const { result, onUndo, onClose } = props;
  const say = useSay();
  const canUndo = result.kind === "set" || result.kind === "redone";
  return (
    <Toast tone={isFailure(result) ? "bad" : "plain"} message={result} onClose={onClose}>
      <p className="min-w-0">{describe(result, say)}</p>
      {dismissedItems(result) && (
        <Button onClick={props.onExplain}>
          Add reason <Kbd>r</Kbd>
        </Button>
      )}
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

/** Says something about a change; `items` is how many or what they are called. */
type Say = (
  change: Change,
  which: "done" | "already" | "nothing" | "failed",
  items?: number,
) => string;

function useSay(): Say {
  const me = useSession().person.id;
  const personName = usePersonName();
  const nameOf = (change: Change) => {
    if (change.kind === "set") return statusName(change.status).toLowerCase();
    if (change.kind === "label" || change.kind === "dismissal")
      return displayable(change.name ?? "");
    if (change.kind !== "assign" || change.assignee === null) return undefined;
    return change.assignee === me ? "you" : (personName(change.assignee) ?? "a teammate");
  };
  return (change, which, items) =>
    actionSentence(editOf(change), which, { items, name: nameOf(change) });
}

function describe(result: Result, say: Say): string {
  switch (result.kind) {
    case "set":
    case "redone":
      return say(result.change, "done", result.count);
    case "unchanged":
      return say(result.change, "already");
    case "undone":
      return `${undone(result)}${skipped(result.skipped)}${next(result, say)}`;
    case "nothing":
      return `Nothing to ${result.action}`;
    case "superseded":
      return `Your change to ${items(result.count)} wasn't applied because of a later change. ${result.count === 1 ? "The item's" : "Each item's"} history shows both.`;
    case "rejected":
      return `${say(result.change, "failed", result.count)}. ${result.message}`;
    case "not_made":
      return result.reason === null
        ? `Canceled. ${capitalized(say(result.change, "nothing"))}`
        : `Couldn't select all items, so ${say(result.change, "nothing")}. ${result.reason}`;
  }
}

/** Names what the next undo is about, if there is one. */
function next({ next }: Extract<Result, { kind: "undone" }>, say: Say): string {
  return next ? `. Next undo: ${say(next.decision, "done", next.count)}` : "";
}

function undone({ count }: Extract<Result, { kind: "undone" }>): string {
  return count === 0 ? "Nothing was undone" : `Change undone for ${items(count)}`;
}

/** Mentions the items that undo skipped because they were changed again. */
function skipped(count: number): string {
  return count === 0 ? "" : `. Skipped ${items(count)} that changed again`;
}

function items(count: number): string {
  return countedItems(count, "1 item");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
