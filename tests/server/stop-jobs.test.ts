import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import type { Agent } from "../../lib/platform/agent/agent.ts";
import { commandAgent } from "../../lib/platform/agent/command-agent.ts";
import { launchSandboxed, sandboxSettings } from "../../lib/platform/agent/sandbox.ts";
import { launchSupervised } from "../../lib/platform/agent/supervisor.ts";
import { agentFolder } from "../support/agent-folder.ts";
import { agentThat, gate } from "../support/agents.ts";
import { anyEngine } from "../support/databases.ts";
import { processesWith } from "../support/processes.ts";
import { noSandbox } from "../support/sandbox.ts";
import {
  branchesOf,
  failureOf,
  openWorkshop,
  settled,
  type Workshop,
} from "../support/workshop.ts";

/** Milliseconds within which nothing of a stopped agent runs anymore. */
const LIMIT = 10_000;

const { place, work } = agentFolder();

/** A process that can be recognized by how long it sleeps. */
function sleeper() {
  const time = `8${Math.floor(Math.random() * 1e9)}`;
  return {
    sleep: `/bin/sleep ${time}`,
    isThere: () => processesWith(`sleep\0${time}`).length > 0,
  };
}

const HOSTILE: Record<string, (sleep: string) => string> = {
  "that waits": (sleep) => `touch up; ${sleep}`,
  "that ignores signals": (sleep) => `trap '' INT TERM HUP; touch up; while :; do ${sleep}; done`,
  "whose children left its group": (sleep) =>
    `setsid -f ${sleep}; touch up; trap '' INT TERM; while :; do ${sleep}; done`,
  "that starts again what ends": (sleep) =>
    `trap '' INT TERM; touch up; while :; do ${sleep} & sleep 0.1; done`,
};

describe.each([
  { name: "without a sandbox", launch: launchSupervised, problem: null },
  {
    name: "in the sandbox",
    launch: launchSandboxed(sandboxSettings(parseConfig({}))),
    problem: noSandbox,
  },
])("a stopped agent $name", ({ launch, problem }) => {
  const agent: Agent = commandAgent(["sh"], { limits: { time: 120_000, grace: 5_000 }, launch });
  const start = (script: string) => {
    const stop = new AbortController();
    return { stop, running: agent({ ...work(script), stop: stop.signal }) };
  };

  test.skipIf(problem !== null)(
    "ends its turn, which counts, and reports what it cost",
    async () => {
      const cost = `{"errata":{"cost_usd":0.5,"usage":{"input":10,"output":2},"summary":"Half done"}}`;
      const given = work(
        `trap "echo '${cost.replaceAll('"', '\\"')}'; exit 1" INT; touch up; while :; do sleep 0.05; done`,
      );
      const stop = new AbortController();
      const running = agent({ ...given, stop: stop.signal });
      await vi.waitFor(() => expect(existsSync(place("up"))).toBe(true));
      stop.abort("keep");
      const { summary } = await running;
      expect(summary).toMatch(/^Half done\n\n.*stopped the agent before it finished/);
      expect(given.output.progress().usage).toMatchObject({ cost: 0.5, input: 10, output: 2 });
    },
  );

  test.skipIf(problem !== null).each(Object.entries(HOSTILE))(
    "is gone in time: one %s",
    async (_, script) => {
      const { sleep, isThere } = sleeper();
      const { stop, running } = start(script(sleep));
      await vi.waitFor(() => expect(existsSync(place("up")) && isThere()).toBe(true));
      const stopped = Date.now();
      stop.abort("discard");
      await running;
      await vi.waitFor(() => expect(isThere()).toBe(false));
      expect(Date.now() - stopped).toBeLessThan(LIMIT);
    },
  );
});

describe.each(anyEngine)("a stopped job on $name", (engine) => {
  let shop: Workshop;
  afterEach(() => shop.close());

  /** An agent that changes a page, and then waits until it is stopped. */
  const waiting = () => {
    let isUp = () => {};
    const up = new Promise<void>((resolve) => {
      isUp = resolve;
    });
    const agent = agentThat(async ({ folder, stop, signal }) => {
      const { appendFileSync } = await import("node:fs");
      appendFileSync(join(folder, "quickstart.mdx"), "Half done.\n");
      isUp();
      await new Promise((resolve, reject) => {
        stop?.addEventListener("abort", resolve);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      return { summary: "Stopped in time." };
    });
    return { agent, up };
  };

  test("is a pull request with what was done, or nothing", async () => {
    for (const [mode, status, changes] of [
      ["keep", "completed", 1],
      ["discard", "failed", 0],
    ] as const) {
      const { agent, up } = waiting();
      shop = await openWorkshop({ engine, agent });
      shop.jobs.start();
      const { id } = await shop.jobs.create("docs", "Fix /quickstart");
      await up;
      // Another process than the one that runs it.
      await shop.again().jobs.stopAgent("docs", id, mode);
      const job = await settled(shop.jobs, id);
      expect(job).toMatchObject({ status });
      expect(await shop.host.pulls.list("docs")).toHaveLength(changes);
      expect(branchesOf(shop.origin)).toHaveLength(1 + changes);
      expect(await shop.jobs.report("docs", id)).toMatchObject({ stop: mode, isRunning: false });
      if (mode === "keep") await shop.close();
    }
    await expect(shop.jobs.stopAgent("docs", "job_none", "keep")).rejects.toThrow("doesn't exist");
  });

  test("isn't started again by a follow-up before its agent has ended", async () => {
    const { agent, up } = waiting();
    shop = await openWorkshop({ engine, agent });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await up;
    const other = shop.again().jobs;
    await other.stopAgent("docs", id, "keep");
    await expect(other.message("docs", id, "And /errors")).rejects.toThrow("is being stopped");
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "completed" });
    expect(await other.message("docs", id, "And /errors")).toMatchObject({ status: "active" });
  });

  test("that waits never starts, ends with its follow-ups, and goes on with a later one", async () => {
    const { agent, started, open } = gate();
    shop = await openWorkshop({ engine, agent });
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await shop.jobs.message("docs", id, "And /errors");
    const { id: other } = await shop.jobs.create("docs", "Fix /errors");
    const ahead = async (job: string) => (await shop.jobs.report("docs", job))?.ahead;
    expect([await ahead(id), await ahead(other)]).toEqual([0, 1]);
    await shop.jobs.stopAgent("docs", other, "discard");
    expect(await ahead(other)).toBeNull();
    await shop.jobs.stopAgent("docs", id, "keep");
    expect(await shop.jobs.retrieve("docs", id)).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(shop, id)).toContain("stopped this job");
    await expect(shop.jobs.stopAgent("docs", id, "keep")).rejects.toThrow("already ended");
    shop.jobs.start();
    await shop.jobs.message("docs", id, "Try again");
    open();
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "completed" });
    expect(started()).toBe(1);
  });

  test("whose process ended isn't run again", async () => {
    const { agent, up } = waiting();
    shop = await openWorkshop({
      engine,
      agent,
      settings: { leaseDuration: 600, interval: 60_000 },
    });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await up;
    // Its process doesn't renew its lease in time, as if it were gone.
    await shop.jobs.stopAgent("docs", id, "discard");
    const { agent: other, started } = gate();
    shop.again(other, { interval: 100 }).jobs.start();
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "failed" });
    expect(started()).toBe(0);
  });
});
