import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AppError, PlatformHttpError, PlatformUnreachable } from "../../lib/errors.ts";
import { createLog } from "../../lib/log.ts";
import {
  allowances,
  createRequestBudget,
  EXPORT_BUDGET,
  jobsBudget,
  type RequestBudget,
} from "../../lib/platform-client/budget.ts";
import { createPlatformClient, type PlatformClient } from "../../lib/platform-client/client.ts";
import { backoffPause } from "../../lib/platform-client/retry-after.ts";
import { networkTransport } from "../../lib/platform-client/transport.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { openTestStore, type TestDatabase } from "../support/databases.ts";
import {
  type Behaviour,
  faults,
  type MisbehavingPlatform,
  startMisbehavingPlatform,
} from "../support/misbehaving-platform.ts";

const KEY = "errata_canary_4f1d";
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 2, 12);

let database: TestDatabase<StoreSchema>;
let platform: MisbehavingPlatform;
let elsewhere: MisbehavingPlatform;
let budget: RequestBudget;
let client: PlatformClient;
let delays: number[];

beforeEach(async () => {
  database = await openTestStore("sqlite", "client");
  platform = await startMisbehavingPlatform([
    { id: "fb_2", status: "pending", createdAt: "2026-10-02T00:00:00Z" },
    { id: "fb_1", status: "resolved", createdAt: "2026-10-01T00:00:00Z" },
  ]);
  elsewhere = await startMisbehavingPlatform();
  const clock = { now: () => NOW };
  const allowance = allowances({ hourlyLimit: 100, reserve: 20 });
  budget = createRequestBudget({ database, clock, allowance });
  delays = [];
  client = clientOf(platform.url);
});

afterEach(async () => {
  await Promise.all([platform.close(), elsewhere.close(), database.close()]);
});

function clientOf(baseUrl: string, deadline = 15_000): PlatformClient {
  return createPlatformClient({
    baseUrl,
    apiKey: async () => KEY,
    send: networkTransport,
    budget,
    clock: { now: () => NOW },
    log: createLog("silent", () => []),
    timeouts: { request: deadline },
    delay: async (milliseconds) => void delays.push(milliseconds),
    random: () => 1,
  });
}

/** A client that soon gives up on a platform that doesn't answer, where that is the failure. */
const clientFor = (code: string) =>
  code === "platform_timeout" ? clientOf(platform.url, 500) : client;

/** Returns the error of failed work and checks that it doesn't contain the key. */
async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => expect.fail("should have failed"),
    (reason: AppError) => reason,
  );
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
  return error;
}

const used = async (name: string) => (await budget.status(name)).used;

