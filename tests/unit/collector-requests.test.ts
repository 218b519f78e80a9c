import { Agent, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answerCollector } from "../../scripts/setup/collector.mjs";

const HANDLER = Symbol.for("errata.platform");
const server = createServer((request, response) => {
  if (!answerCollector(request, response)) response.end("Next");
});
/** One connection, so that a request that breaks it is noticed by the next one. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterEach(() => void Reflect.deleteProperty(globalThis, HANDLER));
afterAll(() => {
  agent.destroy();
  server.close();
});

function handleWith(handle: (request: Request) => Promise<Response>): void {
  Reflect.set(globalThis, HANDLER, handle);
}

function post(path: string, body: string): Promise<{ status: number; said: string }> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const options = { port, path, agent, method: "POST", headers: { host: "errata.example" } };
    const sent = send(options, async (response) => {
      resolve({ status: response.statusCode ?? 0, said: await text(response) });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

test("the collector's requests go to its handler, once there is one", async () => {
  expect((await post("/v1/collect/pub_1", "a")).said).toBe("Next");
  handleWith(async (request) => {
    const { pathname } = new URL(request.url);
    const said = [request.method, pathname, request.headers.get("host"), await request.text()];
    return Response.json(said, { status: 202 });
  });
  const { status, said } = await post("/v1/collect/pub_1?a=b", "a vote");
  expect([status, JSON.parse(said)]).toEqual([
    202,
    ["POST", "/v1/collect/pub_1", "errata.example", "a vote"],
  ]);
  expect((await post("/v1/analytics/docs/feedback", "")).said).toBe("Next");
});

test("a body that isn't read to its end is answered, and the connection goes on", async () => {
  handleWith(async (request) => {
    for await (const _ of request.body ?? []) break;
    return new Response("too large", { status: 413 });
  });
  for (let count = 0; count < 3; count += 1) {
    expect(await post("/v1/collect/pub_1", "x".repeat(1_000_000))).toEqual({
      status: 413,
      said: "too large",
    });
  }
  handleWith(async () => new Response("unread", { status: 403 }));
  for (let count = 0; count < 2; count += 1) {
    expect((await post("/v1/collect/pub_1", "x".repeat(1_000_000))).said).toBe("unread");
  }
});

test("a handler that fails ends no server", async () => {
  handleWith(() => Promise.reject(new Error("broken")));
  expect((await post("/v1/collect/pub_1", "a")).status).toBe(400);
  expect((await post("/v1/collect/pub_1", "a")).status).toBe(400);
});
