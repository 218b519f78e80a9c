import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import * as activityRoute from "../../app/api/projects/[projectId]/activity/route.ts";
import * as exportRoute from "../../app/api/projects/[projectId]/feedback/export/route.ts";
import * as pagesRoute from "../../app/api/projects/[projectId]/pages/route.ts";
import { PAGE_SORTS } from "../../lib/contract/api/page-sorts.ts";
import type { Person } from "../../lib/contract/api/people.ts";
import { SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { createReadLimits } from "../../lib/services/read-limits.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

// Route handlers on a separate store.

const ENTRIES = 2_400;
const FORMULA = "=HYPERLINK(1)";
const globals = globalThis as typeof globalThis & { [name: symbol]: unknown };
const PLACE = Symbol.for("errata");
const admin: Person = { id: "p_1", name: "Ada", email: null, role: "admin" };

interface Route {
  GET: Answer;
  HEAD: Answer;
  POST: Answer;
}
type Answer = (
  request: Request,
  context: { params: Promise<{ projectId: string }> },
) => Promise<Response>;

function ask(
  route: Route,
  query = "",
  { method = "GET" as keyof Route, projectId = "docs", host = "127.0.0.1:3000" } = {},
): Promise<Response> {
  const request = new Request(`http://localhost/api?${query}`, { method, headers: { host } });
  return route[method](request, { params: Promise.resolve({ projectId }) });
}

const exported = z.strictObject({
  id: z.string(),
  source: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime().nullable(),
  path: z.string(),
  page: z.string(),
  comment: z.string().nullable(),
  helpful: z.boolean().nullable(),
  code: z.string().nullable(),
  filename: z.string().nullable(),
  lang: z.string().nullable(),
  dismissedFor: z.string().nullable(),
  labels: z.array(z.string()),
  snoozedUntil: z.string().nullable(),
});
const whole = z.int().min(0);
const pageList = z.strictObject({
  pages: z.array(
    z.strictObject({
      page: z.string(),
      total: whole,
      up: whole,
      down: whole,
      negative: whole,
      open: whole,
      lastSeenAt: z.int().nullable(),
      rank: z.number().min(0),
      views: z.null(),
      impact: z.number().min(0),
      helpfulAtLeast: z.number().nullable(),
      trend: z.null(),
    }),
  ),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
  total: whole,
  unlisted: whole,
  viewsAt: z.null(),
});
const activity = z.strictObject({
  days: z.array(
    z.strictObject({
      day: z.iso.date(),
      total: whole,
      source: z.record(z.string(), whole),
      status: z.record(z.string(), whole),
    }),
  ),
  undated: whole,
});
const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z.array(z.strictObject({ message: z.string() })).optional(),
  }),
});

