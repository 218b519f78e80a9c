import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHostPulls } from "../../lib/code-hosts/host-pulls.ts";
import { githubAccess, gitlabAccess } from "../../lib/config/code-hosts.ts";
import { createLog } from "../../lib/log.ts";
import { createOpenPulls } from "../../lib/platform/host/open-pulls.ts";
import { agentThat } from "../support/agents.ts";
import { endless, fault, openGitHub } from "../support/github.ts";
import { TOKEN } from "../support/github-rig.ts";
import { GITLAB_PROJECT, openGitLab } from "../support/gitlab.ts";
import { commitOn, fillRepository, gitIn } from "../support/repository.ts";
import { openWorkshop, runJob, type Workshop } from "../support/workshop.ts";

const HOUR = 3_600_000;
const log = createLog("silent", () => []);

let folder: string;
let origin: string;
let shop: Workshop;
let now: number;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "errata-open-pulls-"));
  origin = join(folder, "docs.git");
  mkdirSync(origin);
  fillRepository(origin, "trunk");
  now = 1_000_000;
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Adds a branch of a person that changes a page. */
function branch(name: string, path: string): void {
  gitIn(origin, "branch", name, "trunk");
  commitOn(origin, name, (place) => writeFileSync(join(place, path), `${name}\n`));
}

/** Opens it again, like after a restart. */
const reopened = (elsewhere: ReturnType<typeof createHostPulls> | null) =>
  createOpenPulls({
    repository: shop.host.repository,
    elsewhere,
    database: shop.database,
    clock: { now: () => now },
    log,
    publicUrl: "http://127.0.0.1:3000",
  });

async function open(
  environment: Record<string, string>,
  elsewhere: ReturnType<typeof createHostPulls> | null,
) {
  const agent = agentThat(async ({ folder: place }) => {
    writeFileSync(join(place, "guide.md"), "right\n");
    return { summary: "Corrected it." };
  });
  shop = await openWorkshop({ environment, agent });
  closing.push(shop.close);
  return reopened(elsewhere);
}

/** On a busy machine, a draft doesn't wait until everything is read. */
const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 50 });

test("on the built-in host, those of all jobs that change a file are named at once", async () => {
  const pulls = await open({ DOCS_REPOSITORY: origin }, null);
  await eventually(async () =>
    expect(await pulls.ofFiles(["guide.md"])).toEqual({ pulls: [], problem: null }),
  );
  shop.jobs.start();
  const { prLink } = await runJob(shop.jobs, "Fix /guide");
  expect(await pulls.ofFiles(["guide.md", "other.md"])).toEqual({
    pulls: [{ file: "guide.md", link: prLink, by: null }],
    problem: null,
  });
  await shop.host.pulls.close(1);
  expect(await pulls.ofFiles(["guide.md"])).toEqual({ pulls: [], problem: null });
});

test("on GitHub, those of people are named, for few requests that count only when something changed", async () => {
  const hub = await openGitHub(origin, TOKEN);
  closing.push(hub.close);
  const access = githubAccess(TOKEN, hub.url);
  const pulls = await open(
    { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN, GITHUB_API_URL: hub.url },
    createHostPulls(access, { kind: "github", path: "acme/docs" }),
  );
  branch("ann", "guide.md");
  const settled = { mergedAt: null, settledAt: null };
  const pull = { base: "trunk", title: "T", body: null, state: "open" as const, ...settled };
  hub.pulls.push({ number: 12, head: "ann", author: "ann", ...pull });
  // Of a fork, whose commit isn't in the repository.
  const fork = { sha: "f".repeat(40), files: ["moved.md"], renamedFrom: "other.md" };
  hub.pulls.push({ number: 13, head: "patch-1", author: "bob", fork, ...pull });
  const found = {
    pulls: [
      { file: "guide.md", link: `${hub.url}/acme/docs/pull/12`, by: "ann" },
      { file: "other.md", link: `${hub.url}/acme/docs/pull/13`, by: "bob" },
    ],
    problem: null,
  };
  const files = ["guide.md", "other.md", "third.md"];
  await eventually(async () => expect(await pulls.ofFiles(files)).toEqual(found));
  const list = "get /repos/{owner}/{repo}/pulls";
  const listFiles = "get /repos/{owner}/{repo}/pulls/{pull_number}/files";
  // One that is in the repository costs no request. Its branch was fetched.
  expect(hub.asked).toEqual([list, listFiles]);
  expect(await pulls.ofFiles(files)).toEqual(found);
  expect(hub.asked).toHaveLength(2);
  now += 61_000;
  expect(await pulls.ofFiles(files)).toEqual(found);
  expect(hub.asked).toEqual([list, listFiles, list]);
  expect(hub.unchanged).toBe(1);
  // What GitHub rejects is said, what is known stays, and GitHub isn't asked before its limit ends, or an hour.
  const limit = {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.round(Date.now() / 1e3) + 86_400),
  };
  hub.next(fault(403, { message: "API rate limit exceeded" }, limit));
  now += 61_000;
  const limited = await pulls.ofFiles(files);
  expect(limited.pulls).toEqual(found.pulls);
  expect(limited.problem).toContain("Couldn't check for other open pull requests.");
  now += 61_000;
  await pulls.ofFiles(files);
  expect(hub.asked).toHaveLength(4);
  now += HOUR;
  expect(await pulls.ofFiles(files)).toEqual(found);
  expect(hub.problems).toEqual([]);
});

