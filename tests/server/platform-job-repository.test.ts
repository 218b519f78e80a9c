import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { agentThat, FIX } from "../support/agents.ts";

import { editBranch, fillRepository, gitIn } from "../support/repository.ts";
import {
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

const numberOfPulls = async () => (await shop.host.pulls.list("docs")).length;

describe("the repository", () => {
  test("is created once when two processes start at once", async () => {
    shop = await openWorkshop();
    const other = shop.again();
    await Promise.all([shop.host.repository.clone(), other.host.repository.clone()]);
    expect(gitIn(shop.origin, "log", "--format=%s", "main")).toBe("Add the documentation");
    const made = readdirSync(join(shop.dataDir, "repository")).sort();
    expect(made).toEqual(["docs.git", "home", expect.stringMatching(/^work-\w+\.git$/)]);
  });

  test("ignores the user's own git configuration", async () => {
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
    vi.stubEnv("GIT_AUTHOR_NAME", "Someone else");
    const agent = agentThat(async ({ folder }) => {
      writeFileSync(join(folder, "new.md"), "a\nb\n");
      return { summary: "" };
    });
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    await shop.host.pulls.merge(pullNumber(job));
    const pull = await shop.host.pulls.get(pullNumber(job));
    expect(pull?.files).toMatchObject([{ path: "new.md", additions: 2 }]);
    vi.unstubAllEnvs();
    expect(gitIn(shop.origin, "show", "main:new.md")).toBe("a\nb");
    expect(gitIn(shop.origin, "log", "-2", "--format=%an", "main")).not.toContain("Someone else");
    rmSync(home, { recursive: true });
  });

  test("of DOCS_REPOSITORY uses its own default branch", async () => {
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

  test("that is slow doesn't delay creating a job", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/docs.git`;
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: address } });
    const began = performance.now();
    expect(await shop.jobs.create("docs", FIX)).toMatchObject({ status: "active" });
    expect(performance.now() - began).toBeLessThan(60_000);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  test("whose default branch is unknown is read when the job runs", async () => {
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

  test("errors don't reveal the path of the data folder", async () => {
    shop = await openWorkshop();
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    renameSync(shop.origin, `${shop.origin}.away`);
    const rejected = await shop.host.pulls.merge(pullNumber(job)).catch((error: Error) => error);
    expect(String(rejected)).toContain("'repository/docs.git'");
    expect(String(rejected)).not.toContain(shop.dataDir);

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

  test("that rejects the push fails the job with its reason", async () => {
    const origin = mkdtempSync(join(tmpdir(), "errata-origin-"));
    fillRepository(origin, "main");
    const hook = join(origin, "hooks", "pre-receive");
    writeFileSync(hook, "#!/bin/sh\necho 'branches need a ticket' >&2\nexit 1\n");
    chmodSync(hook, 0o755);
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: origin } });
    shop.jobs.start();
    const job = await runJob(shop.jobs, '/guide: "wrong" should be "right"');
    expect(job).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(shop, job.id)).toContain("branches need a ticket");
    expect(await numberOfPulls()).toBe(0);
    rmSync(origin, { recursive: true });
  });

  test("that takes a push and ends before it says so has the pull request", async () => {
    const origin = mkdtempSync(join(tmpdir(), "errata-origin-"));
    fillRepository(origin, "main");
    const hook = join(origin, "hooks", "post-receive");
    writeFileSync(hook, "#!/bin/sh\nkill -9 $PPID\n");
    chmodSync(hook, 0o755);
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: origin } });
    shop.jobs.start();
    const job = await runJob(shop.jobs, '/guide: "wrong" should be "right"');
    expect(job).toMatchObject({ status: "completed", prLink: expect.any(String) });
    expect(await numberOfPulls()).toBe(1);
    rmSync(origin, { recursive: true });
  });

  test("that can't be reached fails the job without revealing credentials", async () => {
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
