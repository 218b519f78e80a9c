import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR, SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { createSkippedItems } from "../../lib/store/sync/skipped-items.ts";
import { anyEngine } from "../support/databases.ts";
import {
  entry,
  MINUTE,
  type MirrorRig,
  openMirrorRig,
  START,
  until,
} from "../support/mirror-rig.ts";
import {
  type Behaviour,
  faults,
  type MisbehavingPlatform,
  type ServedEntry,
  startMisbehavingPlatform,
} from "../support/misbehaving-platform.ts";
import { isThorough } from "../support/thorough.ts";

// The table in tests/README.md describes each of these faults.

let rig: MirrorRig;
let elsewhere: MisbehavingPlatform;

beforeEach(async () => {
  elsewhere = await startMisbehavingPlatform();
});

afterEach(async () => {
  await rig.close();
  await elsewhere.close();
});

const readable = async (entries: number) => {
  const feedback = createFeedbackStore(rig.database);
  const page = await feedback.page("docs", NO_FILTERS, { limit: 200, cursor: null });
  expect(page.feedback.length).toBe(Math.min(entries, 200));
  expect(await feedback.count("docs")).toBe(entries);
};

const redirect: Behaviour = (request, response) =>
  faults.redirect(`${elsewhere.url}${request.path}`)(request, response);

