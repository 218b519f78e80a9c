import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Agent } from "../../lib/platform/agent/agent.ts";
import { agentThat } from "../support/agents.ts";
import { engines } from "../support/databases.ts";
import { commitOn, fillRepository, gitIn } from "../support/repository.ts";
import { openWorkshop, pullNumber, runJob, settled, type Workshop } from "../support/workshop.ts";

const PATIENT = { timeout: 120_000, interval: 20 };

let folder: string;
let origin: string;
let shop: Workshop;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "errata-checkout-"));
  origin = join(folder, "docs.git");
  mkdirSync(origin);
  fillRepository(origin, "main");
});
afterEach(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a job on `origin` with an agent that does this to its folder. */
async function jobOf(change: (place: string) => void, prompt = "Do it") {
  const run: Agent = async ({ folder: place }) => {
    change(place);
    return { summary: "Done." };
  };
  shop = await openWorkshop({
    environment: { DOCS_REPOSITORY: origin },
    agent: { model: "test-agent", run },
  });
  shop.jobs.start();
  return runJob(shop.jobs, prompt);
}

async function filesOf(job: { prLink: string | null }) {
  const pull = await shop.host.pulls.get(pullNumber(job));
  return (pull?.files ?? []).map(({ path, status, kind }) => `${status} ${kind} ${path}`);
}

/** Errata's clone, and the sample's own repository, as an agent without a sandbox finds them. */
function repositoriesAt(place: string): string[] {
  const folders = join(place, "..", "..", "repository");
  return readdirSync(folders)
    .filter((name) => name.endsWith(".git"))
    .map((name) => join(folders, name));
}

const own = (place: string, ...args: string[]) => gitIn(place, ...args);

test("the agent sees no file that configures agents, and can't change one", async () => {
  const settings = {
    ".claude/settings.json": "{}",
    "docs/.Cursor/mcp.json": "{}",
    ".github/hooks/start.json": "{}",
    "opencode.json": "{}",
    ".env": "A=1",
  };
  commitOn(origin, "main", (place) => {
    for (const [path, text] of Object.entries(settings)) {
      mkdirSync(join(place, dirname(path)), { recursive: true });
      writeFileSync(join(place, path), text);
    }
    writeFileSync(join(place, "AGENTS.md"), "Write short sentences.");
  });
  let seen: string[] = [];
  let status = "";
  const job = await jobOf((place) => {
    seen = Object.keys(settings).filter((path) => existsSync(join(place, path)));
    status = own(place, "status", "--porcelain");
    expect(existsSync(join(place, "AGENTS.md"))).toBe(true);
    appendFileSync(join(place, "AGENTS.md"), " Say why.");
    mkdirSync(join(place, ".claude"), { recursive: true });
    writeFileSync(join(place, ".claude/settings.json"), '{"hooks":{}}');
    mkdirSync(join(place, "guides/.gemini"), { recursive: true });
    writeFileSync(join(place, "guides/.gemini/settings.json"), "{}");
  });
  expect({ seen, status }).toEqual({ seen: [], status: "" });
  expect(await filesOf(job)).toEqual(["modified file AGENTS.md"]);
  const pull = await shop.host.pulls.get(pullNumber(job));
  expect(pull?.body).toContain(
    "Undone: .claude/settings.json, guides/.gemini/settings.json, because it configures coding agents",
  );
});

test("a rejected change leaves nothing in Errata's clone", async () => {
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const job = await jobOf((place) => writeFileSync(join(place, "new.md"), `${token}\n`));
  expect(job.status).toBe("failed");
  const data = join(shop.dataDir, "repository");
  const left = readdirSync(data, { recursive: true, encoding: "utf8" });
  expect(left.filter((path) => path.endsWith(".objects"))).toEqual([]);
  const clones = left.filter((path) => existsSync(join(data, path, "objects")));
  expect(clones).not.toEqual([]);
  for (const clone of clones) {
    const place = { cwd: join(data, clone), maxBuffer: 50_000_000 };
    const content = execFileSync("git", ["cat-file", "--batch-all-objects", "--batch"], place);
    expect(content.includes(token)).toBe(false);
  }
});

test("a job adds only what it changed to Errata's clone, not every file again", async () => {
  await jobOf((place) => writeFileSync(join(place, "new.md"), "new\n"));
  const data = join(shop.dataDir, "repository");
  const [clone = ""] = readdirSync(data).filter((name) => name.startsWith("work-"));
  // The new file and the new list of files.
  expect(gitIn(join(data, clone), "count-objects", "-v")).toMatch(/^in-pack: 2$/m);
});

describe("an agent that", () => {
  test("uses git in its folder finds a history and a branch", async () => {
    const job = await jobOf((place) => {
      writeFileSync(join(place, "said.md"), own(place, "log", "--format=%s on %D"));
      appendFileSync(join(place, "guide.md"), "more\n");
      writeFileSync(join(place, "status.md"), own(place, "status", "--porcelain"));
    });
    const { branch = "" } = (await shop.host.pulls.get(pullNumber(job))) ?? {};
    expect(gitIn(origin, "show", `${branch}:said.md`)).toBe("First on HEAD -> work");
    expect(gitIn(origin, "show", `${branch}:status.md`)).toBe("M guide.md\n?? said.md");
  });

  test.each<[string, (place: string) => void]>([
    ["deletes .git", (place) => rmSync(join(place, ".git"), { recursive: true })],
    [
      "puts a file in place of .git",
      (place) => {
        rmSync(join(place, ".git"), { recursive: true });
        writeFileSync(join(place, ".git"), "gitdir: /nowhere\n");
      },
    ],
    [
      "changes the branch and commits",
      (place) => {
        own(place, "checkout", "-qb", "elsewhere");
        own(place, "commit", "-qm", "own", "--allow-empty");
      },
    ],
    [
      "has git ignore everything",
      (place) => {
        mkdirSync(join(place, ".git", "info"), { recursive: true });
        writeFileSync(join(place, ".git", "info", "exclude"), "*\n");
        own(place, "update-index", "--assume-unchanged", "guide.md");
      },
    ],
    ["leaves a lock behind", (place) => writeFileSync(join(place, ".git", "index.lock"), "")],
  ])("%s has its changes read all the same", async (_, damage) => {
    const job = await jobOf((place) => {
      damage(place);
      appendFileSync(join(place, "guide.md"), "more\n");
      writeFileSync(join(place, "new.md"), "new\n");
    });
    expect(await filesOf(job)).toEqual(["modified file guide.md", "added file new.md"]);
    expect(gitIn(origin, "for-each-ref", "--format=%(refname:short)").split("\n")).toHaveLength(2);
  });

  test("configures programs for git to run has no effect", async () => {
    const trap = join(folder, "trap");
    const job = await jobOf((place) => {
      const run = `touch ${trap} #`;
      const script = `#!/bin/sh\n${run}\n`;
      for (const hooks of [join(place, ".git", "hooks")]) {
        mkdirSync(hooks, { recursive: true });
        for (const name of [
          "pre-commit",
          "post-index-change",
          "pre-push",
          "reference-transaction",
        ]) {
          writeFileSync(join(hooks, name), script, { mode: 0o755 });
        }
      }
      for (const key of [
        "filter.x.clean",
        "filter.x.process",
        "diff.x.textconv",
        "core.fsmonitor",
        "core.sshCommand",
      ]) {
        own(place, "config", key, run);
      }
      writeFileSync(join(place, ".gitattributes"), "*.md filter=x diff=x merge=x\n");
      writeFileSync(
        join(place, ".gitmodules"),
        `[submodule "s"]\n\tpath = s\n\turl = ext::${run}\n`,
      );
      appendFileSync(join(place, "guide.md"), "more\n");
    });
    await shop.host.pulls.merge(pullNumber(job));
    expect(existsSync(trap)).toBe(false);
  });

  test("configures programs in Errata's own repositories has no effect", async () => {
    const trap = join(folder, "trap");
    const change = (place: string) => {
      for (const repository of repositoriesAt(place)) {
        const filter = `[filter "x"]\n\tclean = touch ${trap}; cat\n`;
        appendFileSync(join(repository, "config"), filter);
        mkdirSync(join(repository, "info"), { recursive: true });
        writeFileSync(join(repository, "info", "attributes"), "* filter=x\n");
        mkdirSync(join(repository, "hooks"), { recursive: true });
        const hook = `#!/bin/sh\ntouch ${trap}\n`;
        for (const name of ["update", "post-receive", "post-update", "reference-transaction"]) {
          writeFileSync(join(repository, "hooks", name), hook, { mode: 0o755 });
        }
      }
      writeFileSync(join(place, ".gitattributes"), "*.md filter=x\n");
      writeFileSync(join(place, "new.md"), "new\n");
    };
    const agent = agentThat(async ({ folder: place }) => {
      change(place);
      return { summary: "Done." };
    });
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const job = await runJob(shop.jobs, "Do it");
    expect(await filesOf(job)).toEqual(["added file .gitattributes", "added file new.md"]);
    await shop.host.pulls.merge(pullNumber(job));
    expect(existsSync(trap)).toBe(false);
  });

  test("points Errata's clone to a repository of its own has no effect", async () => {
    const trap = join(folder, "trap");
    const evil = join(folder, "evil");
    const agent = agentThat(async ({ folder: place }) => {
      const clone = repositoriesAt(place).find((path) => basename(path).startsWith("work-")) ?? "";
      cpSync(clone, evil, { recursive: true });
      appendFileSync(join(evil, "config"), `[filter "x"]\n\tclean = touch ${trap}; cat\n`);
      writeFileSync(join(clone, "commondir"), `${evil}\n`);
      writeFileSync(join(place, ".gitattributes"), "*.md filter=x\n");
      writeFileSync(join(place, "new.md"), "new\n");
      return { summary: "Done." };
    });
    shop = await openWorkshop({ agent });
    shop.jobs.start();
    const job = await runJob(shop.jobs, "Do it");
    expect(await filesOf(job)).toEqual(["added file .gitattributes", "added file new.md"]);
    expect(existsSync(trap)).toBe(false);
  });

  test("replaces its folder by a link has nothing behind the link changed or pushed", async () => {
    const outside = join(folder, "outside");
    mkdirSync(join(outside, "project", ".git"), { recursive: true });
    writeFileSync(join(outside, "project", "secret.txt"), "secret words\n");
    const job = await jobOf((place) => {
      renameSync(place, `${place}-moved`);
      symlinkSync(outside, place);
    });
    expect(job).toMatchObject({ status: "failed", prLink: null });
    expect((await shop.jobs.report("docs", job.id))?.failure).toMatch(/replaced its folder/);
    expect(readdirSync(join(outside, "project")).toSorted()).toEqual([".git", "secret.txt"]);
    expect(gitIn(origin, "for-each-ref", "--format=%(refname:short)")).toBe("main");
    expect(readdirSync(join(shop.dataDir, "worktrees"))).toEqual([]);
  });

  test("creates nested repositories commits their files and leaves submodules unchanged", async () => {
    const clone = join(folder, "clone");
    gitIn(folder, "clone", "-q", origin, clone);
    gitIn(clone, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},libs/module`);
    gitIn(clone, "commit", "-qm", "Add a submodule");
    gitIn(clone, "push", "-q");
    const outside = join(folder, "outside");
    mkdirSync(join(outside, "module"), { recursive: true });
    writeFileSync(join(outside, "module", "kept"), "");
    const job = await jobOf((place) => {
      for (const inner of ["inner", join("libs", "module")]) {
        mkdirSync(join(place, inner), { recursive: true });
        own(join(place, inner), "init", "-q");
        writeFileSync(join(place, inner, "page.md"), "text\n");
        own(join(place, inner), "add", "-A");
        own(join(place, inner), "commit", "-qm", "Inner");
      }
    });
    expect(await filesOf(job)).toEqual(["added file inner/page.md"]);
    await shop.close();
    await jobOf((place) => {
      rmSync(join(place, "libs"), { recursive: true });
      symlinkSync(outside, join(place, "libs"));
    });
    expect(readdirSync(join(outside, "module"))).toEqual(["kept"]);
  });

  test("links outside the tree commits the links but not their targets", async () => {
    writeFileSync(join(folder, "secret.md"), "secret words\n");
    const job = await jobOf((place) => {
      symlinkSync(join(folder, "secret.md"), join(place, "link.md"));
      symlinkSync("/etc", join(place, "etc"));
      rmSync(join(place, "guide.md"));
      symlinkSync("../../../../secret.md", join(place, "guide.md"));
    });
    expect(await filesOf(job)).toEqual([
      "added symlink etc",
      "modified symlink guide.md",
      "added symlink link.md",
    ]);
    expect(JSON.stringify(await shop.host.pulls.get(pullNumber(job)))).not.toContain(
      "secret words",
    );
    const prompt = `/guide: "secret words" should be "changed"`;
    await shop.host.pulls.merge(pullNumber(job));
    await shop.close();
    shop = await openWorkshop({ environment: { DOCS_REPOSITORY: origin } });
    shop.jobs.start();
    expect(await runJob(shop.jobs, prompt)).toMatchObject({ status: "completed", prLink: null });
    expect(readFileSync(join(folder, "secret.md"), "utf8")).toBe("secret words\n");
  });

  test("leaves pipes, locked folders and unusual names still has its changes committed", async () => {
    const job = await jobOf((place) => {
      execFileSync("mkfifo", [join(place, "pipe")]);
      mkdirSync(join(place, "locked"));
      writeFileSync(join(place, "locked", "a.md"), "a\n");
      chmodSync(join(place, "locked"), 0o500);
      writeFileSync(join(place, "-rf"), "a\n");
      writeFileSync(join(place, "new\nline\t*.md"), "a\n");
    });
    expect(await filesOf(job)).toEqual([
      "added file -rf",
      "added file locked/a.md",
      "added file new\nline\t*.md",
    ]);
    expect(readdirSync(join(shop.dataDir, "worktrees"))).toEqual([]);
  });

  test.each([
    [".git./page.md", ".git./page.md"],
    [".GIT /a\nb.md", ".GIT /a\\nb.md"],
    ["guides/git~1", "guides/git~1"],
  ])("adds %j, which git refuses, is told which file and why", async (path, shown) => {
    const job = await jobOf((place) => {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), "text\n");
      appendFileSync(join(place, "guide.md"), "more\n");
    });
    expect(await shop.jobs.report("docs", job.id)).toMatchObject({
      failure: `Git doesn't accept the name of a file that the agent added: ${shown}. On some systems, it stands for git's own files. Nothing was pushed. Ask for another name.`,
    });
  });

  test("undoes its changes creates no commit", async () => {
    const job = await jobOf((place) => {
      writeFileSync(join(place, "new.md"), "");
      own(place, "add", "-A");
      own(place, "commit", "-qm", "own");
      own(place, "reset", "-q", "--hard", "HEAD~1");
    });
    expect(job).toMatchObject({ status: "completed", prLink: null });
  });
});

describe("the report of a job", () => {
  const command = (script: string) => ({
    DOCS_REPOSITORY: origin,
    AGENT_COMMAND: `sh -c '${script}'`,
  });

  test.each(engines)("contains failure, output, prompts and attempts, on $name", async (engine) => {
    const environment = command("cat; echo; echo no credit >&2; exit 3");
    shop = await openWorkshop({ environment, engine });
    shop.jobs.start();
    const { id } = await runJob(shop.jobs, "The prompt");
    expect(await shop.jobs.report("docs", id)).toEqual({
      failure: "The agent failed: exit code 3.\nThe prompt\nno credit",
      output: "The prompt\nno credit\n",
      attempts: 1,
      pages: [],
      messages: [
        { prompt: "The prompt", createdAt: expect.any(Number), doneAt: expect.any(Number) },
      ],
      activities: [],
      denied: [],
      summary: null,
      isRunning: false,
      ahead: null,
      isReportOnly: false,
      stop: null,
      held: null,
      problems: null,
      check: null,
      givenBackAt: null,
      printedAt: expect.any(Number),
    });
    await shop.jobs.message("docs", id, "Again");
    await settled(shop.jobs, id);
    const output = await shop.jobs.output("docs", id);
    expect(output).toMatch(/Earlier prompt 1 of 1\n\nThe prompt\n\n# New prompt\n\nAgain/);
    expect((await shop.jobs.report("docs", id))?.messages).toHaveLength(2);
    expect(await shop.jobs.report("other", id)).toBeNull();
    expect(await shop.jobs.output("docs", "job_x")).toBeNull();
  });

  test("can be read while the agent is running", async () => {
    const go = join(folder, "go");
    const script = `echo working; while [ ! -e ${go} ]; do sleep 0.05; done; echo done > new.md`;
    shop = await openWorkshop({ environment: command(script) });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "The prompt");
    const output = () => shop.jobs.output("docs", id);
    // The end is held back while it could be the start of a secret.
    await vi.waitFor(async () => expect(await output()).toBe("working\n"), PATIENT);
    expect(await shop.jobs.retrieve("docs", id)).toMatchObject({ status: "active" });
    writeFileSync(go, "");
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "completed" });
  });

  test("contains the reason of a hook that rejects the push, and other jobs are unaffected", async () => {
    const hook = join(origin, "hooks", "update");
    mkdirSync(join(origin, "hooks"), { recursive: true });
    const refuse = `#!/bin/sh\ncase "$1" in *bad*) echo "branches need a ticket" >&2; exit 1;; esac\n`;
    writeFileSync(hook, refuse, { mode: 0o755 });
    shop = await openWorkshop({ environment: command("cat > new.md") });
    shop.jobs.start();
    const [bad, good] = await Promise.all(["Bad", "Good"].map((each) => runJob(shop.jobs, each)));
    expect(good).toMatchObject({ status: "completed" });
    expect(bad).toMatchObject({ status: "failed", prLink: null });
    const report = await shop.jobs.report("docs", bad?.id ?? "");
    expect(report?.failure).toMatch(
      /^The repository rejected the push to errata\/bad-\w+\. .*need a ticket/s,
    );
  });
});