test("an export page is requested with the key and the documented query", async () => {
  const page = await client.listFeedback("docs & more", {
    dateFrom: "2026-10-01",
    status: ["pending", "resolved"],
    limit: 1,
  });
  expect(page).toMatchObject({ feedback: [{ id: "fb_2" }], nextCursor: "1", hasMore: true });
  const [request] = platform.requests;
  expect(request?.path).toBe("/v1/analytics/docs%20%26%20more/feedback");
  expect(Object.fromEntries(request?.query ?? [])).toEqual({
    dateFrom: "2026-10-01",
    status: "pending,resolved",
    limit: "1",
  });
  expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test("a cursor in a full URL is extracted, and the URL's host is never contacted", async () => {
  const nextCursor = `${elsewhere.url}/v1/analytics/docs/feedback?limit=1&cursor=a%2Bb`;
  platform.next(faults.json({ feedback: [], nextCursor, hasMore: true }));
  const page = await client.listFeedback("docs", {});
  expect(page.nextCursor).toBe("a+b");
  await client.listFeedback("docs", { cursor: page.nextCursor ?? "" });
  expect(platform.requests[1]?.query.get("cursor")).toBe("a+b");
  expect(elsewhere.requests).toEqual([]);
});

test("a redirect isn't followed, so the key reaches no other host", async () => {
  platform.always(faults.redirect(`${elsewhere.url}/v1/analytics/docs/feedback`));
  const error = await failureOf(client.listFeedback("docs", {}));
  expect(error).toMatchObject({ code: "platform_unreachable" });
  expect(error.message).toContain("redirect");
  expect(platform.requests).toHaveLength(1);
  expect(elsewhere.requests).toEqual([]);
});

test("a redirect with an endless body keeps no connection open", async () => {
  const closed = new Promise((resolve) => {
    platform.always((_, response) => {
      response.on("close", resolve);
      response.writeHead(302, { location: elsewhere.url }).write(" ");
    });
  });
  await failureOf(client.listFeedback("docs", {}));
  await closed;
});

describe("a rejection says what to do", () => {
  const rejections: [number, RegExp][] = [
    [401, /rejected the API key\. .*PLATFORM_API_KEY/],
    [403, /different organization than project "docs"/],
    [404, /"docs" doesn't exist/],
    [414, /too long/],
    [400, /\(400\): made to fail with 400/],
  ];
  test.each(rejections)("%i", async (status, message) => {
    platform.always(faults.status(status));
    const error = await failureOf(client.listFeedback("docs", {}));
    expect(error).toBeInstanceOf(PlatformHttpError);
    expect(error).toMatchObject({ upstreamStatus: status });
    expect(error.message).toMatch(message);
    expect(platform.requests).toHaveLength(1);
  });

  test.each([401, 403, 404, 451])("%i as a web page isn't the platform's word", async (status) => {
    platform.always(faults.status(status, {}, "<!doctype html><title>Attention required</title>"));
    const error = await failureOf(client.listFeedback("docs", {}));
    expect(error.message).toBe(
      `A web page came back with status ${status}. A proxy or a firewall between Errata and the platform ` +
        "may have rejected the request. Check PLATFORM_URL and the network.",
    );
  });

  test("429 as a web page is a rate limit like others", async () => {
    platform.always(faults.status(429, {}, "<h1>429 Too Many Requests</h1>"));
    const error = await failureOf(client.listFeedback("docs", {}));
    expect(error.message).toMatch(/rate limit was reached.*\(429\)/);
  });

  test("without the key, even if the platform repeats it", async () => {
    const body = JSON.stringify({ error: `bad key ${KEY}`, padding: "x".repeat(5_000) });
    platform.always(faults.status(400, {}, body));
    const error = await failureOf(client.listFeedback("docs", {}));
    expect(error.message).toContain("bad key [key]");
    expect(error).toMatchObject({ body: expect.stringContaining("[key]") });
    expect(error instanceof PlatformHttpError && error.body.length).toBe(2_048);
  });
});

describe("a GET with a transient failure is tried three times, each counted", () => {
  const transient: [string, Behaviour, string, RegExp][] = [
    ["500", faults.status(500), "platform_error", /500/],
    [
      "502 with a web page",
      faults.status(502, {}, "<h1>Bad gateway</h1>"),
      "platform_error",
      /502/,
    ],
    ["no answer", faults.hang, "platform_timeout", /^The platform didn.t respond within/],
    ["a byte at a time", faults.drip, "platform_timeout", /didn't respond/],
    ["a broken connection", faults.reset, "platform_unreachable", /was interrupted \(ECONNRESET\)/],
    [
      "a body that breaks off",
      faults.cutOff,
      "platform_unreachable",
      /connection .* was interrupted/,
    ],
  ];
  test.each(transient)("%s", async (_, fault, code, message) => {
    platform.always(fault);
    const failure = await failureOf(clientFor(code).listFeedback("docs", {}));
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(platform.requests).toHaveLength(3);
    expect(await used(EXPORT_BUDGET)).toBe(3);
    expect(delays).toEqual([500, 1_000]);
  });

  test("and the third attempt can succeed", async () => {
    platform.next(faults.reset, faults.status(503));
    expect((await client.listFeedback("docs", {})).feedback).toHaveLength(2);
  });
});

describe("an invalid response isn't retried right away", () => {
  const invalid: [string, Behaviour, string, RegExp][] = [
    ["half of its JSON", faults.truncatedJson, "contract_mismatch", /incomplete/],
    ["a web page", faults.html, "contract_mismatch", /web page.*Check that PLATFORM_URL/],
    ["a text", faults.status(200, {}, "Service down"), "contract_mismatch", /a text.*PLATFORM_URL/],
    ["nothing", faults.status(200, {}, " "), "contract_mismatch", /nothing.*PLATFORM_URL/],
    [
      "its own error",
      faults.json({ error: `Unknown key ${KEY}.` }),
      "contract_mismatch",
      /^The platform returned an error with status 200: Unknown key \[key\]\. Check PLATFORM_URL and the API key\.$/,
    ],
    [
      "a gateway's errors",
      faults.json({ errors: [{ message: "Quota used up" }, { message: "Try later" }] }),
      "contract_mismatch",
      /: Quota used up; Try later\. Check/,
    ],
    ["another shape", faults.json({ items: [] }), "contract_mismatch", /\(feedback is missing/],
    [
      "a cursor that is a number",
      faults.json({ feedback: [], nextCursor: 7, hasMore: true }),
      "contract_mismatch",
      /doesn't match its documented interface \(nextCursor is missing or wrong\)\. Check PLATFORM_URL\.$/,
    ],
    ["50 MB", faults.huge(50), "platform_unreachable", /too large/],
  ];
  test.each(invalid)("%s", async (_, fault, code, message) => {
    platform.always(fault);
    const error = await failureOf(clientOf(platform.url, 10_000).listFeedback("docs", {}));
    expect(error).toMatchObject({ code });
    expect(error.message).toMatch(message);
    expect(platform.requests).toHaveLength(1);
  });
});

describe("a 429 pauses requests", () => {
  const pauses: [string, Record<string, string>, number][] = [
    ["in seconds", { "retry-after": "120" }, 120_000],
    ["as a date", { "retry-after": new Date(NOW + 300_000).toUTCString() }, 300_000],
    ["in fractions of a second", { "retry-after": "120.5" }, 120_500],
    ["without Retry-After", {}, 60_000],
    ["with words instead", { "retry-after": "soon, 2030" }, 60_000],
    ["with a negative number", { "retry-after": "-5" }, 60_000],
    // The limits are per hour.
    ["of a year", { "retry-after": "31536000" }, 3_600_000],
    ["until next year", { "retry-after": new Date(NOW + 365 * DAY).toUTCString() }, 3_600_000],
  ];
  test.each(pauses)("%s", async (_, headers, wait) => {
    platform.always(faults.status(429, headers));
    const error = await failureOf(client.listFeedback("docs", {}));
    expect(error).toMatchObject({ upstreamStatus: 429, retryAfter: wait });
    // It's shown later as well.
    expect(error.message).toMatch(/another client \(429\)\.$/);
    expect((await budget.status(EXPORT_BUDGET)).pausedUntil).toBe(NOW + wait);

    const next = await failureOf(client.listFeedback("docs", {}));
    expect(next).toMatchObject({ code: "budget_exhausted", retryAfter: wait });
    expect(next.message).toBe("The platform asked for a pause. Nothing was sent.");
    expect(platform.requests).toHaveLength(1);
  });

  test.each([429, 503])(
    "of a year to a poll, which has no limit, is minutes (%d)",
    async (status) => {
      platform.always(faults.status(status, { "retry-after": "31536000" }));
      const error = await failureOf(client.retrieveJob("docs", "job_1"));
      expect(error).toMatchObject({ upstreamStatus: status, retryAfter: 5 * 60_000 });
    },
  );

  test("and so does a 503 with Retry-After", async () => {
    platform.always(faults.status(503, { "retry-after": "90" }));
    const error = await failureOf(client.listFeedback("docs", {}));
    expect(error).toMatchObject({ upstreamStatus: 503, retryAfter: 90_000 });
    expect((await budget.status(EXPORT_BUDGET)).pausedUntil).toBe(NOW + 90_000);
    expect(platform.requests).toHaveLength(1);
  });

  test("with exponential backoff without Retry-After, until a success", async () => {
    platform.always(faults.status(429));
    const waits: (number | undefined)[] = [];
    for (let time = 0; time < 6; time += 1) {
      // Another process, or this one after a restart, continues the backoff.
      client = clientOf(platform.url);
      waits.push((await failureOf(client.retrieveJob("docs", "job_1"))).retryAfter);
    }
    // A poll waits for minutes at most: those of many jobs at once count as consecutive.
    expect(waits).toEqual([60_000, 120_000, 240_000, 300_000, 300_000, 300_000]);
    expect([4, 5, 6].map(backoffPause)).toEqual([480_000, 900_000, 900_000]);
    for (let time = 0; time < 3; time += 1) {
      platform.always(null);
      await client.retrieveJob("docs", "job_1");
      await client.retrieveJob("docs", "job_1");
      platform.always(faults.status(429));
      expect((await failureOf(client.retrieveJob("docs", "job_1"))).retryAfter).toBe(60_000);
    }
  });
});

describe("jobs", () => {
  test("are created, retrieved, and messaged within their own budget", async () => {
    expect(await client.createJob("docs", "Fix it")).toMatchObject({ id: "job_1" });
    await client.sendMessage("docs", "job_1", "And this");
    await client.retrieveJob("docs", "job_1");
    expect(platform.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/v2/agent/docs/job", '{"prompt":"Fix it"}'],
      ["POST", "/v2/agent/docs/job/job_1/message", '{"prompt":"And this"}'],
      ["GET", "/v2/agent/docs/job/job_1", ""],
    ]);
    expect(await used(jobsBudget("docs"))).toBe(2);
    expect(await used(EXPORT_BUDGET)).toBe(0);
  });

  const lost: [string, Behaviour, string][] = [
    ["no answer", faults.hang, "platform_timeout"],
    ["a broken connection", faults.reset, "platform_unreachable"],
    ["an error of the platform", faults.status(500), "platform_error"],
    ["half an answer", faults.truncatedJson, "contract_mismatch"],
  ];
  test.each(lost)("are never sent twice: %s", async (_, fault, code) => {
    platform.always(fault);
    const error = await failureOf(clientFor(code).createJob("docs", "Fix it"));
    expect(error).toMatchObject({ code });
    expect(platform.requests).toHaveLength(1);
    if (error instanceof PlatformUnreachable) expect(error.sent).toBe(true);
  });

  test("aren't sent over a connection that the platform may be closing", async () => {
    const used = new WeakSet<object>();
    platform.always((request, response) => {
      const { socket } = response;
      if (socket === null || used.has(socket)) return void socket?.destroy();
      used.add(socket);
      platform.behave(request, response);
    });
    await client.retrieveJob("docs", "job_1");
    expect(await client.createJob("docs", "Fix it")).toMatchObject({ id: "job_1" });
    await client.sendMessage("docs", "job_1", "And this");
  });

  test("are known not to be created if nothing listens", async () => {
    const offline = clientOf(elsewhere.url);
    await elsewhere.close();
    const error = await failureOf(offline.createJob("docs", "Fix it"));
    expect(error).toMatchObject({ code: "platform_unreachable", sent: false });
  });

  test("that don't exist on the platform are not found", async () => {
    platform.always(faults.status(404));
    const error = await failureOf(client.retrieveJob("docs", "job_9"));
    expect(error).toMatchObject({ code: "not_found" });
  });
});

test("a GET that the caller aborts rejects with the caller's reason and isn't retried", async () => {
  platform.always(faults.hang);
  const reason = new Error("shutting down");
  const controller = new AbortController();
  const reading = client.listFeedback("docs", {}, { signal: controller.signal });
  reading.catch(() => undefined);
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
  expect(platform.requests.length).toBeLessThan(2);
});
