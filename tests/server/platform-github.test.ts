import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { githubAccess } from "../../lib/config/github.ts";
import { parseConfig } from "../../lib/config.ts";
import type { Agent, NamedAgent } from "../../lib/platform/agent/agent.ts";
import { githubPullState } from "../../lib/platform/host/github.ts";
import { openGitHubPulls, type WantedPull } from "../../lib/platform/host/github-pulls.ts";
import { openPullState } from "../../lib/platform/host/pull-state.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { type Fault, fault, type GitHubServer, openGitHub } from "../support/github.ts";
import { editBranch, fillRepository, gitIn } from "../support/repository.ts";
import { openWorkshop, runJob, settled, type Workshop } from "../support/workshop.ts";

const TOKEN = "ghp_canary0123456789";
const FIX = '/guide: "wrong" should be "right"';
const OPEN = "post /repos/{owner}/{repo}/pulls";

let folder: string;
let origin: string;
let hub: GitHubServer;
let shop: Workshop;
const opened: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "errata-github-"));
  origin = join(folder, "docs.git");
  mkdirSync(origin);
  fillRepository(origin, "trunk");
  hub = await openGitHub(origin, TOKEN);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of opened.splice(0)) await close();
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
  // Everything that was asked and answered was as GitHub describes it.
  expect(hub.problems).toEqual([]);
});

/** A workshop on `acme/docs` at the stand-in, at work. */
async function begin(run?: Agent, environment: Record<string, string> = {}): Promise<void> {
  const agent: NamedAgent | undefined = run && { model: "test-agent", run };
  const common = { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN, GITHUB_API_URL: hub.url };
  shop = await openWorkshop({ environment: { ...common, ...environment }, agent });
  opened.push(shop.close);
  shop.jobs.start();
}

const writes =
  (name: string, then: () => void = () => undefined): Agent =>
  async ({ folder: place }) => {
    writeFileSync(join(place, name), "text\n");
    then();
    return { summary: "Wrote it." };
  };
