"use client";

import type { Change } from "../../../lib/item-fields/decision.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useSession } from "../../app/session.tsx";
import { usePersonName } from "../../app/use-person-name.ts";
import { useUntilName } from "../../feedback/snooze-label.tsx";
import { statusName } from "../../feedback/status-label.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
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
      {result.kind === "created" && (
        <IntentLink href={result.href} className={buttonClass()}>
          Show jobs
        </IntentLink>
      )}
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

/** The names that a change contains. */
interface Names {
  person: (id: string) => string;
  until: (until: string) => string;
}

type WordsOf = {
  [Kind in Change["kind"]]: (change: Extract<Change, { kind: Kind }>, names: Names) => Words;
};

/** Statuses whose names are also past participles. */
const VERBS = new Map([
  ["resolved", "resolve"],
  ["dismissed", "dismiss"],
]);

const WORDS: WordsOf = {
  restore: () => ({
    done: "restored from noise",
    attempt: (of) => `restore ${of} from noise`,
  }),
  set: (change) => {
    const status = statusName(change.status).toLowerCase();
    const verb = VERBS.get(change.status);
    if (verb) return { done: status, attempt: (of) => `${verb} ${of}` };
    return { done: `marked as ${status}`, attempt: (of) => `mark ${of} as ${status}` };
  },
  snooze: ({ until }, names) =>
    until === null
      ? { done: "no longer snoozed", attempt: (of) => `end the snooze of ${of}` }
      : { done: `snoozed until ${names.until(until)}`, attempt: (of) => `snooze ${of}` },
  label: (change) => {
    const name = displayable(change.name ?? "");
    return change.on
      ? { done: `labeled ${name}`, attempt: (of) => `label ${of} ${name}` }
      : { done: `no longer labeled ${name}`, attempt: (of) => `remove ${name} from ${of}` };
  },
  dismissal: ({ name }) => ({
    done: name ? `dismissed as “${displayable(name)}”` : "dismissed without a reason",
    attempt: (of) => `set the dismissal reason for ${of}`,
  }),
  separate: () => ({
    done: "marked as not similar",
    attempt: (of) => `mark ${of} as not similar`,
  }),
  group: (change) =>
    change.with === null
      ? { done: "removed from the group", attempt: (of) => `remove ${of} from the group` }
      : { done: "added to the group", attempt: (of) => `add ${of} to the group` },
  assign: ({ assignee }, names) => {
    if (assignee === null) return { done: "unassigned", attempt: (of) => `unassign ${of}` };
    const name = names.person(assignee);
    return { done: `assigned to ${name}`, attempt: (of) => `assign ${of} to ${name}` };
  },
};

function wordsOf<Kind extends Change["kind"]>(
  kind: Kind,
  change: Extract<Change, { kind: Kind }>,
  names: Names,
): Words {
  return WORDS[kind](change, names);
}

function useWords(): (change: Change) => Words {
  const me = useSession().person.id;
  const personName = usePersonName();
  const until = useUntilName();
  const person = (id: string) => (id === me ? "you" : (personName(id) ?? "a teammate"));
  return (change) => wordsOf(change.kind, change, { person, until });
}

function describe(result: Result, words: ReturnType<typeof useWords>): string {
  switch (result.kind) {
    case "set":
    case "redone":
      return `${counted(result.count, "item")} ${words(result.change).done}`;
    case "created":
      return `Created ${counted(result.count, "job")}`;
    case "unchanged":
      return result.change.kind === "restore"
        ? "Not noise"
        : `Already ${words(result.change).done}`;
    case "undone":
      return `${undone(result)}${skipped(result.skipped)}${next(result, words)}`;
    case "nothing":
      return `Nothing to ${result.action}`;
    case "superseded":
      return `Your change to ${counted(result.count, "item")} wasn't applied because of a later change. ${result.count === 1 ? "The item's" : "Each item's"} history shows both.`;
    case "rejected":
      return `Couldn't ${words(result.change).attempt(counted(result.count, "item"))}. ${result.message}`;
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
  return `. Next undo: ${counted(next.count, "item")} ${words(next.decision).done}`;
}

function undone({ count }: Extract<Result, { kind: "undone" }>): string {
  return count === 0 ? "Nothing was undone" : `Change undone for ${counted(count, "item")}`;
}

/** Mentions the items that undo skipped because they were changed again. */
function skipped(count: number): string {
  return count === 0 ? "" : `. Skipped ${counted(count, "item")} that changed again`;
}
