import { describe, expect, test } from "vitest";
import { withUnsavedValues } from "../../components/inbox/triage/unsaved-values.ts";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";
import type { Status } from "../../lib/contract/platform/vocabulary.ts";
import { loadFilters } from "../../lib/filters/feedback-filters.ts";
import type { FieldName } from "../../lib/item-fields/fields.ts";
import { type ValuesAfter, valuesAfter } from "../../lib/item-fields/values-after.ts";

const row = (id: string, status = "pending"): FeedbackRow => ({
  id,
  source: "contextual",
  status,
  platformStatus: status,
  path: "/quickstart",
  page: "/quickstart",
  comment: "The token example fails.",
  reasons: null,
  createdAt: 0,
  helpful: false,
  deletedAt: null,
  assignee: null,
  notes: 0,
  job: null,
  match: null,
});

type Values = ReadonlyMap<string, string | null>;

const NO_FILTER = loadFilters("");
const unsaved = (field: FieldName, values: Values): ValuesAfter => ({
  of: (name) => (name === field ? values : new Map()),
  keysOf: () => new Map(),
  isEmpty: values.size === 0,
});
const withUnsavedStatuses = (
  list: FeedbackRow[],
  statuses: Map<string, string>,
  status: Status[] | null,
) => withUnsavedValues(list, unsaved("status", statuses), { ...NO_FILTER, status }, "ana");

const rows = [row("a"), row("b"), row("c", "in_progress")];
const shown = (list: FeedbackRow[]) => list.map(({ id, status }) => `${id} ${status}`);

describe("a list with unsaved statuses", () => {
  test("says that the platform differs only once the status is saved", () => {
    const [changed] = withUnsavedStatuses([row("a")], new Map([["a", "resolved"]]), null);
    expect(changed).toMatchObject({ status: "resolved", platformStatus: "resolved" });
  });

  test("counts what is left of a group", () => {
    const group = (ids: string[]) => ({ ids, items: ids.length, pages: 1, isRecurrence: false });
    const grouped = [{ ...row("a"), group: group(["a", "b", "c"]) }, row("d")];
    const decided = (...ids: string[]) =>
      withUnsavedStatuses(grouped, new Map(ids.map((id) => [id, "resolved"])), ["pending"]);
    expect(decided("b")[0]?.group).toEqual(group(["a", "c"]));
    expect(decided("b", "c")[0]?.group).toBeUndefined();
    expect(decided("d")[0]).toBe(grouped[0]);
    const votes = [{ ...row("a"), group: { ...group(["a", "b", "c"]), notHelpful: 2 } }];
    const [left] = withUnsavedStatuses(votes, new Map([["b", "resolved"]]), ["pending"]);
    expect(left?.group).toEqual({ ...group(["a", "c"]), notHelpful: null });
  });

  test("is unchanged without any", () => {
    expect(withUnsavedStatuses(rows, new Map(), ["pending"])).toBe(rows);
  });

  test("shows the new status and leaves other rows alone", () => {
    const list = withUnsavedStatuses(
      rows,
      new Map([
        ["b", "resolved"],
        ["unlisted", "resolved"],
      ]),
      null,
    );
    expect(shown(list)).toEqual(["a pending", "b resolved", "c in_progress"]);
    expect(list[0]).toBe(rows[0]);
  });

  test("drops rows that no longer match the status filter", () => {
    const statuses = new Map([
      ["a", "resolved"],
      ["b", "in_progress"],
    ]);
    expect(shown(withUnsavedStatuses(rows, statuses, ["pending", "in_progress"]))).toEqual([
      "b in_progress",
      "c in_progress",
    ]);
  });
});

describe("a list with unsaved assignees", () => {
  const mine = { ...row("a"), assignee: "ana" };
  const list = [mine, { ...row("b"), assignee: "bea" }, row("c")];
  const assignees = new Map([
    ["a", null],
    ["b", "ana"],
  ]);
  const shownAs = (assignee: string | null) =>
    withUnsavedValues(list, unsaved("assignee", assignees), { ...NO_FILTER, assignee }, "ana").map(
      (item) => `${item.id} ${item.assignee}`,
    );

  test("shows the new person, and drops rows that no longer match the filter", () => {
    expect(shownAs(null)).toEqual(["a null", "b ana", "c null"]);
    // The server decides about rows without a change: they match what it was asked for.
    expect(shownAs("me")).toEqual(["b ana", "c null"]);
    expect(shownAs("ana")).toEqual(["b ana", "c null"]);
    expect(shownAs("bea")).toEqual(["c null"]);
    expect(shownAs("nobody")).toEqual(["a null", "c null"]);
  });
});

describe("a list with items that are being restored", () => {
  const list = [{ ...row("a"), noise: "test" as const }, row("b")];
  const restored = new Map([["a", null]]);
  const shownAs = (noise: boolean | null, reasons: Map<string, string | null>) =>
    withUnsavedValues(list, unsaved("noise", reasons), { ...NO_FILTER, noise }, "ana").map(
      (item) => `${item.id} ${item.noise}`,
    );

  test("shows them as feedback, and drops them from a list of noise", () => {
    expect(shownAs(null, restored)).toEqual(["a null", "b undefined"]);
    expect(shownAs(true, restored)).toEqual(["b undefined"]);
    expect(shownAs(false, new Map([["b", "greeting"]]))).toEqual(["a test"]);
  });
});

describe("a list with unsaved labels", () => {
  const list = [{ ...row("a"), labels: ["legal", "urgent"] }, row("b"), row("c")];
  const labeled = (id: string, on: boolean) => ({
    kind: "label" as const,
    id,
    ids: [id],
    label: "urgent",
    on,
    madeAt: 0,
  });
  const decisions = [labeled("a", false), labeled("b", true)];
  const shownAs = (label: string[] | null) =>
    withUnsavedValues(list, valuesAfter(decisions), { ...NO_FILTER, label }, "ana").map(
      (item) => `${item.id} ${item.labels?.join() ?? ""}`,
    );

  test("shows the labels, and drops rows that have none of the filter's anymore", () => {
    expect(shownAs(null)).toEqual(["a legal", "b urgent", "c "]);
    expect(shownAs(["urgent"])).toEqual(["b urgent", "c "]);
    expect(shownAs(["urgent", "legal"])).toEqual(["a legal", "b urgent", "c "]);
  });
});
