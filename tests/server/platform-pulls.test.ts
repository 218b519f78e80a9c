import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { createLog } from "../../lib/log.ts";
import type { NamedAgent } from "../../lib/platform/agent/agent.ts";
import { createCodeHost } from "../../lib/platform/host/code-host.ts";
import { cpuLimit, cpuTime } from "../support/cpu-time.ts";
import { commitOn, editBranch, fillRepository, gitIn } from "../support/repository.ts";
import { isThorough } from "../support/thorough.ts";
import { openWorkshop, pullNumber, runJob, type Workshop } from "../support/workshop.ts";

const PAGE = "guides/authentication.mdx";
const FIX = 'Fix /guides/authentication: "Authorisation: Token should be Authorization: Bearer"';

let shop: Workshop;
afterEach(() => shop.close());

type Change = (folder: string) => void;

const agentThat = (change: Change): NamedAgent => ({
  model: "test-agent",
  run: async ({ folder }) => {
    change(folder);
    return { summary: "Changed." };
  },
});

/** Creates a pull request with the sample agent, or with `change` if given. */
async function openPull(change?: Change): Promise<number> {
  shop = await openWorkshop(change ? { agent: agentThat(change) } : {});
  shop.jobs.start();
  return pullNumber(await runJob(shop.jobs, FIX));
}

/** Another server, which has a clone of its own that has fetched nothing yet. */
function elsewhere() {
  const dataDir = mkdtempSync(join(shop.dataDir, "elsewhere-"));
  const config = parseConfig({ DATA_DIR: dataDir, DOCS_REPOSITORY: shop.origin });
  const log = createLog("silent", () => []);
  return createCodeHost({ config, database: shop.database, clock: systemClock, log });
}

const mainLog = () =>
  gitIn(shop.origin, "log", "--first-parent", "--format=%s", "main").split("\n");
const conflict = { code: "conflict" };

