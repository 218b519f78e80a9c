import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR, SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback/store.ts";
import { createQuarantine } from "../../lib/store/sync/quarantine.ts";
import { engines } from "../support/databases.ts";
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

// The table in tests/README.md says what each of these is about.

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

/** An answer of the platform as `change` alters it. */
const altered =
  (change: (answer: Record<string, unknown>, entries: ServedEntry[]) => unknown): Behaviour =>
  (request, response) => {
    const written: string[] = [];
    const stand = Object.create(response);
    stand.writeHead = () => stand;
    stand.end = (text: string) => written.push(text);
    rig.platform.behave(request, stand);
    const answer = JSON.parse(written.join(""));
    faults.json(change(answer, answer.feedback))(request, response);
  };

const redirect: Behaviour = (request, response) =>
  faults.redirect(`${elsewhere.url}${request.path}`)(request, response);

describe.each(engines)("on $name", ({ name }) => {
  beforeEach(async () => {
    rig = await openMirrorRig(name);
  });

  /** What fails, in how many attempts, and what a person reads of it; null where nothing. */
  const failures: [string, Behaviour, number, RegExp | null][] = [
    ["429 with Retry-After in seconds", faults.status(429, { "retry-after": "30" }), 1, /429/],
    [
      "429 with Retry-After as a date",
      faults.status(429, { "retry-after": new Date(START + 3 * MINUTE).toUTCString() }),
      1,
      /429/,
    ],
    ["429 without Retry-After", faults.status(429), 1, /429/],
    ["401", faults.status(401), 1, /does not accept the API key.*PLATFORM_API_KEY/s],
    ["403", faults.status(403), 1, /another organization/],
    ["404", faults.status(404), 1, /knows no project "docs"/],
    ["500", faults.status(500), 3, /500/],
    ["502", faults.status(502, {}, "<h1>Bad gateway</h1>"), 3, /502/],
    ["503", faults.status(503), 3, /503/],
    ["a hang", faults.hang, 3, /did not answer/],
    ["a drip of bytes", faults.drip, 3, /did not answer/],
    ["truncated JSON", faults.truncatedJson, 1, /incomplete/],
    ["an answer cut off", faults.cutOff, 3, /broke off/],
    ["HTML instead of JSON", faults.html, 1, /web page/],
    ["a body of 50 MB", faults.huge(50), 1, /8 MB/],
    ["a redirect to another host", redirect, 1, /redirect/],
    ["a connection reset", faults.reset, 3, /broke off/],
  ];

  // What goes wrong before anything is stored doesn't depend on the database.
  const transport = name === "sqlite" ? failures : [];
  test.each(transport)("%s in the middle of reading is got over", async (_, fault, tries, said) => {
    rig.deadline = /hang|drip/.test(_) ? 60 : 15_000;
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

    rig.deadline = 15_000;
    platform.always(null);
    rig.time += 16 * MINUTE;
    await until(async () => {
      await rig.expectSame();
      expect((await mirror.status("docs")).problem).toBeNull();
    });
    await readable(450);
    expect(elsewhere.requests).toEqual([]);
    // From where it stood, not from the start: the two pages were not read again.
    expect(rig.cursors().filter((cursor) => cursor === null)).toHaveLength(1);
  });

  test("duplicates on a page and across pages are stored once, as last seen", async () => {
    rig.platform.always(
      altered((answer, entries) => ({
        ...answer,
        feedback: [...entries, { ...entries[0], status: "resolved" }, entry(3, { status: "old" })],
      })),
    );
    const mirror = rig.start();
    await rig.settled(mirror);
    await rig.expectSame();
    expect((await rig.stored("fb_100"))?.team_status).toBe("resolved");
  });

  test("a status that flips between pages is stored as it was read last", async () => {
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

  test("entries removed while paging hide others for one walk, which the next one finds", async () => {
    let left = 3;
    rig.platform.always((request, response) => {
      rig.platform.behave(request, response);
      if (left-- > 0) rig.platform.entries.splice(10, 10);
    });
    const mirror = rig.start();
    const status = await rig.settled(mirror);
    // Those ten a page that moved to a page already read.
    expect(status.items).toBeLessThan(450);
    await rig.pass(HOUR);
    const ids = rig.platform.entries.map(({ id }) => id);
    for (const id of ids) expect(await rig.stored(id), id).toMatchObject({ deleted_at: null });
  });

  test("null dates, unknown words and missing or extra keys are kept as they are", async () => {
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
      // Character for character what was sent, invisible ones too.
      expect(stored?.raw).toBe(JSON.stringify(given));
      expect(stored?.source).toBe(given.source);
    }
    expect((await rig.stored("fb_5"))?.comment).toContain("in\u202Evisible\u200B");
  });

  test("what cannot be an entry goes into quarantine, and leaves it when it comes sound", async () => {
    const bad = [
      null,
      "text",
      { comment: "no id" },
      { ...entry(7), id: "x".repeat(501) },
      { ...entry(8), status: 7 },
      { ...entry(9), source: "s".repeat(101), comment: "c".repeat(70_000) },
    ];
    rig.platform.always(
      altered((answer, entries) => ({
        ...answer,
        feedback: [...bad, ...entries.filter(({ id }) => id !== "fb_8" && id !== "fb_9")],
      })),
    );
    const mirror = rig.start();
    expect(await rig.settled(mirror)).toMatchObject({
      items: 448,
      quarantined: 6,
      problem: null,
    });
    const quarantine = createQuarantine(rig.database, { now: () => rig.time });
    const list = async (projectId = "docs") =>
      (await quarantine.list(projectId, { limit: 10, cursor: null })).entries;
    const kept = await list();
    expect(kept.map(({ entryId, reason }) => [entryId, reason]).sort()).toEqual(
      [
        [null, "It is not an object."],
        [null, "It is not an object."],
        [null, "id is missing; source is missing; status is missing."],
        [null, "id is too long."],
        ["fb_8", "status is not text."],
        ["fb_9", "source is too long."],
      ].sort(),
    );
    expect(kept.find(({ entryId }) => entryId === "fb_8")?.raw).toBe(JSON.stringify(bad[4]));
    expect(Math.max(...kept.map(({ raw }) => raw.length))).toBe(65_536);
    expect(await list("other")).toEqual([]);

    const [first] = kept.filter(({ entryId }) => entryId === null);
    await quarantine.dismiss("docs", first?.id ?? "");
    expect(await quarantine.count("docs")).toBe(5);
    await expect(quarantine.dismiss("other", first?.id ?? "")).rejects.toThrow("quarantine");
    // What was set aside does not come back by coming again, and what comes again is not two.
    await rig.pass(20 * MINUTE);
    expect(await quarantine.count("docs")).toBe(5);
    rig.platform.always(null);
    await rig.pass(20 * MINUTE);
    expect((await list()).map(({ entryId }) => entryId)).toEqual([...[null, null, null]]);
    await rig.expectSame();
  });

  test("what two whole walks miss is gone but kept, and back when it is seen again", async () => {
    rig.platform.entries.push({ ...entry(900), createdAt: null });
    const mirror = rig.start();
    await rig.settled(mirror);
    const [held] = rig.platform.entries.splice(200, 1);
    rig.platform.entries.pop();
    const gone = async () => (await mirror.status("docs")).deleted;
    const walks = async () => {
      const { rows } = {
        rows: await rig.database.query.selectFrom("sync_walk").selectAll().execute(),
      };
      const full = rows.find(({ lane }) => lane === "full");
      return JSON.parse(full?.state ?? "{}").ended as number;
    };
    while ((await walks()) < 2) await rig.pass(MINUTE);
    expect(await gone()).toBe(0);
    while ((await walks()) < 3) await rig.pass(MINUTE);
    await until(async () => expect(await gone()).toBe(2));
    expect((await rig.stored("fb_200"))?.deleted_at).toBeGreaterThan(START);
    await readable(451);
    if (held) rig.platform.entries.splice(200, 0, held);
    while ((await walks()) < 4) await rig.pass(MINUTE);
    expect(await gone()).toBe(1);
    expect((await rig.stored("fb_200"))?.deleted_at).toBeNull();
  });

  test("a question for news while a page is being stored is answered after it", async () => {
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

describe("a cursor that leads nowhere", () => {
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

  /** Pages beyond this offset of any list are not to be had as usual. */
  const beyond =
    (offset: number, fault: Behaviour): Behaviour =>
    (request, response) =>
      (Number(request.query.get("cursor") ?? 0) >= offset ? fault : rig.platform.behave)(
        request,
        response,
      );

  const circle: Behaviour = (request, response) =>
    altered((answer) => ({ ...answer, nextCursor: "100", hasMore: true }))(request, response);
  const noNext: Behaviour = (request, response) =>
    altered((answer) => ({ ...answer, nextCursor: null, hasMore: true }))(request, response);

  const troubles: [string, () => Behaviour][] = [
    ["is refused with 400", () => beyond(400, faults.status(400))],
    ["grows until 414", () => beyond(400, faults.status(414))],
    ["comes back to an earlier page", () => beyond(300, circle)],
    ["is missing where there is more", () => beyond(300, noNext)],
    [
      "is a URL without a cursor",
      () =>
        beyond(300, (request, response) =>
          altered((answer) => ({ ...answer, nextCursor: `${elsewhere.url}/x`, hasMore: true }))(
            request,
            response,
          ),
        ),
    ],
  ];

  test.each(troubles)(
    "and %s costs no entry: parts by source and status are read",
    async (_, make) => {
      rig.platform.always(make());
      const mirror = rig.start();
      expect(await rig.settled(mirror)).toMatchObject({ items: 900, problem: null });
      await rig.expectSame();
      const kinds = new Set(rig.platform.requests.map(({ query }) => query.get("source")));
      expect(kinds.size).toBe(5);
      expect(elsewhere.requests).toEqual([]);
      // No list by dates was needed, which would not reach what has none.
      const looks = rig.platform.requests.filter(({ query }) => query.has("dateTo"));
      expect(looks).toEqual([]);
    },
  );

  test("even within one source and status is got around by dates, and no undated entry is lost", async () => {
    rig.platform.entries = mixed(900).map((held) => ({
      ...held,
      source: "agent",
      status: "pending",
    }));
    const mirror = rig.start();
    await rig.settled(mirror);
    // From here on no list has a third page.
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

  test("as a full URL is taken out of it, and its host is not asked", async () => {
    rig.platform.always(
      altered((answer) => ({
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

  test("in an export without an end is left after fifty pages without anything new", async () => {
    let page = 0;
    rig.platform.always(
      altered((answer) => {
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
      expect(problem?.message).toMatch(/without anything new.*may be missing/s);
      expect(backfill?.resumesAt).toBeGreaterThan(rig.time);
    });
    expect(rig.platform.requests.length).toBeLessThan(60);
    rig.platform.always(null);
    rig.time += HOUR;
    expect(await rig.settled(mirror)).toMatchObject({ items: 900, problem: null, deleted: 0 });
  });

  test("past empty pages goes on", async () => {
    rig.platform.next(
      ...Array.from({ length: 10 }, (_, n) =>
        faults.json({ feedback: [], nextCursor: n === 9 ? "0" : `e${n}`, hasMore: true }),
      ),
    );
    const mirror = rig.start();
    expect(await rig.settled(mirror)).toMatchObject({ items: 900, pagesRead: 19 });
  });

  test("a flood of new entries while paging hides nothing", async () => {
    let flood = 0;
    rig.platform.always((request, response) => {
      const createdAt = new Date(rig.time).toISOString();
      const news = Array.from({ length: 40 }, () => {
        flood += 1;
        return entry(-flood, { createdAt });
      });
      if (flood < 400) rig.platform.entries.unshift(...news);
      rig.platform.behave(request, response);
    });
    const mirror = rig.start();
    await rig.settled(mirror);
    rig.time += 2 * MINUTE;
    await until(() => rig.expectSame());
    expect((await mirror.status("docs")).problem).toBeNull();
  });

  test("and one page that always fails is read around, while what is new still comes", async () => {
    const poison = faults.status(500);
    rig.platform.always((request, response) => {
      const bad = request.query.get("cursor") === "500" && !request.query.has("source");
      (bad ? poison : rig.platform.behave)(request, response);
    });
    rig.allowance = { limit: 400, reserve: 20 };
    const mirror = rig.start();
    await rig.pass(2 * HOUR);
    await rig.expectSame();
    expect((await mirror.status("docs")).phase).toBe("following");
  });
});
