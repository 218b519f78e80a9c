import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { createLog } from "../../lib/log.ts";
import { branchTip, fetchOrigin } from "../../lib/platform/host/clone.ts";
import { openPlatform } from "../../lib/platform/platform.ts";
import { randomFrom } from "../../lib/platform/sample/random.ts";
import { removeStaleFiles } from "../../lib/platform/stale-files.ts";
import { node } from "../../scripts/setup/project.mjs";
import { findNoFiles } from "../support/find-files.ts";
import { editBranch, gitIn } from "../support/repository.ts";
import { isThorough } from "../support/thorough.ts";
import { failureOf, openWorkshop, pullNumber, runJob, type Workshop } from "../support/workshop.ts";

const script = fileURLToPath(new URL("../support/job-process.ts", import.meta.url));
const ROUNDS = isThorough ? 4 : 2;
/** Milliseconds that a process runs before it is killed. */
const LONGEST_LIFE = 2_000;

let shop: Workshop;
afterEach(() => shop.close());

test("a process killed during git commands doesn't block the next one", async () => {
  shop = await openWorkshop();
  const random = randomFrom(20_261_120);
  const problems: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = await startJobs(`round-${round}`, problems);
    await wait(random.below(LONGEST_LIFE));
    // Git keeps running if only the server is killed, and dies with it if the machine crashes.
    await kill(child, random.chance(0.7));
    age(shop.dataDir);
  }
  // On a slow machine none of them got as far as a merge; the last one does.
  const child = await startJobs("last", problems);
  const isMerged = async () =>
    (await shop.host.pulls.list("docs")).some(({ state }) => state === "merged");
  await expect.poll(isMerged, { interval: 100, timeout: 120_000 }).toBe(true);
  await kill(child, true);
  age(shop.dataDir);
  expect(problems).toEqual([]);

  await removeStaleFiles(shop.dataDir);
  expect(names("worktrees").filter((name) => name.startsWith("merge-"))).toEqual([]);
  const { jobs, host } = shop.again(undefined, { interval: 50 });
  jobs.start();
  const fix = (page: string) => runJob(jobs, `Look at ${page}: the last remark`);
  const [first, second] = [await fix("/guides/retries"), await fix("/guides/authentication")];
  for (const job of [first, second]) {
    expect(job.status, (await failureOf({ jobs, host }, job.id)) ?? "").toBe("completed");
    expect(await host.pulls.merge(pullNumber(job))).toMatchObject({ state: "merged" });
  }
  const clone = names("repository").find((name) => name.startsWith("work-"));
  for (const repository of [shop.origin, join(shop.dataDir, "repository", clone ?? "")]) {
    expect(gitIn(repository, "rev-list", "--objects", "--all", "--quiet")).toBe("");
  }
}, 400_000);

test("leftovers of an interrupted merge in the clone block nothing", async () => {
  shop = await openWorkshop();
  shop.jobs.start();
  await runJob(shop.jobs, "Look at /quickstart: one");
  // Only a process that starts removes them, so it must not be this one that runs the next job.
  await shop.jobs.stop();
  const clone = names("repository").find((name) => name.startsWith("work-")) ?? "";
  const left = join(shop.dataDir, "repository", clone, "worktrees", "merge-abc123");
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, "HEAD"), `${"0".repeat(39)}1\n`);
  writeFileSync(join(left, "gitdir"), `${shop.dataDir}/worktrees/merge-abc123/.git\n`);
  writeFileSync(join(left, "commondir"), "../..\n");
  const { jobs, host } = shop.again();
  jobs.start();
  const two = await runJob(jobs, "Look at /guides/retries: two");
  expect(two.status).toBe("completed");
  expect(await host.pulls.merge(pullNumber(two))).toMatchObject({ state: "merged" });
});

test("a stale lock of a killed git is removed", async () => {
  shop = await openWorkshop();
  shop.jobs.start();
  await runJob(shop.jobs, "Look at /quickstart: one");
  const clone = names("repository").find((name) => name.startsWith("work-")) ?? "";
  const job = await runJob(shop.jobs, "Look at /guides/retries: two");
  editBranch(shop.origin, "main", "README.md", (content) => `${content}\nMore.\n`);
  writeFileSync(join(shop.dataDir, "repository", clone, "refs/remotes/origin/main.lock"), "");
  writeFileSync(join(shop.origin, "refs/heads/main.lock"), "");
  age(shop.dataDir);
  const merged = await shop.host.pulls.merge(pullNumber(job));
  expect(merged).toMatchObject({ state: "merged" });
});

