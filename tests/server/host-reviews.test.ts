import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { githubPullSource } from "../../lib/code-hosts/github/read-pull.ts";
import { gitlabPullSource } from "../../lib/code-hosts/gitlab/read-pull.ts";
import { createHostPulls } from "../../lib/code-hosts/host-pulls.ts";
import { githubAccess, gitlabAccess } from "../../lib/config/code-hosts.ts";
import { HOST_REVIEW, REVIEW } from "../../lib/contract/api/limits.ts";
import { endless, fault, type HostedPull } from "../support/github.ts";
import { openGitHubRig, TOKEN } from "../support/github-rig.ts";
import {
  GITLAB_PROJECT,
  type GitLabServer,
  type HostedRequest,
  openGitLab,
} from "../support/gitlab.ts";
import { editBranch, fillRepository, gitIn } from "../support/repository.ts";

const AT = Date.parse("2026-11-20T12:00:00Z");
const MINUTE = 60_000;

const wanted = (origin: string) => ({
  branch: "errata/x",
  base: "trunk",
  title: "A title",
  body: "A body",
  marker: "<!-- 1 -->",
  headCommit: gitIn(origin, "rev-parse", "errata/x"),
  waiting: { signal: new AbortController().signal, onWait: () => undefined },
});

function branchIn(origin: string): string {
  gitIn(origin, "branch", "errata/x", "trunk");
  editBranch(origin, "errata/x", "guide.md", () => "changed\n");
  return gitIn(origin, "rev-parse", "errata/x");
}

/** The lines of a hunk that ends at a comment. */
const HUNK = "@@ -1,4 +1,4 @@ # Guide\n # Guide\n-old\n-older\n+new\n+newer";