describe("a pull request", () => {
  test("says what to do if its base is checked out in the repository's own folder", async () => {
    const number = await openPull();
    gitIn(shop.origin, "config", "core.bare", "false");
    const message = /because main is checked out there\. Check out another branch in that folder/;
    await expect(shop.host.pulls.merge(number)).rejects.toThrow(message);
    expect(await shop.host.pulls.get(number)).toMatchObject({ state: "open" });
    gitIn(shop.origin, "config", "core.bare", "true");
    await shop.host.pulls.merge(number);
    expect(await shop.host.pulls.get(number)).toMatchObject({ state: "merged" });
  });

  test("is merged with one merge commit and still shows its changes", async () => {
    const number = await openPull();
    const open = await shop.host.pulls.get(number);
    expect(open).toMatchObject({
      state: "open",
      mergeable: "clean",
      settledAt: null,
      base: "main",
    });
    const before = mainLog();
    const unrecorded = () => Promise.reject(new Error("The audit log is gone."));
    await expect(shop.host.pulls.merge(number, unrecorded)).rejects.toThrow("audit log");
    await expect(shop.host.pulls.close(number, unrecorded)).rejects.toThrow("audit log");
    expect(await shop.host.pulls.get(number)).toEqual(open);
    expect(mainLog()).toEqual(before);
    await shop.host.pulls.merge(number);
    expect(await shop.host.pulls.get(number)).toEqual({
      ...open,
      state: "merged",
      mergeable: null,
      settledAt: expect.any(Number),
    });
    expect(gitIn(shop.origin, "show", `main:${PAGE}`)).toContain("Authorization: Bearer <API_KEY>");
    expect(mainLog()).toEqual([
      expect.stringContaining(`Merge pull request #${number} from errata/`),
      "Add the documentation",
    ]);
    expect((await elsewhere().pulls.get(number))?.files).toEqual(open?.files);
    const [summary] = await shop.host.pulls.list("docs");
    expect(summary).toMatchObject({ number, state: "merged", jobId: open?.jobId });
    expect(await shop.host.pulls.list("other")).toEqual([]);
  });

  test("is shown and merged by another server with a clone of its own", async () => {
    const number = await openPull();
    const open = await shop.host.pulls.get(number);
    const other = elsewhere();
    expect(await other.pulls.get(number)).toEqual(open);
    const [here, there] = [shop.host, elsewhere()].map(({ pulls }) => pulls.merge(number));
    await Promise.any([here, there]);
    await Promise.allSettled([here, there]);
    expect(mainLog()).toHaveLength(2);
    for (const { pulls } of [shop.host, other]) {
      expect(await pulls.get(number)).toMatchObject({ state: "merged", files: open?.files });
    }
  });

  test("is closed without changing the base, and can't be merged afterwards", async () => {
    const number = await openPull();
    expect(await shop.host.pulls.close(number)).toMatchObject({ state: "closed" });
    const closed = await shop.host.pulls.get(number);
    expect(closed).toMatchObject({ state: "closed", mergeable: null });
    expect(closed?.files).toHaveLength(1);
    await expect(shop.host.pulls.merge(number)).rejects.toMatchObject(conflict);
    await expect(shop.host.pulls.close(number)).rejects.toThrow(/already closed/);
    expect(mainLog()).toHaveLength(1);
  });

  test("is merged only as the person saw it", async () => {
    const number = await openPull();
    const seen = await shop.host.pulls.get(number);
    editBranch(shop.origin, seen?.branch ?? "", "README.md", (text) => `${text}\nMore.\n`);
    const merged = shop.host.pulls.merge(number, undefined, seen?.head);
    await expect(merged).rejects.toMatchObject(conflict);
    expect(mainLog()).toHaveLength(1);
    const now = await shop.host.pulls.get(number);
    expect(now?.files).toHaveLength(2);
    await shop.host.pulls.merge(number, undefined, now?.head);
    expect(mainLog()).toHaveLength(2);
  });

  test("is merged once by two simultaneous clicks, in one process or two", async () => {
    const number = await openPull();
    const other = shop.again();
    const clicks = [shop.host, shop.host, other.host].map(({ pulls }) => pulls.merge(number));
    const results = await Promise.allSettled(clicks);
    expect(results.filter(({ status }) => status === "rejected").length).toBeLessThanOrEqual(2);
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(mainLog()).toHaveLength(2);
    await expect(shop.host.pulls.merge(number)).rejects.toThrow(/already merged/);
  });

  test("with conflicts can't be merged and changes nothing", async () => {
    const number = await openPull();
    editBranch(shop.origin, "main", PAGE, (text) => text.replace("Authorisation: Token", "Key:"));
    const before = gitIn(shop.origin, "for-each-ref");
    expect(await shop.host.pulls.get(number)).toMatchObject({ mergeable: "conflict" });
    await expect(shop.host.pulls.merge(number)).rejects.toThrow(/conflicts with main/);
    expect(gitIn(shop.origin, "for-each-ref")).toBe(before);
    expect(await shop.host.pulls.get(number)).toMatchObject({ state: "open" });
  });

  test("is merged with other changes of the base", async () => {
    const number = await openPull();
    editBranch(shop.origin, "main", "README.md", (text) => `${text}\nMore.\n`);
    expect(await shop.host.pulls.get(number)).toMatchObject({ mergeable: "clean" });
    await shop.host.pulls.merge(number);
    const merged = await shop.host.pulls.get(number);
    expect(merged?.files.map(({ path }) => path)).toEqual([PAGE]);
    expect(gitIn(shop.origin, "show", "main:README.md")).toMatch(/More\.$/);
    expect(gitIn(shop.origin, "show", `main:${PAGE}`)).toContain("Authorization: Bearer");
  });

  test("includes the commits that a person pushes to its branch", async () => {
    const number = await openPull();
    const { branch } = (await shop.host.pulls.get(number)) ?? {};
    editBranch(shop.origin, branch ?? "", "README.md", (text) => `${text}\nMore.\n`);
    await shop.host.pulls.merge(number);
    const pull = await shop.host.pulls.get(number);
    expect(pull?.files.map(({ path }) => path)).toEqual(["README.md", PAGE]);
    expect(pull?.commits[0]?.title).toBe("A person's change");
  });

  test("that was merged but not recorded is shown as merged", async () => {
    const number = await openPull();
    await shop.host.pulls.merge(number);
    const merged = await shop.host.pulls.get(number);
    const lost = { state: "open", settled_at: null, merge_commit: null };
    const table = () => shop.database.query.updateTable("platform_pull");
    await table().set(lost).execute();
    expect(await shop.host.pulls.get(number)).toEqual({ ...merged, settledAt: expect.any(Number) });
    await table().set(lost).execute();
    expect(await shop.host.pulls.merge(number)).toMatchObject({ state: "merged" });
    await table().set(lost).execute();
    await expect(shop.host.pulls.close(number)).rejects.toThrow(/already merged/);
    expect(mainLog()).toHaveLength(2);
  });

  test("whose merge the repository rejects stays open with the reason", async () => {
    // A repository that is configured: hooks of the built-in sample never run.
    const origin = mkdtempSync(join(tmpdir(), "errata-origin-"));
    fillRepository(origin, "main");
    const environment = { DOCS_REPOSITORY: origin };
    shop = await openWorkshop({
      environment,
      agent: agentThat((folder) => writeFileSync(join(folder, "guide.md"), "right\n")),
    });
    shop.jobs.start();
    const number = pullNumber(await runJob(shop.jobs, FIX));
    const hook = join(origin, "hooks", "update");
    mkdirSync(join(origin, "hooks"), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho "main is protected" >&2\nexit 1\n', { mode: 0o755 });
    await expect(shop.host.pulls.merge(number)).rejects.toThrow(/main is protected/);
    await expect(shop.host.pulls.merge(number)).rejects.toMatchObject(conflict);
    rmSync(hook);
    expect(await shop.host.pulls.merge(number)).toMatchObject({ state: "merged" });
    rmSync(origin, { recursive: true });
  });

  test("is open for whoever asks for its state, until its branch is in the base", async () => {
    const number = await openPull();
    const time = { now: Date.now() };
    const config = parseConfig({ DATA_DIR: shop.dataDir, DOCS_REPOSITORY: shop.origin });
    const options = { config, database: shop.database, log: createLog("silent", () => []) };
    const { pulls } = createCodeHost({
      ...options,
      clock: { ...systemClock, now: () => time.now },
    });
    expect(await pulls.read(number)).toMatchObject({ state: "open" });
    const [{ branch = "" } = {}] = await shop.database.query
      .selectFrom("platform_pull")
      .select("branch")
      .execute();
    gitIn(shop.origin, "update-ref", "refs/heads/main", `refs/heads/${branch}`);
    // Not fetched again yet.
    expect(await pulls.read(number)).toMatchObject({ state: "open" });
    time.now += 11_000;
    expect(await pulls.read(number)).toMatchObject({ state: "merged" });
    expect(await pulls.read(number)).toMatchObject({ state: "merged" });
  });

  test("is shown while its repository is offline, without a merge status", async () => {
    const number = await openPull();
    renameSync(shop.origin, `${shop.origin}.away`);
    const pull = await shop.host.pulls.get(number);
    expect(pull).toMatchObject({ state: "open", mergeable: null });
    expect(pull?.files).toHaveLength(1);
    await expect(shop.host.pulls.merge(number)).rejects.toMatchObject({ code: "unavailable" });
  });

  test("that does not exist is not found", async () => {
    await openPull();
    expect(await shop.host.pulls.get(99)).toBeNull();
    expect(await shop.host.pulls.get(1.5)).toBeNull();
    await expect(shop.host.pulls.merge(99)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("changes of every kind are recognized, and long ones are cut", async () => {
  const number = await openPull((folder) => {
    const file = (path: string) => join(folder, path);
    writeFileSync(file("with space é\t.md"), "one\ntwo");
    writeFileSync(file("picture.png"), Buffer.from([0x89, 0x50, 0, 1, 2, 3]));
    writeFileSync(file("long.md"), "line\n".repeat(2_500));
    renameSync(file("quickstart.mdx"), file("start here.mdx"));
    unlinkSync(file("changelog.md"));
    unlinkSync(file("README.md"));
    symlinkSync("../../../etc/passwd", file("README.md"));
    writeFileSync(file("run.sh"), "echo", { mode: 0o755 });
    appendFileSync(file(PAGE), "diff --git a/x b/x\n--- not a header\n+++ nor this\n");
  });
  const pull = await shop.host.pulls.get(number);
  expect(pull?.fileList.map(({ path, page }) => [path, page])).toContainEqual(["long.md", 2]);
  const pages = [1, 2, 3].map((page) => shop.host.pulls.get(number, page));
  const shown = (await Promise.all(pages)).flatMap((page) => page?.files ?? []);
  const files = Object.fromEntries(shown.map((file) => [file.path, file]));
  expect(files["with space é\t.md"]).toMatchObject({
    status: "added",
    additions: 2,
    binary: false,
    cut: false,
    hunks: [
      {
        header: "@@ -0,0 +1,2 @@",
        lines: [
          { kind: "added", text: "one", oldNumber: null, newNumber: 1 },
          { kind: "added", text: "two", oldNumber: null, newNumber: 2 },
        ],
      },
    ],
  });
  expect(files["picture.png"]).toMatchObject({ status: "added", binary: true, hunks: [] });
  expect(files["long.md"]).toMatchObject({ additions: 2_500, cut: true });
  expect(files["long.md"]?.hunks[0]?.lines).toHaveLength(1_200);
  expect(files["start here.mdx"]).toMatchObject({ status: "renamed", oldPath: "quickstart.mdx" });
  expect(files["changelog.md"]).toMatchObject({ status: "deleted" });
  expect(files["README.md"]).toMatchObject({ kind: "symlink", oldKind: "file", additions: 1 });
  expect(files["README.md"]?.hunks.at(-1)?.lines.at(-1)?.text).toBe("../../../etc/passwd");
  expect(files["run.sh"]).toMatchObject({ kind: "executable" });
  const [section] = files[PAGE]?.hunks ?? [];
  expect(section?.lines.filter(({ kind }) => kind === "added").map(({ text }) => text)).toEqual([
    "diff --git a/x b/x",
    "--- not a header",
    "+++ nor this",
  ]);
});

test("a branch with many files and very long lines is read one small page at a time @thorough", async () => {
  const number = await openPull();
  const { branch = "" } = (await shop.host.pulls.get(number)) ?? {};
  const person = mkdtempSync(join(tmpdir(), "errata-person-"));
  gitIn(person, "clone", "-q", "-b", branch, shop.origin, ".");
  for (let n = 0; n < 30; n += 1) {
    // Each file of this size takes git a second on a slow machine.
    const length = isThorough || n < 2 ? 3_500_000 : 3_500;
    writeFileSync(join(person, `a-long-${n}.md`), "x".repeat(length));
    writeFileSync(join(person, `b-wide-${n}.md`), `${"y".repeat(200_000)}\nz\n`);
  }
  mkdirSync(join(person, "c"));
  for (let n = 0; n < 100; n += 1) writeFileSync(join(person, "c", `${n}.md`), `${n}\n`);
  gitIn(person, "add", "--all");
  gitIn(person, "commit", "-q", "-m", "t".repeat(5_000));
  gitIn(person, "push", "-q", "origin", branch);
  rmSync(person, { recursive: true, force: true });

  const paths: string[] = [];
  const first = await shop.host.pulls.get(number);
  expect(first).toMatchObject({ page: 1, fileCount: 161, pages: 6 });
  for (const page of [1, 2, 3, 6, 7]) {
    const pull = await shop.host.pulls.get(number, page);
    expect(JSON.stringify(pull).length).toBeLessThan(100_000);
    const listed = pull?.fileList.filter((file) => file.page === pull.page) ?? [];
    expect(pull?.files.map(({ path }) => path)).toEqual(listed.map(({ path }) => path));
    paths.push(...listed.map(({ path }) => path));
  }
  expect(new Set(paths).size).toBe(3 * 30 + 11);
  expect(first?.fileList).toHaveLength(161);
  const wide = (await shop.host.pulls.get(number, 2))?.files[0];
  expect(wide?.hunks[0]?.lines.map(({ text }) => text.length)).toEqual([2_001, 1]);
  expect(first?.files[0]).toMatchObject({ path: "a-long-0.md", binary: true, hunks: [] });
  expect(first?.commits[0]?.title).toHaveLength(300);
  expect(await shop.host.pulls.close(number)).toMatchObject({ state: "closed" });
});

test("a change of many long files is reviewed with work that is limited", async () => {
  const number = await openPull();
  const { jobId = "", branch = "" } = (await shop.host.pulls.get(number)) ?? {};
  // Not by the agent, whose changes are searched for secrets.
  commitOn(shop.origin, branch, (folder) => {
    for (let index = 10; index < 50; index += 1)
      writeFileSync(join(folder, `a-${index}.md`), `${"a\n".repeat(125_000)}${index}\n`);
  });
  const before = cpuTime();
  const files = (await shop.host.pulls.ofJob(jobId, 1))?.files ?? [];
  expect(cpuTime() - before).toBeLessThan(cpuLimit(1_000));
  expect(files).toHaveLength(41);
  const [first, ...others] = files;
  expect(first?.hunks[0]?.lines).toHaveLength(20_000);
  expect(files.every(({ cut }) => cut)).toBe(true);
  expect(others.every(({ hunks }) => hunks.length === 0)).toBe(true);
});

test("a page of a diff has at most 1,200 lines and cuts no file that isn't alone on it", async () => {
  const number = await openPull((folder) => {
    for (let n = 0; n < 40; n += 1) writeFileSync(join(folder, `${n}.md`), "line\n".repeat(500));
  });
  const first = await shop.host.pulls.get(number);
  expect(first).toMatchObject({ fileCount: 40, pages: 20 });
  expect(first?.fileList.map(({ page }) => page)).toEqual(
    Array.from({ length: 40 }, (_, file) => Math.floor(file / 2) + 1),
  );
  for (const page of [1, 20]) {
    const files = (await shop.host.pulls.get(number, page))?.files ?? [];
    const lines = files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines));
    expect(lines).toHaveLength(1_000);
    expect(files.map(({ cut }) => cut)).toEqual([false, false]);
  }
});
