import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type HeldChange, type HeldDecision, leash } from "../../lib/contract/api/leash.ts";
import { runGit } from "../../lib/platform/host/git.ts";
import { agentThat } from "../support/agents.ts";
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

const RULES = leash.parse({ allowed: ["guides/**", "*.mdx"], protected: ["guides/legal/"] });
const leashOf = async () => RULES;

/** An agent that writes these files, and counts how often it ran. */
function writer(files: Record<string, string>) {
  let runs = 0;
  const agent = agentThat(async ({ folder }) => {
    runs += 1;
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return { summary: "Wrote files." };
  });
  return { agent, runs: () => runs };
}

describe.each(anyEngine)("a change beyond the leash on $name", (engine) => {
  let shop: Workshop;
  afterEach(() => shop.close());

  const held = (id: string, jobs = shop.jobs): Promise<HeldChange> =>
    vi.waitFor(
      async () => {
        const report = await jobs.report("docs", id);
        if (!report?.held) throw new Error("not held");
        return report.held;
      },
      { timeout: 60_000, interval: 50 },
    );

  /** Decides about the change that waits. */
  const decide = async (id: string, decision: HeldDecision, jobs = shop.jobs) =>
    jobs.decideHeld("docs", id, { decision, version: (await held(id, jobs)).version });

  /** The files of the only pull request. */
  const changed = async (job: { prLink: string | null }) =>
    (await shop.host.pulls.get(pullNumber(job)))?.files.map(({ path }) => path).sort();

  const FILES = { "guides/new.mdx": "New.\n", "notes/todo.md": "Note.\n", "yarn.lock": "x\n" };

  test("waits, with its reasons, and is pushed once it is allowed", async () => {
    const { agent, runs } = writer({ ...FILES, "guides/legal/terms.mdx": "Terms.\n" });
    shop = await openWorkshop({ engine, agent, leashOf });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await held(id);
    expect(await shop.jobs.held("docs")).toEqual([id]);
    expect(await shop.jobs.held("other")).toEqual([]);
    expect(await held(id)).toEqual({
      files: [
        { path: "guides/legal/terms.mdx", reason: "protected" },
        { path: "notes/todo.md", reason: "not_allowed" },
        { path: "yarn.lock", reason: "protected" },
      ],
      more: 0,
      over: [],
      allowedFiles: 1,
      canTrim: true,
      version: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(await shop.jobs.retrieve("docs", id)).toMatchObject({ status: "active", prLink: null });
    expect(await shop.jobs.report("docs", id)).toMatchObject({ isRunning: false, failure: null });
    expect(await shop.jobs.held("docs")).toEqual([id]);
    expect(branchesOf(shop.origin)).toEqual(["main"]);
    const { version } = await held(id);
    const unseen = { decision: "allow", version: version.replace(/^./, "x") } as const;
    await expect(shop.jobs.decideHeld("docs", id, unseen)).rejects.toMatchObject({
      code: "conflict",
    });
    const allow = { decision: "allow", version } as const;
    const decisions = await Promise.allSettled(
      [allow, allow, allow].map((each) => shop.jobs.decideHeld("docs", id, each)),
    );
    expect(decisions.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    const job = await settled(shop.jobs, id);
    expect(job).toMatchObject({ status: "completed" });
    expect(await changed(job)).toEqual([
      "guides/legal/terms.mdx",
      "guides/new.mdx",
      "notes/todo.md",
      "yarn.lock",
    ]);
    expect(runs()).toBe(1);
    expect((await shop.jobs.report("docs", id))?.held).toBeNull();
    expect(
      await shop.database.query.selectFrom("platform_held_change").selectAll().execute(),
    ).toEqual([]);
    await expect(shop.jobs.decideHeld("docs", id, allow)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(shop.jobs.decideHeld("other", id, allow)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("is trimmed to what is allowed, by another server with a clone of its own", async () => {
    const { agent, runs } = writer({ ...FILES, "README.md": "See [it](missing.md).\n" });
    shop = await openWorkshop({ engine, agent, leashOf });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await held(id);
    const problems = async ({ jobs }: Pick<Workshop, "jobs">) =>
      (await jobs.report("docs", id))?.problems
        ?.filter(({ line }) => line > 0)
        .map(({ file }) => file);
    expect(await problems(shop)).toEqual(["README.md"]);
    await shop.jobs.stop();
    // What another server doesn't have.
    for (const part of ["clone.git", "worktrees"]) {
      rmSync(join(shop.dataDir, part), { recursive: true, force: true });
    }
    const other = shop.again(agent);
    other.jobs.start();
    const diff = await other.jobs.heldDiff("docs", id, 1);
    // Not in the order in which git prints them.
    const lines = diff?.files.map(({ path, hunks: [hunk] }) => [path, hunk?.lines.at(-1)?.text]);
    expect(lines).toEqual([
      ["README.md", "See [it](missing.md)."],
      ["notes/todo.md", "Note."],
      ["yarn.lock", "x"],
      ["guides/new.mdx", "New."],
    ]);
    await decide(id, "trim", other.jobs);
    const job = await settled(other.jobs, id);
    expect(await changed(job)).toEqual(["guides/new.mdx"]);
    expect(await problems(other)).toEqual([]);
    expect(runs()).toBe(1);
  });

  test("is discarded, which a follow-up can go on from", async () => {
    const { agent } = writer(FILES);
    shop = await openWorkshop({ engine, agent, leashOf });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await held(id);
    await decide(id, "discard");
    expect(await shop.jobs.retrieve("docs", id)).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(shop, id)).toContain("discarded");
    expect(branchesOf(shop.origin)).toEqual(["main"]);
    await shop.jobs.message("docs", id, "Try again");
    await held(id);
    // Stopping it is discarding it, too.
    await shop.jobs.stopAgent("docs", id, "keep");
    expect((await shop.jobs.report("docs", id))?.held).toBeNull();
    expect(await shop.jobs.retrieve("docs", id)).toMatchObject({ status: "failed" });
  });

  test("that waits is kept while a server ends, and isn't run again", async () => {
    const { agent, runs } = writer(FILES);
    shop = await openWorkshop({ engine, agent, leashOf });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await held(id);
    await shop.jobs.stop();
    const other = shop.again(agent);
    other.jobs.start();
    const later = await other.jobs.create("docs", "Fix /quickstart");
    await held(later.id, other.jobs);
    expect(runs()).toBe(2);
    expect((await held(id, other.jobs)).files).toHaveLength(2);
  });
});

/** An agent's change of every kind, of which only the first file is within the leash. */
const writeEveryKind = (folder: string) => {
  appendFileSync(join(folder, "quickstart.mdx"), "One more line.\n");
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/__proto__"), "named like a property\n");
  writeFileSync(join(folder, "assets/large.txt"), "line of text\n".repeat(40_000));
  writeFileSync(join(folder, "assets/logo.png"), Buffer.from([0x89, 0x50, 0, 0, 1, 2, 3]));
  writeFileSync(join(folder, "assets/none.txt"), "");
  writeFileSync(join(folder, "guides/run.mdx"), "#!/bin/sh\n", { mode: 0o755 });
  symlinkSync("/etc/passwd", join(folder, "guides/out.mdx"));
};

describe("the diff of a change beyond the leash", () => {
  let shop: Workshop;
  afterEach(() => shop.close());

  test("says what each file is, those beyond first, without adding anything to the clone", async () => {
    shop = await openWorkshop({
      agent: agentThat(async ({ folder }) => {
        writeEveryKind(folder);
        return { summary: "Done." };
      }),
      leashOf,
    });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    const diff = await vi.waitFor(
      async () => {
        const found = await shop.jobs.heldDiff("docs", id, 1);
        if (!found) throw new Error("not held");
        return found;
      },
      { timeout: 60_000, interval: 50 },
    );
    const [proto, large, logo, none, out, program, ...rest] = diff.files;
    expect(proto).toMatchObject({ path: "assets/__proto__", status: "added", kind: "file" });
    expect(large).toMatchObject({ path: "assets/large.txt", binary: true, size: 520_000 });
    expect(logo).toMatchObject({ path: "assets/logo.png", binary: true, size: 7 });
    expect(none).toMatchObject({ path: "assets/none.txt", binary: false, hunks: [] });
    expect(out).toMatchObject({ path: "guides/out.mdx", kind: "symlink" });
    expect(out?.hunks[0]?.lines).toMatchObject([{ kind: "added", text: "/etc/passwd" }]);
    expect(program).toMatchObject({ path: "guides/run.mdx", kind: "executable" });
    expect(rest.map(({ path }) => path)).toEqual(["quickstart.mdx"]);
    expect(diff.beyond.map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 4 }, () => "not_allowed"),
      ...["link", "executable"],
    ]);
    expect(diff.version).toBe((await shop.jobs.report("docs", id))?.held?.version);
    expect(await shop.jobs.heldDiff("other", id, 1)).toBeNull();
    // Nothing of it is in the clone, from which it could be pushed by accident.
    const [after] = large?.version.split("..").slice(1) ?? [];
    const clone = await shop.host.repository.clone();
    expect(
      await runGit(["cat-file", "-e", after ?? ""], { ...clone, allowedExitCodes: [1] }),
    ).toMatchObject({ code: 1 });
    const left = readdirSync(clone.worktrees).filter((name) => name.startsWith("held-"));
    expect(left).toEqual([]);
  });
});

describe("the leash", () => {
  let shop: Workshop;
  afterEach(() => shop.close());

  test("lets agents only report: what they say is the result, and nothing else is kept", async () => {
    const { agent } = writer({ "guides/new.md": "New.\n" });
    const reports = async () => leash.parse({ allowed: ["**"], reportOnly: true });
    shop = await openWorkshop({ agent, leashOf: reports });
    shop.jobs.start();
    const job = await runJob(shop.jobs, "Fix /quickstart");
    expect(job).toMatchObject({ status: "completed", prLink: null });
    expect(branchesOf(shop.origin)).toEqual(["main"]);
    const report = await shop.jobs.report("docs", job.id);
    expect(JSON.stringify(report)).toContain("What this one changed wasn't kept.");
    expect(report).toMatchObject({ isReportOnly: true });
  });

  test("says nothing of changes if an agent that only reports made none", async () => {
    const reports = async () => leash.parse({ allowed: ["**"], reportOnly: true });
    const agent = agentThat(async () => ({ summary: "All is right." }));
    shop = await openWorkshop({ agent, leashOf: reports });
    shop.jobs.start();
    const job = await runJob(shop.jobs, "Fix /quickstart");
    const report = JSON.stringify(await shop.jobs.report("docs", job.id));
    expect(report).not.toContain("wasn't kept");
    expect(report).toContain('"isReportOnly":true');
  });

  const beyond = async (write: (folder: string) => void, rules = RULES) => {
    shop = await openWorkshop({
      agent: agentThat(async ({ folder }) => {
        write(folder);
        return { summary: "Done." };
      }),
      leashOf: async () => rules,
    });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    return vi.waitFor(
      async () => {
        const job = await shop.jobs.retrieve("docs", id);
        const report = await shop.jobs.report("docs", id);
        if (job?.status === "active" && !report?.held) throw new Error("running");
        return report?.held ?? null;
      },
      { timeout: 60_000, interval: 50 },
    );
  };

  test("lets links inside, and stops links outward and programs", async () => {
    const held = await beyond((folder) => {
      symlinkSync("../../../../etc/passwd", join(folder, "guides/up.mdx"));
      symlinkSync("/etc/passwd", join(folder, "guides/root.mdx"));
      symlinkSync("../quickstart.mdx", join(folder, "guides/inside.mdx"));
      writeFileSync(join(folder, "guides/run.mdx"), "#!/bin/sh\n");
      chmodSync(join(folder, "guides/run.mdx"), 0o755);
    });
    expect(held?.files).toEqual([
      { path: "guides/root.mdx", reason: "link" },
      { path: "guides/run.mdx", reason: "executable" },
      { path: "guides/up.mdx", reason: "link" },
    ]);
    expect(held?.allowedFiles).toBe(1);
  });

  test("protects workflows in any case, also where every file is allowed", async () => {
    const held = await beyond(
      (folder) => {
        mkdirSync(join(folder, ".GitHub/workflows"), { recursive: true });
        writeFileSync(join(folder, ".GitHub/workflows/x.yml"), "on: push\n");
      },
      leash.parse({ allowed: ["**"] }),
    );
    expect(held).toMatchObject({
      files: [{ path: ".GitHub/workflows/x.yml", reason: "protected" }],
      canTrim: false,
    });
  });

  test("limits files, lines, and bytes of what is left", async () => {
    const held = await beyond(
      (folder) => {
        for (const name of ["a", "b", "c"]) {
          writeFileSync(join(folder, `guides/${name}.mdx`), "line\n".repeat(10));
        }
      },
      leash.parse({ allowed: ["guides/**"], maxFiles: 2, maxLines: 29, maxBytes: 150 }),
    );
    expect(held).toMatchObject({
      files: [],
      over: [
        { what: "files", size: 3, limit: 2 },
        { what: "lines", size: 30, limit: 29 },
      ],
      canTrim: false,
    });
  });

  test("says nothing about a change within it", async () => {
    expect(
      await beyond((folder) => writeFileSync(join(folder, "guides/new.mdx"), "New.\n")),
    ).toBeNull();
    expect(branchesOf(shop.origin)).toHaveLength(2);
    expect(gitIn(shop.origin, "log", "--all", "--format=%s", "-1")).toContain("Fix");
  });
});
