import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import type { NamedAgent } from "../../lib/platform/agent/agent.ts";
import { createRedactor } from "../../lib/platform/agent/redact.ts";
import { sandboxProblem } from "../../lib/platform/agent/sandbox-check.ts";
import { branchTip, fetchOrigin } from "../../lib/platform/host/clone.ts";
import { treeOf } from "../../lib/platform/host/commit.ts";
import { createDocsCheck } from "../../lib/platform/jobs/check-command.ts";
import { agentThat } from "../support/agents.ts";
import { anyEngine } from "../support/databases.ts";
import { shell, spellingCheck } from "../support/gives-back.ts";
import { processesWith } from "../support/processes.ts";
import { because, noSandbox } from "../support/sandbox.ts";
import { openWorkshop, pullNumber, runJob, settled, type Workshop } from "../support/workshop.ts";

/** An agent that adds each text above what a page says. */
function prepending(texts: string[]) {
  const left = [...texts];
  return agentThat(async ({ folder }) => {
    const page = join(folder, "quickstart.mdx");
    writeFileSync(page, `${left.shift()}\n${readFileSync(page, "utf8")}`);
    return { summary: "Wrote." };
  });
}

describe.each(anyEngine)("a command that checks the documentation on $name", (engine) => {
  let shop: Workshop;
  afterEach(() => shop.close());

  const open = async (
    script: string,
    options: { agent?: NamedAgent; environment?: Record<string, string> } = {},
  ) => {
    const environment = { DOCS_CHECK_COMMAND: shell(script), ...options.environment };
    const agent = options.agent ?? prepending(["A line."]);
    shop = await openWorkshop({ engine, agent, environment });
    shop.jobs.start();
    return shop;
  };
  const check = async (id: string) => (await shop.jobs.report("docs", id))?.check;
  const checked = async (script: string, options: Parameters<typeof open>[1] = {}) => {
    await open(script, options);
    const job = await runJob(shop.jobs, "Fix /quickstart");
    expect(job.status).toBe("completed");
    return check(job.id);
  };

  test("counts only new problems, at the lines that the change added", async () => {
    const agent = prepending(["teh first\n\nteh second", "Fine.", "teh third"]);
    await open("", { agent, environment: { DOCS_CHECK_COMMAND: spellingCheck } });
    const { id } = await runJob(shop.jobs, "Fix /quickstart");
    const problem = (line: number) => ({
      file: "quickstart.mdx",
      line,
      message: "Spelling:Did you really mean teh?",
    });
    expect(await check(id)).toMatchObject({
      state: "problems",
      more: 0,
      reason: null,
      problems: [problem(1), problem(3)],
    });
    // What an earlier prompt added isn't fixed by a later one, and isn't hidden by it.
    await shop.jobs.message("docs", id, "Say more");
    await settled(shop.jobs, id);
    expect((await check(id))?.problems).toEqual([problem(2), problem(4)]);
    const report = await shop.jobs.report("docs", id);
    expect(report).toMatchObject({ givenBackAt: null, failure: null });
    // After a merge, they are old.
    await shop.host.pulls.merge(
      pullNumber((await shop.jobs.retrieve("docs", id)) ?? { prLink: "" }),
    );
    await shop.jobs.message("docs", id, "And more");
    await settled(shop.jobs, id);
    expect((await check(id))?.problems).toEqual([problem(1)]);
  });

  test("passes without problems, and with old ones @thorough", async () => {
    expect(await checked("true")).toMatchObject({ state: "passed", problems: [] });
    await shop.close();
    const old = `grep -rn --include=*.mdx "curl" . | sed -E "s/^([^:]*:[0-9]+):.*/\\1: Old problem/"; exit 1`;
    expect(await checked(old)).toMatchObject({ state: "passed", problems: [], reason: null });
  });

  test("that fails on both says so, and is a problem where only the change fails", async () => {
    const broken = await checked("echo no config >&2; exit 4");
    expect(broken).toMatchObject({ state: "failed", problems: [], output: "no config" });
    expect(broken?.reason).toBe(
      "No new problems, but the command itself fails, also without the change: exit code 4. Fix DOCS_CHECK_COMMAND or what it needs.",
    );
    await shop.close();
    const build = "head -1 quickstart.mdx | grep -q -- --- || { echo build failed >&2; exit 3; }";
    expect(await checked(build)).toMatchObject({
      state: "problems",
      problems: [],
      more: 0,
      output: "build failed",
      reason: "The command fails only with this change: exit code 3.",
    });
  });

  test("that can't start says what to do, and one that waits can be stopped", async () => {
    const missing = { DOCS_CHECK_COMMAND: "no-such-checker --all" };
    expect((await checked("", { environment: missing }))?.reason).toMatch(
      /^The command didn't start: .*no-such-checker.*Check DOCS_CHECK_COMMAND, and AGENT_FOLDERS/,
    );
    await shop.close();
    await open("sleep 1000 & exec sleep 1000", { environment: { AGENT_TIME_LIMIT: "1" } });
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await vi.waitFor(async () => expect((await check(id))?.state).toBe("running"), 60_000);
    await shop.jobs.stopAgent("docs", id, "keep");
    const job = await settled(shop.jobs, id);
    expect(job).toMatchObject({ status: "completed" });
    expect(pullNumber(job)).toBe(1);
    expect(await check(id)).toBeNull();
  });

  test("that hangs is ended at the time limit, with all it started", async () => {
    shop = await openWorkshop({ engine });
    const environment = { DOCS_CHECK_COMMAND: shell("sleep 100137 & exec sleep 100137") };
    const own = { DATA_DIR: shop.dataDir, AGENT_SANDBOX: "off", ...environment };
    const config = { ...parseConfig(own), agentTimeLimit: 600 };
    const clone = await shop.host.repository.clone();
    await fetchOrigin(clone);
    const from = (await branchTip(clone, "main")) ?? "";
    const check = createDocsCheck({ config, redact: createRedactor(config), clock: systemClock });
    const { signal } = new AbortController();
    const to = await treeOf(clone, from);
    const change = { clone, objects: clone, from, to, job: "job_hangs", signal };
    expect(await check?.run(change)).toMatchObject({
      state: "failed",
      problems: [],
      reason: expect.stringMatching(/^The command ran longer than .* raise AGENT_TIME_LIMIT\.$/),
    });
    expect(processesWith("100137")).toEqual([]);
    expect(readdirSync(clone.worktrees)).toEqual([]);
  });

  test("that prints without an end is ended long before the time limit", async () => {
    const endless = await checked("exec yes quickstart.mdx:1: again");
    expect(endless).toMatchObject({ state: "failed", problems: [] });
    expect(endless?.reason).toMatch(/^The command printed more than Errata compares/);
  });

  test("whose process was killed isn't shown as running once the job has failed", async () => {
    await open("exec sleep 1000");
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await vi.waitFor(async () => expect((await check(id))?.state).toBe("running"), 60_000);
    await shop.jobs.stop();
    expect((await check(id))?.state).toBe("running");
    await shop.database.query.updateTable("platform_job").set({ attempts: 9 }).execute();
    shop.again(prepending([])).jobs.start();
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "failed" });
    expect(await check(id)).toBeNull();
  });

  test("of 50 MB of output is read within limits, without its secrets @thorough", async () => {
    const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    const script = `head -1 quickstart.mdx | grep -q -- --- && exit 0; for n in 1 2 3; do printf "quickstart.mdx:1: key ${secret} %s\\033[31m\\n" $n; done; head -c 50000000 /dev/zero; yes "quickstart.mdx:x" | head -c 3000000; echo; echo ${secret}; exit 1`;
    const environment = { GITHUB_TOKEN: secret };
    const found = await checked(script, { environment });
    expect(found?.problems.map(({ message }) => message)).toEqual(
      [1, 2, 3].map((number) => `key [secret] ${number}`),
    );
    expect(JSON.stringify(found)).not.toContain(secret);
    expect(JSON.stringify(found).length).toBeLessThan(5_000);
  });

  test("gets the files of the change alone, and none of the agent's variables", async () => {
    const agent = agentThat(async ({ folder }) => {
      mkdirSync(join(folder, "ignored"));
      writeFileSync(join(folder, ".gitignore"), "ignored\n");
      writeFileSync(join(folder, "ignored/x"), "x");
      appendFileSync(join(folder, "quickstart.mdx"), "More.\n");
      return { summary: "Wrote." };
    });
    const script =
      "test ! -e ignored && tail -1 quickstart.mdx | grep -q More && git log -1 --format=%s | grep -q . && exit 0; env; ls -a; exit 1";
    vi.stubEnv("MODEL_KEY", "sk-canary-0123456789");
    const environment = { AGENT_ENVIRONMENT: "MODEL_KEY", MODEL_KEY: "sk-canary-0123456789" };
    expect(await checked(script, { agent, environment })).toMatchObject({ state: "passed" });
    await shop.close();
    const names = "env | cut -d= -f1 | sort | tr '\\n' ' '; exit 1".replaceAll("'", '"');
    const shown = await checked(names, { environment });
    expect(shown?.output).toContain("PATH");
    expect(shown?.output).not.toContain("MODEL_KEY");
    vi.unstubAllEnvs();
  });
});

