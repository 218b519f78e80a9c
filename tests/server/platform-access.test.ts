import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platformError } from "../../lib/contract/platform/error.ts";
import { listFeedback } from "../../lib/contract/platform/feedback.ts";
import { createJob, retrieveJob } from "../../lib/contract/platform/job.ts";
import { anyEngine } from "../support/databases.ts";
import { openTestPlatform, requestWith, type TestPlatform } from "../support/platform.ts";

const FEEDBACK = listFeedback.path("docs");
const JOBS = createJob.path("docs");

describe.each(anyEngine)("access to the platform on $name", (engine) => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await openTestPlatform(engine);
    await platform.database.query
      .insertInto("platform_project")
      .values({ id: "foreign", name: "Foreign", organization: "another" })
      .execute();
  });
  afterAll(() => platform.close());

  async function refusalOf(request: Request) {
    const response = await platform.handle(request);
    const body = platformError.strict().parse(await response.json());
    expect(response.headers.get("cache-control")).toBe("no-store");
    return { status: response.status, headers: response.headers, ...body };
  }

  test("is rejected the same way without a key, with a wrong key or another scheme", async () => {
    const headers: HeadersInit[] = [
      {},
      { authorization: "Bearer errata_wrong" },
      { authorization: platform.key },
      { authorization: `Basic ${platform.key}` },
    ];
    for (const path of [FEEDBACK, JOBS, listFeedback.path("foreign"), listFeedback.path("none")]) {
      const method = path === JOBS ? "POST" : "GET";
      for (const init of headers) {
        const request = new Request(`http://127.0.0.1${path}`, { method, headers: init });
        const { status, headers: answered } = await refusalOf(request);
        expect(status).toBe(401);
        expect(answered.get("www-authenticate")).toBe("Bearer");
      }
    }
  });

  test("is rejected for another organization's project and an unknown one", async () => {
    expect(await refusalOf(requestWith(platform.key, listFeedback.path("foreign")))).toMatchObject({
      status: 403,
    });
    expect(await refusalOf(requestWith(platform.key, listFeedback.path("none")))).toMatchObject({
      status: 404,
      error: "This project doesn't exist. Check the project ID.",
    });
  });

  test("accepts the scheme in any case, and rejects a revoked key", async () => {
    const { id, key } = await platform.keys.create("docs", "Short-lived");
    const ask = () =>
      platform.handle(
        new Request(`http://127.0.0.1${FEEDBACK}`, { headers: { authorization: `bearer ${key}` } }),
      );
    expect((await ask()).status).toBe(200);
    await platform.keys.revoke("docs", id);
    expect((await ask()).status).toBe(401);
  });

  test.each([
    ["PUT", FEEDBACK, "GET"],
    ["HEAD", FEEDBACK, "GET"],
    ["GET", JOBS, "POST"],
    ["DELETE", retrieveJob.path("docs", "1"), "GET"],
  ])("gets the allowed method for %s %s", async (method, path, allowed) => {
    const response = await platform.handle(requestWith(platform.key, path, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allowed);
  });

  test.each(["/", "/v1", `${FEEDBACK}/x`, `${JOBS}/1/2`, "/v1/analytics/%E0%A4%A/feedback"])(
    "finds nothing at %s",
    async (path) => {
      expect(await refusalOf(requestWith(platform.key, path))).toMatchObject({ status: 404 });
    },
  );

  test("finds no job for an ID that a database can't store", async () => {
    const path = retrieveJob.path("docs", "a\0b");
    expect(await refusalOf(requestWith(platform.key, path))).toMatchObject({ status: 404 });
  });

  test.each([
    ["no JSON", "application/json", "{", 400],
    ["no object", "application/json", '"Fix it"', 400],
    ["no prompt", "application/json", "{}", 400],
    ["an empty prompt", "application/json", '{"prompt":""}', 400],
    ["a prompt that is no text", "application/json", '{"prompt":1}', 400],
    ["NUL in the prompt", "application/json", '{"prompt":"a\\u0000"}', 400],
    ["another content type", "text/plain", '{"prompt":"Fix it"}', 400],
    ["more than 1 MB", "application/json", `{"prompt":"${"x".repeat(1_000_000)}"}`, 413],
  ])("is rejected with a 4xx status for a body with %s", async (_, type, body, expected) => {
    const headers = { "content-type": type };
    const request = requestWith(platform.key, JOBS, { method: "POST", body, headers });
    const { status, details } = await refusalOf(request);
    expect(status).toBe(expected);
    expect(details?.length).toBe(expected === 400 ? 1 : undefined);
  });

  test("reveals no cause when the platform itself fails", async () => {
    const broken = await openTestPlatform(engine);
    await broken.database.query.schema.dropTable("platform_entry").execute();
    const response = await broken.ask(FEEDBACK);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(platformError.strict().parse(JSON.parse(text)).error).toMatch(/Something went wrong/);
    expect(text).not.toContain("platform_entry");
    await broken.close();
  });
});
