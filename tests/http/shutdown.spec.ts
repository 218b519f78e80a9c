import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { trustedAgent } from "../support/environment.ts";
import { createKey } from "../support/keys.ts";
import { expect, startErrata, test } from "../support/server.ts";

test("stopping the server ends a coding agent that is at work, and all it started", async () => {
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