describe.skipIf(noSandbox !== null)(`a sandboxed command that checks${because}`, () => {
  let shop: Workshop | undefined;
  afterEach(() => shop?.close());

  test("sees the files and nothing of Errata's, without the network", async () => {
    const script =
      'test -e $DATA/platform.sqlite && echo leaked; wget -qO- http://127.0.0.1 2>&1 | head -1; echo "/work/quickstart.mdx:1: from $(pwd)"; head -1 quickstart.mdx | grep -q -- ---';
    const environment = {
      AGENT_SANDBOX: "bubblewrap",
      AGENT_NETWORK: "none",
      DOCS_CHECK_COMMAND: shell(script),
    };
    shop = await openWorkshop({ environment, agent: prepending(["A line."]) });
    shop.jobs.start();
    const { id } = await runJob(shop.jobs, "Fix /quickstart");
    const report = await shop.jobs.report("docs", id);
    // The line is there before and after, and the command fails after.
    expect(report?.check).toMatchObject({
      state: "problems",
      problems: [],
      reason: "The command fails only with this change: exit code 1.",
      output: expect.stringMatching(/^(?!.*leaked).*\/work\/quickstart\.mdx:1: from \/work$/s),
    });
  });

  test("that isn't there keeps Errata from starting, and says so", async () => {
    const config = parseConfig({ DOCS_CHECK_COMMAND: "no-such-checker ." });
    expect(await sandboxProblem(config)).toContain(
      "no-such-checker wasn't found in the agent's sandbox. Correct DOCS_CHECK_COMMAND",
    );
  });
});