describe.each(anyEngine)("on $name", ({ name }) => {
  beforeEach(async () => {
    rig = await openMirrorRig(name);
  });

  /** What fails, the number of attempts, and the message shown. */
  const failures: [string, Behaviour, number, RegExp | null][] = [
    ["429 with Retry-After in seconds", faults.status(429, { "retry-after": "30" }), 1, /429/],
    [
      "429 with Retry-After as a date",
      faults.status(429, { "retry-after": new Date(START + 3 * MINUTE).toUTCString() }),
      1,
      /429/,
    ],
    ["429 without Retry-After", faults.status(429), 1, /429/],
    ["401", faults.status(401), 1, /rejected the API key.*PLATFORM_API_KEY/s],
    ["403", faults.status(403), 1, /rejected a request \(403\)/],
    ["404", faults.status(404), 1, /rejected a request \(404\)/],
    ["500", faults.status(500), 3, /500/],
    ["502", faults.status(502, {}, "<h1>Bad gateway</h1>"), 3, /502/],
    ["503", faults.status(503), 3, /503/],
    ["a hang", faults.hang, 3, /didn't respond/],
    ["a drip of bytes", faults.drip, 3, /didn't respond/],
    ["truncated JSON", faults.truncatedJson, 1, /incomplete/],
    ["an answer cut off", faults.cutOff, 3, /interrupted/],
    ["HTML instead of JSON", faults.html, 1, /web page/],
    // The client's own test has such a body every time.
    ...(isThorough
      ? [["a body of 50 MB", faults.huge(50), 7, /too large/] satisfies (typeof failures)[number]]
      : []),
    ["a redirect to another host", redirect, 1, /redirect/],
    ["a connection reset", faults.reset, 3, /interrupted/],
  ];

  // What goes wrong before anything is stored doesn't depend on the database.
  const transport = name === "sqlite" ? failures : [];
  test.each(transport)(
    "recovers from %s in the middle of a sync",
    async (_, fault, tries, said) => {
      // Long enough for the first two pages on a busy machine.
      if (/hang|drip/.test(_)) rig.deadline = 1_000;
      const { platform } = rig;
      platform.next(platform.behave, platform.behave);
      platform.always((request, response) =>
        (platform.requests.length <= 2 ? platform.behave : fault)(request, response),
      );
      const mirror = rig.start();
      const { problem } = await until(async () => {
        const status = await mirror.status("docs");
        expect(status.problem).not.toBeNull();
        return status;
      });
      expect(problem?.message).toMatch(said ?? /./);
      expect(platform.requests).toHaveLength(2 + tries);
      await readable(200);

      platform.always(null);
      rig.time += 16 * MINUTE;
      await until(async () => {
        await rig.expectSame();
        expect((await mirror.status("docs")).problem).toBeNull();
      });
      await readable(450);
      expect(elsewhere.requests).toEqual([]);
      // Continues at its cursor: the first two export pages weren't read again.
      expect(rig.cursors().filter((cursor) => cursor === null)).toHaveLength(1);
    },
  );

  test("stores duplicates on a page and across pages once, as last seen", async () => {
    rig.platform.always(
      rig.platform.altered((answer, entries) => ({
        ...answer,
        feedback: [...entries, { ...entries[0], status: "resolved" }, entry(3, { status: "old" })],
      })),
    );
    const mirror = rig.start();
    await rig.settled(mirror);
    await rig.expectSame();
    expect((await rig.stored("fb_100"))?.team_status).toBe("resolved");
  });

  test("stores a status that changes between pages as last read", async () => {
    rig.platform.always((request, response) => {
      rig.platform.entries[250] = entry(250, { status: "dismissed" });
      rig.platform.entries[50] = entry(50, { status: "dismissed" });
      rig.platform.behave(request, response);
    });
    const mirror = rig.start();
    await rig.settled(mirror);
    expect((await rig.stored("fb_250"))?.team_status).toBe("dismissed");
    rig.platform.always(null);
    rig.time += MINUTE;
    await until(async () => expect((await rig.stored("fb_50"))?.team_status).toBe("dismissed"));
    await rig.expectSame();
  });

  test("finds entries hidden by deletions while paging in the next sync", async () => {
    let left = 3;
    rig.platform.always((request, response) => {
      rig.platform.behave(request, response);
      if (left-- > 0) rig.platform.entries.splice(10, 10);
    });
    const mirror = rig.start();
    const status = await rig.settled(mirror);
    // Ten entries per page moved to a page that was already read.
    expect(status.items).toBeLessThan(450);
    await rig.pass(HOUR);
    const rows = await rig.database.query
      .selectFrom("feedback")
      .select("id")
      .where("deleted_at", "is", null)
      .execute();
    const stored = new Set(rows.map(({ id }) => id));
    expect(rig.platform.entries.filter(({ id }) => !stored.has(id))).toEqual([]);
  });

  test("keeps null dates, unknown values, and missing or extra keys as they are", async () => {
    const odd = [
      entry(1, { createdAt: null }),
      entry(2, { source: "hologram", status: "escalated" }),
      { id: "bare", source: "agent", status: "pending" },
      entry(4, { extra: { deep: [1, "two"] }, helpful: "yes", comment: 7 }),
      entry(5, { comment: "in\u202Evisible\u200B \u0000 and \uD800 lone", createdAt: "yesterday" }),
    ];
    rig.platform.entries.splice(1, 5, ...odd);
    const mirror = rig.start();
    expect(await rig.settled(mirror)).toMatchObject({ items: 450, quarantined: 0 });
    for (const given of odd) {
      const stored = await rig.stored(given.id);
      // Exactly as sent, including invisible characters.
      expect(stored?.raw).toBe(JSON.stringify(given));
      expect(stored?.source).toBe(given.source);
    }
    expect((await rig.stored("fb_5"))?.comment).toContain("in\u202Evisible\u200B");
  });

  test("quarantines invalid entries and releases them once they are valid", async () => {
    const bad = [
      null,
      "text",
      { comment: "no id" },
      { ...entry(7), id: "x".repeat(501) },
      { ...entry(8), status: 7 },
      { ...entry(9), source: "s".repeat(101), comment: "c".repeat(70_000) },
      // No database stores it as it is, and without the NUL it's that of another entry.
      { ...entry(6), id: "fb_6\0", comment: "another" },
    ];
    rig.platform.always(
      rig.platform.altered((answer, entries) => ({
        ...answer,
        feedback: [...bad, ...entries.filter(({ id }) => id !== "fb_8" && id !== "fb_9")],
      })),
    );
    const mirror = rig.start();
    expect(await rig.settled(mirror)).toMatchObject({
      items: 448,
      quarantined: 7,
      problem: null,
    });
    const skippedItems = createSkippedItems(rig.database, { now: () => rig.time });
    const list = async (projectId = "docs") =>
      (await skippedItems.list(projectId, { limit: 10, cursor: null })).entries;
    const kept = await list();
    expect(kept.map(({ entryId, reason }) => [entryId, reason]).sort()).toEqual(
      [
        [null, "The item isn't an object."],
        [null, "The item isn't an object."],
        [null, "id is missing; source is missing; status is missing."],
        [null, "id is too long."],
        [null, "id has characters that can't be stored."],
        ["fb_8", "status isn't text."],
        ["fb_9", "source is too long."],
      ].sort(),
    );
    expect(kept.find(({ entryId }) => entryId === "fb_8")?.raw).toBe(JSON.stringify(bad[4]));
    expect(Math.max(...kept.map(({ raw }) => raw.length))).toBe(65_536);
    expect(await list("other")).toEqual([]);
    expect((await rig.stored("fb_6"))?.comment).toBe("Comment 6");

    const [first] = kept.filter(({ entryId }) => entryId === null);
    await skippedItems.dismiss("docs", first?.id ?? "");
    expect(await skippedItems.count("docs")).toBe(6);
    await expect(skippedItems.dismiss("other", first?.id ?? "")).rejects.toThrow(
      "no longer skipped",
    );
    // A dismissed entry stays dismissed, and the same text isn't stored twice.
    await rig.pass(20 * MINUTE);
    expect(await skippedItems.count("docs")).toBe(6);
    rig.platform.always(null);
    await rig.pass(20 * MINUTE);
    expect((await list()).map(({ entryId }) => entryId)).toEqual(Array(4).fill(null));
    await rig.expectSame();
  });

  test("marks what two full syncs missed as deleted, and restores it when seen again", async () => {
    rig.platform.entries.push({ ...entry(900), createdAt: null });
    const mirror = rig.start();
    await rig.settled(mirror);
    const [held] = rig.platform.entries.splice(200, 1);
    rig.platform.entries.pop();
    const deleted = async () => (await mirror.status("docs")).deleted;
    const fullSyncs = async () => {
      const { rows } = {
        rows: await rig.database.query.selectFrom("sync_lane").selectAll().execute(),
      };
      const full = rows.find(({ lane }) => lane === "full");
      return JSON.parse(full?.state ?? "{}").finishedCount as number;
    };
    while ((await fullSyncs()) < 2) await rig.pass(MINUTE);
    expect(await deleted()).toBe(0);
    while ((await fullSyncs()) < 3) await rig.pass(MINUTE);
    await until(async () => expect(await deleted()).toBe(2));
    expect((await rig.stored("fb_200"))?.deleted_at).toBeGreaterThan(START);
    await readable(451);
    if (held) rig.platform.entries.splice(200, 0, held);
    while ((await fullSyncs()) < 4) await rig.pass(MINUTE);
    expect(await deleted()).toBe(1);
    expect((await rig.stored("fb_200"))?.deleted_at).toBeNull();
  });

  test("runs a refresh requested during a page after that page", async () => {
    const mirror = rig.start();
    await rig.settled(mirror);
    let asked: Promise<unknown> | null = null;
    rig.platform.always((request, response) => {
      asked ??= mirror.refresh("docs");
      asked.then(
        () => rig.platform.behave(request, response),
        () => undefined,
      );
    });
    rig.time += MINUTE;
    await rig.seen(6);
    rig.time += 6_000;
    await rig.seen(7);
    rig.time += 6_000;
    await rig.quiet();
  });
});

describe("a broken cursor", () => {
  const mixed = (count: number): ServedEntry[] =>
    Array.from({ length: count }, (_, age) =>
      entry(age, {
        source: SOURCES[age % 4],
        status: STATUSES[Math.floor(age / 4) % 4],
        createdAt: age % 50 === 0 ? null : new Date(START - age * HOUR).toISOString(),
      }),
    );

  beforeEach(async () => {
    rig = await openMirrorRig("sqlite");
    rig.platform.entries = mixed(900);
  });

  /** Fails pages beyond this offset of any list. */
  const beyond =
    (offset: number, fault: Behaviour): Behaviour =>
    (request, response) =>
      (Number(request.query.get("cursor") ?? 0) >= offset ? fault : rig.platform.behave)(
        request,
        response,
      );

  const circle: Behaviour = (request, response) =>
    rig.platform.altered((answer) => ({ ...answer, nextCursor: "100", hasMore: true }))(
      request,
      response,
    );
  const noNext: Behaviour = (request, response) =>
    rig.platform.altered((answer) => ({ ...answer, nextCursor: null, hasMore: true }))(
      request,
      response,
    );

  const brokenCursors: [string, () => Behaviour][] = [
    ["rejected with 400", () => beyond(400, faults.status(400))],
    ["that grows until 414", () => beyond(400, faults.status(414))],
    ["that returns to an earlier page", () => beyond(300, circle)],
    ["missing although there is more", () => beyond(300, noNext)],
    [
      "that is a URL without a cursor",
      () =>
        beyond(300, (request, response) =>
          rig.platform.altered((answer) => ({
            ...answer,
            nextCursor: `${elsewhere.url}/x`,
            hasMore: true,
          }))(request, response),
        ),
    ],
  ];

  test.each(brokenCursors)(
    "%s loses nothing: the sync splits by source and status",
    async (_, make) => {
      rig.platform.always(make());
      const mirror = rig.start();
      expect(await rig.settled(mirror)).toMatchObject({ items: 900, problem: null });
      await rig.expectSame();
      const kinds = new Set(rig.platform.requests.map(({ query }) => query.get("source")));
      expect(kinds.size).toBe(5);
      expect(elsewhere.requests).toEqual([]);
      // Splitting by date wasn't needed; it would miss entries without a date.
      const byDate = rig.platform.requests.filter(({ query }) => query.has("dateTo"));
      expect(byDate).toEqual([]);
    },
  );

  test("within one source and status splits by date and keeps undated entries @thorough", async () => {
    rig.platform.entries = mixed(900).map((held) => ({
      ...held,
      source: "agent",
      status: "pending",
    }));
    const mirror = rig.start();
    await rig.settled(mirror);
    // From here on, no list has a third page.
    rig.platform.always(beyond(200, faults.status(414)));
    rig.allowance = { limit: 10_000, reserve: 0 };
    rig.platform.entries.push(entry(5_000, { createdAt: "2020-01-01T00:00:00Z" }));
    await rig.pass(2 * HOUR);
    expect(await rig.stored("fb_5000")).toBeDefined();
    expect(rig.platform.requests.some(({ query }) => query.has("dateTo"))).toBe(true);
    await rig.pass(2 * HOUR);
    const status = await mirror.status("docs");
    expect(status.deleted).toBe(0);
    expect(status.items).toBe(901);
    await rig.expectSame();
  });

  test("in a full URL is extracted, and the URL's host isn't contacted", async () => {
    rig.platform.always(
      rig.platform.altered((answer) => ({
        ...answer,
        nextCursor:
          answer.nextCursor && `${elsewhere.url}/v1/x?limit=1&cursor=${answer.nextCursor}`,
      })),
    );
    const mirror = rig.start();
    await rig.settled(mirror);
    await rig.expectSame();
    expect(elsewhere.requests).toEqual([]);
  });

  test("in an endless export is recognized after three pages without anything new", async () => {
    let page = 0;
    rig.platform.always(
      rig.platform.altered((answer) => {
        page += 1;
        return {
          ...answer,
          feedback: page % 2 ? [] : [entry(1)],
          nextCursor: `p${page}`,
          hasMore: true,
        };
      }),
    );
    const mirror = rig.start();
    await until(async () => {
      const { problem, backfill } = await mirror.status("docs");
      expect(problem?.message).toMatch(/nothing new.*may be missing/s);
      expect(backfill?.resumesAt).toBeGreaterThan(rig.time);
    });
    // Empty pages in front of the first repetition are allowed.
    expect(rig.platform.requests.length).toBeLessThan(8);
    rig.platform.always(null);
    await rig.pass(4 * HOUR);
    expect(await rig.settled(mirror)).toMatchObject({ items: 900, problem: null, deleted: 0 });
  });

  test("continues past empty pages", async () => {
    let empty = 0;
    rig.platform.always((request, response) => {
      const cursor = request.query.get("cursor");
      const isEmpty = !request.query.has("dateFrom") && (cursor === null || cursor.startsWith("e"));
      if (!isEmpty) return rig.platform.behave(request, response);
      empty += 1;
      const nextCursor = empty >= 10 ? "0" : `e${empty}`;
      faults.json({ feedback: [], nextCursor, hasMore: true })(request, response);
    });
    const mirror = rig.start();
    while ((await mirror.status("docs")).phase !== "following") await rig.pass(HOUR);
    expect(await rig.settled(mirror)).toMatchObject({ items: 900, pagesRead: 19, problem: null });
  });

  test("hides nothing while many entries arrive during paging", async () => {
    let flood = 0;
    rig.platform.always((request, response) => {
      const createdAt = new Date(rig.time).toISOString();
      const added = Array.from({ length: 40 }, () => {
        flood += 1;
        return entry(-flood, { createdAt });
      });
      if (flood < 400) rig.platform.entries.unshift(...added);
      rig.platform.behave(request, response);
    });
    const mirror = rig.start();
    await rig.settled(mirror);
    rig.time += 2 * MINUTE;
    await until(() => rig.expectSame());
    expect((await mirror.status("docs")).problem).toBeNull();
  });

  test("at a page that always fails is bypassed while new items keep arriving", async () => {
    const failing = faults.status(500);
    rig.platform.always((request, response) => {
      const isFailing = request.query.get("cursor") === "500" && !request.query.has("source");
      (isFailing ? failing : rig.platform.behave)(request, response);
    });
    rig.allowance = { limit: 400, reserve: 20 };
    const mirror = rig.start();
    await rig.pass(2 * HOUR);
    await rig.expectSame();
    expect((await mirror.status("docs")).phase).toBe("following");
  });
});