describe("what reviewers say on GitHub", () => {
  const rig = openGitHubRig();
  let read: () => Promise<Awaited<ReturnType<ReturnType<typeof githubPullSource>>>>;
  let pull: HostedPull;
  let head: string;

  beforeEach(async () => {
    head = branchIn(rig.origin);
    const access = githubAccess(TOKEN, rig.hub.url);
    const host = createHostPulls(access, { kind: "github", path: "acme/docs" });
    const link = await host.open(wanted(rig.origin));
    const source = githubPullSource(access);
    read = () => source(link);
    const [opened] = rig.hub.pulls;
    if (!opened) throw new Error("no pull request");
    pull = opened;
  });
  const page = (end: string) => `${rig.hub.url}/acme/docs/${end}`;

  test("are the latest verdicts and all comments, with their lines as quotes", async () => {
    const trunk = gitIn(rig.origin, "rev-parse", "trunk");
    pull.reviews = [
      { user: 1, by: "ada", state: "CHANGES_REQUESTED", commit: trunk, body: "Not yet." },
      { user: 2, by: "bo", state: "APPROVED", commit: trunk },
      { user: 1, by: "ada", state: "APPROVED", commit: head },
      { user: 3, by: "cy", state: "CHANGES_REQUESTED", commit: head },
      { user: 4, by: "di", state: "DISMISSED", commit: head, body: "Wrong page." },
      { user: 1, by: "ada", state: "COMMENTED", commit: head },
    ];
    pull.comments = [{ by: "eve", text: "Thanks!" }];
    const at = { by: "ada", path: "guide.md", hunk: HUNK };
    pull.lineComments = [
      { ...at, text: "Both lines", line: 3, startLine: 2 },
      { ...at, text: "Gone", line: null },
      { ...at, text: "Why?", line: 3, isRemoved: true, hunk: HUNK.slice(0, HUNK.indexOf("\n+")) },
      { ...at, text: "All of it", line: null, isOnFile: true },
      { ...at, text: "Done", line: 3, isResolved: true },
    ];
    const review = (await read())?.review;
    expect(review).toMatchObject({ host: "GitHub", more: 0 });
    expect(review?.verdicts).toEqual([
      ...[expect.objectContaining({ by: "ada", verdict: "approved", isOutdated: false })],
      ...[expect.objectContaining({ by: "bo", verdict: "approved", isOutdated: true })],
      ...[expect.objectContaining({ by: "cy", verdict: "changes_requested", isOutdated: false })],
    ]);
    const whole = { path: "", line: 0, lastLine: 0, quote: "", state: "open" };
    expect(review?.comments.filter(({ path }) => path === "")).toMatchObject([
      { ...whole, id: "review-1", text: "Not yet.", link: page("reviews/1") },
      { ...whole, id: "review-5", by: "di", state: "dismissed" },
      { ...whole, id: "comment-1", at: AT, by: "eve", link: page("pull/11#issuecomment-1") },
    ]);
    const lines = { path: "guide.md", isRemoved: false };
    expect(review?.comments.filter(({ path }) => path !== "")).toMatchObject([
      { ...lines, id: "line-1", line: 2, lastLine: 3, quote: "+new\n+newer", state: "open" },
      { ...lines, id: "line-2", line: 1, quote: "+newer", state: "outdated", at: AT + MINUTE },
      { ...lines, id: "line-3", line: 3, quote: "-older", isRemoved: true },
      { ...lines, id: "line-4", line: 0, quote: "", state: "open" },
      { ...lines, id: "line-5", line: 3, state: "resolved" },
    ]);
  });

  test("costs nothing while it is the same, and no request without comments", async () => {
    await read();
    expect(rig.hub.asked.filter((each) => each.endsWith("comments"))).toEqual([]);
    pull.comments = [{ by: "ada", text: "Why?" }];
    await read();
    const { asked, unchanged } = rig.hub;
    const before = asked.length;
    const same = await read();
    expect(rig.hub.unchanged - unchanged).toBe(asked.length - before);
    expect(same?.review?.comments).toHaveLength(1);
  });

  test("leaves out what its own App says and what is hidden, and names bots", async () => {
    pull.author = "errata[bot]";
    pull.comments = [
      { by: "errata[bot]", text: "Mine", isBot: true },
      { by: "vale[bot]", text: "A bot's", isBot: true },
      { by: "mallory", text: "Spam", isHidden: true },
      { by: "ada", text: " \n" },
      { by: "ada", text: "x".repeat(REVIEW.comment + 1) },
    ];
    const comments = (await read())?.review?.comments;
    expect(comments?.map(({ by, isBot }) => [by, isBot])).toEqual([
      ["vale[bot]", true],
      ["ada", false],
    ]);
    expect(comments?.[1]?.text).toHaveLength(REVIEW.comment);
  });

  test("is the newest of very much, in few requests, and says how much more there is", async () => {
    pull.comments = Array.from({ length: 260 }, (_, at) => ({ by: "ada", text: `all ${at}` }));
    const at = { by: "ada", path: "guide.md", hunk: HUNK, line: 3 };
    pull.lineComments = Array.from({ length: 230 }, (_, nth) => ({ ...at, text: `line ${nth}` }));
    const before = rig.hub.asked.length;
    const review = (await read())?.review;
    expect(rig.hub.asked.length - before).toBeLessThanOrEqual(6 + 2 * 4);
    expect(review?.comments).toHaveLength(HOST_REVIEW.comments);
    expect(review?.comments.at(-1)?.text).toBe("all 259");
    expect(review?.comments.some(({ text }) => text === "line 229")).toBe(true);
    expect(review?.more).toBe(490 - HOST_REVIEW.comments);
  });

  test("is unknown where the token may not read it, and where an answer isn't GitHub's", async () => {
    pull.comments = [{ by: "ada", text: "Why?" }];
    const { faults } = rig.hub;
    const asked = "get /repos/{owner}/{repo}/issues/{issue_number}/comments";
    faults.set(asked, fault(403, { message: "Resource not accessible by integration" }));
    expect(await read()).toMatchObject({ state: "open", needsChanges: false, review: null });
    faults.set(asked, fault(200, [{ id: "x" }]));
    expect(await read()).toMatchObject({ state: "open", review: null });
    // Someone wrote more than is read.
    faults.set(asked, endless({ megabytes: 0 }));
    expect(await read()).toMatchObject({ state: "open", review: null });
    faults.set(asked, fault(502, { message: "Bad Gateway" }));
    await expect(read()).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("what reviewers say on GitLab", () => {
  let folder: string;
  let origin: string;
  let lab: GitLabServer;
  let read: () => Promise<Awaited<ReturnType<ReturnType<typeof gitlabPullSource>>>>;
  let request: HostedRequest;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "errata-gitlab-"));
    origin = join(folder, "docs.git");
    mkdirSync(origin);
    fillRepository(origin, "trunk");
    lab = await openGitLab(origin, TOKEN);
    branchIn(origin);
    const access = gitlabAccess(TOKEN, lab.url);
    const host = createHostPulls(access, { kind: "gitlab", path: GITLAB_PROJECT });
    const link = await host.open(wanted(origin));
    const source = gitlabPullSource(access);
    read = () => source(link);
    const [opened] = lab.requests;
    if (!opened) throw new Error("no merge request");
    request = opened;
  });
  afterEach(async () => {
    await lab.close();
    rmSync(folder, { recursive: true, force: true });
    expect(lab.problems).toEqual([]);
  });

  test("are approvals, who asks for changes, and the comments of people", async () => {
    Object.assign(request, {
      approvedBy: ["ada"],
      requestedBy: ["cy"],
      detailed_merge_status: "requested_changes",
      notes: [
        { by: "ada", text: "approved this merge request", isSystem: true },
        { by: "ada", text: "For members", isInternal: true },
        { by: "ada", text: "Both", position: { path: "guide.md", newLine: 3, firstLine: 2 } },
        { by: "ada", text: "Why?", position: { path: "guide.md", oldLine: 4 }, isResolved: true },
        { by: "bo", text: "Old", position: { path: "a.md", newLine: 1, commit: "b".repeat(40) } },
        { by: "project_7_bot_12ab", text: "A bot's" },
        { by: "bo", text: "Thanks!" },
      ],
    });
    const found = await read();
    const link = `${lab.url}/${GITLAB_PROJECT}/-/merge_requests/11`;
    const verdict = { link, isOutdated: false };
    expect(found).toMatchObject({ needsChanges: true, review: { host: "GitLab", more: 0 } });
    expect(found?.review?.verdicts).toEqual([
      { ...verdict, by: "ada", verdict: "approved", at: AT },
      { ...verdict, by: "cy", verdict: "changes_requested", at: null },
    ]);
    const lines = { path: "guide.md", quote: "", isRemoved: false, isBot: false };
    expect(found?.review?.comments).toMatchObject([
      { ...lines, id: "note-3", line: 2, lastLine: 3, state: "open", link: `${link}#note_3` },
      { ...lines, id: "note-4", line: 4, isRemoved: true, state: "resolved" },
      { ...lines, id: "note-5", path: "a.md", line: 1, state: "outdated", by: "bo" },
      { path: "", line: 0, isBot: true, by: "project_7_bot_12ab" },
      { path: "", line: 0, text: "Thanks!", at: AT + 6 * MINUTE },
    ]);
  });

  test("asks again only once the merge request changed, and reads the newest of very much", async () => {
    request.notes = Array.from({ length: 350 }, (_, at) => ({ by: "ada", text: `${at}` }));
    const review = (await read())?.review;
    expect(review?.comments).toHaveLength(HOST_REVIEW.comments);
    expect(review?.comments.at(-1)?.text).toBe("349");
    expect(review?.more).toBe(150);
    const before = lab.asked.length;
    expect((await read())?.review).toEqual(review);
    expect(lab.asked.length - before).toBe(1);
    request.notes = [];
    request.updated_at = "2026-11-21T12:00:00.000Z";
    expect((await read())?.review?.comments).toEqual([]);
    expect(lab.asked.length - before).toBe(3);
  });

  test("is unknown where the token may not read it, and read again after an error", async () => {
    request.notes = [{ by: "ada", text: "Why?" }];
    lab.next(null, null, fault(502, { message: "Bad Gateway" }));
    await expect(read()).rejects.toMatchObject({ code: "unavailable" });
    expect((await read())?.review?.comments).toHaveLength(1);
    request.updated_at = "2026-11-21T12:00:00.000Z";
    lab.next(null, fault(403, { message: "403 Forbidden" }));
    expect(await read()).toMatchObject({ state: "open", review: null });
    request.updated_at = "2026-11-22T12:00:00.000Z";
    lab.next(null, null, endless({ megabytes: 0 }));
    expect(await read()).toMatchObject({ state: "open", review: null });
  });
});
