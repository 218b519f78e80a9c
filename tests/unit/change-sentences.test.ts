import { describe, expect, test } from "vitest";
import {
  changeSentence,
  keptStatusSentence,
  type NamedChange,
} from "../../components/feedback/change-sentence.ts";

const names = {
  person: (id: string) => ({ ada: "Ada", bea: "Bea" })[id] ?? "a deleted teammate",
  label: (id: string) => ({ urgent: "Urgent" })[id] ?? id,
  reason: (id: string) => ({ not_docs: "Not docs", spam: "Spam" })[id] ?? id,
  until: (until: string) => (until === "reported" ? "reported again" : "Nov 27"),
};

const sentence = (change: NamedChange, items: number | null) =>
  changeSentence(change, names, items);

interface Row {
  field: NamedChange["field"];
  from: string | null;
  to: string | null;
  item: string;
  items: string;
  undone: string;
}

/** Each kind of change in an item's history, of 1,200 items, and undone. */
const CHANGES: Row[] = [
  {
    field: "snooze",
    from: "",
    to: "2026-11-27T00:00:00.000Z",
    item: "snoozed the item until Nov 27",
    items: "snoozed 1,200 items until Nov 27",
    undone: "undid snoozing 1,200 items until Nov 27",
  },
  {
    field: "snooze",
    from: "2026-11-27T00:00:00.000Z",
    to: "reported",
    item: "snoozed the item until reported again",
    items: "snoozed 1,200 items until reported again",
    undone: "undid snoozing 1,200 items until reported again",
  },
  {
    field: "snooze",
    from: "reported",
    to: "",
    item: "ended the snooze",
    items: "ended the snooze of 1,200 items",
    undone: "undid ending the snooze of 1,200 items",
  },
  {
    field: "status",
    from: "pending",
    to: "in_progress",
    item: "changed the status from Pending to In progress",
    items: "changed the status of 1,200 items from Pending to In progress",
    undone: "undid changing the status of 1,200 items from Pending to In progress",
  },
  {
    field: "status",
    from: null,
    to: "dismissed",
    item: "changed the status to Dismissed",
    items: "changed the status of 1,200 items to Dismissed",
    undone: "undid changing the status of 1,200 items to Dismissed",
  },
  {
    field: "assignee",
    from: "",
    to: "bea",
    item: "assigned the item to Bea",
    items: "assigned 1,200 items to Bea",
    undone: "undid assigning 1,200 items to Bea",
  },
  {
    field: "assignee",
    from: "ada",
    to: "bea",
    item: "reassigned the item from Ada to Bea",
    items: "reassigned 1,200 items from Ada to Bea",
    undone: "undid reassigning 1,200 items from Ada to Bea",
  },
  {
    field: "assignee",
    from: null,
    to: "bea",
    item: "assigned the item to Bea",
    items: "assigned 1,200 items to Bea",
    undone: "undid assigning 1,200 items to Bea",
  },
  {
    field: "assignee",
    from: "cy",
    to: "",
    item: "unassigned a deleted teammate from the item",
    items: "unassigned a deleted teammate from 1,200 items",
    undone: "undid unassigning a deleted teammate from 1,200 items",
  },
  {
    field: "assignee",
    from: null,
    to: "",
    item: "unassigned the item",
    items: "unassigned 1,200 items",
    undone: "undid unassigning 1,200 items",
  },
  {
    field: "group",
    from: "",
    to: "group-1",
    item: "added the item to a group",
    items: "added 1,200 items to a group",
    undone: "undid adding 1,200 items to a group",
  },
  {
    field: "group",
    from: "group-1",
    to: "group-2",
    item: "moved the item to another group",
    items: "moved 1,200 items to another group",
    undone: "undid moving 1,200 items to another group",
  },
  {
    field: "group",
    from: "group-1",
    to: "",
    item: "removed the item from its group",
    items: "removed 1,200 items from their groups",
    undone: "undid removing 1,200 items from their groups",
  },
  {
    field: "dismissal",
    from: "",
    to: "not_docs",
    item: "set the dismissal reason to “Not docs”",
    items: "set the dismissal reason of 1,200 items to “Not docs”",
    undone: "undid setting the dismissal reason of 1,200 items to “Not docs”",
  },
  {
    field: "dismissal",
    from: "spam",
    to: "not_docs",
    item: "changed the dismissal reason from “Spam” to “Not docs”",
    items: "changed the dismissal reason of 1,200 items from “Spam” to “Not docs”",
    undone: "undid changing the dismissal reason of 1,200 items from “Spam” to “Not docs”",
  },
  {
    field: "dismissal",
    from: "spam",
    to: "",
    item: "removed the dismissal reason “Spam”",
    items: "removed the dismissal reason “Spam” from 1,200 items",
    undone: "undid removing the dismissal reason “Spam” from 1,200 items",
  },
  {
    field: "dismissal",
    from: null,
    to: "",
    item: "removed the dismissal reason",
    items: "removed the dismissal reason from 1,200 items",
    undone: "undid removing the dismissal reason from 1,200 items",
  },
  {
    field: "noise",
    from: "characters",
    to: "",
    item: "restored the item from noise",
    items: "restored 1,200 items from noise",
    undone: "undid restoring 1,200 items from noise",
  },
  {
    field: "label",
    from: "",
    to: "urgent",
    item: "added the label “Urgent”",
    items: "added the label “Urgent” to 1,200 items",
    undone: "undid adding the label “Urgent” to 1,200 items",
  },
  {
    field: "label",
    from: "urgent",
    to: "",
    item: "removed the label “Urgent”",
    items: "removed the label “Urgent” from 1,200 items",
    undone: "undid removing the label “Urgent” from 1,200 items",
  },
];