test("what a killed process left beside checkouts is removed after an hour", async () => {
  shop = await openWorkshop();
  await shop.host.repository.clone();
  const left = ["change-abc123.index", "change-abc123.index.lock", "test-abc123.home"];
  for (const name of [...left, "job_1-abc123.home"]) {
    writeFileSync(join(shop.dataDir, "worktrees", name), "");
  }
  await removeStaleFiles(shop.dataDir);
  expect(names("worktrees")).toHaveLength(4);
  age(shop.dataDir);
  await removeStaleFiles(shop.dataDir);
  expect(names("worktrees")).toEqual(["job_1-abc123.home"]);
});

test("many who read share the fetches that wait", async () => {
  shop = await openWorkshop();
  let fetches = 0;
  const credentials = async () => {
    fetches += 1;
    return {};
  };
  const clone = { ...(await shop.host.repository.clone()), credentials };
  await Promise.all(Array.from({ length: 50 }, () => fetchOrigin(clone)));
  expect(fetches).toBeLessThanOrEqual(2);
  // What was pushed before is there after it.
  editBranch(shop.origin, "main", "README.md", (content) => `${content}\nMore.\n`);
  await fetchOrigin(clone);
  expect(await branchTip(clone, "main")).toBe(gitIn(shop.origin, "rev-parse", "main"));
});

test("a merge leaves nothing in the clone, even while it runs", async () => {
  shop = await openWorkshop();
  shop.jobs.start();
  const numbers = [];
  for (const page of ["/guides/retries", "/quickstart"]) {
    numbers.push(pullNumber(await runJob(shop.jobs, `Look at ${page}: one`)));
  }
  for (const number of numbers) await shop.host.pulls.merge(number);
  const clone = names("repository").find((name) => name.startsWith("work-")) ?? "";
  expect(names(`repository/${clone}`)).not.toContain("worktrees");
  expect(names("worktrees")).toEqual([]);
});

function names(folder: string): string[] {
  const path = join(shop.dataDir, folder);
  return existsSync(path) ? readdirSync(path) : [];
}

async function startJobs(name: string, problems: string[]): Promise<ChildProcess> {
  const given = { dataDir: shop.dataDir, location: shop.database.location, name };
  const child = spawn(node, ["--conditions=react-server", script, JSON.stringify(given)], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  if (child.stdout) {
    await once(child.stdout, "data");
    child.stdout.on("data", (said: Buffer) => problems.push(said.toString().trim()));
  }
  return child;
}

async function kill(child: ChildProcess, withGit: boolean): Promise<void> {
  const gone = once(child, "exit");
  if (withGit) process.kill(-(child.pid ?? 0), "SIGKILL");
  else child.kill("SIGKILL");
  await gone;
}

/** Makes everything that a killed process may have left an hour older. */
function age(dataDir: string): void {
  const before = new Date(Date.now() - 2 * 3_600_000);
  for (const path of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    if (!/\.lock$|^worktrees\/[^/]+$|\.git\.\w+$/.test(path)) continue;
    const file = join(dataDir, path);
    // A git process that outlived its server may have removed it.
    if (existsSync(file)) utimesSync(file, before, before);
  }
}

test("only old temporary files are removed at the next start", async () => {
  shop = await openWorkshop();
  const old = [
    "dashboard.key.0b1f2a3c-1111-4222-8333-444455556666",
    "repository/docs.git.abcd1234",
    "repository/work-0123456789ab.git.abcd1234",
    "repository/home/.gitconfig.abc123",
    "worktrees/merge-abc123",
  ];
  const kept = ["dashboard.key", "repository/docs.git", "worktrees/job_abc-abc123"];
  const fresh = ["repository/docs.git.fresh123", "worktrees/merge-fresh1"];
  for (const path of [...old, ...kept, ...fresh]) {
    mkdirSync(join(shop.dataDir, path), { recursive: true });
    const before = new Date(Date.now() - 2 * 3_600_000);
    if (!fresh.includes(path)) utimesSync(join(shop.dataDir, path), before, before);
  }
  const options = { clock: systemClock, log: createLog("silent", () => []), sample: null };
  const config = parseConfig({ DATA_DIR: shop.dataDir });
  await openPlatform({ ...options, findFiles: findNoFiles, config, database: shop.database });
  const there = (path: string) => existsSync(join(shop.dataDir, path));
  expect(old.filter(there)).toEqual([]);
  expect([...kept, ...fresh].filter(there)).toEqual([...kept, ...fresh]);
});
