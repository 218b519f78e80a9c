import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { untilHealthy } from "../../scripts/setup/serve.mjs";
import { UPDATING_HEADER } from "../../scripts/setup/startup.mjs";

const TIMEOUT_MS = 500;

/** A server whose first checks fail for so many milliseconds. */
async function startingServer(duration: number, headers: Record<string, string>): Promise<string> {
  const began = Date.now();
  const server = createServer((_request, response) => {
    const isReady = Date.now() - began > duration;
    response.writeHead(isReady ? 200 : 503, isReady ? {} : headers).end("a reason");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const never = new AbortController().signal;

test("a server that updates its database is waited for, however long that takes", async () => {
  const url = await startingServer(TIMEOUT_MS * 3, { [UPDATING_HEADER]: "40" });
  expect(await untilHealthy(url, never, TIMEOUT_MS)).toBe(null);
});

test("one that doesn't is given up, with what it said", async () => {
  const url = await startingServer(Number.POSITIVE_INFINITY, {});
  expect(await untilHealthy(url, never, TIMEOUT_MS)).toBe(
    "its health check returned 503 (a reason)",
  );
});