describe("a change is a sentence", () => {
  test.each(CHANGES)("of $field from $from to $to", ({ field, from, to, item, items, undone }) => {
    const change = { kind: "set", field, from, to } as const;
    expect(sentence(change, null)).toBe(item);
    expect(sentence(change, 1_200)).toBe(items);
    // What an undo restores is what was there before.
    expect(sentence({ kind: "undo", field, from: to, to: from }, 1_200)).toBe(undone);
  });

  test("of one item among others", () => {
    const changes = CHANGES.map((change) => sentence({ ...change, kind: "set" }, 1));
    expect(new Set(changes)).toEqual(
      new Set([
        "snoozed an item until Nov 27",
        "snoozed an item until reported again",
        "ended the snooze of an item",
        "changed the status of an item from Pending to In progress",
        "changed the status of an item to Dismissed",
        "assigned an item to Bea",
        "reassigned an item from Ada to Bea",
        "unassigned a deleted teammate from an item",
        "unassigned an item",
        "added an item to a group",
        "moved an item to another group",
        "removed an item from its group",
        "set the dismissal reason of an item to “Not docs”",
        "changed the dismissal reason of an item from “Spam” to “Not docs”",
        "removed the dismissal reason “Spam” from an item",
        "removed the dismissal reason from an item",
        "restored an item from noise",
        "added the label “Urgent” to an item",
        "removed the label “Urgent” from an item",
      ]),
    );
  });

  test("by the platform", () => {
    const change = { kind: "platform", field: "status", from: "pending", to: "waiting" } as const;
    expect(sentence(change, 1)).toBe("changed the status of an item from Pending to waiting");
  });

  // Its first value is the later one.
  test.each([
    ["status", "dismissed", "resolved", "change the status of 2 items to Resolved"],
    ["assignee", "ada", "bea", "assign 2 items to Bea"],
    ["assignee", "ada", "", "unassign 2 items"],
    ["group", "group-1", "", "change the group of 2 items"],
    ["group", "", "group-1", "change the group of 2 items"],
    ["dismissal", "spam", "not_docs", "change the dismissal reason of 2 items to “Not docs”"],
    ["dismissal", "spam", "", "remove the dismissal reason from 2 items"],
    ["label", "urgent", "", "remove the label “Urgent” from 2 items"],
    ["label", "", "urgent", "add the label “Urgent” to 2 items"],
  ] as const)("that wasn't applied: %s, %s, %s", (field, from, to, attempt) => {
    const change = { kind: "superseded", field, from, to } as const;
    expect(sentence(change, 2)).toBe(`tried to ${attempt}, but a later change was kept`);
  });

  test("of values that differed and differ again", () => {
    const undo = { kind: "undo", from: "", to: null } as const;
    expect(sentence({ ...undo, field: "assignee" }, 2)).toBe("undid unassigning 2 items");
    expect(sentence({ ...undo, field: "group" }, 2)).toBe(
      "undid removing 2 items from their groups",
    );
    const set = { kind: "set", field: "assignee", from: "ada", to: null } as const;
    expect(sentence(set, 2)).toBe("reassigned 2 items");
  });

  test("of the platform that wasn't applied", () => {
    const kept = { from: "pending", to: "resolved" };
    expect(keptStatusSentence({ ...kept, by: "Ada" })).toBe(
      "The platform's status is “Resolved”. Errata kept “Pending”, set by Ada, which may be newer.",
    );
    expect(keptStatusSentence({ ...kept, by: null })).toBe(
      "The platform's status is “Resolved”. Errata kept “Pending”, which may be newer.",
    );
  });
});
