import fc from "fast-check";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";
import { DAY, SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { pageNameOf } from "../../lib/docs-site/page-name.ts";
import { NO_FILTERS, type ResolvedFilters } from "../../lib/filters/feedback-filters.ts";
import { noiseReason } from "../../lib/noise/noise.ts";
import { isPraise } from "../../lib/noise/praise.ts";
import { countedDays } from "../../lib/store/counts/counted-days.ts";
import { feedbackFacets } from "../../lib/store/counts/facets.ts";
import { createFeedbackStore, type FeedbackStore } from "../../lib/store/feedback-store.ts";
import { matchingGroups } from "../../lib/store/filter-sql/facet-groups.ts";
import { readRows } from "../../lib/store/list/list-rows.ts";
import { bareVoteGroups } from "../../lib/store/list/list-votes.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { UNDATED } from "../../lib/store/write/received-instant.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { parseSearch } from "../../lib/text/search-query.ts";
import { searchable } from "../../lib/text/searchable.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { DEFAULT_PAGE_NAME_RULES } from "../support/page-name-rules.ts";
import { rounds } from "../support/rounds.ts";

const PROJECT = "docs";

/** What a plain program would keep of an entry. */
interface Entry {
  id: string;
  source: string;
  status: string;
  path: string;
  comment: string | null;
  createdAt: string | null;
  helpful: boolean | null;
  code: string | null;
  reasons: string[];
  contact: string | null;
  /** The jobs that it went to. */
  jobs: string[];
  labels: string[];
  /** Undefined if the team never dismissed it, null if it gave no reason. */
  dismissedFor?: string | null;
  /** Undefined if nobody was ever assigned. */
  assignee?: string | null;
  /** Undefined if it never was in a group, null if it was taken out of one. */
  group?: string | null;
  snooze?: "on" | number;
}

// Few letters, so that searches find something; among them all that a query language might misread.
const LETTERS = [
  ..."aabbcé東京ก็%_'\"*-\\() ",
  "e\u0301",
  "ﬁ",
  "Σ",
  "İ",
  "NEAR",
  " OR ",
  "👩‍💻",
  "\0",
];
const text = fc
  .array(fc.constantFrom(...LETTERS), { maxLength: 8 })
  .map((letters) => letters.join(""));
/** Words, phrases, and exclusions. */
const search = fc
  .array(
    fc.tuple(fc.constantFrom("", "", "-", '"', '-"'), fc.constantFrom(...LETTERS, "a b"), text),
    {
      maxLength: 3,
    },
  )
  .map((terms) => terms.map(([start, ...words]) => `${start}${words.join("")}`).join(" "));
const JOBS = ["job_1", "job_2", "job_failed"];
const REASONS = ["a", "A", ",", '","', "%", '"a', "é\\", "東\0"];
const entry: fc.Arbitrary<Entry> = fc.record({
  id: fc.string({ unit: fc.constantFrom(..."abAB_é東"), minLength: 1, maxLength: 3 }),
  source: fc.constantFrom(...SOURCES, "carrier_pigeon"),
  status: fc.constantFrom(...STATUSES, "on_hold"),
  path: fc.constantFrom("/", "/guides", "/guides/auth", "guides/auth/keys", "/guidesé", "/api/%41"),
  comment: fc.option(text),
  createdAt: fc.constantFrom(
    null,
    "2026-10-01",
    "2026-10-01T23:59:59.999Z",
    "2026-10-02",
    "2026-10-03T12:00:00Z",
    "1969-12-31T23:00:00Z",
  ),
  helpful: fc.option(fc.boolean()),
  code: fc.option(text, { freq: 5 }),
  reasons: fc.subarray([...REASONS]),
  contact: fc.constantFrom(null, null, "", "reader@example.org"),
  jobs: fc.subarray([...JOBS]),
  assignee: fc.constantFrom(undefined, null, "ana", "bea"),
  labels: fc.subarray(["urgent", "legal", "off"]),
  dismissedFor: fc.constantFrom(undefined, null, "spam", "duplicate"),
  group: fc.constantFrom(undefined, undefined, null, "one", "two"),
  snooze: fc.constantFrom(undefined, undefined, "on" as const, 0, DAY, Date.parse("2026-10-02")),
});
/** Set in a third of the cases, so that what passes several filters is not always nothing. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const bound = maybe(
  fc.constantFrom("2026-10-01", "2026-10-02", "2026-10-01T23:59:59.999Z", "1969-12-31"),
);
const filters: fc.Arbitrary<ResolvedFilters> = fc.record({
  date: fc.constant(null),
  dateFrom: bound,
  dateTo: bound,
  source: maybe(fc.subarray([...SOURCES])),
  status: maybe(fc.subarray([...STATUSES])),
  path: maybe(fc.constantFrom("/guides", "/guides/*", "/guides*", "*", "/api/A")),
  helpful: maybe(fc.boolean()),
  rated: maybe(fc.boolean()),
  comment: maybe(fc.boolean()),
  noise: maybe(fc.boolean()),
  snoozed: maybe(fc.boolean()),
  bareVote: maybe(fc.boolean()),
  praise: maybe(fc.boolean()),
  reason: maybe(fc.constantFrom(...REASONS, "]")),
  differs: maybe(fc.boolean()),
  label: maybe(fc.subarray(["urgent", "legal", "off", "cat"], { minLength: 1 })),
  dismissedFor: maybe(fc.subarray(["spam", "duplicate", "cat"], { minLength: 1 })),
  q: maybe(fc.oneof(text, search, fc.constantFrom(...LETTERS))),
  job: maybe(fc.constantFrom(...JOBS, "job_3", "job_1\0")),
  hasJob: maybe(fc.boolean()),
  contact: maybe(fc.boolean()),
  assignee: maybe(fc.constantFrom("ana", "bea\0", "nobody", "cat", "anyone")),
  // The test of insights sets these, and the test of groups those below, which need the other entries.
  decidedOn: fc.constant(null),
  resolvedOn: fc.constant(null),
  groupSize: fc.constant(null),
  similarTo: fc.constant(null),
  grouped: maybe(fc.boolean()),
  sort: fc.constantFrom("newest" as const, "oldest" as const),
});

const plain: Entry = {
  id: "",
  source: "contextual",
  status: "pending",
  path: "/a",
  comment: null,
  createdAt: null,
  helpful: null,
  code: null,
  contact: null,
  reasons: [],
  jobs: [],
  labels: [],
};

/** Where a list that begins with the newest has an entry: if its snooze is over (a number), when that was. */
function placeOf(entry: Entry): number {
  const isOpen = entry.status !== "resolved" && entry.status !== "dismissed";
  const isBack = typeof entry.snooze === "number" && isOpen;
  return isBack ? Number(entry.snooze) : (instantOf(entry) ?? UNDATED);
}

/** Arranges IDs in the order of the list. */
function inPlace(
  ids: string[],
  entries: readonly Entry[],
  sort: ResolvedFilters["sort"],
): string[] {
  if (sort === "oldest") return ids;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const place = (id: string) => placeOf(byId.get(id) ?? plain);
  return ids.toSorted(
    (a, b) => place(b) - place(a) || Buffer.compare(Buffer.from(b), Buffer.from(a)),
  );
}

const instantOf = ({ createdAt }: Entry) => (createdAt === null ? null : Date.parse(createdAt));

/** The filter's meaning, as plainly as it can be said. */
function passes(entry: Entry, given: ResolvedFilters): boolean {
  const at = instantOf(entry);
  const page = pageNameOf(entry.path, DEFAULT_PAGE_NAME_RULES);
  const said = saidIn(entry);
  const { all, none } = parseSearch(given.q ?? "");
  const sent = entry.jobs.some((job) => job !== "job_failed");
  const body = searchable([entry.comment ?? "", page, entry.code ?? ""].join("\n"));
  return (
    (given.dateFrom === null || (at !== null && at >= Date.parse(given.dateFrom))) &&
    (given.dateTo === null || (at !== null && at < Date.parse(given.dateTo))) &&
    (!given.source?.length || given.source.some((source) => source === entry.source)) &&
    (!given.status?.length || given.status.some((status) => status === entry.status)) &&
    (given.path === null ||
      (given.path.endsWith("*")
        ? page.startsWith(given.path === "*" ? "/" : given.path.slice(0, -1))
        : page === given.path)) &&
    (given.helpful === null || entry.helpful === given.helpful) &&
    (given.rated === null || (entry.helpful !== null) === given.rated) &&
    (given.comment === null || Boolean(said) === given.comment) &&
    (given.noise === null || isNoise(entry) === given.noise) &&
    (given.snoozed === null || (entry.snooze === "on") === given.snoozed) &&
    (given.bareVote === null || isBareVote(entry) === given.bareVote) &&
    (given.praise === null || isPraise(scoredItem(entry)) === given.praise) &&
    (given.reason === null || entry.reasons.includes(given.reason)) &&
    // No status is decided in this test.
    given.differs !== true &&
    (given.dismissedFor === null || given.dismissedFor.includes(entry.dismissedFor ?? "")) &&
    (given.label === null ||
      given.label.some((label) => label !== "off" && entry.labels.includes(label))) &&
    (given.assignee === null ||
      (given.assignee === "anyone"
        ? (entry.assignee ?? null) !== null
        : (entry.assignee ?? "nobody") === given.assignee.replaceAll("\0", ""))) &&
    (given.job === null || entry.jobs.includes(given.job.replaceAll("\0", ""))) &&
    (given.hasJob === null || sent === given.hasJob) &&
    (given.contact === null || Boolean(entry.contact) === given.contact) &&
    all.every((wanted) => body.includes(wanted)) &&
    !none.some((unwanted) => body.includes(unwanted))
  );
}

function isNoise(entry: Entry): boolean {
  return noiseReason(scoredItem(entry)) !== null;
}

function scoredItem({ comment, code, helpful }: Entry) {
  const plain = (text: string | null) => text?.replaceAll("\0", "") ?? null;
  const rating = helpful === null ? null : Number(helpful);
  return { comment: plain(comment), code: plain(code), helpful: rating };
}

function saidIn({ comment }: Entry): string | undefined {
  return comment?.replaceAll("\0", "").replace(/^ +| +$/g, "");
}

function isBareVote(entry: Entry): boolean {
  const { source, helpful, code, reasons } = entry;
  const said = saidIn(entry);
  if (source === "thumbs_only" && helpful === null) return !said;
  return helpful !== null && !said && !/[^ \0]/.test(code ?? "") && reasons.length === 0;
}

function inOrder(entries: Entry[], sort: ResolvedFilters["sort"]): string[] {
  const sorted = entries.toSorted((a, b) => {
    const [left, right] = [instantOf(a) ?? -Infinity, instantOf(b) ?? -Infinity];
    if (left !== right) return left - right;
    return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
  });
  const ids = sorted.map(({ id }) => id);
  return sort === "newest" ? ids.reverse() : ids;
}

/** Of each group, the first entry of the list alone. */
function firstOfGroups(ids: string[], entries: readonly Entry[]): string[] {
  const groups = new Map(entries.map(({ id, group }) => [id, group ?? id]));
  const seen = new Set<string>();
  return ids.filter((id) => {
    const group = groups.get(id) ?? id;
    return !seen.has(group) && seen.add(group);
  });
}

/** The page and day that a bare vote is for; the entry's ID for everything else. */
function voteLineOf(entry: Entry): string {
  const day = Math.floor((instantOf(entry) ?? UNDATED) / DAY);
  const page = pageNameOf(entry.path, DEFAULT_PAGE_NAME_RULES);
  return isBareVote(entry) ? `${day} ${page}` : entry.id;
}

/** Of the bare votes for a page on one day, the first of the list alone. */
function firstOfVotes(ids: string[], entries: readonly Entry[]): string[] {
  const lines = new Map(entries.map((entry) => [entry.id, voteLineOf(entry)]));
  return ids.filter(
    (id, at) => ids.findIndex((other) => lines.get(other) === lines.get(id)) === at,
  );
}

/** The documentation pages of entries, in the order of their names. */
/** Snoozed items are no open work unless they are asked for. They count for when a page was last heard of. */
function pagesOf(entries: Entry[], given: ResolvedFilters) {
  const found = entries.filter((entry) =>
    passes(entry, { ...given, snoozed: given.snoozed || null }),
  );
  const byPage = Map.groupBy(found, ({ path }) => pageNameOf(path, DEFAULT_PAGE_NAME_RULES));
  const isOpen = ({ status, snooze }: Entry) =>
    (status === "pending" || status === "in_progress") && (given.snoozed || snooze !== "on");
  return [...byPage]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([page, all]) => ({ page, all, group: all.filter((entry) => passes(entry, given)) }))
    .filter(({ group }) => group.length > 0)
    .map(({ page, all, group }) => ({
      page,
      total: group.length,
      up: count(group, ({ helpful }) => helpful === true),
      down: count(group, ({ helpful }) => helpful === false),
      negative: count(
        group,
        ({ helpful, source }) =>
          helpful === false || source === "code_snippet" || source === "agent",
      ),
      open: group.filter(isOpen).length,
      lastSeenAt: all.reduce<number | null>((last, entry) => {
        const instant = instantOf(entry);
        return instant === null ? last : Math.max(last ?? -Infinity, instant);
      }, null),
    }));
}

