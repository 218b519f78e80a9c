import type { FeedbackEvent } from "../contract/api/feedback.ts";
import type { Edit, FieldName } from "./fields.ts";

// Parts in brackets are left out if what they name isn't known: "[ from {from}]".

/** What someone did, undid, or tried in vain, after their name. `{items}` isn't known if the reader sees which item it is. */
interface HistorySentences {
  did: string;
  undid: string;
  tried: string;
}

/** What is said about a change right away. `{name}` is the value, or what was taken off. */
interface ActionSentences {
  done: string;
  already: string;
  nothing: string;
  failed: string;
  /** What waits until all selected items are known. */
  waiting: string;
}

/** A value is empty for none, and null if the items had different ones. */
interface Values {
  from: string | null;
  to: string | null;
}

/** The sentences of a field. */
interface FieldWords {
  history(values: Values): HistorySentences;
  action(edit: Edit): ActionSentences;
}

const REASON_REMOVED = {
  did: "removed the dismissal reason[ {from}][ from {items}]",
  undid: "undid removing the dismissal reason[ {from}][ from {items}]",
  tried: "tried to remove the dismissal reason[ from {items}], but a later change was kept",
};
const REASON_SET = {
  did: "set the dismissal reason[ of {items}][ to {to}]",
  undid: "undid setting the dismissal reason[ of {items}][ to {to}]",
  tried: "tried to set the dismissal reason[ of {items}][ to {to}], but a later change was kept",
};
const REASON_CHANGED = {
  did: "changed the dismissal reason[ of {items}][ from {from}][ to {to}]",
  undid: "undid changing the dismissal reason[ of {items}][ from {from}][ to {to}]",
  tried: "tried to change the dismissal reason[ of {items}][ to {to}], but a later change was kept",
};

const WORDS: Record<FieldName, FieldWords> = {
  status: {
    history: () => ({
      did: "changed the status[ of {items}][ from {from}][ to {to}]",
      undid: "undid changing the status[ of {items}][ from {from}][ to {to}]",
      tried: "tried to change the status[ of {items}][ to {to}], but a later change was kept",
    }),
    action: () => ({
      done: "{items} marked as {name}",
      already: "Already marked as {name}",
      nothing: "nothing was marked as {name}",
      failed: "Couldn't mark {items} as {name}",
      waiting: "marking {items} as {name}",
    }),
  },
  assignee: {
    history: assignment,
    action: ({ value }) =>
      value === null
        ? {
            done: "{items} unassigned",
            already: "Already unassigned",
            nothing: "nothing was unassigned",
            failed: "Couldn't unassign {items}",
            waiting: "unassigning {items}",
          }
        : {
            done: "{items} assigned to {name}",
            already: "Already assigned to {name}",
            nothing: "nothing was assigned to {name}",
            failed: "Couldn't assign {items} to {name}",
            waiting: "assigning {items}",
          },
  },
  label: {
    // Of the two values, one is empty.
    history: ({ to }) =>
      to
        ? {
            did: "added the label {to}[ to {items}]",
            undid: "undid adding the label {to}[ to {items}]",
            tried: "tried to add the label {to}[ to {items}], but a later change was kept",
          }
        : {
            did: "removed the label {from}[ from {items}]",
            undid: "undid removing the label {from}[ from {items}]",
            tried: "tried to remove the label {from}[ from {items}], but a later change was kept",
          },
    action: ({ value }) =>
      value === null
        ? {
            done: "{items} no longer labeled {name}",
            already: "Already no longer labeled {name}",
            nothing: "nothing was changed about the label {name}",
            failed: "Couldn't remove {name} from {items}",
            waiting: "removing {name} from {items}",
          }
        : {
            done: "{items} labeled {name}",
            already: "Already labeled {name}",
            nothing: "nothing was labeled {name}",
            failed: "Couldn't label {items} {name}",
            waiting: "labeling {items} {name}",
          },
  },
  dismissal: {
    history: ({ from, to }) => {
      if (to === "") return REASON_REMOVED;
      return from === "" ? REASON_SET : REASON_CHANGED;
    },
    action: ({ value }) =>
      value === null
        ? {
            done: "{items} dismissed without a reason",
            already: "Already dismissed without a reason",
            nothing: "nothing was dismissed without a reason",
            failed: "Couldn't set the dismissal reason for {items}",
            waiting: "removing the dismissal reason from {items}",
          }
        : {
            done: "{items} dismissed as “{name}”",
            already: "Already dismissed as “{name}”",
            nothing: "nothing was dismissed as “{name}”",
            failed: "Couldn't set the dismissal reason for {items}",
            waiting: "setting the dismissal reason of {items}",
          },
  },
  noise: {
    history: () => ({
      did: "restored {the items} from suspected noise",
      undid: "undid restoring {the items} from suspected noise",
      tried: "tried to restore {the items} from suspected noise, but a later change was kept",
    }),
    action: () => ({
      done: "{items} restored from suspected noise",
      already: "Already restored from suspected noise",
      nothing: "nothing was restored from suspected noise",
      failed: "Couldn't restore {items} from suspected noise",
      waiting: "restoring {items}",
    }),
  },
  group: {
    history: grouping,
    action: ({ key }) =>
      key === null
        ? {
            done: "{items} removed from the group",
            already: "Already removed from the group",
            nothing: "nothing was removed from the group",
            failed: "Couldn't remove {items} from the group",
            waiting: "removing {items} from the group",
          }
        : {
            done: "{items} added to the group",
            already: "Already added to the group",
            nothing: "nothing was added to the group",
            failed: "Couldn't add {items} to the group",
            waiting: "adding {items} to the group",
          },
  },
  notSimilar: {
    history: () => ({
      did: "marked {the items} as not similar to another one",
      undid: "undid marking {the items} as not similar to another one",
      tried: "tried to mark {the items} as not similar to another one, but a later change was kept",
    }),
    action: () => ({
      done: "{items} marked as not similar",
      already: "Already marked as not similar",
      nothing: "nothing was marked as not similar",
      failed: "Couldn't mark {items} as not similar",
      waiting: "marking {items} as not similar",
    }),
  },
};

