import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platformError } from "../../lib/contract/platform/error.ts";
import {
  type ExportPage,
  type FeedbackEntry,
  listFeedback,
} from "../../lib/contract/platform/feedback.ts";
import { SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { engines } from "../support/databases.ts";
import { openTestPlatform, type TestPlatform, vote } from "../support/platform.ts";

const FEEDBACK = listFeedback.path("docs");
const DAY = 86_400_000;

/** All sources and statuses, many shared dates, and every 40th without a date. */
const entries = Array.from({ length: 1_050 }, (_, index): FeedbackEntry => {
  const day = Date.parse("2026-11-01T00:00:00Z") - Math.floor(index / 7) * DAY;
  const base = {
    id: `fb_${String((index * 7_919) % 1_050).padStart(4, "0")}`,
    path: `/page-${index % 11}`,
    comment: index % 5 === 0 ? null : `Comment ${index} 🙂 \u200b`,
    createdAt: index % 40 === 0 ? null : new Date(day).toISOString(),
    status: STATUSES[index % STATUSES.length] ?? "pending",
  };
  const source = SOURCES[index % SOURCES.length];
  if (source === "contextual") return { ...base, source, helpful: index % 3 === 0, contact: null };
  if (source === "code_snippet")
    return { ...base, source, code: "a\n", filename: null, lang: "sh" };
  return { ...base, source: source ?? "agent" };
});

/** Newest first: by date, then by ID, undated ones last. */
const inOrder = [...entries].sort((one, other) => {
  const [a, b] = [one, other].map((entry) => entry.createdAt ?? "");
  return a === b ? (one.id < other.id ? 1 : -1) : (a ?? "") < (b ?? "") ? 1 : -1;
});

describe.each(engines)("the export on $name", (engine) => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await openTestPlatform(engine, entries);
  });
  afterAll(() => platform.close());

  async function page(query: string): Promise<ExportPage> {
    platform.clock.advance(DAY);
    const response = await platform.ask(`${FEEDBACK}${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    return listFeedback.response.parse(await response.json());
  }

  async function walk(query: string, between = async () => {}): Promise<FeedbackEntry[][]> {
    const pages: FeedbackEntry[][] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { feedback, nextCursor, hasMore }: ExportPage = await page(
        cursor ? `${query}&cursor=${cursor}` : query,
      );
      expect(hasMore).toBe(nextCursor !== null);
      pages.push(feedback);
      cursor = nextCursor;
      await between();
    }
    return pages;
  }

  test("returns every entry once, newest first, undated last, exactly as imported", async () => {
    const pages = await walk("?limit=100");
    expect(pages.flat()).toEqual(inOrder);
    expect(pages.map((one) => one.length)).toEqual([...Array(10).fill(100), 50]);
  });

  test("ends with a full page if the limit divides the number of entries", async () => {
    const pages = await walk("?limit=75");
    expect(pages.map((one) => one.length)).toEqual(Array(14).fill(75));
  });

  test("returns 50 entries by default", async () => {
    expect((await page("")).feedback).toEqual(inOrder.slice(0, 50));
    expect((await page("?limit=1")).feedback).toEqual(inOrder.slice(0, 1));
  });

  test.each([
    ["source=agent", (entry: FeedbackEntry) => entry.source === "agent"],
    ["status=resolved", (entry: FeedbackEntry) => entry.status === "resolved"],
    ["status=pending,dismissed", ({ status }: FeedbackEntry) => /pending|dismissed/.test(status)],
    ["dateFrom=2026-10-20", ({ createdAt }: FeedbackEntry) => (createdAt ?? "") >= "2026-10-20"],
    [
      "dateTo=2026-10-20",
      ({ createdAt }: FeedbackEntry) => createdAt !== null && createdAt < "2026-10-20",
    ],
    [
      "dateFrom=2026-10-19T23:30:00-00:30&dateTo=2026-10-21T00:00:00.001Z&source=thumbs_only",
      ({ createdAt, source }: FeedbackEntry) =>
        source === "thumbs_only" && /2026-10-2[01]/.test(createdAt ?? ""),
    ],
    ["dateFrom=2026-10-21&dateTo=2026-10-20", () => false],
  ])("filters by %s through all pages", async (filter, matches) => {
    expect((await walk(`?${filter}&limit=13`)).flat()).toEqual(inOrder.filter(matches));
  });

  test("neither repeats nor loses entries while new ones arrive", async () => {
    const own = await openTestPlatform(engine, entries.slice(0, 60));
    const before = entries.slice(0, 60).map((entry) => entry.id);
    const seen: string[] = [];
    let cursor = "";
    let arrivals = 0;
    do {
      const response = await own.ask(`${FEEDBACK}?limit=7${cursor}`);
      const body = listFeedback.response.parse(await response.json());
      seen.push(...body.feedback.map((entry) => entry.id));
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : "";
      arrivals += 1;
      const createdAt = arrivals % 2 ? "2026-11-19T00:00:00.000Z" : null;
      const arriving = vote(`fc_${arrivals}`, { createdAt });
      await own.importEntries("docs", [{ line: 1, value: arriving }]);
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(before));
    await own.close();
  });

  test.each([
    ["dateFrom=2026-02-30", ["dateFrom"]],
    ["dateTo=soon", ["dateTo"]],
    ["source=email", ["source"]],
    ["source=agent,contextual", ["source"]],
    ["status=pending,done,gone", ["status"]],
    ["status=", ["status"]],
    ["limit=0", ["limit"]],
    ["limit=101", ["limit"]],
    ["limit=x", ["limit"]],
    ["limit=1.5", ["limit"]],
    ["limit=10&limit=10", ["limit"]],
    ["cursor=bWFuZ2xlZA", ["cursor"]],
    ["dateFrom=x&dateTo=x&limit=x&cursor=x", ["cursor", "dateFrom", "dateTo", "limit"]],
    ["offset=50&limit=x", ["limit", "offset"]],
  ])("answers 400 to %s with a detail for each parameter", async (query, wrong) => {
    const response = await platform.ask(`${FEEDBACK}?${query}`);
    expect(response.status).toBe(400);
    const { details = [] } = platformError.strict().parse(await response.json());
    expect(details.map(({ message }) => message.split(":")[0]).sort()).toEqual(wrong);
  });

  test.each([
    ...["page=1", "page=2", "offset=0", "skip=50", "start_index=50", "page[number]=2", "next=abc"],
    ...["pageToken=abc", "nextCursor=abc", "Cursor=abc", "starting_after=fc_1"],
    ...["from=50", "start=50", "after=fc_1", "before=fc_1"],
  ])("answers 400 to the paging word of %s, and names cursor", async (query) => {
    const response = await platform.ask(`${FEEDBACK}?${query}`);
    expect(response.status).toBe(400);
    const [name] = query.split("=");
    expect((await response.json()).details).toEqual([
      { message: `${name}: isn't supported; pass the nextCursor of the previous page as cursor` },
    ]);
  });

  test("ignores an empty cursor and other unknown parameters", async () => {
    const first = await page("?limit=7");
    const unknown = ["cursor=", "after=2026-01-01", "from=2026-01-01", "per_page=3", "pageSize=3"];
    unknown.push(
      "size=3",
      "sort=-createdAt",
      "q=page",
      "utm_source=a",
      "projectId=b",
      "constructor=c",
    );
    for (const query of unknown) expect(await page(`?limit=7&${query}`)).toEqual(first);
    expect(await page(`?limit=7&${unknown.join("&")}`)).toEqual(first);
  });

  test("continues with the cursor's own filters when the cursor comes alone", async () => {
    const filter = "dateFrom=2026-09-01&dateTo=2026-10-30&source=agent&status=resolved,pending";
    const pages = await walk(`?${filter}&limit=13`);
    const first = await page(`?${filter}&limit=13`);
    const rest: FeedbackEntry[] = [];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const next: ExportPage = await page(`?limit=7&cursor=${encodeURIComponent(cursor)}`);
      rest.push(...next.feedback);
      cursor = next.nextCursor;
    }
    expect([...first.feedback, ...rest]).toEqual(pages.flat());
    expect(rest.length).toBeGreaterThan(13);
    const alone = await page(`?cursor=${first.nextCursor}`);
    expect(alone.feedback).toEqual(rest.slice(0, 50));
  });

  test.each([
    "status=pending",
    "source=agent",
    "status=pending,resolved&source=agent",
    "dateTo=2026-10-01",
  ])("rejects a cursor beside the other filters %s", async (other) => {
    const { nextCursor } = await page("?status=pending,resolved&limit=10");
    const response = await platform.ask(`${FEEDBACK}?${other}&cursor=${nextCursor}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      details: [{ message: expect.stringMatching(/^cursor: was issued for other filters; /) }],
    });
  });

  test("accepts a cursor beside its own filters in any order, with another limit", async () => {
    const { nextCursor } = await page("?status=pending,resolved&limit=10");
    const same = await page(`?status=resolved,pending&limit=20&cursor=${nextCursor}`);
    expect(same.feedback).toHaveLength(20);
  });

  test("rejects a cursor of another project", async () => {
    const { nextCursor } = await page("?limit=10");
    await platform.database.query
      .insertInto("platform_project")
      .values({ id: "other", name: "Other", organization: "default" })
      .execute();
    const response = await platform.ask(`${listFeedback.path("other")}?cursor=${nextCursor}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("cursor: was issued for another project");
  });
});
