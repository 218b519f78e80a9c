import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FeedbackEntry, listFeedback } from "../../lib/contract/platform/feedback.ts";
import { InvalidRequest } from "../../lib/errors.ts";
import { engines } from "../support/databases.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const entry = (id: string): FeedbackEntry => ({
  id,
  source: "agent",
  status: "pending",
  path: "/x",
  comment: "Wrong.",
  createdAt: "2026-11-01T00:00:00.000Z",
});

describe.each(engines)("a status written to the built-in platform on $name", (engine) => {
  let platform: TestPlatform;
  beforeEach(async () => {
    platform = await openTestPlatform(engine, ["a", "b"].map(entry));
  });
  afterEach(() => platform.close());

  const exported = async (query = "") => {
    const answer = await platform.ask(`/v1/analytics/docs/feedback${query}`);
    const { feedback } = listFeedback.response.parse(await answer.json());
    return Object.fromEntries(feedback.map(({ id, status }) => [id, status]));
  };

  test("is exported and filtered by, only for these entries of this project", async () => {
    await platform.setStatuses("docs", ["a", "nowhere"], "resolved");
    expect(await exported()).toEqual({ a: "resolved", b: "pending" });
    expect(await exported("?status=resolved")).toEqual({ a: "resolved" });
    await platform.setStatuses("other", ["b"], "resolved");
    expect((await exported()).b).toBe("pending");
  });

  test("must be one that the interface defines", async () => {
    const unknown = platform.setStatuses("docs", ["a"], "done");
    await expect(unknown).rejects.toThrow(InvalidRequest);
  });
});
