import type { APIRequestContext } from "@playwright/test";
import { waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

const FEEDBACK = "/api/projects/docs/feedback";

test("a status is set for all matching feedback, except for excluded and newer items", async ({
  request,
  errata,
}) => {
  const change = async (selection: object) => {
    const data = { ...selection, set: { status: "in_progress" } };
    const headers = { origin: errata.url };
    const response = await request.patch(FEEDBACK, { headers, data });
    return { status: response.status(), ...(await response.json()) };
  };
  const where = { source: "agent", status: "pending" };
  const before = await matching(request, "source=agent&status=pending");
  const [first = "", second = ""] = before;
  const except = [first, second];

  expect(await change({ where, asOf: 1 })).toEqual({ status: 200, changed: 0, undo: null });
  const done = await change({ where, except, asOf: Date.now() });
  expect(done).toMatchObject({ status: 200, changed: before.length - 2 });
  expect(await matching(request, "source=agent&status=pending")).toEqual(except);

  const undone = await request.post(`${FEEDBACK}/undo`, {
    headers: { origin: errata.url },
    data: { token: done.undo },
  });
  expect(await undone.json()).toMatchObject({ restored: before.length - 2 });
  expect(await matching(request, "source=agent&status=pending")).toEqual(before);

  for (const wrong of [
    { where: { stauts: "pending" } },
    { where: { status: "open" } },
    { where, ids: except },
    { except },
  ]) {
    expect(await change(wrong)).toMatchObject({ status: 400, error: { code: "invalid_request" } });
  }
});

async function matching(request: APIRequestContext, query: string): Promise<string[]> {
  const response = await request.get(`${FEEDBACK}/ids?${query}`);
  return (await response.json()).ids;
}
