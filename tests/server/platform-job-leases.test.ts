import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { acquireJobLease, renewJobLease } from "../../lib/platform/jobs/job-lease.ts";
import { recordFailure, recordSuccess } from "../../lib/platform/jobs/record-result.ts";
import { agentThat, FIX, gate } from "../support/agents.ts";
import { anyEngine } from "../support/databases.ts";

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
const numberOfPulls = async () => (await shop.host.pulls.list("docs")).length;

describe.each(anyEngine)("a lease on $name", (engine) => {
  test("is acquired by one of several processes, and by the next after it expires", async () => {
    shop = await openWorkshop({ engine });
    await shop.jobs.create("docs", FIX);
    const asked = ["a", "b", "c", "d"].map((holder) =>
      acquireJobLease(shop.database, holder, 1_000, 100),
    );
    const got = (await Promise.all(asked)).filter((lease) => lease !== null);
    expect(got).toHaveLength(1);
    const [lease] = got;
    if (!lease) throw new Error("no lease");
    expect(await acquireJobLease(shop.database, "e", 1_099, 100)).toBeNull();
    expect(await renewJobLease(shop.database, lease, 1_050, 100)).toEqual({ stop: null });
    expect(await acquireJobLease(shop.database, "e", 1_100, 100)).toBeNull();
    expect(await acquireJobLease(shop.database, "e", 1_150, 100)).toMatchObject({
      job: { attempts: 2 },
    });
    expect(await renewJobLease(shop.database, lease, 1_160, 100)).toBeNull();
    // A slow process that lost the lease records nothing.
    expect(await recordSuccess(shop.database, lease, null, "http://x", 1_170)).toBe("lease_lost");
    expect(await recordFailure(shop.database, lease, "slow", 1_170)).toBe("lease_lost");
    expect(await shop.jobs.retrieve("docs", lease.job.id)).toMatchObject({ status: "active" });
  });

  test("ends with the clock that was ahead, and its number keeps an earlier run from writing", async () => {
    shop = await openWorkshop({ engine });
    await shop.jobs.create("docs", FIX);
    const ahead = await acquireJobLease(shop.database, "a", 4e10, 100);
    const lease = await acquireJobLease(shop.database, "a", 1_000, 100);
    if (!ahead || !lease) throw new Error("no lease");
    // The same process has taken the job twice.
    expect(await renewJobLease(shop.database, ahead, 1_010, 100)).toBeNull();
    expect(await recordFailure(shop.database, ahead, "slow", 1_010)).toBe("lease_lost");
    expect(await recordFailure(shop.database, lease, "done", 1_020)).toBe("recorded");
  });

  test("of a job passes between processes until the job is done, once", async () => {
    const { agent, started } = gate();
    shop = await openWorkshop({ engine, agent });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", FIX);
    await vi.waitFor(() => expect(started()).toBe(1));
    await shop.jobs.stop();
    expect(await shop.jobs.retrieve("docs", id)).toMatchObject({ status: "active" });
    const other = shop.again();
    other.jobs.start();
    expect(await settled(other.jobs, id)).toMatchObject({ status: "completed" });
    expect(await numberOfPulls()).toBe(1);
  });
});

describe("a job of a process that died", () => {
  const quick = { leaseDuration: 300, interval: 50 };

  test("while the agent ran is restarted from its base by the next process", async () => {
    const { agent, started } = gate();
    shop = await openWorkshop();
    // Its lease is never renewed, like that of a dead process.
    const dead = shop.again(agent, { leaseDuration: 300, interval: 60_000 });
    dead.jobs.start();
    const { id } = await dead.jobs.create("docs", FIX);
    await vi.waitFor(() => expect(started()).toBe(1));
    const left = readdirSync(join(shop.dataDir, "worktrees"));
    expect(left).toContain(`${left[0]}.git`);
    const next = shop.again(undefined, quick);
    next.jobs.start();
    const job = await settled(next.jobs, id);
    const pull = await next.host.pulls.get(pullNumber(job));
    expect(pull?.files.map(({ path }) => path)).toEqual(["guides/authentication.mdx"]);
    expect(await numberOfPulls()).toBe(1);
    expect(readdirSync(join(shop.dataDir, "worktrees"))).toEqual([]);
  });

  test("after the push is completed with the pushed commit", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const first = await runJob(shop.jobs, FIX);
    await shop.jobs.stop();
    const [branch = ""] = branches();
    const pushed = gitIn(shop.origin, "rev-parse", branch);
    // The state between the push and recording it.
    await shop.database.query.deleteFrom("platform_pull").execute();
    await shop.database.query
      .updateTable("platform_job")
      .set({ status: "active", pr_link: null })
      .execute();
    await shop.database.query.updateTable("platform_job_message").set({ done_at: null }).execute();
    const never = agentThat(() => Promise.reject(new Error("the agent ran again")));
    const next = shop.again(never, quick);
    next.jobs.start();
    const job = await settled(next.jobs, first.id);
    expect(job.status).toBe("completed");
    expect(gitIn(shop.origin, "rev-parse", branch)).toBe(pushed);
    const pull = await next.host.pulls.get(pullNumber(job));
    expect(pull?.body).toContain("replaced “Authorisation: Token”");
    expect(pull?.commits.map(({ sha }) => sha)).toEqual([pushed]);
  });

  test("that hangs holds up no others while AGENT_CONCURRENCY leaves room", async () => {
    const { agent: hung, started } = gate();
    const agent = agentThat((work) =>
      work.prompt.includes("hang") ? hung.run(work) : Promise.resolve({ summary: "Nothing." }),
    );
    shop = await openWorkshop({ agent, environment: { AGENT_CONCURRENCY: "3" } });
    shop.jobs.start();
    for (const name of ["hang 1", "hang 2"]) await shop.jobs.create("docs", name);
    await vi.waitFor(() => expect(started()).toBe(2), { timeout: 60_000 });
    for (const name of ["short 1", "short 2"]) {
      expect(await runJob(shop.jobs, name)).toMatchObject({ status: "completed" });
    }
  });

  test("three times fails with the reason", async () => {
    shop = await openWorkshop({ settings: quick });
    const { id } = await shop.jobs.create("docs", FIX);
    await shop.database.query.updateTable("platform_job").set({ attempts: 3 }).execute();
    shop.jobs.start();
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(shop, id)).toMatch(/stopped 3 times before the agent finished/);
  });
});
