import { describe, expect, test } from "vitest";
import { withUnsavedStatuses } from "../../components/inbox/triage/unsaved-status.ts";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";

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
  job: null,
  match: null,
});

const rows = [row("a"), row("b"), row("c", "in_progress")];
const shown = (list: FeedbackRow[]) => list.map(({ id, status }) => `${id} ${status}`);

describe("a list with unsaved statuses", () => {
  test("says that the platform differs only once the status is saved", () => {
    const [changed] = withUnsavedStatuses([row("a")], new Map([["a", "resolved"]]), null);
    expect(changed).toMatchObject({ status: "resolved", platformStatus: "resolved" });
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