describe.each(anyEngine)("on $name", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let asked = 0;

  beforeAll(async () => {
    database = await openTestStore(engine, "answers");
    const entries = Array.from({ length: ENTRIES }, (_, n) =>
      mirrored({
        id: `fb_${n}`,
        comment: n % 10 === 0 ? FORMULA : `Comment ${n} ${"on and on ".repeat(300)}`,
        createdAt: n % 12 === 0 ? null : new Date(Date.UTC(2026, 9, 1 + (n % 20))).toISOString(),
        source: SOURCES[n % 4] ?? "agent",
        status: STATUSES[n % 3] ?? "pending",
        path: `/guides/${n % 60}`,
        contact: n % 5 === 0 ? `reader${n}@example.org` : null,
        ...(n % 4 === 0 ? { helpful: n % 8 === 0 } : {}),
      }),
    );
    await database.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, 1));
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const counted = { ...database, read: database.read.withPlugin(counting) };
    const projects = async () => [{ id: "docs", name: "Docs" }];
    const feedback = createFeedbackStore(counted);
    const opened = {
      projects,
      feedback,
      readLimits: createReadLimits({ now: () => Date.now() }),
      auth: {
        hasSignIn: false,
        personOf: async () => admin,
        lacksSecondFactor: async () => false,
        audit: { record: async () => undefined },
      },
      config: { publicUrl: "http://127.0.0.1:3000", platform: { mode: "embedded" } },
    };
    globals[PLACE] = { open: async () => opened, opened: null };
  });

  afterAll(async () => {
    globals[PLACE] = undefined;
    await database.close();
  });

  describe("the export", () => {
    test("has the same items as JSON, NDJSON, and CSV, each with its file type", async () => {
      const json = await ask(exportRoute, "format=json&status=pending,resolved");
      expect(json.status).toBe(200);
      expect(headersOf(json)).toEqual(["application/json", "json", "no-store", "nosniff"]);
      const entries = z.array(exported).parse(await json.json());
      expect(entries).toHaveLength((ENTRIES / 3) * 2);
      expect(new Set(entries.map(({ status }) => status))).toEqual(
        new Set(["pending", "resolved"]),
      );
      const lines = await ask(exportRoute, "format=ndjson&status=pending,resolved");
      expect(headersOf(lines)).toEqual(["application/x-ndjson", "ndjson", "no-store", "nosniff"]);
      const read = (await lines.text()).trimEnd().split("\n");
      expect(read.map((line) => JSON.parse(line))).toEqual(entries);
      const csv = await ask(exportRoute, "status=pending,resolved");
      expect(headersOf(csv)).toEqual(["text/csv", "csv", "no-store", "nosniff"]);
      const rows = Buffer.from(await csv.arrayBuffer())
        .toString()
        .split("\r\n");
      expect(rows[0]?.startsWith("\ufeff")).toBe(true);
      expect(rows).toHaveLength(entries.length + 2);
    });

    test("supports every filter of the list, alone and combined", async () => {
      const count = async (query: string) =>
        z.array(exported).parse(await (await ask(exportRoute, `format=json&${query}`)).json());
      const all = await count("");
      expect(all).toHaveLength(ENTRIES);
      for (const [query, passes] of [
        ["source=agent", (one) => one.source === "agent"],
        ["path=/guides/7", (one) => one.page === "/guides/7"],
        ["path=/guides/5*", (one) => one.page.startsWith("/guides/5")],
        ["helpful=true", (one) => one.helpful === true],
        ['q="comment 1"', (one) => one.comment?.includes("Comment 1") === true],
        ["dateFrom=2026-10-05&dateTo=2026-10-06", (one) => one.createdAt?.startsWith("2026-10-05")],
        [
          "source=agent&status=pending&dateTo=2026-10-10",
          (one) =>
            one.source === "agent" &&
            one.status === "pending" &&
            (one.createdAt ?? "9") < "2026-10-10",
        ],
      ] as [string, (one: z.infer<typeof exported>) => boolean | undefined][]) {
        const ids = all.filter(passes).map(({ id }) => id);
        expect(ids.length, query).toBeGreaterThan(0);
        expect(
          (await count(query)).map(({ id }) => id),
          query,
        ).toEqual(ids);
      }
      const oldest = await count("sort=oldest");
      expect(oldest.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
    });

    test("includes addresses only on request, and no cell that a spreadsheet would run", async () => {
      for (const format of ["csv", "json", "ndjson"]) {
        const without = await (await ask(exportRoute, `format=${format}`)).text();
        expect(without).not.toMatch(/@example\.org|contact/);
        const given = await (await ask(exportRoute, `format=${format}&contacts=true`)).text();
        expect(given.match(/@example\.org/g)).toHaveLength(ENTRIES / 5);
        expect(given.includes(`'${FORMULA}`)).toBe(format === "csv");
        if (format === "csv") expect(given).not.toMatch(/(?:^|[,"])=HYPERLINK/m);
      }
    });

    test("stops reading the store when the client disconnects", async () => {
      const before = asked;
      const all = await ask(exportRoute, "format=ndjson");
      await all.text();
      const needed = asked - before;
      const { body } = await ask(exportRoute, "format=ndjson");
      const reader = body?.getReader();
      const first = await reader?.read();
      expect(first?.value?.length).toBeGreaterThan(0);
      await reader?.cancel("disconnected");
      const spent = asked;
      expect(spent - before - needed).toBeLessThan(needed / 2);
      // Any read that was still running is done once these are answered.
      for (let turn = 0; turn < 5; turn += 1) await (await ask(activityRoute)).json();
      expect(asked - spent).toBe(5 * (await questionsOf(activityRoute)));
    });

    test("doesn't run for HEAD requests", async () => {
      const before = asked;
      expect((await ask(exportRoute, "", { method: "HEAD" })).status).toBe(200);
      expect(asked).toBe(before);
    });
  });

  async function questionsOf(route: Route): Promise<number> {
    const before = asked;
    await (await ask(route)).json();
    return asked - before;
  }

  describe("pages", () => {
    test("are paged in order, each once, and add up to the total", async () => {
      for (const sort of PAGE_SORTS) {
        const seen: z.infer<typeof pageList>["pages"] = [];
        let cursor: string | null = null;
        do {
          const after: string = cursor ? `&cursor=${cursor}` : "";
          const answer = await ask(pagesRoute, `sort=${sort}&limit=25${after}`);
          const list = pageList.parse(await answer.json());
          expect(list.total).toBe(60);
          expect(list.hasMore).toBe(list.nextCursor !== null);
          seen.push(...list.pages);
          cursor = list.nextCursor;
        } while (cursor !== null);
        expect(new Set(seen.map(({ page }) => page)).size).toBe(60);
        expect(seen.reduce((sum, { total }) => sum + total, 0)).toBe(ENTRIES);
      }
    });

    test("apply the filters", async () => {
      const answer = await ask(pagesRoute, "status=pending&path=/guides/1*");
      const { pages } = pageList.parse(await answer.json());
      expect(pages.length).toBeGreaterThan(0);
      for (const { page, open, total } of pages) {
        expect(page).toMatch(/^\/guides\/1/);
        expect(open).toBe(total);
      }
    });
  });

  test("activity counts each item on its day, or as undated", async () => {
    const all = activity.parse(await (await ask(activityRoute)).json());
    expect(all.undated).toBe(ENTRIES / 12);
    expect(all.days.map(({ day }) => day)).toEqual(all.days.map(({ day }) => day).toSorted());
    const total = all.days.reduce((sum, day) => sum + day.total, 0);
    expect(total + all.undated).toBe(ENTRIES);
    for (const { total: ofDay, source, status } of all.days) {
      for (const counts of [source, status]) {
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(ofDay);
      }
    }
    const [from, to] = ["2026-10-03", "2026-10-11"];
    const some = await ask(activityRoute, `source=agent&dateFrom=${from}&dateTo=${to}`);
    const { days, undated } = activity.parse(await some.json());
    const expected = all.days.filter(({ day, source }) => source.agent && day >= from && day < to);
    expect(expected.length).toBeGreaterThan(1);
    expect(days.map(({ day, total: ofDay }) => [day, ofDay])).toEqual(
      expected.map(({ day, source }) => [day, source.agent]),
    );
    expect(undated).toBe(0);
  });

  describe.each([
    { name: "export", route: exportRoute, own: ["format=xml", "contacts=yes", "limit=5"] },
    { name: "pages", route: pagesRoute, own: ["limit=0", "limit=251", "sort=newest", "cursor=x"] },
    { name: "activity", route: activityRoute, own: ["limit=5", "sort=rank"] },
  ])("$name", ({ route, own }) => {
    test.each([
      "status=done",
      "source=telepathy",
      "dateFrom=yesterday",
      "dateTo=2026-02-30",
      "helpful=maybe",
      "comment=1",
      "status=pending&status=resolved",
      "unknown=1",
      ...own,
    ])("rejects %s with 400 and the reason", (query) => expectRejected(route, query));

    test("rejects a search that is too long", () =>
      expectRejected(route, `q=${"x".repeat(1_001)}`));

    test("answers 404 to unknown projects, 405 to other methods, and 403 to other hosts", async () => {
      expect((await ask(route, "", { projectId: "other" })).status).toBe(404);
      expect((await ask(route, "", { method: "POST" })).status).toBe(405);
      expect((await ask(route, "", { host: "evil.example" })).status).toBe(403);
    });
  });
});

function headersOf({ headers }: Response): (string | undefined)[] {
  const name = /^attachment; filename="feedback\.(\w+)"$/.exec(
    headers.get("content-disposition") ?? "",
  );
  return [
    headers.get("content-type")?.split(";")[0],
    name?.[1],
    ...["cache-control", "x-content-type-options"].map((key) => headers.get(key) ?? undefined),
  ];
}

async function expectRejected(route: Route, query: string): Promise<void> {
  const answer = await ask(route, query);
  expect(answer.status).toBe(400);
  const { error } = errorBody.parse(await answer.json());
  expect(error.code).toBe("invalid_request");
  expect(error.details?.[0]?.message).toContain(query.split("=")[0]);
}
