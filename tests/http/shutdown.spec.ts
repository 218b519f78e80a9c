import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { trustedAgent } from "../support/environment.ts";
import { createKey } from "../support/keys.ts";
import { expect, startErrata, test } from "../support/server.ts";

test("stopping the server ends a coding agent that is at work, and all it started @thorough", async () => {
  const program = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    require("node:fs").writeFileSync(process.argv[1], process.pid + " " + child.pid);
    setInterval(() => {}, 1000);`.replaceAll("\n", " ");
  const errata = await startErrata();
  const file = join(errata.dataDir, "pids");
  await errata.restart({
    ...trustedAgent,
    AGENT_COMMAND: `"${process.execPath}" -e '${program}' ${file}`,
  });
  try {
    const created = await fetch(`${errata.url}/v2/agent/docs/job`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await createKey(errata)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ prompt: "Work for ever." }),
    });
    expect(created.status).toBe(201);
    await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toMatch(/^\d+ \d+$/);
    const pids = readFileSync(file, "utf8").split(" ").map(Number);
    expect(pids.every(isAlive)).toBe(true);
    process.kill(errata.pid(), "SIGINT");
    await expect
      .poll(() => [errata.pid(), ...pids].some(isAlive), { timeout: 120_000 })
      .toBe(false);
  } finally {
    await errata.close();
  }
});

test("stopping the server under load answers every request that it took", async () => {
  const errata = await startErrata({ port: await freePort() });
  const stream = await fetch(`${errata.url}/api/projects/docs/changes`);
  const answers: number[] = [];
  const failures: unknown[] = [];
  let isRefused = false;
  const ask = async (path: string) => {
    while (!isRefused) {
      try {
        const response = await fetch(`${errata.url}${path}`);
        await response.arrayBuffer();
        answers.push(response.status);
      } catch (error) {
        // A proxy sends what finds no server to another one.
        const { code } = (error as { cause: { code?: string } }).cause;
        if (code === "ECONNREFUSED") isRefused = true;
        else failures.push(code ?? error);
      }
    }
  };
  const paths = ["/api/projects/docs/feedback?limit=250", "/docs/feedback", "/docs/insights"];
  const clients = [...paths, ...paths, ...paths].map(ask);
  await expect.poll(() => answers.length).toBeGreaterThan(20);
  const stopped = errata.close();
  await Promise.all([...clients, stopped]);
  expect(failures).toEqual([]);
  expect([...new Set(answers)]).toEqual([200]);
  // Its page opens it anew.
  await expect(stream.text()).rejects.toThrow();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