test("on GitHub, requests for files are limited, also after a restart, and it is said what isn't known", async () => {
  const hub = await openGitHub(origin, TOKEN);
  closing.push(hub.close);
  const access = githubAccess(TOKEN, hub.url);
  const elsewhere = createHostPulls(access, { kind: "github", path: "acme/docs" });
  const pulls = await open(
    { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN, GITHUB_API_URL: hub.url },
    elsewhere,
  );
  const settled = { mergedAt: null, settledAt: null };
  const pull = { base: "trunk", title: "T", body: null, state: "open" as const, ...settled };
  for (let number = 11; number < 71; number += 1) {
    const fork = { sha: String(number).repeat(20), files: ["guide.md"] };
    hub.pulls.push({ number, head: `patch-${number}`, author: "bob", fork, ...pull });
  }
  // GitHub can't say what one of them changes.
  hub.next(null, fault(422, { message: "Validation Failed" }));
  await eventually(async () => {
    const first = await pulls.ofFiles(["guide.md"]);
    expect(first.pulls).toHaveLength(19);
    expect(first.problem).toContain("couldn't check all pages that 41 open pull requests change");
  });
  expect(hub.asked).toHaveLength(21);
  now += 61_000;
  // Those that are known cost nothing, so that more become known.
  await eventually(async () => expect((await pulls.ofFiles(["guide.md"])).pulls).toHaveLength(39));
  const asked = () => hub.asked.filter((each) => each.endsWith("/files")).length;
  expect(asked()).toBe(40);
  // Each answer of a host that moved them is two requests.
  const location = `${hub.url}/repos/acme/docs/pulls/70/files`;
  hub.next(null, ...Array.from({ length: 10 }, () => [fault(307, {}, { location }), null]).flat());
  now += 61_000;
  await eventually(async () => expect((await pulls.ofFiles(["guide.md"])).pulls).toHaveLength(49));
  expect(asked()).toBe(60);
  for (const total of [80, 100, 100]) {
    await eventually(async () => {
      await reopened(elsewhere).ofFiles(["guide.md"]);
      expect(asked()).toBe(total);
    });
  }
});

test("on GitHub, the files of a large pull request are read within a bound, and it is said that there are more", async () => {
  const hub = await openGitHub(origin, TOKEN);
  closing.push(hub.close);
  const access = githubAccess(TOKEN, hub.url);
  const elsewhere = createHostPulls(access, { kind: "github", path: "acme/docs" });
  const pulls = await open(
    { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN, GITHUB_API_URL: hub.url },
    elsewhere,
  );
  const settled = { mergedAt: null, settledAt: null };
  const pull = { base: "trunk", title: "T", body: null, state: "open" as const, ...settled };
  for (const [number, count] of [
    [11, 250],
    [12, 1_500],
  ] as const) {
    const files = Array.from({ length: count }, (_, at) => `${number}/page-${at}.md`);
    hub.pulls.push({
      number,
      head: `patch-${number}`,
      author: "bob",
      fork: { sha: "a".repeat(40), files },
      ...pull,
    });
  }
  const asked = ["11/page-249.md", "12/page-999.md", "12/page-1000.md"];
  await eventually(async () => {
    const found = await pulls.ofFiles(asked);
    expect(found.pulls.map(({ file }) => file)).toEqual(asked.slice(0, 2));
    expect(found.problem).toContain("couldn't check all pages that 1 open pull request changes");
  });
  expect(hub.asked.filter((each) => each.endsWith("/files"))).toHaveLength(13);
  expect(hub.problems).toEqual([]);
});

