"use client";

import type { Change } from "../../../lib/item-fields/decision.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useSession } from "../../app/session.tsx";
import { usePersonName } from "../../app/use-person-name.ts";
import { useUntilName } from "../../feedback/snooze-label.tsx";
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
  const words = useWords();
  const canUndo = result.kind === "set" || result.kind === "redone";
  return (
    <Toast tone={isFailure(result) ? "bad" : "plain"} message={result} onClose={onClose}>
      <p className="min-w-0">{describe(result, words)}</p>
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

/** What a change does to items, as "assigned to Ada", and as "assign 3 items to Ada". */
interface Words {
  done: string;
  attempt: (items: string) => string;
}

function useWords(): (change: Change) => Words {
  const me = useSession().person.id;
  const personName = usePersonName();
  const untilName = useUntilName();
  return (change) => {
    if (change.kind === "restore") {
      return {
        done: "restored from suspected noise",
        attempt: (of) => `restore ${of} from suspected noise`,
      };
    }
    if (change.kind === "set") {
      const status = statusName(change.status).toLowerCase();
      return { done: `marked as ${status}`, attempt: (of) => `mark ${of} as ${status}` };
    }
    if (change.kind === "snooze") {
      return change.until === null
        ? { done: "no longer snoozed", attempt: (of) => `end the snooze of ${of}` }
        : { done: `snoozed until ${untilName(change.until)}`, attempt: (of) => `snooze ${of}` };
    }
    if (change.kind === "label") {
      const name = displayable(change.name ?? "");
      return change.on
        ? { done: `labeled ${name}`, attempt: (of) => `label ${of} ${name}` }
        : { done: `no longer labeled ${name}`, attempt: (of) => `remove ${name} from ${of}` };
    }
    if (change.kind === "dismissal") {
      const done = change.name
        ? `dismissed as “${displayable(change.name)}”`
        : "dismissed without a reason";
      return { done, attempt: (of) => `set the dismissal reason for ${of}` };
    }
    if (change.kind === "separate") {
      return { done: "marked as not similar", attempt: (of) => `mark ${of} as not similar` };
    }
    if (change.kind === "group") {
      return change.with === null
        ? { done: "removed from the group", attempt: (of) => `remove ${of} from the group` }
        : { done: "added to the group", attempt: (of) => `add ${of} to the group` };
    }
    const { assignee } = change;
    if (assignee === null) return { done: "unassigned", attempt: (of) => `unassign ${of}` };
    const name = assignee === me ? "you" : (personName(assignee) ?? "a teammate");
    return { done: `assigned to ${name}`, attempt: (of) => `assign ${of} to ${name}` };
  };
}

function describe(result: Result, words: ReturnType<typeof useWords>): string {
  switch (result.kind) {
    case "set":
    case "redone":
      return `${items(result.count)} ${words(result.change).done}`;
    case "unchanged":
      return `Already ${words(result.change).done}`;
    case "undone":
      return `${undone(result)}${skipped(result.skipped)}${next(result, words)}`;
    case "nothing":
      return `Nothing to ${result.action}`;
    case "superseded":
      return `Your change to ${items(result.count)} wasn't applied because of a later change. ${result.count === 1 ? "The item's" : "Each item's"} history shows both.`;
    case "rejected":
      return `Couldn't ${words(result.change).attempt(items(result.count))}. ${result.message}`;
    case "not_made":
      return result.reason === null
        ? `Canceled. Nothing was ${words(result.change).done}`
        : `Couldn't select all items, so nothing was ${words(result.change).done}. ${result.reason}`;
  }
}

/** Names what the next undo is about, if there is one. */
function next(
  { next }: Extract<Result, { kind: "undone" }>,
  words: ReturnType<typeof useWords>,
): string {
  if (!next) return "";
  return `. Next undo: ${items(next.count)} ${words(next.decision).done}`;
}

function undone({ count }: Extract<Result, { kind: "undone" }>): string {
  return count === 0 ? "Nothing was undone" : `Change undone for ${items(count)}`;
}

/** Mentions the items that undo skipped because they were changed again. */
function skipped(count: number): string {
  return count === 0 ? "" : `. Skipped ${items(count)} that changed again`;
}

function items(count: number): string {
  return count === 1 ? "1 item" : `${count.toLocaleString("en")} items`;
}
