import { request as plainRequest } from "node:http";
import { expect, test } from "../support/server.ts";

/** Sends a request whose Host or Origin no browser and no fetch would send. */
function send(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers = {}, body } = options;
    const request = plainRequest(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Sends the head of a request whose body never arrives, and returns the head of the response. */
function headOf(
  url: string,
  options: { method: string; headers: Record<string, string> },
): Promise<{ status: number; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const request = plainRequest(url, options, ({ statusCode = 0, headers }) => {
      resolve({ status: statusCode, headers });
      request.destroy();
    });
    request.once("error", reject);
    request.flushHeaders();
  });
}

const PAGES = [
  "/",
  "/docs/feedback",
  "/docs/jobs",
  "/settings",
  "/pulls/1",
  "/nothing/here",
  "/icon.svg",
];
const ROUTES = [
  "/api/health",
  "/api/projects",
  "/api/projects/docs/feedback",
  "/api/projects/docs/feedback/facets",
  "/api/projects/docs/jobs",
  "/api/projects/docs/sync",
  "/api/projects/docs/keys",
  "/api/nothing",
  "/v1/analytics/docs/feedback",
  "/v1/collect/pub_x",
  "/v2/agent/docs/job/x",
];

for (const path of [...PAGES, ...ROUTES]) {
  test(`a foreign host is refused at ${path}`, async ({ errata }) => {
    const foreign = await send(errata.url + path, { headers: { host: "evil.example" } });
    expect(foreign.status).toBe(403);
    expect(foreign.text).not.toContain("errata_");
  });
}

for (const origin of [undefined, "null", "http://evil.example", "http://127.0.0.1:1"]) {
  test(`a write from the origin ${origin} is refused`, async ({ errata }) => {
    const host = new URL(errata.url).host;
    const headers = { host, "content-type": "application/json", ...(origin ? { origin } : {}) };
    for (const path of ["/api/projects/docs/jobs", "/api/projects/docs/sync", "/pulls/1/merge"]) {
      const answer = await send(errata.url + path, { method: "POST", headers, body: "{}" });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text).error.code).toBe("forbidden");
    }
  });
}

test("the dashboard's API answers bad input with the right status and a reason", async ({
  errata,
  request,
}) => {
  const cases: [string, string, number, string][] = [
    ["GET", "/api/projects/other/feedback", 404, "not_found"],
    ["GET", "/api/projects/docs/feedback?status=open", 400, "invalid_request"],
    ["GET", "/api/projects/docs/feedback?dateFrom=2026-02-30", 400, "invalid_request"],
    ["GET", "/api/projects/docs/feedback?stauts=pending", 400, "invalid_request"],
    ["GET", "/api/projects/docs/feedback?limit=0", 400, "invalid_request"],
    ["GET", "/api/projects/docs/feedback?cursor=%00", 400, "invalid_request"],
    ["GET", "/api/projects/docs/feedback/nothing", 404, "not_found"],
    ["GET", "/api/projects/docs/jobs/nothing", 404, "not_found"],
    ["DELETE", "/api/projects/docs/feedback", 405, "method_not_allowed"],
    ["POST", "/api/projects/docs/jobs", 400, "invalid_request"],
    ["POST", "/pulls/999/merge", 404, "not_found"],
    ["GET", "/api/nothing", 404, "not_found"],
  ];
  for (const [method, path, status, code] of cases) {
    const answer = await request.fetch(path, { method, headers: { origin: errata.url } });
    expect(answer.status(), `${method} ${path}`).toBe(status);
    const { error } = await answer.json();
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/\.$|:/);
  }
});

test("an address that no route can have is refused, not stumbled over", async ({ errata }) => {
  const odd = ["/%", "/%ff/feedback", "/pulls/%ff", "/api/projects/%ff/jobs", "//evil.example/x"];
  odd.push("/docs//feedback", "/docs/feedback//", "/api//health", "/site/docs//quickstart?a=b//c");
  for (const path of odd) expect((await send(errata.url + path, {})).status, path).toBe(400);
  expect((await send(`${errata.url}/docs/feedback?q=//`, {})).status).toBe(200);
  expect((await send(`${errata.url}/docs/feedback`, { method: "TRACE" })).status).toBe(400);
  const slash = await send(`${errata.url}/docs/feedback/`, { headers: { host: "evil.example" } });
  expect(slash.status).toBe(403);
});

test("a page takes no body, and refuses one before it arrives", async ({ errata }) => {
  for (const path of ["/sign-in", "/docs/feedback", "/nothing"]) {
    const headers = { "content-length": "9900000" };
    const answer = await headOf(errata.url + path, { method: "POST", headers });
    expect(answer).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
  }
});

test("API routes say what they are for", async ({ request }) => {
  for (const path of ["/api/health", "/v1/analytics/docs/feedback"]) {
    expect((await request.get(path)).headers()).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  }
});

test("pages carry a content policy with a nonce of their own", async ({ request }) => {
  const policies = [];
  for (let visit = 0; visit < 2; visit += 1) {
    const { "content-security-policy": policy = "" } = (
      await request.get("/docs/feedback")
    ).headers();
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/);
    expect(policy).toContain("frame-ancestors 'none'");
    policies.push(policy);
  }
  expect(policies[0]).not.toBe(policies[1]);
});
