import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { agentJob } from "../../lib/contract/platform/job.ts";
import { AgentFailed } from "../../lib/platform/agent/agent.ts";
import { agentThat, FIX, gate, NEXT } from "../support/agents.ts";

import { gitIn } from "../support/repository.ts";
import {
  branchesOf,
  failureOf,
  openWorkshop,
  pullNumber,
  runJob,
  settled,
  type Workshop,
} from "../support/workshop.ts";

let shop: Workshop;
afterEach(async () => {
  vi.unstubAllEnvs();
  await shop.close();
});

const branches = () => branchesOf(shop.origin);

describe("a job", () => {
  test("creates a branch and a pull request with the agent's changes", async () => {
    shop = await openWorkshop({
      environment: {
        PUBLIC_URL: "https://errata.example/",
        AUTH_SECRET: "0123456789abcdef".repeat(2),
      },
    });
    shop.jobs.start();
    const created = agentJob.parse(await shop.jobs.create("docs", FIX));
    expect(created).toMatchObject({ status: "active", prLink: null, archivedAt: null });
    const job = await settled(shop.jobs, created.id);
    expect(job).toEqual({
      ...created,
      status: "completed",
      source: { repository: "errata/docs", ref: "main" },
      model: "errata-sample-agent",
      prLink: "https://errata.example/pulls/1",
    });
    expect(branches()).toEqual([expect.stringMatching(/^errata\/fix-guides-auth/), "main"]);
    const commit = gitIn(shop.origin, "log", "-1", "--format=%an <%ae>", branches()[0] ?? "");
    expect(commit).toBe("Errata agent <agent@errata.invalid>");
    expect(readdirSync(join(shop.dataDir, "worktrees"))).toEqual([]);
    expect(await shop.jobs.retrieve("other", job.id)).toBeNull();
  });

  test("without changes has no link and leaves no branch", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const job = await runJob(shop.jobs, "Make everything nicer.");
    expect(job).toMatchObject({ status: "completed", prLink: null });
    expect(branches()).toEqual(["main"]);
  });

  test("fails with its agent and leaves nothing behind", async () => {
    const agent = agentThat(async ({ folder }) => {
      writeFileSync(join(folder, "half.md"), "half done");
      throw new AgentFailed("The model is overloaded.");
    });
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    expect(job).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(shop, job.id)).toBe("The model is overloaded.");
    expect(branches()).toEqual(["main"]);
    expect(readdirSync(join(shop.dataDir, "worktrees"))).toEqual([]);
  });

  test("runs AGENT_COMMAND, and the agent's own commits count as its changes", async () => {
    const program = `sh -c 'cat > new.md; git -c user.name=a -c user.email=a@b add -A; git -c user.name=a -c user.email=a@b commit -qm own; echo wrote it'`;
    shop = await openWorkshop({ environment: { AGENT_COMMAND: program } });
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    expect(job).toMatchObject({ status: "completed", model: "sh" });
    const pull = await shop.host.pulls.get(pullNumber(job));
    expect(pull?.files.map(({ path, status }) => [path, status])).toEqual([["new.md", "added"]]);
    expect(pull?.body).toContain("Changes by sh:\nwrote it");
  });

  test("can be archived after it finished, and then takes no follow-ups", async () => {
    const { agent, open, started } = gate();
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", FIX);
    await vi.waitFor(() => expect(started()).toBe(1));
    await expect(shop.jobs.archive("docs", id)).rejects.toMatchObject({ code: "conflict" });
    open();
    await settled(shop.jobs, id);
    const archived = agentJob.parse(await shop.jobs.archive("docs", id));
    expect(archived).toMatchObject({ status: "archived", prLink: expect.any(String) });
    expect(archived.archivedAt).not.toBeNull();
    await expect(shop.jobs.message("docs", id, "more")).rejects.toMatchObject({ code: "conflict" });
    await expect(shop.jobs.archive("docs", "job_x")).rejects.toMatchObject({ code: "not_found" });
    expect(await shop.jobs.message("docs", "job_x", "more")).toBeNull();
  });

  test("runs next to another job without affecting it", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const jobs = await Promise.all(
      [FIX, NEXT, "Improve /quickstart", "Improve /sdks/node", "Nothing"].map((prompt) =>
        runJob(shop.jobs, prompt),
      ),
    );
    expect(jobs.map(({ status }) => status)).toEqual(Array(5).fill("completed"));
    expect(new Set(jobs.map(({ prLink }) => prLink)).size).toBe(5);
    expect(branches()).toHaveLength(5);
  });
});

describe("a follow-up", () => {
  test("updates the same branch and pull request", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const first = await runJob(shop.jobs, FIX);
    const again = agentJob.parse(await shop.jobs.message("docs", first.id, NEXT));
    expect(again).toMatchObject({ status: "active", prLink: null });
    expect((await settled(shop.jobs, first.id)).prLink).toBe(first.prLink);
    const pull = await shop.host.pulls.get(pullNumber(first));
    expect(pull?.commits).toHaveLength(2);
    expect(pull?.files[0]).toMatchObject({ additions: 2, deletions: 2 });
    expect(pull?.body).toContain("parcels:write");
    expect(branches()).toHaveLength(2);
  });

  test("that changes nothing keeps the link", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const first = await runJob(shop.jobs, FIX);
    await shop.jobs.message("docs", first.id, "Thank you.");
    expect(await settled(shop.jobs, first.id)).toEqual(first);
  });

  test.each(["merge", "close"] as const)(
    "after a %s opens another pull request",
    async (settle) => {
      shop = await openWorkshop();
      shop.jobs.start();
      const first = await runJob(shop.jobs, FIX);
      await shop.host.pulls[settle](pullNumber(first));
      await shop.jobs.message("docs", first.id, NEXT);
      const second = await settled(shop.jobs, first.id);
      expect(pullNumber(second)).not.toBe(pullNumber(first));
      const pull = await shop.host.pulls.get(pullNumber(second));
      expect(pull).toMatchObject({ state: "open", mergeable: "clean" });
      expect(pull?.files[0]).toMatchObject({ additions: 1, deletions: 1 });
    },
  );

  test("sent while the agent runs is run next", async () => {
    const { agent, open, started } = gate();
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", FIX);
    await vi.waitFor(() => expect(started()).toBe(1));
    expect(await shop.jobs.message("docs", id, NEXT)).toMatchObject({ status: "active" });
    open();
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "completed" });
    expect(started()).toBe(2);
  });

  test("whose pull request is merged while the agent runs starts over on the base", async () => {
    const waiting = gate();
    let follow = false;
    const agent = agentThat((work) => {
      if (follow) return waiting.agent.run(work);
      writeFileSync(join(work.folder, "first.md"), "first");
      return Promise.resolve({ summary: "First." });
    });
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const first = await runJob(shop.jobs, FIX);
    follow = true;
    await shop.jobs.message("docs", first.id, NEXT);
    await vi.waitFor(() => expect(waiting.started()).toBe(1));
    await shop.host.pulls.merge(pullNumber(first));
    waiting.open();
    const second = await settled(shop.jobs, first.id);
    const pull = await shop.host.pulls.get(pullNumber(second));
    expect(pull).toMatchObject({ number: 2, state: "open" });
    expect(pull?.files.map(({ path }) => path)).toEqual(["half.md", "whole.md"]);
  });
});

test("stopping is immediate, even if nothing runs", async () => {
  shop = await openWorkshop();
  shop.jobs.start();
  await Promise.race([shop.jobs.stop(), delay(2_000).then(() => expect.unreachable())]);
});