test("on GitHub, a list that is too large for one response is read in parts @thorough", async () => {
  const hub = await openGitHub(origin, TOKEN);
  closing.push(hub.close);
  const access = githubAccess(TOKEN, hub.url);
  const pulls = await open(
    { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN, GITHUB_API_URL: hub.url },
    createHostPulls(access, { kind: "github", path: "acme/docs" }),
  );
  branch("ann", "guide.md");
  const settled = { mergedAt: null, settledAt: null };
  const pull = { base: "trunk", title: "T", body: null, state: "open" as const, ...settled };
  for (let number = 11; number < 41; number += 1) hub.pulls.push({ number, head: "ann", ...pull });
  hub.next(endless({ megabytes: 0 }));
  await eventually(async () => {
    const found = await pulls.ofFiles(["guide.md"]);
    expect(found).toMatchObject({ pulls: { length: 30 }, problem: null });
  });
  const list = "get /repos/{owner}/{repo}/pulls";
  expect(hub.asked).toEqual([list, list, list]);
  // A host that sends too much whatever it is asked is asked twice a minute.
  const sent = { megabytes: 0 };
  hub.next(endless(sent), endless(sent));
  now += 61_000;
  await eventually(async () => {
    const { problem } = await pulls.ofFiles(["guide.md"]);
    expect(problem).toContain(`the response of ${hub.url} is too large`);
  });
  expect(hub.asked).toHaveLength(5);
  expect(hub.problems).toEqual([]);
});

test("on GitHub, a circle of redirects costs few requests, and it is said what to check", async () => {
  const hub = await openGitHub(origin, TOKEN);
  closing.push(hub.close);
  const access = githubAccess(TOKEN, hub.url);
  const pulls = await open(
    { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN, GITHUB_API_URL: hub.url },
    createHostPulls(access, { kind: "github", path: "acme/docs" }),
  );
  const settled = { mergedAt: null, settledAt: null };
  const pull = { base: "trunk", title: "T", body: null, state: "open" as const, ...settled };
  for (let number = 11; number < 31; number += 1) {
    const fork = { sha: String(number).repeat(20), files: ["guide.md"] };
    hub.pulls.push({ number, head: `patch-${number}`, fork, ...pull });
  }
  const location = `${hub.url}/repos/acme/docs/pulls/30/files`;
  hub.next(null, ...Array.from({ length: 40 }, () => fault(302, {}, { location })));
  await eventually(async () => {
    const { problem } = await pulls.ofFiles(["guide.md"]);
    expect(problem).toBe(
      `Couldn't check for other open pull requests. Couldn't list the pull request's files: ${hub.url} redirects again and again. Check GITHUB_API_URL and DOCS_REPOSITORY.`,
    );
  });
  // The list, and one request with two redirects.
  expect(hub.asked).toHaveLength(4);
});

test("on GitLab, merge requests of people are named", async () => {
  const lab = await openGitLab(origin, TOKEN);
  closing.push(lab.close);
  const access = gitlabAccess(TOKEN, lab.url);
  const pulls = await open(
    {
      DOCS_REPOSITORY: `${lab.url}/${GITLAB_PROJECT}`,
      GITLAB_TOKEN: TOKEN,
      GITLAB_URL: lab.url,
    },
    createHostPulls(access, { kind: "gitlab", path: GITLAB_PROJECT }),
  );
  branch("ann", "guide.md");
  const request = { target_branch: "trunk", title: "T", description: "", state: "opened" } as const;
  lab.requests.push({ iid: 12, source_project_id: 7, source_branch: "ann", ...request });
  const earlier = Array.from({ length: 120 }, (_, at) => `page-${at}.md`);
  const fork = { sha: "f".repeat(40), files: [...earlier, "other.md"] };
  lab.requests.push({ iid: 13, source_project_id: 8, source_branch: "patch-1", fork, ...request });
  const link = (iid: number) => `${lab.url}/${GITLAB_PROJECT}/-/merge_requests/${iid}`;
  const found = {
    pulls: [
      { file: "guide.md", link: link(12), by: "ann" },
      { file: "other.md", link: link(13), by: "ann" },
    ],
    problem: null,
  };
  await eventually(async () =>
    expect(await pulls.ofFiles(["guide.md", "other.md"])).toEqual(found),
  );
  const diffs = "GET /merge_requests/13/diffs";
  expect(lab.asked).toEqual(["GET /merge_requests", diffs, diffs]);
  expect(lab.problems).toEqual([]);
});
