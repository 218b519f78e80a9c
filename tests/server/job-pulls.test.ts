import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { HostRejected } from "../../lib/code-hosts/rejection.ts";
import { leash } from "../../lib/contract/api/leash.ts";
import type { PullReading } from "../../lib/contract/api/pull-states.ts";
import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { Conflict } from "../../lib/errors.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import type { ProposedVerdict } from "../../lib/jobs/ledger.ts";
import { pullAdvice } from "../../lib/jobs/pull-advice.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored, openLedger } from "../support/ledger.ts";
import { ScriptedPlatform } from "../support/scripted-platform.ts";

const PROJECT = "docs";
const LINK = "https://git.example.com/pull/1";
const MINUTE = 60_000;
const READING: PullReading = {
  state: "open",
  isDraft: false,
  activeAt: null,
  hasConflicts: null,
  hasFailedChecks: null,
  needsChanges: null,
  checks: [],
  review: null,
};

describe.each(anyEngine)("the pull request of a job ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let platform: ScriptedPlatform;
  let jobs: Jobs;
  let now: number;
  let looks: number;
  let state: () => Promise<"open" | "merged" | "closed" | null>;
  /** What else its host says. */
  let signs: Partial<PullReading>;
  /** Links of pull requests that were closed, and whether their repository is the documentation's. */
  let closed: string[];
  let isOurs: boolean;
  /** What Errata proposes about items. */
  let proposals: () => Promise<ReadonlyMap<string, ProposedVerdict>>;
  let id: string;

  beforeAll(async () => {
    database = await openTestStore(engine, "pulls");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    await database.query.deleteFrom("feedback").execute();
    await mirrored(database, PROJECT, [
      { id: "a" },
      { id: "b", status: "in_progress" },
      { id: "c", status: "dismissed" },
    ]);
    platform = new ScriptedPlatform();
    platform.onCreate = async () => ({ status: "completed", prLink: LINK });
    now = 1_000_000;
    looks = 0;
    state = async () => "open";
    signs = {};
    closed = [];
    isOurs = true;
    proposals = async () => new Map();
    jobs = ledger();
    const asked = { intentKey: "intent-0001", prompt: "Fix it", feedbackIds: ["a", "b", "c"] };
    id = (await jobs.create(PROJECT, asked)).job.id;
  });

  const clock = { now: () => now };
  const ledger = () =>
    openLedger(database, {
      client: platform,
      clock,
      closePull: async (link) => {
        closed.push(link);
        return isOurs;
      },
      proposedVerdicts: () => proposals(),
      readPull: async (link) => {
        expect(link).toBe(LINK);
        looks += 1;
        const found = await state();
        return found && { ...READING, ...signs, state: found };
      },
    });
  const row = () => database.query.selectFrom("job").selectAll().executeTakeFirstOrThrow();
  /** Runs two processes until `done`. */
  const lookUntil = async (done: (job: Awaited<ReturnType<typeof row>>) => boolean) => {
    const both = [ledger(), ledger()];
    for (const each of both) each.start();
    await vi.waitFor(async () => expect(done(await row())).toBe(true));
    await Promise.all(both.map((each) => each.stop()));
  };
  const jobStore = () => createJobStore(database);
  const keyOf = (feedback_id: string) => ({ project_id: PROJECT, job_id: id, feedback_id });
  const merged = async () => {
    state = async () => "merged";
    await lookUntil((job) => job.pr_state === "merged");
  };
  const statuses = async () => {
    const rows = await database.query
      .selectFrom("feedback")
      .select(["id", "team_status"])
      .execute();
    return Object.fromEntries(rows.map((entry) => [entry.id, entry.team_status]));
  };

  test("is checked by one process, at growing gaps, until it is settled", async () => {
    await lookUntil((job) => job.pr_state === "open");
    expect(looks).toBe(1);
    expect(await row()).toMatchObject({ pr_checked_at: now, pr_next_at: now + MINUTE / 2 });
    now += 60 * MINUTE;
    await lookUntil((job) => job.pr_checked_at === now);
    expect((await row()).pr_next_at).toBe(now + 3 * MINUTE);
    expect((await jobs.list(PROJECT, { needsAttention: true })).jobs).toHaveLength(1);
    now += 24 * 60 * MINUTE;
    await lookUntil((job) => job.pr_checked_at === now);
    expect((await row()).pr_next_at).toBe(now + 15 * MINUTE);
    now += 15 * MINUTE;
    await merged();
    expect(looks).toBe(4);
    expect(await row()).toMatchObject({ pr_next_at: null });
    expect((await jobs.list(PROJECT, { needsAttention: true })).jobs).toEqual([]);
    const { history } = await jobs.get(PROJECT, id);
    const pulls = history.flatMap(({ kind, detail }) => (kind === "pull" ? [detail] : []));
    expect(pulls).toEqual([
      { from: null, to: "open", link: LINK },
      { from: "open", to: "merged", link: LINK },
    ]);
  });

  test("is checked sooner while someone has it open or checks again, or after it changed", async () => {
    platform.onRetrieve = platform.onCreate;
    await lookUntil((job) => job.pr_state === "open");
    now += 4_000;
    await jobs.checkNow(PROJECT, id);
    await lookUntil((job) => job.pr_checked_at === now);
    now += MINUTE / 6 + 1;
    await jobs.get(PROJECT, id);
    expect((await row()).pr_next_at).toBe(now);
    await merged();
    await jobs.get(PROJECT, id);
    await jobs.pullsChanged({ links: [LINK] });
    expect((await row()).pr_next_at).toBeNull();
  });

  test("is checked after events about it, among those about thousands of others", async () => {
    await lookUntil((job) => job.pr_state === "open");
    const others = Array.from({ length: 70_000 }, (_, at) => `https://git.example.com/pull/9${at}`);
    now += 1_000;
    await jobs.pullsChanged({ links: others });
    await jobs.pullsChanged({ under: "https://git.example.com/pull/%" });
    expect((await row()).pr_next_at).toBeGreaterThan(now);
    await jobs.pullsChanged({ links: [...others, LINK] });
    expect((await row()).pr_next_at).toBe(now);
  });

  test("keeps its known state while the host is down, and is checked again", async () => {
    await lookUntil((job) => job.pr_state === "open");
    state = () => Promise.reject(new Error("away"));
    now += MINUTE / 2;
    await lookUntil(({ pr_next_at: next }) => next === now + MINUTE / 2);
    expect(await row()).toMatchObject({ pr_state: "open", pr_next_at: now + MINUTE / 2 });
  });

  test("isn't asked again before a limit ends, however often the job is opened or changes, and says why", async () => {
    await lookUntil((job) => job.pr_state === "open");
    const limited = new HostRejected("Couldn't read it\0 (403).", 403, "", 50 * MINUTE - 0.5);
    state = () => Promise.reject(limited);
    now += MINUTE / 2;
    await lookUntil(({ problem }) => problem !== null);
    expect(await row()).toMatchObject({ pr_state: "open", pr_next_at: now + 50 * MINUTE });
    now += 49 * MINUTE;
    await jobs.pullsChanged({ links: [LINK] });
    await jobs.pullsChanged({ under: LINK });
    expect(await jobs.get(PROJECT, id)).toMatchObject({
      problem:
        "Couldn't read it (403). Showing the pull request's last known status; Errata keeps checking.",
    });
    expect((await row()).pr_next_at).toBe(now + MINUTE);
    state = async () => "open";
    now += MINUTE;
    await lookUntil((job) => job.problem === null);
    expect(looks).toBe(3);
  });

  test("says what keeps it from being merged, as far as its host says", async () => {
    platform.onRetrieve = platform.onCreate;
    await lookUntil((job) => job.pr_state === "open");
    expect((await jobs.get(PROJECT, id)).prNudge).toBeNull();
    const found: [Partial<PullReading>, string | null][] = [
      [{ activeAt: now - 1_000 }, null],
      [{ activeAt: now - 3 * DAY }, "quiet"],
      [{ isDraft: true, hasFailedChecks: false }, "draft"],
      [{ isDraft: true, needsChanges: true }, "changes_requested"],
      [{ needsChanges: true, hasFailedChecks: true, hasConflicts: false }, "failed_checks"],
      [{ needsChanges: true, hasFailedChecks: true, hasConflicts: true }, "conflicts"],
    ];
    for (const [said, nudge] of found) {
      signs = said;
      now += MINUTE;
      const { pr_checked_at: before } = await row();
      await lookUntil(({ pr_checked_at: at }) => at !== before);
      expect(await jobs.get(PROJECT, id)).toMatchObject({
        prNudge: nudge,
        prChecksFailed: said.hasFailedChecks ?? null,
      });
    }
    const checks = [{ name: "build", state: "failed" as const, link: "https://ci.example/1" }];
    signs = { ...signs, checks };
    now += MINUTE;
    const { pr_checked_at: before } = await row();
    await lookUntil(({ pr_checked_at: at }) => at !== before);
    expect((await jobs.get(PROJECT, id)).hostChecks).toEqual(checks);
    const looked = looks;
    const { jobs: listed } = await jobs.list(PROJECT, { needsAttention: true });
    expect(listed.map(({ prNudge }) => prNudge)).toEqual(["conflicts"]);
    // What is shown is stored.
    expect(looks).toBe(looked);
    now += MINUTE;
    await merged();
    expect(await jobs.get(PROJECT, id)).toMatchObject({ prNudge: null, hostChecks: [] });
  });

  test("is closed as a draft that was left alone for as long as the settings say", async () => {
    const settings = createSettingsStore({ database, clock });
    await settings.change(PROJECT, { leash: leash.parse({ closeDraftAfter: 3 }) });
    signs = { isDraft: true, activeAt: now };
    const look = async () => {
      await lookUntil((job) => job.pr_checked_at === now);
      return (await row()).pr_state;
    };
    now += 3 * DAY - 1;
    expect(await look()).toBe("open");
    expect(closed).toEqual([]);
    now += HOUR;
    isOurs = false;
    expect(await look()).toBe("open");
    now += HOUR;
    signs.isDraft = false;
    isOurs = true;
    closed = [];
    expect(await look()).toBe("open");
    expect(closed).toEqual([]);
    now += HOUR;
    signs.isDraft = true;
    expect(await look()).toBe("closed");
    expect(closed).toEqual([LINK]);
    await settings.change(PROJECT, { leash: leash.parse({}) });
  });

  test("that was closed is checked again after an event about it, as it may be open again", async () => {
    state = async () => "closed";
    await lookUntil((job) => job.pr_state === "closed");
    now += 1_000;
    await jobs.pullsChanged({ under: LINK });
    expect((await row()).pr_next_at).toBeNull();
    await jobs.pullsChanged({ links: [LINK] });
    await lookUntil((job) => job.pr_checked_at === now);
    expect(await row()).toMatchObject({ pr_state: "closed", pr_next_at: null });
    state = async () => "open";
    now += 5_000;
    platform.onRetrieve = platform.onCreate;
    await jobs.checkNow(PROJECT, id);
    await lookUntil((job) => job.pr_state === "open");
    now += MINUTE;
    await merged();
    await jobs.pullsChanged({ links: [LINK] });
    expect((await row()).pr_next_at).toBeNull();
    expect(looks).toBe(4);
  });

  test("without a host to ask is unknown", async () => {
    state = async () => null;
    await lookUntil((job) => job.pr_state === "unknown");
    expect(await jobs.get(PROJECT, id)).toMatchObject({
      prState: "unknown",
      suggestedTriage: null,
      pullAdvice: expect.stringContaining("only on GitHub and GitLab"),
    });
  });

  test.each<[string, string[], string]>([
    ["https://github.com/acme/docs/pull/1", [], "Set GITHUB_TOKEN"],
    ["https://git.acme.test/a/b/docs/-/merge_requests/1", [], "Set GITLAB_TOKEN"],
    [
      "https://gitlab.com/a/docs/-/merge_requests/1",
      ["https://gitlab.com"],
      "whether GITLAB_TOKEN",
    ],
    [
      "https://git.acme.test/x",
      ["https://github.com", "https://gitlab.com"],
      "on github.com and gitlab.com.",
    ],
    ["https://git.acme.test/acme/docs/pull/1", ["https://github.com"], "only on github.com"],
    [
      "https://github.com/acme/docs/pull/1",
      ["https://github.com"],
      "whether GITHUB_TOKEN can read",
    ],
    [
      "https://github.com/acme/docs/issues/1",
      ["https://github.com"],
      "doesn't go to a pull request",
    ],
  ])("of unknown state at %s says what to do", (link, hosts, words) => {
    expect(pullAdvice(link, hosts)).toContain(words);
  });

  test("once merged, resolves its linked feedback on one click, with undo", async () => {
    await expect(jobs.applySuggestedTriage(PROJECT, id)).rejects.toThrow(Conflict);
    await merged();
    const suggested = { kind: "resolve", count: 3, returned: 0 };
    expect((await jobs.get(PROJECT, id)).suggestedTriage).toEqual(suggested);
    const { changed, undo } = await jobs.applySuggestedTriage(PROJECT, id);
    expect(changed).toBe(3);
    // Also what was dismissed before the job was made from it.
    expect(await statuses()).toEqual({ a: "resolved", b: "resolved", c: "resolved" });
    const done = await jobs.get(PROJECT, id);
    expect(done.suggestedTriage).toBeNull();
    expect(done.history.at(-1)).toMatchObject({
      kind: "feedback",
      detail: { status: "resolved", count: 3, undo },
    });
    const triage = createTriage({ database, clock, statusWrites: null });
    await triage.undo(PROJECT, undo ?? "");
    expect(await statuses()).toEqual({ a: "in_progress", b: "in_progress", c: "dismissed" });
  });

  test("once merged by someone, resolves what they chose, and returns the rest to the queue", async () => {
    const by = { id: "ann", name: "Ann" };
    await jobs.recordMerge(PROJECT, id, { changed: ["a"], returned: ["b", "c"] }, by);
    expect(await statuses()).toEqual({ a: "resolved", b: "pending", c: "dismissed" });
    expect(await row()).toMatchObject({ pr_state: "merged", pr_next_at: null });
    const { history } = await jobs.get(PROJECT, id);
    expect(history.map(({ kind, detail }) => [kind, detail.by ?? null]).slice(-3)).toEqual([
      ["pull", null],
      ["feedback", "Ann"],
      ["feedback", "Ann"],
    ]);
  });

  test("once merged by a process that stopped then, suggests what is left by the verdicts", async () => {
    await jobStore().setVerdict(keyOf("b"), "not_addressed", { set_at: now, by_name: "Ann" });
    await merged();
    const suggested = { kind: "resolve", count: 2, returned: 1 };
    expect((await jobs.get(PROJECT, id)).suggestedTriage).toEqual(suggested);
    const { changed, returned } = await jobs.applySuggestedTriage(PROJECT, id);
    expect([changed, returned.changed]).toEqual([2, 1]);
    expect(await statuses()).toEqual({ a: "resolved", b: "pending", c: "resolved" });
  });

  test("once merged, resolves nothing automatically that a person saw isn't addressed", async () => {
    const settings = createSettingsStore({ database, clock });
    await settings.change(PROJECT, { resolveWhenMerged: true });
    await jobStore().setVerdict(keyOf("b"), "not_addressed", { set_at: now, by_name: "Ann" });
    await merged();
    expect(await statuses()).toEqual({ a: "resolved", b: "pending", c: "dismissed" });
  });

  test("once merged, resolves automatically what is addressed, also if that is only known later", async () => {
    const settings = createSettingsStore({ database, clock });
    await settings.change(PROJECT, { resolveWhenMerged: true });
    proposals = () => Promise.reject(new HostRejected("The repository is away.", null, ""));
    state = async () => "merged";
    await lookUntil(({ problem }) => problem !== null);
    expect(await statuses()).toEqual({ a: "in_progress", b: "in_progress", c: "dismissed" });
    const vote = { verdict: "unclear", isVote: true } as const;
    const open = { verdict: "unclear", isVote: false } as const;
    proposals = async () =>
      new Map<string, ProposedVerdict>([
        ["a", vote],
        ["b", open],
      ]);
    now += HOUR / 2;
    await merged();
    expect(await statuses()).toEqual({ a: "resolved", b: "pending", c: "dismissed" });
  });

  test("once merged, suggests what to resolve if the repository stays away", async () => {
    const settings = createSettingsStore({ database, clock });
    await settings.change(PROJECT, { resolveWhenMerged: true });
    proposals = () => Promise.reject(new HostRejected("The repository is away.", null, ""));
    state = async () => "merged";
    await lookUntil(({ problem }) => problem !== null);
    now += 2 * HOUR;
    await merged();
    expect(await statuses()).toEqual({ a: "in_progress", b: "in_progress", c: "dismissed" });
    expect((await jobs.get(PROJECT, id)).suggestedTriage).toMatchObject({ count: 3 });
  });

  test("keeps verdicts, and which files each person reviewed", async () => {
    const store = jobStore();
    const key = { project_id: PROJECT, job_id: id };
    await store.setVerdict(keyOf("a"), "unclear", { set_at: now, by_name: "Ann" });
    await store.setVerdict(keyOf("a"), "addressed", { set_at: now, by_name: "Bob" });
    await store.setVerdict(keyOf("b"), "addressed", { set_at: now, by_name: "Bob" });
    await store.setVerdict(keyOf("b"), null, { set_at: now, by_name: "Bob" });
    const verdicts = await store.verdicts(key);
    expect([...verdicts].map(([item, { verdict, by_name }]) => [item, verdict, by_name])).toEqual([
      ["a", "addressed", "Bob"],
    ]);
    const file = { ...key, person_id: "ann", version: "1..2" };
    for (const at of [now, now + 1]) await store.setReviewed(file, at);
    expect(await store.reviewedFiles(key, "ann")).toEqual(["1..2"]);
    expect(await store.reviewedFiles(key, "bob")).toEqual([]);
    await store.setReviewed(file, null);
    expect(await store.reviewedFiles(key, "ann")).toEqual([]);
    await database.query.transaction().execute((trx) => removeItems(trx, PROJECT, ["a"]));
    expect(await store.verdicts(key)).toEqual(new Map());
  });

  test("once merged, resolves its linked feedback automatically if configured", async () => {
    const settings = createSettingsStore({ database, clock });
    await settings.change(PROJECT, { resolveWhenMerged: true });
    await merged();
    expect(await statuses()).toEqual({ a: "resolved", b: "resolved", c: "dismissed" });
  });

  test("once closed, suggests requeuing feedback in progress", async () => {
    state = async () => "closed";
    await lookUntil((job) => job.pr_state === "closed");
    expect((await jobs.get(PROJECT, id)).suggestedTriage).toMatchObject({
      kind: "requeue",
      count: 2,
    });
    expect((await jobs.applySuggestedTriage(PROJECT, id)).changed).toBe(2);
    expect(await statuses()).toEqual({ a: "pending", b: "pending", c: "dismissed" });
  });
});
