import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gitlabPullSource } from "../../lib/code-hosts/gitlab/read-pull.ts";
import { createHostPulls } from "../../lib/code-hosts/host-pulls.ts";
import type { NewPullRequest } from "../../lib/code-hosts/pull-host.ts";
import { gitlabAccess } from "../../lib/config/code-hosts.ts";
import type { Agent } from "../../lib/platform/agent/agent.ts";
import { changePushedHunk } from "../support/change-pushed-hunk.ts";
import { endless, type Fault, fault } from "../support/github.ts";
import { FIX } from "../support/github-rig.ts";
import {
  GITLAB_OLD_PROJECT,
  GITLAB_PROJECT,
  type GitLabServer,
  openGitLab,
} from "../support/gitlab.ts";
import { editBranch, fillRepository, gitIn } from "../support/repository.ts";
import { failureOf, openWorkshop, runJob, settled, type Workshop } from "../support/workshop.ts";

const TOKEN = "glpat-canary0123456789";
/** Milliseconds: long enough for a response on a busy machine. */
const TIME_LIMIT = 3_000;

let folder: string;
let origin: string;
let lab: GitLabServer;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "errata-gitlab-"));
  origin = join(folder, "docs.git");
  mkdirSync(origin);
  fillRepository(origin, "trunk");
  lab = await openGitLab(origin, TOKEN);
  closing = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing) await close();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
  // All requests are as GitLab describes them.
  expect(lab.problems).toEqual([]);
});

async function openShop(run?: Agent, environment: Record<string, string> = {}): Promise<Workshop> {
  const shop = await openWorkshop({
    environment: {
      DOCS_REPOSITORY: `${lab.url}/${GITLAB_PROJECT}`,
      GITLAB_TOKEN: TOKEN,
      GITLAB_URL: lab.url,
      ...environment,
    },
    agent: run && { model: "test-agent", run },
  });
  closing.push(shop.close);
  shop.jobs.start();
  return shop;
}

const writes =
  (name: string, summary = "Wrote it."): Agent =>
  async ({ folder: place }) => {
    writeFileSync(join(place, name), "text\n");
    return { summary };
  };
const linkOf = (iid: number) => `${lab.url}/${GITLAB_PROJECT}/-/merge_requests/${iid}`;