const branches = () =>
  gitIn(origin, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
const failureOf = async (id: string) => (await shop.jobs.report("docs", id))?.failure;
const asked = (name: string) => hub.asked.filter((each) => each === name).length;

describe("a job on a GitHub repository", () => {
  test("opens a pull request that names the feedback and what was asked", async () => {
    await begin();
    const entry = { source: "contextual", status: "pending", createdAt: null, helpful: false };
    const snippet = { code: null, filename: null, lang: null, page: "/guide", path: "/guide" };
    const comment = '"wrong" should be "right". cc @octocat, closes #1';
    const prompt = draftPrompt(
      [
        { ...entry, ...snippet, id: "fb_words", comment },
        { ...entry, ...snippet, id: "fb_vote", comment: null },
      ],
      { token: "0123456789abcdef" },
    );
    const job = await runJob(shop.jobs, prompt);
    expect(job).toMatchObject({
      status: "completed",
      source: { repository: "acme/docs", ref: "trunk" },
      prLink: `${hub.url}/acme/docs/pull/11`,
    });
    const [pull] = hub.pulls;
    expect(pull).toMatchObject({ base: "trunk", state: "open", title: "Fix /guide" });
    expect(pull?.body).toMatch(/fb_words, fb_vote/);
    expect(pull?.body).toContain("Fix /guide");
    // Outside of code blocks there is nothing that strangers wrote.
    const rendered = pull?.body?.replace(/~~~text\n.*?\n~~~/gs, "");
    expect(rendered).not.toMatch(/@|#|octocat|fb_/);
    expect(gitIn(origin, "show", `${pull?.head}:guide.md`)).toContain("right");
    expect(await shop.host.pulls.list("docs")).toEqual([]);
  });

  test("shows the token to GitHub alone: not to processes, files, reports or answers", async () => {
    const log = join(folder, "arguments");
    const real = join(gitIn(folder, "--exec-path"), "git");
    const wrapper = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\nexec ${real} "$@"\n`;
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "git"), wrapper, { mode: 0o755 });
    vi.stubEnv("PATH", `${join(folder, "bin")}${delimiter}${process.env.PATH}`);
    vi.stubEnv("GITHUB_TOKEN", TOKEN);
    await begin(undefined, { AGENT_COMMAND: `sh -c "env > seen.txt; echo ${TOKEN}"` });
    const { id } = await runJob(shop.jobs, FIX);
    const basic = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");
    const arguments_ = readFileSync(log, "utf8");
    expect(arguments_).toMatch(/push --quiet .*acme\/docs\.git/);
    const report = JSON.stringify(await shop.jobs.report("docs", id));
    expect(report).toContain("[secret]");
    const files = readdirSync(shop.dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
    const rows = await shop.database.query.selectFrom("platform_pull").selectAll().execute();
    const commit = gitIn(origin, "log", "-p", hub.pulls[0]?.head ?? "");
    const places = [arguments_, report, JSON.stringify(rows), JSON.stringify(hub.pulls), commit];
    for (const text of [...files, ...places]) {
      expect(text.includes(TOKEN) || text.includes(basic)).toBe(false);
    }
    expect(hub.headers.some(({ authorization }) => authorization === `Basic ${basic}`)).toBe(true);
  });

  test("opens one pull request also when the answer is lost", async () => {
    await begin(writes("new.md"));
    hub.loseAnswer();
    const job = await runJob(shop.jobs, FIX);
    expect(job.prLink).toBe(`${hub.url}/acme/docs/pull/11`);
    expect(hub.pulls).toHaveLength(1);
    expect(asked(OPEN)).toBe(1);
  });

  test("finds its pull request again after a crash before it was recorded", async () => {
    await begin(writes("new.md"));
    const first = await runJob(shop.jobs, FIX);
    await shop.jobs.stop();
    const { query } = shop.database;
    await query.deleteFrom("platform_pull").execute();
    await query.updateTable("platform_job").set({ status: "active", pr_link: null }).execute();
    await query.updateTable("platform_job_message").set({ done_at: null }).execute();
    const never: Agent = () => Promise.reject(new Error("the agent ran again"));
    const next = shop.again({ model: "test-agent", run: never }, { lease: 300, interval: 50 });
    next.jobs.start();
    expect(await settled(next.jobs, first.id)).toMatchObject({
      status: "completed",
      prLink: first.prLink,
    });
    expect(asked(OPEN)).toBe(1);
    expect(hub.pulls[0]?.body?.match(/<!-- errata:/g)).toHaveLength(1);
  });

  test("is gone on with in the same pull request, and in a new one after a merge", async () => {
    let count = 0;
    await begin((work) => {
      count += 1;
      return writes(`page-${count}.md`)(work);
    });
    const first = await runJob(shop.jobs, FIX);
    if (hub.pulls[0]) hub.pulls[0].body = `${hub.pulls[0].body}\n\nA person's words.`;
    await shop.jobs.message("docs", first.id, "Also add an example");
    expect((await settled(shop.jobs, first.id)).prLink).toBe(first.prLink);
    expect(hub.pulls[0]?.body).toMatch(/A person's words\..*Also add an example/s);
    hub.settle(11, "merged");
    await shop.jobs.message("docs", first.id, "And one more");
    const third = await settled(shop.jobs, first.id);
    expect(third.prLink).toBe(`${hub.url}/acme/docs/pull/12`);
    const [one, two] = hub.pulls;
    expect(two?.head).toBe(`${one?.head}-2`);
    expect(gitIn(origin, "log", "--format=%s", `trunk..${two?.head}`).split("\n")).toHaveLength(1);
  });

  test("goes to the branch of DOCS_BRANCH, and says so where there is none", async () => {
    gitIn(origin, "branch", "next", "trunk");
    await begin(writes("new.md"), { DOCS_BRANCH: "next" });
    await runJob(shop.jobs, FIX);
    expect(hub.pulls).toMatchObject([{ base: "next" }]);
    await begin(writes("new.md"), { DOCS_BRANCH: "absent" });
    const { id, status } = await runJob(shop.jobs, FIX);
    expect(status).toBe("failed");
    expect(await failureOf(id)).toBe("DOCS_REPOSITORY has no branch absent.");
  });
});

describe("a job that GitHub refuses", () => {
  test("fails before the agent runs with a wrong token, and says what to do", async () => {
    let ran = false;
    await begin(
      writes("new.md", () => (ran = true)),
      { GITHUB_TOKEN: "ghp_wrong_canary" },
    );
    const { id, status } = await runJob(shop.jobs, FIX);
    expect(status).toBe("failed");
    const failure = await failureOf(id);
    expect(failure).toMatch(/“Bad credentials” \(401\)\. GitHub does not know GITHUB_TOKEN/);
    expect(failure).not.toContain("canary");
    expect(ran).toBe(false);
  });

  test("fails before the agent runs when the token may only read", async () => {
    let ran = false;
    await begin(writes("new.md", () => (ran = true)));
    hub.permissions.push = false;
    const job = await runJob(shop.jobs, FIX);
    expect(job.status).toBe("failed");
    expect(await failureOf(job.id)).toMatch(/GITHUB_TOKEN may only read acme\/docs/);
    expect(ran).toBe(false);
  });

  test("fails with git's reason when the push is denied", async () => {
    await begin(writes("new.md", () => Object.assign(hub.permissions, { push: false })));
    const job = await runJob(shop.jobs, FIX);
    expect(job).toMatchObject({ status: "failed", prLink: null });
    expect(await failureOf(job.id)).toMatch(/refused errata\/guide-wrong.*403/s);
    expect(branches()).toEqual(["trunk"]);
  });

  test("keeps the pushed changes, and a follow-up opens the pull request after all", async () => {
    let files = ["new.md"];
    await begin(async (work) => {
      for (const name of files.splice(0)) await writes(name)(work);
      return { summary: "Done." };
    });
    const forbidden = fault(403, { message: "Resource not accessible by personal access token" });
    hub.next(null, null, forbidden);
    const job = await runJob(shop.jobs, FIX);
    expect(job).toMatchObject({ status: "failed", prLink: null });
    const failure = await failureOf(job.id);
    expect(failure).toMatch(/Resource not accessible.*needs write access.*on branch errata\//s);
    await shop.jobs.message("docs", job.id, "Try again");
    const again = await settled(shop.jobs, job.id);
    expect(again).toMatchObject({ status: "completed", prLink: `${hub.url}/acme/docs/pull/11` });
    expect(gitIn(origin, "show", `${hub.pulls[0]?.head}:new.md`)).toBe("text");
    files = [];
  });

  test("does not overwrite what somebody pushed meanwhile", async () => {
    let meanwhile: () => void = () => undefined;
    await begin(async (work) => {
      const result = await writes(`${Date.now()}.md`)(work);
      meanwhile();
      return result;
    });
    const job = await runJob(shop.jobs, FIX);
    const branch = hub.pulls[0]?.head ?? "";
    meanwhile = () => editBranch(origin, branch, "guide.md", () => "A person's.\n");
    await shop.jobs.message("docs", job.id, "More");
    expect(await settled(shop.jobs, job.id)).toMatchObject({ status: "failed" });
    expect(await failureOf(job.id)).toMatch(/^Somebody pushed to errata\/.* Nothing was overwrit/);
    expect(gitIn(origin, "show", `${branch}:guide.md`)).toBe("A person's.");
  });
});

describe("GitHub's API", () => {
  const wanted = (): WantedPull => ({
    branch: "errata/x",
    base: "trunk",
    headCommit: gitIn(origin, "rev-parse", "errata/x"),
    title: "A title",
    body: "A body",
    mark: "<!-- errata:1 -->",
    signal: new AbortController().signal,
  });
  const repository = { owner: "acme", name: "docs" };
  const pullsWith = (token = TOKEN, name = "docs") =>
    openGitHubPulls(
      githubAccess(token, hub.url),
      { ...repository, name },
      { pause: 1, timeLimit: 400 },
    );

  beforeEach(() => {
    gitIn(origin, "branch", "errata/x", "trunk");
    editBranch(origin, "errata/x", "guide.md", () => "changed\n");
  });

  const reset = String(Date.parse("2026-11-20T12:34:00Z") / 1_000);
  const limited = { message: "API rate limit exceeded for user ID 1." };
  const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  test.each<[string, Fault, RegExp]>([
    ["401", fault(401, { message: "Bad credentials" }), /“Bad credentials” \(401\).*valid one/],
    ["403 for the hour", fault(403, limited, spent), /Try again after 2026-11-20 12:34 UTC/],
    [
      "403 for a while",
      fault(403, { message: "secondary rate limit" }, { "retry-after": "90" }),
      /in 2 min/,
    ],
    ["403 for ever", fault(403, { message: "Forbidden" }), /needs write access to contents/],
    [
      "404",
      fault(404, { message: "Not Found" }),
      /There is no acme\/docs, or GITHUB_TOKEN may not/,
    ],
    [
      "422",
      fault(422, { message: "Validation Failed", errors: [{ message: "No commits between" }] }),
      /Validation Failed – No commits between/,
    ],
    ["a page", (response) => void response.writeHead(200).end("<html>"), /Could not/],
  ])("that answers with %s is told of with what to do", async (_, answer, reason) => {
    hub.next(null, answer);
    const refused = await pullsWith()
      .open(wanted())
      .catch((error: Error) => error);
    expect(refused).toMatchObject({ code: "unavailable", message: expect.stringMatching(reason) });
    expect(JSON.stringify(refused) + String(refused)).not.toContain(TOKEN);
    expect(hub.pulls).toEqual([]);
  });

  test("is asked again while it has trouble or is silent, and then given up", async () => {
    const trouble = fault(502, { message: "Bad Gateway" });
    const silent: Fault = () => undefined;
    hub.next(trouble, null, silent);
    expect(await pullsWith().open(wanted())).toBe(`${hub.url}/acme/docs/pull/11`);
    hub.next(trouble, silent, trouble);
    await expect(pullsWith().open(wanted())).rejects.toThrow(/GitHub has trouble/);
    expect(hub.pulls).toHaveLength(1);
  });

  test("that says a pull request exists already is asked which", async () => {
    const exists = { message: "A pull request already exists for acme:errata/x." };
    hub.next(null, fault(422, { message: "Validation Failed", errors: [exists] }));
    expect(await pullsWith().open(wanted())).toBe(`${hub.url}/acme/docs/pull/11`);
    expect(await pullsWith().open(wanted())).toBe(`${hub.url}/acme/docs/pull/11`);
    expect(hub.pulls).toHaveLength(1);
  });

  test("refuses a wrong token, another repository, and an archived one at the check", async () => {
    await pullsWith().check();
    await expect(pullsWith("ghp_wrong").check()).rejects.toThrow(/401/);
    await expect(pullsWith(TOKEN, "other").check()).rejects.toThrow(/404.*no acme\/other/);
    hub.archived = true;
    await expect(pullsWith().check()).rejects.toThrow(/archived/);
  });

  test("tells what became of a pull request by its link", async () => {
    const state = githubPullState(githubAccess(TOKEN, hub.url), 400);
    const link = await pullsWith().open(wanted());
    expect(await state(link)).toBe("open");
    hub.settle(11, "closed");
    expect(await state(`${link}/files?w=1`)).toBe("closed");
    hub.settle(11, "merged");
    expect(await state(link)).toBe("merged");
    const count = hub.asked.length;
    for (const other of ["https://gitlab.example/acme/docs/pull/11", `${hub.url}/pulls/1`, "x"]) {
      expect(await state(other)).toBeNull();
    }
    expect(hub.asked).toHaveLength(count);
    expect(await state(link.replace(/11$/, "99"))).toBeNull();
    hub.next(fault(503, { message: "Unavailable" }));
    await expect(state(link)).rejects.toMatchObject({ code: "unavailable" });
  });
});

test("the state of an own pull request is told by its link, too", async () => {
  shop = await openWorkshop();
  opened.push(shop.close);
  shop.jobs.start();
  const config = parseConfig({});
  const state = openPullState(config, shop.host.pulls);
  const { prLink } = await runJob(
    shop.jobs,
    'Fix /guides/authentication: "Authorisation: Token" should be "Authorization: Bearer"',
  );
  expect(await state(prLink ?? "")).toBe("open");
  await shop.host.pulls.merge(1);
  expect(await state(prLink ?? "")).toBe("merged");
  expect(await state(`${config.publicUrl}/pulls/7`)).toBeNull();
  expect(await state("https://github.com/acme/docs/pull/1")).toBeNull();
});

test("credentials are not sent on to where a server redirects to", async () => {
  const seen: (string | undefined)[] = [];
  const there = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  const here = createServer((request, response) => {
    const { port } = there.address() as AddressInfo;
    response.writeHead(302, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  });
  for (const server of [here, there]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    opened.push(() => new Promise((resolve) => server.close(() => resolve())));
  }
  const address = `http://robot:hunter2@127.0.0.1:${(here.address() as AddressInfo).port}/docs.git`;
  shop = await openWorkshop({ environment: { DOCS_REPOSITORY: address } });
  opened.push(shop.close);
  shop.jobs.start();
  expect(await runJob(shop.jobs, FIX)).toMatchObject({ status: "failed" });
  expect(seen).toEqual([]);
});
