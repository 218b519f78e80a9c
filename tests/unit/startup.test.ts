import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isFromGateway } from "../../lib/queries/gateway.ts";
import { createStartup } from "../../scripts/setup/startup.mjs";

const UPDATE = Symbol.for("errata.update");
const server = createServer();
let startup: ReturnType<typeof createStartup>;
let arrived: PromiseWithResolvers<void>;
const ask = (path: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
const update = (progress: { done: number; of: number } | null) =>
  Reflect.get(globalThis, UPDATE)(progress);

beforeEach(async () => {
  startup = createStartup();
  arrived = Promise.withResolvers();
  server.on("request", (_request, response) => {
    startup.admit(response, () => response.end("handled"));
    arrived.resolve();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, UPDATE);
  server.removeAllListeners("request");
  await new Promise((closed) => server.close(closed));
});

test("a request that comes before the server is ready waits for it", async () => {
  const waiting = ask("/");
  await arrived.promise;
  update(null);
  startup.ready();
  expect(await (await waiting).text()).toBe("handled");
  expect(await (await ask("/")).text()).toBe("handled");
});

test("requests learn how far the update of the databases is, also those that waited", async () => {
  const waiting = ask("/docs/feedback?sort=new");
  await arrived.promise;
  update({ done: 2, of: 5 });
  const page = await waiting;
  expect(page.status).toBe(503);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "retry-after": "5",
    refresh: "5",
    "cache-control": "no-store",
  });
  expect(await page.text()).toContain("<h1>Updating the database, 40%</h1>");
  for (const path of ["/healthz", "/readyz", "/api/health", "/v1/collect/pub_x"]) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    // Pages say that they can't reach Errata, and go on by themselves.
    expect(isFromGateway(answer)).toBe(true);
    expect(await answer.json()).toEqual({
      error: { code: "unavailable", message: "Updating the database, 40%" },
    });
  }
  update(null);
  startup.ready();
  expect(await (await ask("/readyz")).text()).toBe("handled");
});
