import { describe, expect, test } from "vitest";
import {
  pendingStatusFor,
  withPendingStatus,
} from "../../components/inbox/triage/pending-status.ts";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";

const row = (id: string, status = "pending"): FeedbackRow => ({
  id,
  source: "contextual",
  status,
  platformStatus: status,
  path: "/quickstart",
  page: "/quickstart",
  comment: "The token example fails.",
  createdAt: 0,
  helpful: false,
  deletedAt: null,
  job: null,
});

const rows = [row("a"), row("b"), row("c", "in_progress")];
const setting = (status: string, ...ids: string[]) => ({ ids: new Set(ids), status });
const shown = (list: FeedbackRow[]) => list.map(({ id, status }) => `${id} ${status}`);

describe("a list while statuses are on their way", () => {
  test("is the same list while none is", () => {
    expect(withPendingStatus(rows, [], ["pending"])).toBe(rows);
  });

  test("shows the new status, and keeps every other row as it is", () => {
    const list = withPendingStatus(rows, [setting("resolved", "b", "elsewhere")], null);
    expect(shown(list)).toEqual(["a pending", "b resolved", "c in_progress"]);
    expect(list[0]).toBe(rows[0]);
  });

  test("lets go what its own filter no longer lets through", () => {
    const pending = [setting("resolved", "a"), setting("in_progress", "b")];
    expect(shown(withPendingStatus(rows, pending, ["pending", "in_progress"]))).toEqual([
      "b in_progress",
      "c in_progress",
    ]);
  });

  test("goes by the last of several changes", () => {
    const pending = [setting("resolved", "a"), setting("pending", "a", "b")];
    expect(shown(withPendingStatus(rows, pending, ["pending"]))[0]).toBe("a pending");
    expect(pendingStatusFor(pending, "a")).toBe("pending");
    expect(pendingStatusFor(pending, "c")).toBeUndefined();
  });
});
