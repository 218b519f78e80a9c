import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Log } from "../../lib/log.ts";
import type { Agent } from "../../lib/platform/agent/agent.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { createRepositoryWatch } from "../../lib/services/repository-watch.ts";
import { changePushedHunk } from "../support/change-pushed-hunk.ts";
import { evidence } from "../support/evidence.ts";
import { fault } from "../support/github.ts";
import { FIX, openGitHubRig, TOKEN } from "../support/github-rig.ts";
import { editBranch, gitIn } from "../support/repository.ts";
import { branchesOf, failureOf, runJob, settled } from "../support/workshop.ts";

const rig = openGitHubRig();
const OPEN = "post /repos/{owner}/{repo}/pulls";

const writes =
  (name: string, then: () => void = () => undefined): Agent =>
  async ({ folder: place }) => {
    writeFileSync(join(place, name), "text\n");
    then();
    return { summary: "Wrote it." };
  };
const asked = (name: string) => rig.hub.asked.filter((each) => each === name).length;

describe("a job on a GitHub repository", () => {
  test("opens a pull request that names the feedback and the goal", async () => {
    await rig.begin();
    const entry = { page: "/guide", path: "/guide", createdAt: null };
    const comment = '"wrong" should be "right". cc @octocat, closes #1';
    const prompt = draftPrompt(
      [
        evidence({ ...entry, id: "fb_words", comment }),
        evidence({ ...entry, id: "fb_vote", comment: null }),
      ],
      { token: "0123456789abcdef" },
    );
    const job = await runJob(rig.shop.jobs, prompt);
    expect(job).toMatchObject({
      status: "completed",
      source: { repository: "acme/docs", ref: "trunk" },
      prLink: `${rig.hub.url}/acme/docs/pull/11`,
    });
    const [pull] = rig.hub.pulls;
    expect(pull).toMatchObject({ base: "trunk", state: "open", title: "Fix /guide" });
    expect(pull?.body).toMatch(/fb_words, fb_vote/);
    expect(pull?.body).toContain("Fix /guide");
    // There is no untrusted text outside code blocks.
    const rendered = pull?.body?.replace(/~~~text\n.*?\n~~~/gs, "");
    expect(rendered).not.toMatch(/@|#|octocat|fb_/);
    expect(gitIn(rig.origin, "show", `${pull?.head}:guide.md`)).toContain("right");
    expect(await rig.shop.host.pulls.list("docs")).toEqual([]);
  });

  test("is worded and labeled as the team says, and asks for reviews once", async () => {
    const rules = {
      reviewers: ["ann", "acme/editors"],
      labels: ["docs", "by agent"],
      draft: true,
      pullTitle: "docs: {title}",
      pullBody: "{changes}\n\n- [ ] Read it. {nothing} $& {goal}",
      closeDraftAfter: 3,
    };
    rig.hub.collaborators = ["ann"];
    let count = 0;
    const agent: Agent = (work) => {
      count += 1;
      return writes(`page-${count}.md`)(work);
    };
    await rig.begin(agent, {}, rules);
    const { id } = await runJob(rig.shop.jobs, FIX);
    const [pull] = rig.hub.pulls;
    const asked = { reviewers: ["ann"], team_reviewers: ["editors"] };
    expect(pull).toMatchObject({ title: `docs: ${FIX}`, labels: ["docs", "by agent"], asked });
    expect(pull?.body).toMatch(
      /^~~~text\nWrote it\.\n~~~\n\n- \[ \] Read it\. \{nothing\} \$& ~~~text\n/,
    );
    expect(pull?.body).toContain("This draft closes after 3 days without activity.");
    if (pull) pull.asked = undefined;
    await rig.shop.jobs.message("docs", id, "Also add an example");
    await settled(rig.shop.jobs, id);
    expect(pull).toMatchObject({ labels: ["docs", "by agent"], asked: undefined });
  });

  test("has its pull request when GitHub rejects reviewers, and says so", async () => {
    await rig.begin(writes("new.md"), {}, { reviewers: ["nobody"], labels: ["docs"] });
    const job = await runJob(rig.shop.jobs, FIX);
    expect(job).toMatchObject({ status: "completed", prLink: expect.stringContaining("/pull/11") });
    expect(rig.hub.pulls[0]?.labels).toEqual(["docs"]);
    const report = await rig.shop.jobs.report("docs", job.id);
    expect(JSON.stringify(report)).toMatch(/ask for reviews.*not a collaborator/s);
  });

  test("closes its own pull requests only", async () => {
    await rig.begin(writes("new.md"));
    const { prLink } = await runJob(rig.shop.jobs, FIX);
    const close = (link: string) => rig.shop.host.elsewhere?.close(link);
    expect(await close(`${rig.hub.url}/acme/other/pull/11`)).toBe(false);
    expect(rig.hub.pulls[0]?.state).toBe("open");
    expect(await close(prLink ?? "")).toBe(true);
    expect(rig.hub.pulls[0]?.state).toBe("closed");
  });

  test("sends the token only to GitHub: not to processes, files, reports or responses", async () => {
    const log = join(rig.folder, "arguments");
    const real = join(gitIn(rig.folder, "--exec-path"), "git");
    const wrapper = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\nexec ${real} "$@"\n`;
    mkdirSync(join(rig.folder, "bin"));
    writeFileSync(join(rig.folder, "bin", "git"), wrapper, { mode: 0o755 });
    vi.stubEnv("PATH", `${join(rig.folder, "bin")}${delimiter}${process.env.PATH}`);
    vi.stubEnv("GITHUB_TOKEN", TOKEN);
    await rig.begin(undefined, { AGENT_COMMAND: `sh -c "env > seen.txt; echo ${TOKEN}"` });
    const { id } = await runJob(rig.shop.jobs, FIX);
    const basic = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");
    const arguments_ = readFileSync(log, "utf8");
    expect(arguments_).toMatch(/push --quiet .*acme\/docs\.git/);
    const report = JSON.stringify(await rig.shop.jobs.report("docs", id));
    expect(report).toContain("[secret]");
    const files = readdirSync(rig.shop.dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
    const rows = await rig.shop.database.query.selectFrom("platform_pull").selectAll().execute();
    const commit = gitIn(rig.origin, "log", "-p", rig.hub.pulls[0]?.head ?? "");
    const places = [
      arguments_,
      report,
      JSON.stringify(rows),
      JSON.stringify(rig.hub.pulls),
      commit,
    ];
    for (const text of [...files, ...places]) {
      expect(text.includes(TOKEN) || text.includes(basic)).toBe(false);
    }
    expect(rig.hub.headers.some(({ authorization }) => authorization === `Basic ${basic}`)).toBe(
      true,
    );
  });

  test("opens only one pull request even if the response is lost", async () => {
    await rig.begin(writes("new.md"));
    rig.hub.loseAnswer();
    const job = await runJob(rig.shop.jobs, FIX);
    expect(job.prLink).toBe(`${rig.hub.url}/acme/docs/pull/11`);
    expect(rig.hub.pulls).toHaveLength(1);
    expect(asked(OPEN)).toBe(1);
  });

  test("finds its pull request after a crash before it was recorded", async () => {
    await rig.begin(writes("new.md"));
    const first = await runJob(rig.shop.jobs, FIX);
    await rig.shop.jobs.stop();
    const { query } = rig.shop.database;
    await query.deleteFrom("platform_pull").execute();
    await query.updateTable("platform_job").set({ status: "active", pr_link: null }).execute();
    await query.updateTable("platform_job_message").set({ done_at: null }).execute();
    const never: Agent = () => Promise.reject(new Error("the agent ran again"));
    const next = rig.shop.again(
      { model: "test-agent", run: never },
      { leaseDuration: 300, interval: 50 },
    );
    next.jobs.start();
    expect(await settled(next.jobs, first.id)).toMatchObject({
      status: "completed",
      prLink: first.prLink,
    });
    expect(asked(OPEN)).toBe(1);
    expect(rig.hub.pulls[0]?.body?.match(/<!-- errata:/g)).toHaveLength(1);
  });

  test("shows what others pushed to the branch, and edits and discards a hunk of it", async () => {
    await rig.begin(writes("new.md"));
    const { id } = await runJob(rig.shop.jobs, FIX);
    const branch = rig.hub.pulls[0]?.head ?? "";
    await changePushedHunk(rig.shop, { origin: rig.origin, branch, id });
    gitIn(rig.origin, "update-ref", "refs/heads/trunk", branch);
    const merged = (await rig.shop.host.pulls.ofJob(id, 1))?.changes.files.map((each) => each.path);
    expect(merged).toEqual(["new.md"]);
  });

  test("continues in the same pull request, and in a new one after a merge", async () => {
    let count = 0;
    await rig.begin((work) => {
      count += 1;
      return writes(`page-${count}.md`)(work);
    });
    const first = await runJob(rig.shop.jobs, FIX);
    if (rig.hub.pulls[0]) rig.hub.pulls[0].body = `${rig.hub.pulls[0].body}\n\nA person's words.`;
    await rig.shop.jobs.message("docs", first.id, "Also add an example");
    expect((await settled(rig.shop.jobs, first.id)).prLink).toBe(first.prLink);
    expect(rig.hub.pulls[0]?.body).toMatch(/A person's words\..*Also add an example/s);
    rig.hub.settle(11, "merged");
    await rig.shop.jobs.message("docs", first.id, "And one more");
    const third = await settled(rig.shop.jobs, first.id);
    expect(third.prLink).toBe(`${rig.hub.url}/acme/docs/pull/12`);
    const [one, two] = rig.hub.pulls;
    expect(two?.head).toBe(`${one?.head}-2`);
    expect(gitIn(rig.origin, "log", "--format=%s", `trunk..${two?.head}`).split("\n")).toHaveLength(
      1,
    );
  });

  test("targets DOCS_BRANCH, and reports if it doesn't exist", async () => {
    gitIn(rig.origin, "branch", "next", "trunk");
    await rig.begin(writes("new.md"), { DOCS_BRANCH: "next" });
    await runJob(rig.shop.jobs, FIX);
    expect(rig.hub.pulls).toMatchObject([{ base: "next" }]);
    await rig.begin(writes("new.md"), { DOCS_BRANCH: "absent" });
    const { id, status } = await runJob(rig.shop.jobs, FIX);
    expect(status).toBe("failed");
    expect(await failureOf(rig.shop, id)).toBe(
      "DOCS_REPOSITORY has no branch absent. Check DOCS_BRANCH.",
    );
  });
});

describe("a repository that jobs can't use", () => {
  const watch = (check: () => Promise<void>) => {
    const log = { error: vi.fn(), info: vi.fn() };
    const watched = createRepositoryWatch(check, log as unknown as Log);
    rig.opened.push(async () => watched.stop());
    watched.start();
    return { ...watched, log };
  };

  test.each([
    ["isn't there", { DOCS_REPOSITORY: "acme/none" }, /acme\/none doesn't exist, or GITHUB_TOKEN/],
    ["has no such branch", { DOCS_BRANCH: "none" }, /DOCS_REPOSITORY has no branch none/],
    ["isn't in its folder", { DOCS_REPOSITORY: "/none/such" }, /'\/none\/such' does not appear/],
  ])("because it %s is known from the start", async (_, environment, reason) => {
    await rig.begin(undefined, environment);
    const { isReadable, log } = watch(rig.shop.host.check);
    await vi.waitFor(() => expect(isReadable()).toBe(false));
    const message = "DOCS_REPOSITORY can't be used";
    const err = expect.objectContaining({ message: expect.stringMatching(reason) });
    expect(log.error.mock.calls).toEqual([[{ err }, message]]);
  });

  test("is checked again", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await rig.begin();
    rig.hub.permissions.push = false;
    const { isReadable, log } = watch(rig.shop.host.check);
    await vi.waitFor(() => expect(isReadable()).toBe(false));
    rig.hub.permissions.push = true;
    vi.advanceTimersByTime(600_000);
    await vi.waitFor(() => expect(isReadable()).toBe(true));
    expect(log.info).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});

describe("a job that GitHub rejects", () => {
  test("fails before the agent runs with a wrong token, and says what to do", async () => {
    let ran = false;
    await rig.begin(
      writes("new.md", () => (ran = true)),
      { GITHUB_TOKEN: "ghp_wrong_canary" },
    );
    const { id, status } = await runJob(rig.shop.jobs, FIX);
    expect(status).toBe("failed");
    const failure = await failureOf(rig.shop, id);
    expect(failure).toMatch(/“Bad credentials” \(401\)\. GITHUB_TOKEN is invalid/);
    expect(failure).not.toContain("canary");
    expect(ran).toBe(false);
  });

  test("fails before the agent runs with a read-only token", async () => {
    let ran = false;
    await rig.begin(writes("new.md", () => (ran = true)));
    rig.hub.permissions.push = false;
    const job = await runJob(rig.shop.jobs, FIX);
    expect(job.status).toBe("failed");
    expect(await failureOf(rig.shop, job.id)).toMatch(
      /GITHUB_TOKEN has read-only access to acme\/docs/,
    );
    expect(ran).toBe(false);
  });

  test("shows what was fetched before while GitHub doesn't answer, and then what is new", async () => {
    await rig.begin(writes("new.md"));
    const { id } = await runJob(rig.shop.jobs, FIX);
    const shown = async () => (await rig.shop.host.pulls.ofJob(id, 1))?.changes;
    expect(await shown()).toMatchObject({ isOutdated: false, fileCount: 1 });
    editBranch(rig.origin, rig.hub.pulls[0]?.head ?? "", "guide.md", () => "a person's\n");
    const { promise, resolve } = Promise.withResolvers<void>();
    rig.hub.holdsGit = promise;
    const requests = rig.hub.headers.length;
    for (const each of await Promise.all([shown(), shown()]))
      expect(each).toMatchObject({ isOutdated: true, fileCount: 1 });
    expect(await shown()).toMatchObject({ isOutdated: true });
    // One request serves all of them.
    expect(rig.hub.headers).toHaveLength(requests + 1);
    rig.hub.holdsGit = null;
    resolve();
    await expect.poll(shown).toMatchObject({ isOutdated: false, fileCount: 2 });
  });

  test("fails with git's reason when the push is denied", async () => {
    await rig.begin(writes("new.md", () => Object.assign(rig.hub.permissions, { push: false })));
    const job = await runJob(rig.shop.jobs, FIX);
    expect(job).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(rig.shop, job.id)).toMatch(
      /rejected the push to errata\/guide-wrong.*403/s,
    );
    expect(branchesOf(rig.origin)).toEqual(["trunk"]);
  });

  test("waits for a rate limit before the agent runs, and opens the pull request later", async () => {
    let runs = 0;
    await rig.begin(writes("new.md", () => (runs += 1)));
    const limited = { message: "You have exceeded a secondary rate limit." };
    const trouble = fault(502, { message: "Bad Gateway" });
    rig.hub.next(fault(429, limited, { "retry-after": "1" }), null, null, trouble);
    const job = await runJob(rig.shop.jobs, FIX);
    expect(job).toMatchObject({ status: "completed", prLink: `${rig.hub.url}/acme/docs/pull/11` });
    expect(runs).toBe(1);
  });

  test("says in its output that it waits, before the agent runs and after it", async () => {
    await rig.begin(async (work) => {
      work.output.print("Fixed.");
      return writes("new.md")(work);
    });
    const limited = fault(429, { message: "Slow down." }, { "retry-after": "1" });
    const outputOf = async () => (await rig.shop.jobs.report("docs", job.id))?.output;
    rig.hub.next(limited, null, limited);
    const job = await rig.shop.jobs.create("docs", FIX);
    await vi.waitFor(async () => expect(await outputOf()).toMatch(/^GitHub is limiting requests/));
    await settled(rig.shop.jobs, job.id);
    expect(await outputOf()).toMatch(
      /^Fixed\.\nGitHub is limiting requests\. The job continues at 20\S+ \S+ UTC\.$/,
    );
  });

  test("keeps the pushed changes, and a follow-up opens the pull request", async () => {
    let files = ["new.md"];
    await rig.begin(async (work) => {
      for (const name of files.splice(0)) await writes(name)(work);
      return { summary: "Done." };
    });
    const forbidden = fault(403, { message: "Resource not accessible by personal access token" });
    rig.hub.next(null, null, forbidden);
    const job = await runJob(rig.shop.jobs, FIX);
    expect(job).toMatchObject({ status: "failed", prLink: null });
    const failure = await failureOf(rig.shop, job.id);
    expect(failure).toMatch(
      /Resource not accessible.*Grant GITHUB_TOKEN write access.*on branch errata\//s,
    );
    await rig.shop.jobs.message("docs", job.id, "Try again");
    const again = await settled(rig.shop.jobs, job.id);
    expect(again).toMatchObject({
      status: "completed",
      prLink: `${rig.hub.url}/acme/docs/pull/11`,
    });
    expect(gitIn(rig.origin, "show", `${rig.hub.pulls[0]?.head}:new.md`)).toBe("text");
    files = [];
  });

  test("doesn't overwrite what someone else pushed", async () => {
    let meanwhile: () => void = () => undefined;
    await rig.begin(async (work) => {
      const result = await writes(`${Date.now()}.md`)(work);
      meanwhile();
      return result;
    });
    const job = await runJob(rig.shop.jobs, FIX);
    const branch = rig.hub.pulls[0]?.head ?? "";
    meanwhile = () => editBranch(rig.origin, branch, "guide.md", () => "A person's.\n");
    await rig.shop.jobs.message("docs", job.id, "More");
    expect(await settled(rig.shop.jobs, job.id)).toMatchObject({ status: "failed" });
    expect(await failureOf(rig.shop, job.id)).toMatch(
      /^Someone pushed to errata\/.* Nothing was overwrit/,
    );
    expect(gitIn(rig.origin, "show", `${branch}:guide.md`)).toBe("A person's.");
  });
});