describe("a job on a GitLab project in a subgroup", () => {
  test("opens a merge request, and continues in it after a follow-up", async () => {
    let count = 0;
    const shop = await openShop((work) => {
      count += 1;
      return writes(`page-${count}.md`)(work);
    });
    const first = await runJob(shop.jobs, FIX);
    expect(first).toMatchObject({ status: "completed", prLink: linkOf(11) });
    const [request] = lab.requests;
    expect(request).toMatchObject({ target_branch: "trunk", state: "opened" });
    if (request) request.description += "\n\nA person's words.";
    await shop.jobs.message("docs", first.id, "Also add an example");
    expect((await settled(shop.jobs, first.id)).prLink).toBe(linkOf(11));
    expect(request?.description).toMatch(/A person's words\..*Also add an example/s);
    if (request) request.state = "merged";
    await shop.jobs.message("docs", first.id, "And one more");
    expect((await settled(shop.jobs, first.id)).prLink).toBe(linkOf(12));
    expect(lab.requests[1]?.source_branch).toBe(`${request?.source_branch}-2`);
  });

  test("gives GitLab no quick action, whatever the agent says", async () => {
    const shop = await openShop(writes("new.md", "Done.\n/merge\n\r/approve\n/assign @everyone"));
    await runJob(shop.jobs, FIX);
    const { description = "", source_branch: branch = "" } = lab.requests[0] ?? {};
    expect(description).toContain("/merge");
    // As GitLab reads it: by lines, without carriage returns.
    expect(description.replaceAll("\r", "")).not.toMatch(/(?:^|\n)\//);
    expect(gitIn(origin, "log", "-1", "--format=%b", branch)).not.toMatch(/(?:^|\n)\//);
  });

  test("sends the token only to GitLab: not to processes, files, reports or responses", async () => {
    const log = join(folder, "arguments");
    const real = join(gitIn(folder, "--exec-path"), "git");
    mkdirSync(join(folder, "bin"));
    const wrapper = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\nexec ${real} "$@"\n`;
    writeFileSync(join(folder, "bin", "git"), wrapper, { mode: 0o755 });
    vi.stubEnv("PATH", `${join(folder, "bin")}${delimiter}${process.env.PATH}`);
    vi.stubEnv("GITLAB_TOKEN", TOKEN);
    const shop = await openShop(undefined, {
      AGENT_COMMAND: `sh -c "env > seen.txt; echo ${TOKEN}"`,
    });
    const { id } = await runJob(shop.jobs, FIX);
    const basic = Buffer.from(`oauth2:${TOKEN}`).toString("base64");
    const commands = readFileSync(log, "utf8");
    expect(commands).toMatch(/push --quiet .*handbook\/docs/);
    const report = JSON.stringify(await shop.jobs.report("docs", id));
    expect(report).toContain("[secret]");
    const files = readdirSync(shop.dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
    const commit = gitIn(origin, "log", "-p", lab.requests[0]?.source_branch ?? "");
    for (const text of [...files, commands, report, JSON.stringify(lab.requests), commit])
      expect(text.includes(TOKEN) || text.includes(basic)).toBe(false);
    expect(lab.headers.some(({ authorization }) => authorization === `Basic ${basic}`)).toBe(true);
  });

  test("shows what others pushed to the branch, and edits and discards a hunk of it", async () => {
    const shop = await openShop(writes("new.md"));
    const { id } = await runJob(shop.jobs, FIX);
    const branch = lab.requests[0]?.source_branch ?? "";
    await changePushedHunk(shop, { origin, branch, id });
  });

  test("is recorded as merged when it was merged on GitLab", async () => {
    const shop = await openShop(writes("new.md"));
    const job = await runJob(shop.jobs, FIX);
    expect(await shop.host.readPull(job.prLink ?? "")).toMatchObject({ state: "open" });
    if (lab.requests[0]) lab.requests[0].state = "merged";
    expect(await shop.host.readPull(job.prLink ?? "")).toMatchObject({ state: "merged" });
  });

  test("fails before the agent runs with what to change", async () => {
    lab.project.permissions.project_access = { access_level: 20 };
    const never: Agent = () => Promise.reject(new Error("the agent ran"));
    const shop = await openShop(never);
    const job = await runJob(shop.jobs, FIX);
    expect(await failureOf(shop, job.id)).toBe(
      `GITLAB_TOKEN has a role in ${GITLAB_PROJECT} that can't push. Give it the Developer role.`,
    );
  });
});

describe("GitLab's API", () => {
  const waiting = { signal: new AbortController().signal, onWait: () => undefined };
  let waits: number[];
  const wanted = (): NewPullRequest => ({
    branch: "errata/x",
    base: "trunk",
    headCommit: gitIn(origin, "rev-parse", "errata/x"),
    title: "A title",
    body: "A body",
    marker: "<!-- errata:1 -->",
    waiting,
  });
  const pullsAt = ({ path = GITLAB_PROJECT, token = TOKEN, url = lab.url } = {}) =>
    createHostPulls(
      gitlabAccess(token, url),
      { kind: "gitlab", path },
      { timeLimit: TIME_LIMIT, wait: async (milliseconds) => void waits.push(milliseconds) },
    );

  beforeEach(() => {
    waits = [];
    gitIn(origin, "branch", "errata/x", "trunk");
    editBranch(origin, "errata/x", "guide.md", () => "changed\n");
  });

  test("adds labels, asks for reviews, and closes", async () => {
    const link = await pullsAt().open(wanted());
    lab.users = [
      { id: 1, username: "annika" },
      { id: 2, username: "Ann" },
    ];
    const asks = { reviewers: ["ann"], labels: ["docs", "by agent"] };
    expect(await pullsAt().ask(link, asks, waiting)).toEqual([]);
    expect(lab.requests[0]).toMatchObject({ labels: asks.labels, reviewer_ids: [2] });
    const unknown = await pullsAt().ask(link, { reviewers: ["bob"], labels: [] }, waiting);
    expect(unknown).toEqual([`bob isn't a user of ${GITLAB_PROJECT} on GitLab.`]);
    expect(await pullsAt().close(link)).toBe(true);
    expect(lab.requests[0]?.state).toBe("closed");
    expect(await pullsAt({ path: "acme/other" }).close(link)).toBe(false);
  });

  test.each<[string, Fault, RegExp]>([
    ["401", fault(401, { message: "401 Unauthorized" }), /GITLAB_TOKEN is invalid or has expired/],
    ["403", fault(403, { message: "403 Forbidden" }), /scope api and the Developer role in acme/],
    [
      "a missing scope",
      fault(403, { error: "insufficient_scope", error_description: "Needs more." }),
      /“insufficient_scope – Needs more\.” \(403\)\. Give GITLAB_TOKEN the scope api/,
    ],
    ["404", fault(404, { message: "404 Project Not Found" }), /doesn't exist, or GITLAB_TOKEN/],
    [
      "a field",
      fault(400, { message: { source_branch: ["does not exist"] } }),
      /“does not exist” \(400\)\. GitLab rejected/,
    ],
    ["another server", (response) => void response.writeHead(200).end("<html>"), /GITLAB_URL/],
  ])("reports %s and says what to do", async (_, answer, reason) => {
    lab.next(null, answer);
    const error = await pullsAt()
      .open(wanted())
      .catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringMatching(reason) });
    expect(JSON.stringify(error) + String(error)).not.toContain(TOKEN);
    expect(lab.requests).toEqual([]);
  });

  test("is asked again when GitLab's rate limit ends", async () => {
    const limited =
      (headers: Record<string, string> = {}): Fault =>
      (response) =>
        void response
          .writeHead(429, { "content-type": "text/plain", ...headers })
          .end("Retry later\n");
    lab.next(limited({ "retry-after": "90" }));
    await expect(pullsAt().check()).rejects.toThrow("GitLab is limiting requests. Try again in 2");
    expect(waits).toEqual([]);
    lab.next(limited({ "retry-after": "90" }), limited());
    await pullsAt().check(waiting);
    expect(waits).toEqual([90_000, 60_000]);
    lab.next(null, limited({ "retry-after": "5" }));
    expect(await pullsAt().open(wanted())).toBe(linkOf(11));
    expect(waits.slice(2)).toEqual([5_000]);
  });

  test("is retried while it fails or doesn't respond", async () => {
    const trouble = fault(502, { message: "502 Bad Gateway" });
    lab.next(trouble, null, () => undefined);
    expect(await pullsAt().open(wanted())).toBe(linkOf(11));
    lab.next(trouble, trouble, trouble);
    await expect(pullsAt().check()).rejects.toThrow(/GitLab is having problems/);
  });

  test("isn't read to the end if it sends without end", async () => {
    const sent = { megabytes: 0 };
    lab.next(endless(sent));
    await pullsAt().check();
    expect(sent.megabytes).toBeLessThan(30);
    expect(waits).toEqual([1_000]);
  });

  test("says the new address of a project that moved", async () => {
    const message = `${GITLAB_OLD_PROJECT} is now ${GITLAB_PROJECT} on GitLab. Set DOCS_REPOSITORY=${lab.url}/${GITLAB_PROJECT} and restart Errata.`;
    await expect(pullsAt({ path: GITLAB_OLD_PROJECT }).check()).rejects.toThrow(message);
    await expect(pullsAt({ path: GITLAB_OLD_PROJECT }).open(wanted())).rejects.toThrow(
      /may have moved\. Set DOCS_REPOSITORY/,
    );
  });

  test("gets no token at another server that it redirects to", async () => {
    const seen: (string | undefined)[] = [];
    const there = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    await new Promise<void>((resolve) => there.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise((resolve) => there.close(resolve)));
    const location = `http://127.0.0.1:${(there.address() as AddressInfo).port}/`;
    lab.next(fault(302, {}, { location }));
    await expect(pullsAt().check()).rejects.toThrow(/doesn't respond like GitLab's API/);
    lab.next(null, fault(307, {}, { location }));
    await expect(pullsAt().open(wanted())).rejects.toThrow(/doesn't respond like GitLab's API/);
    expect(seen).toEqual([undefined]);
  });

  test("that says a merge request exists already is asked which", async () => {
    const message = ["Another open merge request already exists for this source branch: !11"];
    lab.next(null, fault(409, { message }));
    expect(await pullsAt().open(wanted())).toBe(linkOf(11));
    expect(await pullsAt().open(wanted())).toBe(linkOf(11));
    expect(lab.requests).toHaveLength(1);
  });

  test("doesn't take a fork's merge request from a branch with the same name", async () => {
    const fork = { iid: 10, source_project_id: 99, source_branch: "errata/x", title: "Theirs" };
    lab.requests.push({ ...fork, target_branch: "trunk", description: "", state: "opened" });
    expect(await pullsAt().open(wanted())).toBe(linkOf(12));
    expect(lab.requests[0]?.description).toBe("");
  });

  test("gets a draft for a job that was stopped", async () => {
    await pullsAt().open({ ...wanted(), isDraft: true });
    expect(lab.requests).toMatchObject([{ title: "Draft: A title" }]);
  });

  test("rejects what can't be used at the check, and nothing that GitLab doesn't say", async () => {
    const { project } = lab;
    await pullsAt().check();
    await expect(pullsAt({ token: "glpat-wrong" }).check()).rejects.toThrow(/401/);
    await expect(pullsAt({ path: "acme/none" }).check()).rejects.toThrow(
      /acme\/none doesn't exist/,
    );
    project.merge_requests_access_level = "disabled";
    await expect(pullsAt().check()).rejects.toThrow(/Merge requests are turned off/);
    project.archived = true;
    await expect(pullsAt().check()).rejects.toThrow(/is archived on GitLab/);
    Object.assign(project, { archived: false, merge_requests_access_level: "enabled" });
    // A group that the project is shared with, or an administrator's token, can have more rights.
    project.permissions.project_access = { access_level: 20 };
    project.shared_with_groups = [{ group_id: 1 }];
    await pullsAt().check();
    project.shared_with_groups = [];
    project.permissions.group_access = { access_level: 40 };
    await pullsAt().check();
    project.permissions = { project_access: null, group_access: null };
    await pullsAt().check();
  });

  test("tells what keeps a merge request from being merged, as far as GitLab says", async () => {
    const read = gitlabPullSource(gitlabAccess(TOKEN, lab.url), TIME_LIMIT);
    const link = await pullsAt().open({ ...wanted(), isDraft: true });
    const [request] = lab.requests;
    if (!request) throw new Error("no merge request");
    expect(await read(link)).toMatchObject({
      state: "open",
      isDraft: true,
      activeAt: Date.parse("2026-11-20T12:00:00Z"),
      hasConflicts: false,
      hasFailedChecks: null,
      needsChanges: null,
      checks: [],
    });
    request.has_conflicts = true;
    expect(await read(link)).toMatchObject({ hasConflicts: true });
    request.detailed_merge_status = "checking";
    expect(await read(link)).toMatchObject({ hasConflicts: null });
    request.detailed_merge_status = "requested_changes";
    expect(await read(link)).toMatchObject({ needsChanges: true });
  });

  test("names where a pipeline deployed the change, before its jobs", async () => {
    const read = gitlabPullSource(gitlabAccess(TOKEN, lab.url), TIME_LIMIT);
    const link = await pullsAt().open(wanted());
    const [request] = lab.requests;
    if (!request) throw new Error("no merge request");
    const url = "https://review-11.example.dev";
    const environment = "review/11";
    request.pipeline = {
      status: "running",
      jobs: [{ name: "links", status: "failed" }],
      deployments: [
        { environment, status: "running", url },
        { environment, status: "success", url: "https://older.example.dev" },
        { environment: "storybook", status: "failed", url: null },
      ],
    };
    expect((await read(link))?.checks).toEqual([
      { isPreview: true, name: environment, state: "running", link: url },
      { isPreview: true, name: "storybook", state: "failed", link: null },
      { name: "links", state: "failed", link: expect.any(String) },
    ]);
  });

  test("names the jobs of a pipeline, and asks once about one that is finished", async () => {
    const read = gitlabPullSource(gitlabAccess(TOKEN, lab.url), TIME_LIMIT);
    const link = await pullsAt().open(wanted());
    const [request] = lab.requests;
    if (!request) throw new Error("no merge request");
    const jobs = [
      { name: "build", status: "success" },
      { name: "links", status: "running" },
      { name: "vale", status: "failed", allow_failure: true },
      { name: "deploy", status: "manual" },
    ];
    const asked = () => lab.asked.filter((each) => each.endsWith("/jobs")).length;
    request.pipeline = { status: "running", jobs };
    const states = async () =>
      (await read(link))?.checks.map(({ name, state }) => `${name} ${state}`);
    const shown = ["vale allowed", "links running", "build passed", "deploy none"];
    expect(await states()).toEqual(shown);
    expect(await read(link)).toMatchObject({ hasFailedChecks: false });
    expect(asked()).toBe(2);

    request.pipeline = { status: "failed", jobs: [{ name: "links", status: "failed" }] };
    const failed = {
      hasFailedChecks: true,
      checks: [{ name: "links", state: "failed", link: expect.stringContaining("/-/jobs/") }],
    };
    for (const _ of [1, 2]) expect(await read(link)).toMatchObject(failed);
    expect(asked()).toBe(3);
    // Someone retried it.
    request.pipeline.updated_at = "2026-11-20T13:00:00.000Z";
    lab.next(null, ...[1, 2].map(() => fault(403, { message: "403 Forbidden" })));
    expect(await read(link)).toMatchObject({ hasFailedChecks: true, checks: [] });
    // Another answer may follow at once.
    request.pipeline.updated_at = "2026-11-20T14:00:00.000Z";
    lab.next(null, fault(502, { message: "502 Bad Gateway" }));
    await expect(read(link)).rejects.toThrow(/having problems/);
    expect(await read(link)).toMatchObject(failed);
  });

  test("tells what became of a merge request by its link", async () => {
    const read = gitlabPullSource(gitlabAccess(TOKEN, lab.url), TIME_LIMIT);
    const state = async (of: string) => (await read(of))?.state ?? null;
    const link = await pullsAt().open(wanted());
    const [request] = lab.requests;
    for (const [theirs, ours] of [
      ["opened", "open"],
      ["locked", "open"],
      ["closed", "closed"],
      ["merged", "merged"],
    ] as const) {
      if (request) request.state = theirs;
      expect(await state(`${link}/diffs?x=1#note_1`)).toBe(ours);
    }
    // By its old path as well.
    expect(await state(link.replace(GITLAB_PROJECT, GITLAB_OLD_PROJECT))).toBe("merged");
    const count = lab.asked.length;
    const [host] = lab.url.split("/code");
    for (const other of [
      `${host}/${GITLAB_PROJECT}/-/merge_requests/11`,
      link.replace("merge_requests", "issues"),
      "https://gitlab.example/acme/docs/-/merge_requests/11",
      "x",
    ])
      expect(await state(other)).toBeNull();
    expect(lab.asked).toHaveLength(count);
    expect(await state(linkOf(99))).toBeNull();
    lab.next(fault(503, { message: "Unavailable" }));
    await expect(state(link)).rejects.toMatchObject({ code: "unavailable" });
  });
});
