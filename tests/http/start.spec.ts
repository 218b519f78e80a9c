import { fetchSyncStatus, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test("the sample is removed once and for all, and nothing else is", async ({ errata, request }) => {
  await waitForFirstSync(errata);
  const inbox = async () => (await request.get("/docs/feedback")).text();
  const comments = async () => {
    const answer = await request.get("/api/projects/docs/feedback?limit=10");
    const { feedback } = await answer.json();
    return feedback.map(({ comment }: { comment: string }) => comment);
  };
  const remove = (expected: number) =>
    request.post("/api/projects/docs/sample/removal", {
      headers: { origin: errata.url },
      data: { items: expected },
    });
  expect(await inbox()).toContain("This is sample data.");

  const page = await (await request.get("/site/docs/quickstart")).text();
  const key = /data-key="(pub_[\w-]+)"/.exec(page)?.[1];
  const data = { url: "/quickstart", comment: "My own feedback", helpful: false };
  await request.post(`/v1/collect/${key}`, { data });
  await expect.poll(async () => (await fetchSyncStatus(errata)).items).toBe(4_001);

  expect((await remove(3_999)).status()).toBe(409);
  expect(await (await remove(4_000)).json()).toEqual({ deleted: 4_000 });
  expect(await comments()).toEqual(["My own feedback"]);
  expect(await inbox()).not.toContain("This is sample data.");

  await errata.restart();
  await waitForFirstSync(errata);
  expect(await comments()).toEqual(["My own feedback"]);
  expect(await inbox()).not.toContain("This is sample data.");
});
