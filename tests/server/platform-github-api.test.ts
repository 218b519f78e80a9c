import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { githubPullSource } from "../../lib/code-hosts/github/read-pull.ts";
import { createHostPulls } from "../../lib/code-hosts/host-pulls.ts";
import type { NewPullRequest } from "../../lib/code-hosts/pull-host.ts";
import { githubAccess } from "../../lib/config/code-hosts.ts";
import { parseConfig } from "../../lib/config.ts";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { endless, type Fault, fault } from "../support/github.ts";
import { FIX, openGitHubRig, TOKEN } from "../support/github-rig.ts";
import { editBranch, gitIn } from "../support/repository.ts";
import { openWorkshop, runJob } from "../support/workshop.ts";

const rig = openGitHubRig();

/** Milliseconds: long enough for a response on a busy machine. One test waits for their end, twice. */
const TIME_LIMIT = 3_000;

const SECONDARY = { message: "You have exceeded a secondary rate limit." };

describe("GitHub's API", () => {
  const waiting = { signal: new AbortController().signal, onWait: () => undefined };
  const wanted = (): NewPullRequest => ({
    branch: "errata/x",
    base: "trunk",
    headCommit: gitIn(rig.origin, "rev-parse", "errata/x"),
    title: "A title",
    body: "A body",
    marker: "<!-- errata:1 -->",
    waiting,
  });
  /** How long it waited, in milliseconds. */
  let waits: number[];
  const pullsWith = (token = TOKEN, name = "docs") =>
    createHostPulls(
      githubAccess(token, rig.hub.url),
      { kind: "github", path: `acme/${name}` },
      { timeLimit: TIME_LIMIT, wait: async (milliseconds) => void waits.push(milliseconds) },
    );

  beforeEach(() => {
    waits = [];
    gitIn(rig.origin, "branch", "errata/x", "trunk");
    editBranch(rig.origin, "errata/x", "guide.md", () => "changed\n");
  });

  const reset = String(Date.parse("2026-11-20T12:34:00Z") / 1_000);
  const limited = { message: "API rate limit exceeded for user ID 1." };
  const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  test.each<[string, Fault, RegExp]>([
    ["401", fault(401, { message: "Bad credentials" }), /“Bad credentials” \(401\).*valid token/],
    [
      "403 for missing permission",
      fault(403, { message: "Forbidden" }),
      /write access to contents/,
    ],
    ["404", fault(404, { message: "Not Found" }), /acme\/docs doesn't exist, or GITHUB_TOKEN/],
    [
      "422",
      fault(422, { message: "Validation Failed", errors: [{ message: "No commits between" }] }),
      /Validation Failed – No commits between/,
    ],
    ["a page", (response) => void response.writeHead(200).end("<html>"), /Couldn't/],
  ])("reports %s and says what to do", async (_, answer, reason) => {
    rig.hub.next(null, answer);
    const error = await pullsWith()
      .open(wanted())
      .catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringMatching(reason) });
    expect(JSON.stringify(error) + String(error)).not.toContain(TOKEN);
    expect(rig.hub.pulls).toEqual([]);
  });

  test.each<[string, Fault, RegExp]>([
    ["the hourly one", fault(403, limited, spent), /Try again after 2026-11-20 12:34 UTC/],
    ["one for a while", fault(403, SECONDARY, { "retry-after": "90" }), /Try again in 2 min/],
    ["one without an end", fault(429, SECONDARY), /Try again later/],
  ])("reports a rate limit, %s, to those who don't wait", async (_, answer, reason) => {
    rig.hub.next(answer);
    await expect(pullsWith().check()).rejects.toThrow(reason);
    expect(waits).toEqual([]);
  });

  test("is asked again when a rate limit ends, before the agent runs and after it", async () => {
    const brief = fault(403, SECONDARY, { "retry-after": "90" });
    rig.hub.next(brief, fault(403, limited, spent), fault(429, SECONDARY));
    await pullsWith().check(waiting);
    expect(waits).toEqual([90_000, 2_000, 60_000]);
    rig.hub.next(brief, null, brief);
    expect(await pullsWith().open(wanted())).toBe(`${rig.hub.url}/acme/docs/pull/11`);
    expect(waits).toHaveLength(5);
    const day = { ...spent, "x-ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + 86_400) };
    rig.hub.next(fault(403, limited, day));
    await expect(pullsWith().check(waiting)).rejects.toThrow(/Try again after/);
    expect(waits).toHaveLength(5);
  });

  test("gets few requests by a limit whose end is always over", async () => {
    const before = rig.hub.asked.length;
    rig.hub.next(...Array<Fault>(30).fill(fault(403, limited, spent)));
    await expect(pullsWith().check(waiting)).rejects.toThrow(/Try again after/);
    expect(rig.hub.asked.length - before).toBe(12);
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThan(65 * 60_000);
  });

  test("is asked again by GitHub's clock, whatever this computer's says", async () => {
    const date = new Date("2026-11-20T12:04:00Z").toUTCString();
    rig.hub.next(fault(403, limited, { ...spent, date }));
    await pullsWith().check(waiting);
    expect(waits).toEqual([30 * 60_000 + 1_000]);
  });

  test("says the new name of a repository that was renamed", async () => {
    const location = `${rig.hub.url}/repos/acme/docs`;
    rig.hub.next(fault(301, { message: "Moved Permanently", url: location }, { location }));
    await expect(pullsWith(TOKEN, "old").check()).rejects.toThrow(
      "acme/old is now acme/docs on GitHub. Set DOCS_REPOSITORY=acme/docs and restart Errata.",
    );
  });

  test("is retried while it fails or does not respond, then given up", async () => {
    const trouble = fault(502, { message: "Bad Gateway" });
    const silent: Fault = () => undefined;
    rig.hub.next(trouble, null, silent);
    expect(await pullsWith().open(wanted())).toBe(`${rig.hub.url}/acme/docs/pull/11`);
    rig.hub.next(silent, trouble, trouble);
    await expect(pullsWith().check()).rejects.toThrow(/GitHub is having problems/);
    waits = [];
    // The agent's work isn't given up as soon.
    rig.hub.next(...Array<Fault>(10).fill(trouble));
    await expect(pullsWith().open(wanted())).rejects.toThrow(/GitHub is having problems/);
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(511_000);
    expect(rig.hub.pulls).toHaveLength(1);
  });

  test("isn't read to the end if it sends without end", async () => {
    const sent = { megabytes: 0 };
    rig.hub.next(endless(sent));
    await pullsWith().check();
    rig.hub.next(null, endless(sent));
    expect(await pullsWith().open(wanted())).toBe(`${rig.hub.url}/acme/docs/pull/11`);
    expect(sent.megabytes).toBeLessThan(60);
    expect(waits).toEqual([1_000, 1_000]);
  });

  test("that says a pull request exists already is asked which", async () => {
    const exists = { message: "A pull request already exists for acme:errata/x." };
    rig.hub.next(null, fault(422, { message: "Validation Failed", errors: [exists] }));
    expect(await pullsWith().open(wanted())).toBe(`${rig.hub.url}/acme/docs/pull/11`);
    expect(await pullsWith().open(wanted())).toBe(`${rig.hub.url}/acme/docs/pull/11`);
    expect(rig.hub.pulls).toHaveLength(1);
  });

  test("rejects a wrong token, another repository, and an archived one at the check", async () => {
    await pullsWith().check();
    await expect(pullsWith("ghp_wrong").check()).rejects.toThrow(/401/);
    await expect(pullsWith(TOKEN, "other").check()).rejects.toThrow(/acme\/other doesn't exist/);
    rig.hub.archived = true;
    await expect(pullsWith().check()).rejects.toThrow(/archived/);
  });

  test("tells what keeps a pull request from being merged, and asks only for what changed", async () => {
    const read = githubPullSource(githubAccess(TOKEN, rig.hub.url), TIME_LIMIT);
    const link = await pullsWith().open(wanted());
    const [pull] = rig.hub.pulls;
    if (!pull) throw new Error("no pull request");
    const head = wanted().headCommit;
    const nothing = {
      hasConflicts: null,
      hasFailedChecks: false,
      needsChanges: false,
      checks: [],
    };
    const activeAt = Date.parse("2026-11-20T12:00:00Z");
    expect(await read(link)).toMatchObject({ state: "open", isDraft: false, activeAt, ...nothing });
    expect(rig.hub.unchanged).toBe(0);
    expect(await read(link)).toMatchObject({ state: "open", isDraft: false, activeAt, ...nothing });
    expect(rig.hub.unchanged).toBe(5);

    Object.assign(pull, { draft: true, mergeable: false, updatedAt: "2026-11-24T12:00:00Z" });
    expect(await read(link)).toMatchObject({ isDraft: true, hasConflicts: true });
    pull.mergeable = true;
    expect(await read(link)).toMatchObject({ hasConflicts: false, activeAt: activeAt + 4 * DAY });

    const asks = { user: 1, state: "CHANGES_REQUESTED", commit: head };
    pull.reviews = [asks, { user: 2, state: "APPROVED", commit: head }];
    expect(await read(link)).toMatchObject({ needsChanges: true });
    pull.reviews.push({ user: 1, state: "COMMENTED", commit: head });
    expect(await read(link)).toMatchObject({ needsChanges: true });
    pull.reviews.push({ user: 1, state: "DISMISSED", commit: head });
    expect(await read(link)).toMatchObject({ needsChanges: false });
    pull.reviews = [{ ...asks, commit: gitIn(rig.origin, "rev-parse", "trunk") }];
    expect(await read(link)).toMatchObject({ needsChanges: false });
  });

  test("names the checks of a pull request and what they found, failed ones first", async () => {
    const read = githubPullSource(githubAccess(TOKEN, rig.hub.url), TIME_LIMIT);
    const link = await pullsWith().open(wanted());
    const { checks } = rig.hub;
    checks.runs = { build: "success", site: "skipped", vale: "cancelled", links: null };
    const page = (name: string) => `${rig.hub.url}/acme/docs/runs/${name}`;
    expect(await read(link)).toMatchObject({
      hasFailedChecks: false,
      checks: [
        { name: "links", state: "running", link: page("links") },
        { name: "build", state: "passed", link: page("build") },
        { name: "site", state: "none" },
        { name: "vale", state: "none" },
      ],
    });
    checks.runs.links = "failure";
    checks.statuses = { preview: "success" };
    const found = await read(link);
    expect(found).toMatchObject({ hasFailedChecks: true });
    expect(found?.checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...["links failed", "build passed", "preview passed", "site none", "vale none"],
    ]);
    expect(found?.checks[2]?.link).toBe("https://ci.example.com/1000/output");
    checks.runs = {};
    checks.statuses.preview = "error";
    expect(await read(link)).toMatchObject({ hasFailedChecks: true });
    // Asking again whether something changed costs nothing.
    const before = rig.hub.unchanged;
    await read(link);
    expect(rig.hub.unchanged).toBe(before + 5);
  });

  test("names the previews of a pull request, one for each environment but production", async () => {
    const read = githubPullSource(githubAccess(TOKEN, rig.hub.url), TIME_LIMIT);
    const link = await pullsWith().open(wanted());
    rig.hub.checks.runs = { build: "failure" };
    const [url, old] = ["https://docs-2.example.app", "https://docs-1.example.app"];
    rig.hub.deployments = [
      { environment: "Preview", state: "success", url },
      { environment: "Production", state: "success", isProduction: true },
      { environment: "Preview", state: "success", url: old },
      { environment: "storybook", state: "in_progress" },
      { environment: "api" },
      { environment: "blog", state: "success" },
    ];
    const preview = { isPreview: true, link: null };
    expect((await read(link))?.checks).toEqual([
      { ...preview, name: "Preview", state: "passed", link: url },
      { ...preview, name: "storybook", state: "running" },
      { ...preview, name: "api", state: "running" },
      { name: "build", state: "failed", link: expect.any(String) },
    ]);
    rig.hub.checks.runs = {};
    rig.hub.deployments = [{ environment: "Preview", state: "failure" }];
    // It isn't a check, which services report as well.
    expect(await read(link)).toMatchObject({
      hasFailedChecks: false,
      checks: [{ name: "Preview", state: "failed", link: null }],
    });
    expect(rig.hub.problems).toEqual([]);
  });

  test("says nothing about what the token may not read", async () => {
    const read = githubPullSource(githubAccess(TOKEN, rig.hub.url), TIME_LIMIT);
    const link = await pullsWith().open(wanted());
    const forbidden = fault(403, { message: "Resource not accessible by personal access token" });
    rig.hub.next(null, ...Array.from({ length: 4 }, () => forbidden));
    expect(await read(link)).toMatchObject({
      state: "open",
      needsChanges: null,
      hasFailedChecks: null,
      checks: [],
    });
  });

  test("isn't taken at its word by one wrong answer: what it said before stays", async () => {
    const read = githubPullSource(githubAccess(TOKEN, rig.hub.url), TIME_LIMIT);
    const link = await pullsWith().open(wanted());
    rig.hub.checks.runs = { build: "failure" };
    for (const [answer, limitedFor] of [
      [fault(502, { message: "Bad Gateway" }), null],
      [(response) => void response.destroy(), null],
      [fault(403, SECONDARY, { "retry-after": "1" }), 1_000],
    ] satisfies [Fault, number | null][]) {
      const all = rig.hub.asked.length + 5;
      rig.hub.next(null, answer, answer, answer, answer);
      await expect(read(link)).rejects.toMatchObject({ code: "unavailable", limitedFor });
      await vi.waitFor(() => expect(rig.hub.asked).toHaveLength(all));
    }
    await vi.waitFor(
      async () => expect(await read(link)).toMatchObject({ hasFailedChecks: true }),
      { timeout: 10_000 },
    );
    // A state that GitHub doesn't document isn't the end of a pull request.
    const odd = { state: "queued", merged: false, updated_at: "x", head: { sha: "f".repeat(40) } };
    rig.hub.next(fault(200, odd));
    expect(await read(link)).toMatchObject({ state: "open", activeAt: null });
    // Nor is a page of checks all of them.
    rig.hub.checks.runs = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`check ${at}`, "success"]),
    );
    expect(await read(link)).toMatchObject({ hasFailedChecks: null });
  });

  test("is asked about a few of many pull requests at once, and about none while it limits or doesn't answer", async () => {
    const links = Array.from({ length: 40 }, (_, at) => `${rig.hub.url}/acme/docs/pull/${at + 1}`);
    for (const [answer, limitedFor, most] of [
      [fault(429, SECONDARY, { "retry-after": "90" }), expect.closeTo(90_000, -4), 5],
      // Some begin before the fifth wasn't answered.
      [() => undefined, null, 10],
    ] satisfies [Fault, unknown, number][]) {
      const read = githubPullSource(githubAccess(TOKEN, rig.hub.url), 1_000);
      const before = rig.hub.asked.length;
      rig.hub.next(...Array<Fault>(most).fill(answer));
      const found = await Promise.allSettled(links.map(read));
      for (const each of found) {
        expect(each).toMatchObject({ status: "rejected", reason: { limitedFor } });
      }
      const asked = rig.hub.asked.length;
      expect(asked - before).toBeLessThanOrEqual(most);
      await expect(read(`${rig.hub.url}/acme/docs/pull/1`)).rejects.toThrow(/Couldn't read/);
      expect(rig.hub.asked).toHaveLength(asked);
      expect(await read("https://git.example.com/acme/docs/pull/1")).toBeNull();
    }
  });

  test("opens a draft whatever goes wrong, but where a repository has none", async () => {
    const draft = { ...wanted(), isDraft: true };
    rig.hub.next(null, fault(502, { message: "Bad Gateway" }), null, fault(429, SECONDARY));
    await pullsWith().open(draft);
    expect(rig.hub.pulls).toMatchObject([{ draft: true }]);
    rig.hub.pulls.length = 0;
    const message = "Draft pull requests are not supported in this repository.";
    rig.hub.next(null, fault(422, { message }));
    await pullsWith().open(draft);
    expect(rig.hub.pulls).toMatchObject([{ draft: false }]);
  });

  test("closes the pull request that a link goes to, and no other", async () => {
    const link = await pullsWith().open(wanted());
    gitIn(rig.origin, "branch", "errata/y", "errata/x");
    await pullsWith().open({ ...wanted(), branch: "errata/y" });
    for (const other of [
      `${rig.hub.url}/acme/docs/issues/12`,
      `${rig.hub.url}/acme/docs/pull/12x`,
      `${rig.hub.url}/acme/other/pull/12`,
      "https://git.example.com/acme/docs/pull/12",
    ]) {
      expect(await pullsWith().close(other)).toBe(false);
    }
    expect(await pullsWith().close(`${link}/files?from=/12`)).toBe(true);
    expect(rig.hub.pulls.map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  test("tells what became of a pull request by its link", async () => {
    const read = githubPullSource(githubAccess(TOKEN, rig.hub.url), TIME_LIMIT);
    const state = async (of: string) => (await read(of))?.state ?? null;
    const link = await pullsWith().open(wanted());
    expect(await state(link)).toBe("open");
    rig.hub.settle(11, "closed");
    expect(await state(`${link}/files?w=1`)).toBe("closed");
    rig.hub.settle(11, "merged");
    expect(await state(link)).toBe("merged");
    const count = rig.hub.asked.length;
    for (const other of [
      "https://gitlab.example/acme/docs/pull/11",
      `${rig.hub.url}/pulls/1`,
      "x",
    ]) {
      expect(await state(other)).toBeNull();
    }
    expect(rig.hub.asked).toHaveLength(count);
    expect(await state(link.replace(/11$/, "99"))).toBeNull();
    rig.hub.next(fault(503, { message: "Unavailable" }));
    await expect(state(link)).rejects.toMatchObject({ code: "unavailable" });
  });
});

test("the state of a built-in pull request is found by its link", async () => {
  rig.shop = await openWorkshop();
  rig.opened.push(rig.shop.close);
  rig.shop.jobs.start();
  const config = parseConfig({});
  const state = async (of: string) => (await rig.shop.host.readPull(of))?.state ?? null;
  const { prLink } = await runJob(
    rig.shop.jobs,
    'Fix /guides/authentication: "Authorisation: Token" should be "Authorization: Bearer"',
  );
  expect(await state(prLink ?? "")).toBe("open");
  await rig.shop.host.pulls.merge(1);
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
    rig.opened.push(() => new Promise((resolve) => server.close(() => resolve())));
  }
  const address = `http://robot:hunter2@127.0.0.1:${(here.address() as AddressInfo).port}/docs.git`;
  rig.shop = await openWorkshop({ environment: { DOCS_REPOSITORY: address } });
  rig.opened.push(rig.shop.close);
  rig.shop.jobs.start();
  expect(await runJob(rig.shop.jobs, FIX)).toMatchObject({ status: "failed" });
  expect(seen).toEqual([]);
});
