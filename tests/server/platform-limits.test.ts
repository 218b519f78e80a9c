import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listFeedback } from "../../lib/contract/platform/feedback.ts";
import { agentJob, createJob, messageJob } from "../../lib/contract/platform/job.ts";
import { engines } from "../support/databases.ts";
import { openTestPlatform, requestWith, type TestPlatform } from "../support/platform.ts";

const FEEDBACK = listFeedback.path("docs");
const MINUTE = 60_000;

describe.each(engines)("the hourly limits on $name", (engine) => {
  let platform: TestPlatform;
  beforeEach(async () => {
    platform = await openTestPlatform(engine);
  });
  afterEach(() => platform.close());

  const statusOf = async (path: string, init?: RequestInit) =>
    (await platform.ask(path, init)).status;
  const prompt = (text: string): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ prompt: text }),
  });

  test("allow 100 requests of an organization, then answer 429 until the hour has passed", async () => {
    for (let sent = 0; sent < 50; sent += 1) expect(await statusOf(FEEDBACK)).toBe(200);
    platform.clock.advance(30 * MINUTE);
    // Every request with a key counts, and all keys of the organization share the limit.
    const { key } = await platform.keys.create("docs", "Second");
    for (let sent = 0; sent < 48; sent += 1) {
      expect((await platform.handle(requestWith(key, FEEDBACK))).status).toBe(200);
    }
    expect(await statusOf(`${FEEDBACK}?limit=0`)).toBe(400);
    expect(await statusOf(listFeedback.path("none"))).toBe(404);
    platform.clock.advance(500);
    const rejected = await platform.ask(FEEDBACK);
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get("retry-after")).toBe(String(30 * 60));

    const reopened = await platform.again();
    expect((await reopened.handle(requestWith(key, FEEDBACK))).status).toBe(429);

    platform.clock.advance(30 * MINUTE - 501);
    expect(await statusOf(FEEDBACK)).toBe(429);
    platform.clock.advance(1);
    for (let sent = 0; sent < 50; sent += 1) expect(await statusOf(FEEDBACK)).toBe(200);
    expect(await statusOf(FEEDBACK)).toBe(429);
    const kept = await platform.database.query.selectFrom("platform_use").select("id").execute();
    expect(kept).toHaveLength(100);
  });

  test("are exact for two processes at once, and don't count requests without a key", async () => {
    const other = await platform.again();
    // No more at once than each process has connections: others would wait, on a busy machine too long.
    const send = async (process: typeof other, key: string, times: number) => {
      const statuses: number[] = [];
      for (let sent = 0; sent < times; sent++) {
        statuses.push((await process.handle(requestWith(key, FEEDBACK))).status);
      }
      return statuses;
    };
    const requests = Array.from({ length: 16 }, (_, index) =>
      send(index % 2 ? platform : other, platform.key, 8),
    );
    const strangers = send(platform, "errata_wrong", 20);
    const statuses = (await Promise.all(requests)).flat();
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(28);
    expect(await strangers).toEqual(Array(20).fill(401));
  });

  test("count accepted jobs and messages together", async () => {
    const created = await platform.ask(createJob.path("docs"), prompt("Say so"));
    expect(created.status).toBe(201);
    const { id } = agentJob.parse(await created.json());
    for (let sent = 0; sent < 20; sent += 1) {
      expect(await statusOf(createJob.path("docs"), prompt(""))).toBe(400);
      expect(await statusOf(messageJob.path("docs", "none"), prompt("More"))).toBe(404);
    }
    for (let sent = 1; sent < 100; sent += 1) {
      const isMessage = sent % 2 === 0;
      const path = isMessage ? messageJob.path("docs", id) : createJob.path("docs");
      expect(await statusOf(path, prompt("More"))).toBe(isMessage ? 200 : 201);
    }
    const rejected = await platform.ask(messageJob.path("docs", id), prompt("More"));
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get("retry-after")).toBe("3600");
    expect(await statusOf(createJob.path("docs"), prompt("More"))).toBe(429);
    // Another limit: the export still works.
    expect(await statusOf(FEEDBACK)).toBe(200);
  });
});
