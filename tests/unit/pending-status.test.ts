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
const change = (status: string, ...ids: string[]) => ({ ids: new Set(ids), status });
const shown = (list: FeedbackRow[]) => list.map(({ id, status }) => `${id} ${status}`);

describe("a list with pending status changes", () => {
  test("is unchanged without pending changes", () => {
    expect(withPendingStatus(rows, [], ["pending"])).toBe(rows);
  });

  test("shows the new status and leaves other rows alone", () => {
    const list = withPendingStatus(rows, [change("resolved", "b", "unlisted")], null);
    expect(shown(list)).toEqual(["a pending", "b resolved", "c in_progress"]);
    expect(list[0]).toBe(rows[0]);
  });

  test("drops rows that no longer match the status filter", () => {
    const pending = [change("resolved", "a"), change("in_progress", "b")];
    expect(shown(withPendingStatus(rows, pending, ["pending", "in_progress"]))).toEqual([
      "b in_progress",
      "c in_progress",
    ]);
  });

  test("uses the latest of several changes", () => {
    const pending = [change("resolved", "a"), change("pending", "a", "b")];
    expect(shown(withPendingStatus(rows, pending, ["pending"]))[0]).toBe("a pending");
    expect(pendingStatusFor(pending, "a")).toBe("pending");
    expect(pendingStatusFor(pending, "c")).toBeUndefined();
  });
});