function assignment({ from, to }: Values): HistorySentences {
  if (to === "") {
    return {
      did: "unassigned [{from} from ]{the items}",
      undid: "undid unassigning [{from} from ]{the items}",
      tried: "tried to unassign {the items}, but a later change was kept",
    };
  }
  if (to === null) {
    return {
      did: "reassigned {the items}",
      undid: "undid reassigning {the items}",
      tried: "tried to reassign {the items}, but a later change was kept",
    };
  }
  if (from) {
    return {
      did: "reassigned {the items} from {from} to {to}",
      undid: "undid reassigning {the items} from {from} to {to}",
      tried: "tried to reassign {the items} to {to}, but a later change was kept",
    };
  }
  return {
    did: "assigned {the items} to {to}",
    undid: "undid assigning {the items} to {to}",
    tried: "tried to assign {the items} to {to}, but a later change was kept",
  };
}

function grouping({ from, to }: Values): HistorySentences {
  // Nothing says whether it was for a new group or for none.
  const tried = "tried to change the group[ of {items}], but a later change was kept";
  if (to === "") {
    return {
      did: "removed {the items} from {their groups}",
      undid: "undid removing {the items} from {their groups}",
      tried,
    };
  }
  return from
    ? {
        did: "moved {the items} to another group",
        undid: "undid moving {the items} to another group",
        tried,
      }
    : { did: "added {the items} to a group", undid: "undid adding {the items} to a group", tried };
}

/** A change of one item or many, as the history has it. */
export interface NamedChange extends Values {
  kind: FeedbackEvent["kind"];
  field: FieldName;
}

/** Names what the history has as values. */
export interface ValueNames {
  status: (status: string) => string;
  person: (id: string) => string;
  label: (id: string) => string;
  reason: (id: string) => string;
}

/**
 * Returns what follows the name of whoever made a change, such as "changed the status of 3 items to Resolved".
 * @param items number of items; null if the reader sees which item it is
 */
export function changeSentence(
  change: NamedChange,
  names: ValueNames,
  items: number | null,
): string {
  const { kind, field } = change;
  // An undo is named by what it undoes. What wasn't applied has the later value as the one before.
  const isLater = kind === "superseded" && field !== "label";
  const values =
    kind === "undo"
      ? { from: change.to, to: change.from }
      : { from: isLater ? null : change.from, to: change.to };
  const { did, undid, tried } = WORDS[field].history(values);
  const sentence = kind === "undo" ? undid : kind === "superseded" ? tried : did;
  const named = (value: string | null) => (value ? nameOf(field, value, names) : undefined);
  return fill(sentence, {
    items: items === null ? undefined : countedItems(items, "an item"),
    "the items": items === null ? "the item" : countedItems(items, "an item"),
    "their groups": (items ?? 1) === 1 ? "its group" : "their groups",
    from: named(values.from),
    to: named(values.to),
  });
}

function nameOf(field: FieldName, value: string, names: ValueNames): string {
  if (field === "status") return names.status(value);
  if (field === "assignee") return names.person(value);
  return `“${field === "label" ? names.label(value) : names.reason(value)}”`;
}

/** Says to the teammate who decided that the platform has another status, which may be older. */
export function keptStatusSentence(
  { from, to, by }: Pick<FeedbackEvent, "from" | "to" | "by">,
  { status }: Pick<ValueNames, "status">,
): string {
  return fill(
    "The platform's status is “{to}”. Errata kept “{from}”[, set by {by}], which may be newer.",
    { from: status(from), to: status(to), by: by ?? undefined },
  );
}

/**
 * Returns what to say about a change that someone makes.
 * @param said.items how many, or what they are called
 * @param said.name what the value is called
 */
export function actionSentence(
  edit: Edit,
  which: keyof ActionSentences,
  { items, name }: { items?: number | string; name?: string },
): string {
  return fill(WORDS[edit.field].action(edit)[which], {
    items: typeof items === "number" ? countedItems(items, "1 item") : items,
    name,
  });
}

/** Returns a number of items as text. @param one how a single one is called */
export function countedItems(items: number, one: string): string {
  return items === 1 ? one : `${items.toLocaleString("en")} items`;
}

function fill(template: string, names: Record<string, string | undefined>): string {
  const put = (text: string) =>
    text.replace(/\{([^{}]*)\}/g, (_, name: string) => names[name] ?? "");
  const shown = template.replace(/\[([^[\]]*)\]/g, (_, part: string) => {
    const isKnown = [...part.matchAll(/\{([^{}]*)\}/g)].every(([, name = ""]) => names[name]);
    return isKnown ? part : "";
  });
  return put(shown);
}
