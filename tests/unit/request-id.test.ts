import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** Answers each request as a route does that failed, and tells its address. */
const SERVER = `
  import { createServer } from "node:http";
  import { setTimeout as later } from "node:timers/promises";
  import { withRequestId } from "./scripts/setup/request-id.mjs";
  import { errorResponse } from "./lib/http/route.ts";
  const answer = async (response) => {
    await later(1);
    response.end(await errorResponse(new Error("broken")).text());
  };
  const server = createServer((request, response) =>
    withRequestId(request, response, () => void answer(response)),
  ).listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

test("the answer, the error, and every line of the log name the request", async () => {
  const args = ["--conditions=react-server", "--input-type=module", "--eval", SERVER];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const log = text(server.stderr);
  try {
    const [port] = await once(server.stdout, "data");
    const ask = async (given: string) => {
      const headers = { "x-request-id": given };
      const response = await fetch(`http://127.0.0.1:${Number(port)}/`, { headers });
      const id = response.headers.get("x-request-id") ?? "";
      expect((await response.json()).error.message).toContain(`look for ${id} in the server log`);
      return id;
    };
    const proxys = "7d5f0c5e9b6a4a0f8e1d2c3b4a596877";
    const ids = await Promise.all([ask(proxys), ask('","level":10,"x":"'), ask("short")]);
    expect(ids).toEqual([proxys, expect.stringMatching(/^[\da-f-]{36}$/), expect.any(String)]);
    server.kill();
    const lines = (await log).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).requestId).toSorted()).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(3);
  } finally {
    server.kill();
  }
});