const count = (entries: Entry[], test: (entry: Entry) => boolean) => entries.filter(test).length;

describe.each(engines)("store queries ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let feedback: FeedbackStore;
  let at = 1_000;

  beforeAll(async () => {
    database = await openTestStore(engine, "questions");
    feedback = createFeedbackStore(database);
    const jobs = [...JOBS, "job_3"].map((id) => ({
      id,
      intent_key: id,
      project_id: id === "job_3" ? "other" : PROJECT,
      prompt: "Fix",
      ...({
        created_at: 1,
        began_at: 1,
        state: id === "job_failed" ? "rejected" : "sent",
      } as const),
    }));
    await database.query.insertInto("job").values(jobs).execute();
  });
  afterAll(() => database.close());

  const write = (entries: Entry[]) =>
    database.query.transaction().execute((trx) =>
      upsertFeedback(
        trx,
        PROJECT,
        entries.map(({ reasons, group, dismissedFor, labels, snooze, ...entry }) => ({
          ...mirrored({ ...entry }),
          reasons,
        })),
        at++,
      ),
    );
  /** Entries, some of which are written again with another content, and one of another project. */
  const written = async (first: Entry[], second: Entry[]): Promise<Entry[]> => {
    await database.query.deleteFrom("feedback").execute();
    await write(first);
    await write(second);
    // A decided item to which its reader adds something is pending again (reworded.test.ts).
    await database.query
      .updateTable("feedback")
      .set(({ ref }) => ({ team_status: ref("platform_status") }))
      .whereRef("team_status", "!=", "platform_status")
      .execute();
    const last = [...new Map([...first, ...second].map((entry) => [entry.id, entry])).values()];
    await assign(last);
    await dismiss(last);
    await label(last);
    await snooze(last);
    await group(last);
    await database.query.deleteFrom("job_feedback").execute();
    const sent = last.flatMap(({ id, jobs }) => jobs.map((job) => ({ job, id, project: PROJECT })));
    // The same job of another project, which is nobody's here.
    const rows = [...sent, { job: "job_3", id: "a", project: "other" }].map((row) => ({
      project_id: row.project,
      job_id: row.job,
      feedback_id: row.id,
    }));
    await database.query.insertInto("job_feedback").values(rows).execute();
    return last;
  };
  const assign = async (entries: Entry[]) => {
    await database.query.deleteFrom("feedback_assignee").execute();
    const assigned = entries.flatMap(({ id, assignee }) =>
      assignee === undefined ? [] : { project: PROJECT, id, person: assignee },
    );
    const rows = [...assigned, { project: "other", id: "a", person: "cat" }].map((row) => ({
      project_id: row.project,
      feedback_id: row.id,
      person_id: row.person,
      set_at: 1,
      set_by_name: "Ana",
      change_id: "assigned",
    }));
    await database.query.insertInto("feedback_assignee").values(rows).execute();
  };
  const dismiss = async (entries: Entry[]) => {
    await database.query.deleteFrom("feedback_state").execute();
    const dismissed = entries.flatMap(({ id, dismissedFor }) =>
      dismissedFor === undefined ? [] : { project: PROJECT, id, reason: dismissedFor },
    );
    const rows = [...dismissed, { project: "other", id: "a", reason: "cat" }].map((row) => ({
      project_id: row.project,
      feedback_id: row.id,
      dismissal_reason: row.reason,
      status: "dismissed",
      platform_status: "pending",
      set_at: 1,
      change_id: "dismissed",
    }));
    await database.query.insertInto("feedback_state").values(rows).execute();
  };
  const label = async (entries: Entry[]) => {
    await database.query.deleteFrom("feedback_label").execute();
    const labeled = entries.flatMap(({ id, labels }) =>
      labels.map((one) => ({ project: PROJECT, id, label: one })),
    );
    const rows = [...labeled, { project: "other", id: "a", label: "cat" }].map((row) => ({
      project_id: row.project,
      feedback_id: row.id,
      label_id: row.label,
      is_on: row.label === "off" ? 0 : 1,
      set_at: 1,
      change_id: "labeled",
    }));
    await database.query.insertInto("feedback_label").values(rows).execute();
  };
  const snooze = async (entries: Entry[]) => {
    await database.query.deleteFrom("feedback_snooze").execute();
    const snoozed = entries.flatMap(({ id, snooze: own }) =>
      own === undefined ? [] : { project: PROJECT, id, own },
    );
    const rows = [...snoozed, { project: "other", id: "a", own: "on" as const }].map((row) => ({
      project_id: row.project,
      feedback_id: row.id,
      set_at: 1,
      change_id: "snoozed",
      ...(row.own === "on" ? { until: "reported" } : { over_at: row.own, over_until: "reported" }),
    }));
    await database.query.insertInto("feedback_snooze").values(rows).execute();
  };
  const group = async (entries: Entry[]) => {
    await database.query.deleteFrom("feedback_group_member").execute();
    const members = entries.flatMap((entry) =>
      entry.group === undefined ? [] : { id: entry.id, group: entry.group },
    );
    for (const { id, group_id, project_id } of [
      ...members.map((member) => ({ id: member.id, group_id: member.group, project_id: PROJECT })),
      { id: "a", group_id: "one", project_id: "other" },
    ]) {
      await database.query
        .insertInto("feedback_group_member")
        .columns(["project_id", "feedback_id", "group_id", "sort_at"])
        .expression((eb) =>
          eb
            .selectFrom("feedback")
            .select(["project_id", "id", eb.val(group_id).as("group_id"), "sort_at"])
            .where("project_id", "=", project_id)
            .where("id", "=", id),
        )
        .execute();
    }
  };
  const some = fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 25 });

  test("lists, counts, pages and days match a plain filter after any changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        some,
        some,
        filters,
        fc.integer({ min: 1, max: 9 }),
        async (a, b, given, limit) => {
          const entries = await written(a, b);
          const matching = entries.filter((entry) => passes(entry, given));
          const expected = inOrder(matching, given.sort);
          expect((await feedback.ids(PROJECT, given)).ids).toEqual(expected);

          const listed: string[] = [];
          let cursor: string | null = null;
          do {
            const page = await feedback.page(PROJECT, given, { limit, cursor });
            listed.push(...page.feedback.map(({ id }) => id));
            for (const { id, assignee } of page.feedback) {
              expect(assignee).toBe(entries.find((one) => one.id === id)?.assignee ?? null);
            }
            cursor = page.nextCursor;
          } while (cursor !== null);
          const rows = given.grouped ? firstOfGroups(expected, entries) : expected;
          expect(listed).toEqual(inPlace(rows, entries, given.sort));

          const facets = await feedback.facets(PROJECT, given);
          expect([facets.total, facets.all]).toEqual([matching.length, entries.length]);
          const without = (name: keyof ResolvedFilters) =>
            entries.filter((entry) => passes(entry, { ...given, [name]: null }));
          for (const source of [...SOURCES, "carrier_pigeon"]) {
            const counted = count(without("source"), (entry) => entry.source === source);
            expect(facets.source[source] ?? 0, source).toBe(counted);
          }
          for (const status of [...STATUSES, "on_hold"]) {
            const counted = count(without("status"), (entry) => entry.status === status);
            expect(facets.status[status] ?? 0, status).toBe(counted);
          }
          expect(facets.helpful).toEqual({
            true: count(without("helpful"), ({ helpful }) => helpful === true),
            false: count(without("helpful"), ({ helpful }) => helpful === false),
            none: count(without("helpful"), ({ helpful }) => helpful === null),
          });
          const commented = { ...NO_FILTERS, comment: true };
          expect(facets.comment).toEqual({
            true: count(without("comment"), (entry) => passes(entry, commented)),
            false: count(without("comment"), (entry) => !passes(entry, commented)),
          });

          // Dates alone are counted from whole days.
          const { path, dateFrom, dateTo } = given;
          for (const asked of [given, { ...NO_FILTERS, path, dateFrom, dateTo }]) {
            const { pages, total } = await feedback.pages(PROJECT, asked, {
              sort: "page",
              limit: 50,
              cursor: null,
            });
            const expectedPages = pagesOf(entries, asked);
            expect(total).toBe(expectedPages.length);
            expect(
              pages.map(({ rank, impact, views, helpfulAtLeast, trend, ...page }) => page),
            ).toEqual(expectedPages);
          }

          const { days, undated } = await feedback.activity(PROJECT, given);
          expect(undated).toBe(count(matching, ({ createdAt }) => createdAt === null));
          const byDay = Map.groupBy(
            matching.filter(({ createdAt }) => createdAt !== null),
            (entry) => Math.floor((instantOf(entry) ?? 0) / DAY),
          );
          expect(days.map(({ day, total }) => [day, total])).toEqual(
            [...byDay]
              .sort(([x], [y]) => x - y)
              .map(([day, group]) => [
                new Date(day * DAY).toISOString().slice(0, 10),
                group.length,
              ]),
          );
        },
      ),
      rounds(50),
    );
  });

  test("groups are listed by size and by item, and say what they stand for", async () => {
    await fc.assert(
      fc.asyncProperty(
        some,
        filters,
        fc.constantFrom("2" as const, "5" as const),
        async (all, given, size) => {
          const entries = await written(all, []);
          const matching = entries.filter((entry) => passes(entry, given));
          const groupOf = (entry: Entry) =>
            entries.filter(({ id, group }) => id === entry.id || (group && group === entry.group));
          const large = matching.filter((entry) => groupOf(entry).length >= Number(size));
          const { ids } = await feedback.ids(PROJECT, { ...given, groupSize: size });
          expect(ids).toEqual(inOrder(large, given.sort));

          const page = await feedback.page(
            PROJECT,
            { ...given, grouped: true },
            { limit: 50, cursor: null },
          );
          for (const row of page.feedback) {
            const entry = entries.find(({ id }) => id === row.id);
            const members = entry ? groupOf(entry).filter((one) => matching.includes(one)) : [];
            const order = inOrder(members, given.sort);
            const pages = new Set(
              members.map(({ path }) => pageNameOf(path, DEFAULT_PAGE_NAME_RULES)),
            ).size;
            const stands = { ids: order, items: order.length, pages, isRecurrence: false };
            expect(row.group).toEqual(order.length > 1 ? stands : null);
            const similar = await feedback.ids(PROJECT, { ...given, similarTo: row.id });
            expect(similar.ids).toEqual(order);
          }
        },
      ),
      rounds(25),
    );
  });

  test("the votes for a page on one day are listed as one row, and are what is similar to it", async () => {
    const vote = entry.map((one) => ({ ...one, comment: null, code: null, reasons: [] }));
    const items = fc.uniqueArray(fc.oneof(vote, entry), {
      selector: ({ id }) => id,
      maxLength: 25,
    });
    const narrowing = fc.record({
      path: maybe(fc.constantFrom("/guides*")),
      status: maybe(fc.subarray([...STATUSES], { minLength: 2 })),
      dateFrom: bound,
      praise: maybe(fc.boolean()),
      grouped: maybe(fc.constant(true)),
      sort: fc.constantFrom("newest" as const, "oldest" as const),
    });
    await fc.assert(
      fc.asyncProperty(items, narrowing, fc.integer({ min: 1, max: 9 }), async (...case_) => {
        const [all, narrowed, limit] = case_;
        const given = { ...NO_FILTERS, ...narrowed };
        // Without words, an item is in no group.
        const ungrouped = all.map((one) => (isBareVote(one) ? { ...one, group: undefined } : one));
        const entries = await written(ungrouped, []);
        const matching = entries.filter((one) => passes(one, given));
        const expected = inOrder(matching, given.sort);
        const rows = given.grouped ? firstOfGroups(expected, entries) : expected;
        const listed: FeedbackRow[] = [];
        let cursor: string | null = null;
        do {
          const page = await feedback.page(PROJECT, given, { limit, cursor, voteLines: true });
          listed.push(...page.feedback);
          cursor = page.nextCursor;
        } while (cursor !== null);
        const first = inPlace(firstOfVotes(rows, entries), entries, given.sort);
        expect(listed.map(({ id }) => id)).toEqual(first);
        for (const { id, group } of listed) {
          const own = entries.find((one) => one.id === id) ?? plain;
          if (!isBareVote(own)) continue;
          const votes = matching.filter((one) => voteLineOf(one) === voteLineOf(own));
          const ids = inOrder(votes, given.sort);
          const notHelpful = count(votes, ({ helpful }) => helpful === false);
          const line = { ids, items: ids.length, pages: 1, isRecurrence: false, notHelpful };
          expect(group ?? null).toEqual(ids.length > 1 ? line : null);
          const opened = { ...given, similarTo: id };
          expect((await feedback.ids(PROJECT, opened)).ids).toEqual(ids);
          const page = await feedback.page(PROJECT, opened, {
            limit: 50,
            cursor: null,
            voteLines: true,
          });
          expect(page.feedback.length).toBe(ids.length);
        }
      }),
      rounds(30),
    );
  });

  test("every scan strategy returns the same rows", async () => {
    const minute = (n: number) => new Date(Date.UTC(2026, 9, 1, 0, n)).toISOString();
    const many = fc.uniqueArray(entry, { selector: ({ id }) => id, minLength: 15, maxLength: 25 });
    const way = fc.record({
      near: fc.integer({ min: 1, max: 8 }),
      farther: fc.integer({ min: 1, max: 30 }),
      few: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(many, filters, way, fc.nat(24), fc.boolean(), async (...given) => {
        const [first, wanted, effort, at, voteLines] = given;
        // An instant for each, so that the next few in order are few.
        const spread = first.map((entry, n) => ({ ...entry, createdAt: minute((n * 7) % 25) }));
        const entries = await written(spread, []);
        const expected = inOrder(
          entries.filter((entry) => passes(entry, wanted)),
          wanted.sort,
        );
        const all = inPlace(inOrder(entries, wanted.sort), entries, wanted.sort);
        const start = all[at];
        const startAt = (entry: Entry) =>
          wanted.sort === "newest" ? placeOf(entry) : (instantOf(entry) ?? UNDATED);
        const from = start === undefined ? undefined : entries.find(({ id }) => id === start);
        const groups = await matchingGroups(database.query, PROJECT, wanted);
        if (groups?.length === 0) return;
        const votes = voteLines ? await bareVoteGroups(database.query, PROJECT, wanted) : [];
        const rows = await readRows(
          database,
          {
            projectId: PROJECT,
            filters: wanted,
            limit: 4,
            descending: wanted.sort === "newest",
            from: from ? { direction: "next", sortAt: startAt(from), id: from.id } : null,
            groups,
            votes: votes.map(({ id }) => id),
          },
          effort,
        );
        const beyond = new Set(all.slice(from ? at + 1 : 0));
        const grouped = wanted.grouped ? firstOfGroups(expected, entries) : expected;
        const rowsOf = voteLines ? firstOfVotes(grouped, entries) : grouped;
        const listed = inPlace(rowsOf, entries, wanted.sort);
        const ids = listed.filter((id) => beyond.has(id)).slice(0, 4);
        expect(rows.map(({ id }) => id)).toEqual(ids);
      }),
      rounds(80),
    );
  });

  test("counts by triggers match the items after any statement", async () => {
    const counts = async () => {
      const { rows } = await sql<object>`
        select 'kind' as what, '' as of, id as kind, entries, 0 as last from facet_group where entries > 0
        union all select 'day', cast(day as text), facet_group_id, entries, 0 from feedback_day where entries > 0
        union all select 'page', page, facet_group_id, entries, last_at from feedback_page where entries > 0
        order by 1, 2, 3`.execute(database.query);
      const { rows: pageDays } = await sql<object>`
        select * from feedback_page_day where total > 0 order by 1, 2, 3`.execute(database.query);
      return [...rows, ...pageDays];
    };
    const counted = async () => {
      const { rows } = await sql<object>`
        select 'kind' as what, '' as of, facet_group_id as kind, count(*) as entries, 0 as last from feedback_index group by facet_group_id
        union all select 'day', cast(day as text), facet_group_id, count(*), 0 from feedback_index group by day, facet_group_id
        union all select 'page', page, facet_group_id, count(*), max(sort_at) from feedback_index group by page, facet_group_id
        order by 1, 2, 3`.execute(database.query);
      const { rows: pageDays } = await sql<object>`
        select f.project_id, f.page, f.day, count(*) as total,
          count(*) filter (where helpful = 1) as up, count(*) filter (where helpful = 0) as down,
          count(*) filter (where helpful = 0 or source in ('code_snippet', 'agent')) as negative,
          count(*) filter (where status in ('pending', 'in_progress')) as open
        from feedback_index as f join facet_group as k on k.id = f.facet_group_id
        group by 1, 2, 3 order by 1, 2, 3`.execute(database.query);
      return [...rows, ...pageDays];
    };
    const { query } = database;
    const pick = fc.constantFrom("move", "redate", "settle", "rename", "remove", "touch");
    await fc.assert(
      fc.asyncProperty(some, some, fc.array(pick, { maxLength: 4 }), async (a, b, changes) => {
        await written(a, b);
        for (const change of changes) {
          const half = query.updateTable("feedback").where("id", ">", "a");
          if (change === "move") await half.set({ page: "/moved" }).execute();
          if (change === "redate") await half.set({ sort_at: 5 * DAY }).execute();
          if (change === "settle") await half.set({ team_status: "resolved" }).execute();
          if (change === "rename") await half.set({ project_id: "other" }).execute();
          if (change === "touch") await half.set({ observed_at: at++ }).execute();
          if (change === "remove")
            await query.deleteFrom("feedback").where("id", "<", "b").execute();
        }
        expect(await counts()).toEqual(await counted());
        const { rows: stale } = await sql<object>`
          select a.feedback_id from feedback_assignee as a
          join feedback_index as f on f.project_id = a.project_id and f.id = a.feedback_id
          where a.facet_group_id <> f.facet_group_id`.execute(query);
        expect(stale).toEqual([]);
      }),
      rounds(40),
    );
    await query.deleteFrom("feedback").execute();
  });

  test("any search text gets a result, never an error", async () => {
    await written([], []);
    for (const q of [
      '"'.repeat(1_000),
      "東".repeat(1_000),
      // As many words as fit, short and long ones, and as many to exclude.
      Array.from({ length: 500 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(" "),
      Array.from({ length: 250 }, (_, n) => String.fromCodePoint(0x4e00 + n, 97, 98)).join(" "),
      `zebra ${Array.from({ length: 245 }, (_, n) => `-${String.fromCodePoint(0x4e00 + n)}a`).join(" ")}`,
      `"" - " ' -" "'`,
      "a NEAR b",
      "{x}:y^",
      "\\",
      "*",
      "''",
    ]) {
      expect(await feedback.facets(PROJECT, { ...NO_FILTERS, q })).toMatchObject({ total: 0 });
    }
  });

  test("removed items are neither counted nor found", async () => {
    await write([0, 1, 2, 3].map((n) => ({ ...plain, id: `r${n}`, comment: "gone soon" })));
    await database.query.deleteFrom("feedback").where("id", "!=", "r1").execute();
    await write([{ ...plain, id: "r9", comment: "here now" }]);
    const found = await feedback.facets(PROJECT, { ...NO_FILTERS, q: "gone" });
    expect([found.total, found.all]).toEqual([1, 2]);
  });

  test("items without something are all but those with it", async () => {
    const some = { ...plain, status: "resolved", comment: "zebra", contact: "a@example.org" };
    const jobs = ["job_1"];
    await written(
      [
        { ...some, id: "a", jobs },
        { ...some, id: "b" },
      ],
      [{ ...plain, id: "c", jobs }],
    );
    const counts = async (given: Partial<ResolvedFilters>) => {
      const { total, status } = await feedback.facets(PROJECT, { ...NO_FILTERS, ...given });
      return [total, status.pending, status.resolved];
    };
    expect(await counts({ contact: false })).toEqual([1, 1, 0]);
    expect(await counts({ hasJob: false })).toEqual([1, 0, 1]);
    expect(await counts({ q: "-zebra" })).toEqual([1, 1, 0]);
    expect(await counts({ q: "-ra -xx" })).toEqual([1, 1, 0]);
    expect(await counts({ contact: false, status: ["resolved"] })).toEqual([0, 1, 0]);
    expect(await counts({ contact: false, hasJob: false })).toEqual([0, 0, 0]);
  });

  test.runIf(engine.name === "sqlite")(
    "items without something are counted without reading all of them",
    async () => {
      const { query } = database;
      const explained: Promise<{ rows: { detail: string }[] }>[] = [];
      const watched = query.withPlugin({
        transformQuery: ({ node, queryId }) => {
          const compiled = query.getExecutor().compileQuery(node, queryId);
          explained.push(
            query.executeQuery(
              CompiledQuery.raw(`explain query plan ${compiled.sql}`, [...compiled.parameters]),
            ),
          );
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const store = { ...database, query: watched, read: watched };
      const rare = { snoozed: false, hasJob: false, contact: false, differs: false };
      for (const given of [{ assignee: "nobody" }, rare, { ...rare, assignee: "nobody" }]) {
        const filters = { ...NO_FILTERS, ...given };
        await feedbackFacets(store, PROJECT, filters);
        await countedDays(store, PROJECT, filters);
      }
      const plans = (await Promise.all(explained)).flatMap(({ rows }) =>
        rows.map(({ detail }) => detail),
      );
      expect(plans).toContainEqual(expect.stringMatching(/feedback_index USING .*id=\?/));
      const all = plans.filter((plan) =>
        /^SCAN feedback_index\b|feedback_index USING .*\(project_id=\?\)$/.test(plan),
      );
      expect(all).toEqual([]);
    },
  );

  test("a failed transaction leaves counts and searches unchanged", async () => {
    await written([{ ...plain, id: "kept", comment: "kept" }], []);
    const failed = database.query.transaction().execute(async (trx) => {
      const changed = { ...plain, id: "kept", comment: "lost", status: "resolved" };
      await upsertFeedback(trx, PROJECT, [mirrored(changed)], at++);
      throw new Error("halfway");
    });
    await expect(failed).rejects.toThrow("halfway");
    expect((await feedback.facets(PROJECT, { ...NO_FILTERS, q: "lost" })).total).toBe(0);
    const { total, status } = await feedback.facets(PROJECT, { ...NO_FILTERS, q: "kept" });
    expect([total, status.pending]).toEqual([1, 1]);
  });

  test("pages that many complain about stand before those that one does, and page by page", async () => {
    const rated = (path: string, up: number, down: number) =>
      Array.from({ length: up + down }, (_, n) => ({
        ...plain,
        id: `${path}${n}`,
        path,
        helpful: n < up,
      }));
    await written(
      [...rated("/one-bad", 0, 1), ...rated("/many-bad", 5, 25)],
      rated("/good", 40, 1),
    );
    const first = await feedback.pages(PROJECT, NO_FILTERS, {
      sort: "rank",
      limit: 2,
      cursor: null,
    });
    expect(first.pages.map(({ page }) => page)).toEqual(["/many-bad", "/one-bad"]);
    const { nextCursor: cursor } = first;
    const next = await feedback.pages(PROJECT, NO_FILTERS, { sort: "rank", limit: 2, cursor });
    expect(next.pages.map(({ page }) => page)).toEqual(["/good"]);
    expect(next).toMatchObject({ hasMore: false, nextCursor: null, total: 3 });
    await expect(
      feedback.pages(PROJECT, NO_FILTERS, { sort: "open", limit: 2, cursor }),
    ).rejects.toThrow(/cursor/);
  });
});
