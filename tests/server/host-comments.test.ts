import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { settledReading } from "../../lib/code-hosts/pull-host.ts";
import type { HostComment, HostReview } from "../../lib/contract/api/host-reviews.ts";
import { REVIEW } from "../../lib/contract/api/limits.ts";
import type { PullReading } from "../../lib/contract/api/pull-states.ts";
import { Conflict, NotFound } from "../../lib/errors.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import { hostCommentServices } from "../../lib/services/host-comment-services.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import { removeReader } from "../../lib/store/remove-reader.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { searchFor } from "../../lib/text/reader-address.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored, openLedger } from "../support/ledger.ts";
import { ScriptedPlatform } from "../support/scripted-platform.ts";

const PROJECT = "docs";
const LINK = "https://git.example.com/pull/1";
const MINUTE = 60_000;

const comment = (nth: number, more: Partial<HostComment> = {}): HostComment => ({
  id: `line-${nth}`,
  by: "ada",
  isBot: false,
  text: `Comment ${nth}`,
  at: nth,
  link: `${LINK}#${nth}`,
  path: "guide.md",
  line: 3,
  lastLine: 4,
  isRemoved: false,
  quote: "+new\n+newer",
  state: "open",
  ...more,
});
const VERDICT = { by: "ada", verdict: "approved", at: 1, link: LINK, isOutdated: false } as const;

describe.each(engines)("comments of the code host ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let now: number;
  let reading: PullReading;
  let jobs: Jobs;
  let id: string;

  beforeAll(async () => {
    database = await openTestStore(engine, "host-comments");
    await mirrored(database, PROJECT, [{ id: "a" }]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    now = 1_000_000;
    reading = { ...settledReading("merged"), state: "open" };
    const platform = new ScriptedPlatform();
    platform.onCreate = async () => ({ status: "completed", prLink: LINK });
    jobs = openLedger(database, { client: platform, clock, readPull: async () => reading });
    const asked = { intentKey: "intent-0001", prompt: "Fix it", feedbackIds: ["a"] };
    id = (await jobs.create(PROJECT, asked)).job.id;
  });

  const clock = { now: () => now };
  const services = () => hostCommentServices({ jobs, store: createJobStore(database), clock });
  const list = async (person = "ann") => services().list(PROJECT, id, person);
  const take = (ids: string[], person = "ann", quote = "") =>
    services().take(PROJECT, id, { comments: ids.map((each) => ({ id: each, quote })) }, person);
  const row = () => database.query.selectFrom("job").selectAll().executeTakeFirstOrThrow();
  /** Has the pull request read as it is. */
  const read = async (comments: HostComment[], more: Partial<HostReview> = {}) => {
    reading.review = { host: "GitHub", verdicts: [], comments, more: 0, ...more };
    await look();
  };
  const look = async () => {
    now += 60 * MINUTE;
    jobs.start();
    await vi.waitFor(async () => expect((await row()).pr_checked_at).toBe(now));
    await jobs.stop();
  };
  const send = (key: string, ids: string[]) =>
    jobs.message(
      PROJECT,
      id,
      { intentKey: key, prompt: key, comments: ids },
      { id: "ann", name: "Ann" },
    );

  test("are what was read last, stored, and go with what the host removes", async () => {
    expect(await list()).toEqual({ host: null, comments: [], more: 0 });
    await read([comment(2, { by: "a\0b" }), comment(1)], { more: 3, verdicts: [VERDICT] });
    expect(await list()).toMatchObject({ host: "GitHub", more: 3 });
    const { taken: _, ...first } = (await list()).comments[0] ?? {};
    expect(first).toEqual(comment(1));
    expect((await jobs.get(PROJECT, id)).hostVerdicts).toEqual({
      host: "GitHub",
      verdicts: [VERDICT],
    });
    await read([comment(1, { text: "Edited", at: null, link: null, line: 0, lastLine: 0 })]);
    expect((await list()).comments).toMatchObject([{ text: "Edited", at: null, line: 0 }]);
    // What isn't read anymore stays, as after a merge.
    reading.review = null;
    await look();
    expect((await list()).comments).toHaveLength(1);
    await expect(services().list("other", id, "ann")).rejects.toThrow(NotFound);
  });

  test("aren't written again while they are the same", async () => {
    await read([comment(1)]);
    await database.query.updateTable("host_comment").set({ text: "As stored" }).execute();
    await read([comment(1)], { verdicts: [VERDICT] });
    expect((await list()).comments).toMatchObject([{ text: "As stored" }]);
    expect((await jobs.get(PROJECT, id)).hostVerdicts.verdicts).toEqual([VERDICT]);
    await read([comment(1, { state: "resolved" })]);
    expect((await list()).comments).toMatchObject([{ text: "Comment 1", state: "resolved" }]);
  });

  test("are taken once, by whoever is first, and stay as they were then", async () => {
    await read([
      comment(1),
      comment(2, { quote: "" }),
      comment(3, { path: "", line: 0, quote: "" }),
    ]);
    await Promise.all([take(["line-1"]), take(["line-1"]), take(["line-1"])]);
    const own = await take(["line-2", "line-1", "gone"], "ann", " seen");
    const origin = { id: "line-1", by: "ada", host: "GitHub", link: `${LINK}#1` };
    expect(own).toMatchObject([
      { text: "Comment 1", quote: "+new\n+newer", origin, sentAt: null },
      { text: "Comment 2", quote: " seen", line: 3, lastLine: 4 },
    ]);
    await take(["line-1"], "bob");
    expect((await take(["line-3"], "bob")).map(({ text, path }) => [text, path])).toEqual([
      ["Comment 3", ""],
    ]);
    await read([comment(1, { text: "Edited there" })]);
    expect((await take([]))[0]?.text).toBe("Comment 1");
    expect((await list("bob")).comments).toMatchObject([{ taken: { sentAt: null } }]);
    await send("send-0001", [own[0]?.id ?? ""]);
    expect((await list("bob")).comments).toMatchObject([{ taken: { sentAt: now } }]);
    expect((await take(["line-1"]))[0]).toMatchObject({ sentAt: now });
    await expect(send("send-0002", [own[0]?.id ?? ""])).rejects.toThrow(Conflict);
  });

  test("can be taken again after they were removed from the review, by anyone", async () => {
    await read([comment(1)]);
    const [taken] = await take(["line-1"]);
    const key = { project_id: PROJECT, job_id: id, id: taken?.id ?? "" };
    await createJobStore(database).deleteReviewComment({ ...key, person_id: "ann" });
    expect((await list("bob")).comments).toMatchObject([{ taken: null }]);
    expect(await take(["line-1"], "bob")).toMatchObject([{ text: "Comment 1", sentAt: null }]);
    expect(await take(["line-1"], "ann")).toEqual([]);
  });

  test("fill a review only as far as there is room", async () => {
    const many = Array.from({ length: REVIEW.pending }, (_, nth) => comment(nth));
    await read(many);
    expect(await take(many.map((each) => each.id))).toHaveLength(REVIEW.pending);
    await read([...many.slice(1), comment(REVIEW.pending)]);
    await expect(take([`line-${REVIEW.pending}`])).rejects.toThrow(/200 pending/);
    expect(await take([])).toHaveLength(REVIEW.pending);
  });

  test("lose a reader's address that is forgotten", async () => {
    await read([comment(1, { text: "Ask reader@example.com", quote: "+reader@example.com" })]);
    await removeReader(database, searchFor("reader@example.com"));
    expect((await list()).comments).toMatchObject([{ text: "Ask [removed]", quote: "+[removed]" }]);
  });
});
