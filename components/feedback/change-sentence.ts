import type { FeedbackEvent } from "../../lib/contract/api/feedback.ts";
import type { ProjectEvent } from "../../lib/contract/api/history.ts";
import { counted } from "../../lib/text/counted.ts";
import { statusName } from "./status-label.tsx";

/** A change of one item or many. A value is null if the items had different ones. */
export type NamedChange = Pick<ProjectEvent, "kind" | "field" | "from" | "to">;

type Kept = Pick<FeedbackEvent, "from" | "to" | "by">;

/** Names the people, labels, and reasons whose IDs a change has. */
export interface ChangeNames {
  person: (id: string) => string;
  label: (id: string) => string;
  reason: (id: string) => string;
  /** What follows "until". */
  until: (until: string) => string;
}

/** The forms of a verb for an action, for an undo of it, and for an attempt. */
const VERBS = {
  add: ["added", "adding", "add"],
  assign: ["assigned", "assigning", "assign"],
  change: ["changed", "changing", "change"],
  end: ["ended", "ending", "end"],
  mark: ["marked", "marking", "mark"],
  move: ["moved", "moving", "move"],
  reassign: ["reassigned", "reassigning", "reassign"],
  remove: ["removed", "removing", "remove"],
  restore: ["restored", "restoring", "restore"],
  set: ["set", "setting", "set"],
  snooze: ["snoozed", "snoozing", "snooze"],
  unassign: ["unassigned", "unassigning", "unassign"],
} as const;

/** An action, such as "add" and "the label “Bug” to 3 items". */
type Action = [verb: keyof typeof VERBS, rest: string];

/**
 * Returns what follows the name of whoever made a change, such as "changed the status of 3 items to Resolved".
 * @param items number of items; null if the reader sees which item it is
 */
export function changeSentence(
  change: NamedChange,
  names: ChangeNames,
  items: number | null,
): string {
  const { kind, from, to } = change;
  // An undo is described by the action that it undoes.
  const action = kind === "undo" ? { ...change, from: to, to: from } : change;
  const [verb, rest] = actionOf(action, names, items);
  const [did, doing, toDo] = VERBS[verb];
  if (kind === "undo") return `undid ${doing} ${rest}`;
  return kind === "superseded"
    ? `tried to ${toDo} ${rest}, but a later change was kept`
    : `${did} ${rest}`;
}

/** Says to the teammate who decided that the platform has another status, which may be older. */
export function keptStatusSentence({ from, to, by }: Kept): string {
  const own = `${quote(statusName(from))}${by === null ? "" : `, set by ${by}`}`;
  return `The platform's status is ${quote(statusName(to))}. Errata kept ${own}, which may be newer.`;
}

type Values = Pick<NamedChange, "from" | "to">;

interface Said extends ChangeNames {
  /** Number of items; null if the reader sees which item it is. */
  items: number | null;
  /** The items, such as "3 items". */
  the: string;
  /** The object of the sentence, such as "the status of 3 items". */
  its: (what: string, link: "of" | "from" | "to") => string;
}

function actionOf(change: NamedChange, names: ChangeNames, items: number | null): Action {
  const { kind, field, to } = change;
  const isSuperseded = kind === "superseded";
  const the = items === null ? "the item" : items === 1 ? "an item" : counted(items, "item");
  const its: Said["its"] = (what, link) =>
    items === null ? `the ${what}` : `the ${what} ${link} ${the}`;
  // A skipped change doesn't tell whether it was for a new group or for none.
  if (isSuperseded && field === "group") return ["change", its("group", "of")];
  // For a skipped change, `from` is the later value that kept it from being applied.
  const from = isSuperseded && field !== "label" ? null : change.from;
  return ACTIONS[field]({ from, to }, { ...names, items, the, its });
}

const ACTIONS: Record<NamedChange["field"], (values: Values, said: Said) => Action> = {
  status: (values, { its }) => ["change", its("status", "of") + fromTo(values, statusName)],
  assignee: ({ from, to }, { the, person }) => {
    if (to === "") return ["unassign", from ? `${person(from)} from ${the}` : the];
    if (to === null) return ["reassign", the];
    const target = `to ${person(to)}`;
    return from
      ? ["reassign", `${the} from ${person(from)} ${target}`]
      : ["assign", `${the} ${target}`];
  },
  group: ({ from, to }, { items, the }) => {
    if (to === "")
      return ["remove", `${the} from ${(items ?? 1) === 1 ? "its group" : "their groups"}`];
    return from ? ["move", `${the} to another group`] : ["add", `${the} to a group`];
  },
  dismissal: ({ from, to }, { its, reason }) => {
    const quoted = (id: string) => quote(reason(id));
    const known = from || null;
    if (to === "")
      return ["remove", its(`dismissal reason${known ? ` ${quoted(known)}` : ""}`, "from")];
    const verb = from === "" ? "set" : "change";
    return [verb, its("dismissal reason", "of") + fromTo({ from: known, to }, quoted)];
  },
  snooze: ({ to }, { the, its, until }) => {
    if (to === "") return ["end", its("snooze", "of")];
    return ["snooze", to === null ? the : `${the} until ${until(to)}`];
  },
  notSimilar: (_, { the }) => ["mark", `${the} as not similar to another one`],
  noise: (_, { the }) => ["restore", `${the} from noise`],
  // One of the two values is empty.
  label: ({ from, to }, { its, label }) =>
    to
      ? ["add", its(`label ${quote(label(to))}`, "to")]
      : ["remove", its(`label ${quote(label(from ?? ""))}`, "from")],
};

function fromTo({ from, to }: Values, nameOf: (value: string) => string): string {
  return (from === null ? "" : ` from ${nameOf(from)}`) + (to === null ? "" : ` to ${nameOf(to)}`);
}

function quote(name: string): string {
  return `“${name}”`;
}
