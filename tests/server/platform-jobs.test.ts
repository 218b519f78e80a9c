import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { agentJob } from "../../lib/contract/job.ts";
import { type Agent, AgentFailed, type NamedAgent } from "../../lib/platform/agent/agent.ts";
import { claimJob, renewClaim } from "../../lib/platform/jobs/claims.ts";
import { recordDone, recordFailure } from "../../lib/platform/jobs/outcome.ts";
import { engines } from "../support/databases.ts";
import { editBranch, fillRepository, gitIn } from "../support/repository.ts";
import { openWorkshop, pullNumber, runJob, settled, type Workshop } from "../support/workshop.ts";

const FIX = 'Fix /guides/authentication: "Authorisation: Token should be Authorization: Bearer"';
const NEXT = 'Also /guides/authentication: "parcels:send" should be "parcels:write"';

/** On a busy machine a process may take its time to start. */
const PATIENT = { timeout: 15_000, interval: 20 };

let shop: Workshop;
afterEach(async () => {
  vi.unstubAllEnvs();
  await shop.close();
});

const branches = () =>
  gitIn(shop.origin, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
const numberOfPulls = async () => (await shop.host.pulls.list("docs")).length;
const agentThat = (run: Agent): NamedAgent => ({ model: "test-agent", run });
/** An agent that waits until it is let go on, and says when it has begun. */
function gate() {
  let open: () => void = () => undefined;
  let begun = 0;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const agent = agentThat(async ({ folder, signal }) => {
    begun += 1;
    writeFileSync(join(folder, "half.md"), "half done");
    await Promise.race([
      opened,
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ]);
    writeFileSync(join(folder, "whole.md"), "done");
    return { summary: "Waited." };
  });
  return { agent, open: () => open(), begun: () => begun };
}

describe("a job", () => {
  test("becomes a branch and a pull request with what the agent changed", async () => {
    shop = await openWorkshop({ environment: { PUBLIC_URL: "https://errata.example/" } });
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

  test("that changes no file has no link and leaves no branch", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const job = await runJob(shop.jobs, "Make everything nicer.");
    expect(job).toMatchObject({ status: "completed", prLink: null });
    expect(branches()).toEqual(["main"]);
  });

  test("whose agent fails is failed and leaves nothing behind", async () => {
    const agent = agentThat(async ({ folder }) => {
      writeFileSync(join(folder, "half.md"), "half done");
      throw new AgentFailed("The model is overloaded.");
    });
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    expect(job).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(job.id)).toBe("The model is overloaded.");
    expect(branches()).toEqual(["main"]);
    expect(readdirSync(join(shop.dataDir, "worktrees"))).toEqual([]);
  });

  test("runs the program of AGENT_COMMAND, and commits of the agent's own count as its changes", async () => {
    const program = `sh -c 'cat > new.md; git -c user.name=a -c user.email=a@b add -A; git -c user.name=a -c user.email=a@b commit -qm own; echo wrote it'`;
    shop = await openWorkshop({ environment: { AGENT_COMMAND: program } });
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    expect(job).toMatchObject({ status: "completed", model: "sh" });
    const pull = await shop.host.pulls.get(pullNumber(job));
    expect(pull?.files.map(({ path, status }) => [path, status])).toEqual([["new.md", "added"]]);
    expect(pull?.body).toContain("What sh did:\nwrote it");
  });

  test("can be archived once it has finished, and not be gone on with then", async () => {
    const { agent, open, begun } = gate();
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", FIX);
    await vi.waitFor(() => expect(begun()).toBe(1), PATIENT);
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

  test("runs beside another one without disturbing it", async () => {
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
  test("is put on the same branch and pull request", async () => {
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

  test("that is sent while the agent works is worked off afterwards", async () => {
    const { agent, open, begun } = gate();
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", FIX);
    await vi.waitFor(() => expect(begun()).toBe(1), PATIENT);
    expect(await shop.jobs.message("docs", id, NEXT)).toMatchObject({ status: "active" });
    open();
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "completed" });
    expect(begun()).toBe(2);
  });

  test("whose pull request is merged while the agent works begins anew on the base", async () => {
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
    await vi.waitFor(() => expect(waiting.begun()).toBe(1), PATIENT);
    await shop.host.pulls.merge(pullNumber(first));
    waiting.open();
    const second = await settled(shop.jobs, first.id);
    const pull = await shop.host.pulls.get(pullNumber(second));
    expect(pull).toMatchObject({ number: 2, state: "open" });
    expect(pull?.files.map(({ path }) => path)).toEqual(["half.md", "whole.md"]);
  });
});

describe.each(engines)("a claim on $name", (engine) => {
  test("is had by one of several processes, and by the next when it has run out", async () => {
    shop = await openWorkshop({ engine });
    await shop.jobs.create("docs", FIX);
    const asked = ["a", "b", "c", "d"].map((holder) => claimJob(shop.database, holder, 1_000, 100));
    const got = (await Promise.all(asked)).filter((claim) => claim !== null);
    expect(got).toHaveLength(1);
    const [claim] = got;
    if (!claim) throw new Error("no claim");
    expect(await claimJob(shop.database, "e", 1_099, 100)).toBeNull();
    expect(await renewClaim(shop.database, claim, 1_050, 100)).toBe(true);
    expect(await claimJob(shop.database, "e", 1_100, 100)).toBeNull();
    expect(await claimJob(shop.database, "e", 1_150, 100)).toMatchObject({ job: { attempts: 2 } });
    expect(await renewClaim(shop.database, claim, 1_160, 100)).toBe(false);
    // Whoever was only slow records nothing any more.
    expect(await recordDone(shop.database, claim, null, "http://x", 1_170)).toBe("lost");
    expect(await recordFailure(shop.database, claim, "slow", 1_170)).toBe("lost");
    expect(await shop.jobs.retrieve("docs", claim.job.id)).toMatchObject({ status: "active" });
  });

  test("of a job goes from one process to another until the job is done, once", async () => {
    const { agent, begun } = gate();
    shop = await openWorkshop({ engine, agent });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", FIX);
    await vi.waitFor(() => expect(begun()).toBe(1), PATIENT);
    await shop.jobs.stop();
    expect(await shop.jobs.retrieve("docs", id)).toMatchObject({ status: "active" });
    const other = shop.again();
    other.jobs.start();
    expect(await settled(other.jobs, id)).toMatchObject({ status: "completed" });
    expect(await numberOfPulls()).toBe(1);
  });
});

describe("a job of a process that died", () => {
  const quick = { lease: 300, interval: 50 };

  test("in the middle of the agent is begun anew from its base by the next process", async () => {
    const { agent, begun } = gate();
    shop = await openWorkshop();
    // Its claim is never renewed, as by a process that is gone.
    const dead = shop.again(agent, { lease: 300, interval: 60_000 });
    dead.jobs.start();
    const { id } = await dead.jobs.create("docs", FIX);
    await vi.waitFor(() => expect(begun()).toBe(1), PATIENT);
    const left = readdirSync(join(shop.dataDir, "worktrees"));
    expect(left).toContain(`${left[0]}.index`);
    const next = shop.again(undefined, quick);
    next.jobs.start();
    const job = await settled(next.jobs, id);
    const pull = await next.host.pulls.get(pullNumber(job));
    expect(pull?.files.map(({ path }) => path)).toEqual(["guides/authentication.mdx"]);
    expect(await numberOfPulls()).toBe(1);
    expect(readdirSync(join(shop.dataDir, "worktrees"))).toEqual([]);
  });

  test("after the push is finished with what was pushed", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const first = await runJob(shop.jobs, FIX);
    await shop.jobs.stop();
    const [branch = ""] = branches();
    const pushed = gitIn(shop.origin, "rev-parse", branch);
    // As it was between the push and the record of it.
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

  test("three times is failed with the reason", async () => {
    shop = await openWorkshop({ pace: quick });
    const { id } = await shop.jobs.create("docs", FIX);
    await shop.database.query.updateTable("platform_job").set({ attempts: 3 }).execute();
    shop.jobs.start();
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(id)).toMatch(/ended 3 times before the agent was done/);
  });
});

describe("the repository", () => {
  test("is made once when two processes begin at the same time", async () => {
    shop = await openWorkshop();
    const other = shop.again();
    await Promise.all([shop.host.repository.clone(), other.host.repository.clone()]);
    expect(gitIn(shop.origin, "log", "--format=%s", "main")).toBe("Add the documentation");
    const made = readdirSync(join(shop.dataDir, "repository")).sort();
    expect(made).toEqual(["docs.git", "home", expect.stringMatching(/^work-\w+\.git$/)]);
  });

  test("is worked on whatever the user's own git configuration says", async () => {
    const home = mkdtempSync(join(tmpdir(), "errata-home-"));
    const hooks = join(home, "hooks");
    const hook = "#!/bin/sh\nexit 1\n";
    gitIn(tmpdir(), "init", "-q", "--bare", hooks);
    for (const name of ["pre-commit", "commit-msg", "pre-push", "post-checkout"]) {
      writeFileSync(join(hooks, name), hook);
      chmodSync(join(hooks, name), 0o755);
    }
    writeFileSync(
      join(home, ".gitconfig"),
      `[commit]\ngpgsign = true\n[core]\nhooksPath = ${hooks}\nautocrlf = true\nexcludesFile = ${home}/ignore\n[diff]\nnoprefix = true\nexternal = false\n[color]\nui = always\n[init]\ndefaultBranch = trunk\n[user]\nuseConfigOnly = true\n[push]\ngpgSign = true\n`,
    );
    writeFileSync(join(home, "ignore"), "*\n");
    vi.stubEnv("HOME", home);
    vi.stubEnv("GIT_CONFIG_GLOBAL", join(home, ".gitconfig"));
    vi.stubEnv("GIT_DIR", "/nowhere");
    vi.stubEnv("GIT_AUTHOR_NAME", "Somebody else");
    const agent = agentThat(async ({ folder }) => {
      writeFileSync(join(folder, "new.md"), "a\nb\n");
      return { summary: "" };
    });
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    const pull = await shop.host.pulls.merge(pullNumber(job));
    expect(pull.files).toMatchObject([{ path: "new.md", additions: 2 }]);
    vi.unstubAllEnvs();
    expect(gitIn(shop.origin, "show", "main:new.md")).toBe("a\nb");
    expect(gitIn(shop.origin, "log", "-2", "--format=%an", "main")).not.toContain("Somebody else");
    rmSync(home, { recursive: true });
  });

  test("of DOCS_REPOSITORY is pushed to and merged into on its own default branch", async () => {
    const origin = mkdtempSync(join(tmpdir(), "errata-origin-"));
    fillRepository(origin, "trunk");
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: origin } });
    shop.jobs.start();
    const job = await runJob(shop.jobs, '/guide: "wrong" should be "right"');
    expect(job).toMatchObject({
      status: "completed",
      source: { repository: origin, ref: "trunk" },
    });
    await shop.host.pulls.merge(pullNumber(job));
    expect(gitIn(origin, "show", "trunk:guide.md")).toBe("right");
    editBranch(origin, "trunk", "guide.md", () => "another\n");
    const second = await runJob(shop.jobs, '/guide: "another" should be "one more"');
    expect((await shop.host.pulls.get(pullNumber(second)))?.files[0]?.additions).toBe(1);
    rmSync(origin, { recursive: true });
  });

  test("that answers too late does not keep whoever creates a job", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/docs.git`;
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: address } });
    const began = performance.now();
    expect(await shop.jobs.create("docs", FIX)).toMatchObject({ status: "active" });
    expect(performance.now() - began).toBeLessThan(12_000);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  test("whose branch is not known yet is asked for it by the job", async () => {
    const origin = mkdtempSync(join(tmpdir(), "errata-origin-"));
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: origin } });
    const { id } = await shop.jobs.create("docs", '/guide: "wrong" should be "right"');
    fillRepository(origin, "trunk");
    shop.jobs.start();
    expect(await settled(shop.jobs, id)).toMatchObject({
      status: "completed",
      source: { ref: "trunk" },
    });
    rmSync(origin, { recursive: true });
  });

  test("that names paths of the data folder in its reasons has them cut", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    renameSync(shop.origin, `${shop.origin}.away`);
    const refused = await shop.host.pulls.merge(pullNumber(job)).catch((error: Error) => error);
    expect(String(refused)).toContain("'repository/docs.git'");
    expect(String(refused)).not.toContain(shop.dataDir);

    const agent = agentThat(async ({ folder }) => {
      throw new Error(`ENOENT: no such file or directory, open '${folder}/a.md'`);
    });
    renameSync(`${shop.origin}.away`, shop.origin);
    await shop.jobs.stop();
    const { jobs } = shop.again(agent);
    jobs.start();
    const { id } = await runJob(jobs, FIX);
    const { failure } = (await jobs.report("docs", id)) ?? {};
    expect(failure).toMatch(/open 'worktrees\/job_[\w-]+\/a\.md'/);
    expect(failure).not.toContain(shop.dataDir);
  });

  test("that refuses the push fails the job with its reason", async () => {
    const origin = mkdtempSync(join(tmpdir(), "errata-origin-"));
    fillRepository(origin, "main");
    const hook = join(origin, "hooks", "pre-receive");
    writeFileSync(hook, "#!/bin/sh\necho 'branches need a ticket' >&2\nexit 1\n");
    chmodSync(hook, 0o755);
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: origin } });
    shop.jobs.start();
    const job = await runJob(shop.jobs, '/guide: "wrong" should be "right"');
    expect(job).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(job.id)).toContain("branches need a ticket");
    expect(await numberOfPulls()).toBe(0);
    rmSync(origin, { recursive: true });
  });

  test("that cannot be reached fails the job, and its credentials are not repeated", async () => {
    const address = "http://robot:hunter2@127.0.0.1:9/docs.git";
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: address } });
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    expect(job).toMatchObject({ status: "failed", prLink: null, source: { ref: "HEAD" } });
    const report = await shop.jobs.report("docs", job.id);
    expect(report?.failure).toMatch(/^git ls-remote failed: .*127\.0\.0\.1/);
    const said = JSON.stringify([job, report, shop.host.repository]);
    expect(said).not.toMatch(/hunter2|robot/);
    expect(said).not.toContain(shop.dataDir);
    expect(shop.host.repository.name).toBe("http://127.0.0.1:9/docs.git");
  });
});

test("stopping ends at once, also while nothing runs", async () => {
  shop = await openWorkshop();
  shop.jobs.start();
  await Promise.race([shop.jobs.stop(), delay(2_000).then(() => expect.unreachable())]);
});

async function failureOf(id: string): Promise<string | null> {
  const query = shop.database.query.selectFrom("platform_job").select("failure");
  return (await query.where("id", "=", id).executeTakeFirstOrThrow()).failure;
}
