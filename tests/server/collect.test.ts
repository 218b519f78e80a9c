import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listFeedback } from "../../lib/contract/platform/feedback.ts";
import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { ownSiteKeyRow } from "../../lib/platform/collect/collect-keys.ts";
import { VISITOR_LIMIT } from "../../lib/platform/collect/visitor-limits.ts";
import { solve } from "../../lib/widget/challenge.ts";
import { engines, ruleTest } from "../support/databases.ts";
import { NOW, openTestPlatform, type TestPlatform } from "../support/platform.ts";

const SECRETS = ["the-secret-of-one-gitbook-site", "the-secret-of-another-site"] as const;
const OTHER_SECRET = "the-secret-of-another-project";

/** An event as GitBook's developer documentation shows it. */
const EVENT = {
  eventId: "evt_3456789012cdefgh",
  type: "page_feedback",
  siteId: "site_abc123",
  spaceId: "space_xyz789",
  installationId: "inst_def456",
  pageId: "page_feedback123",
  feedback: { rating: "bad", comment: "Step 2 fails" },
  visitor: { anonymousId: "anon_789", userAgent: "Mozilla/5.0", ip: "203.0.113.9", cookies: {} },
  url: "https://docs.example.com/api-reference",
  referrer: "https://docs.example.com/getting-started",
};

const SITE = "https://docs.example.com";

/** Statements after which the database can't grow, and one after which it can. */
const FULL_DISK = {
  sqlite: { fill: ["pragma max_page_count = 1"], empty: "pragma max_page_count = 1000000" },
  postgres: {
    // The server's error when a table can't grow, after the entry itself was written.
    fill: [
      `create function fill() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end $$`,
      "create trigger fill after update on platform_submission for each row execute function fill()",
    ],
    empty: "drop trigger fill on platform_submission",
  },
};

describe.each(engines)("the collector on $name", (engine) => {
  const rule = ruleTest(engine);
  let platform: TestPlatform;
  let key: string;
  beforeEach(async () => {
    platform = await openTestPlatform(engine, [], {
      GITBOOK_WEBHOOK_SECRETS: `docs=${SECRETS[0]},other=${OTHER_SECRET},docs=${SECRETS[1]}`,
    });
    key = (await createKey()).key;
  });
  afterEach(() => platform.close());

  const createKey = (paths: string[] = []) =>
    platform.collectKeys.create("docs", {
      name: "Docs",
      origins: [SITE, "https://*.preview.example.com"],
      paths,
    });

  function post(body: unknown, headers: Record<string, string> = {}, publicKey = key) {
    return platform.handle(
      new Request(`http://127.0.0.1/v1/collect/${publicKey}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: SITE, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  }

  async function idOf(body: unknown, headers?: Record<string, string>): Promise<string> {
    const response = await post(body, headers);
    const answer = await response.json();
    expect(answer).toEqual({ id: expect.stringMatching(/^fb_/) });
    expect(response.status).toBe(202);
    return answer.id;
  }

  /** What is held, the newest first. */
  async function held() {
    const { spamPosts } = await platform.spamPosts.list("docs", { limit: 20, cursor: null });
    return spamPosts;
  }

  /** The export, checked strictly. */
  async function exported() {
    const response = await platform.ask(listFeedback.path("docs"));
    return listFeedback.response.parse(await response.json()).feedback;
  }

  test("maps submissions to the four sources of the interface", async () => {
    const url = `${SITE}/guides/start?utm=1#top`;
    const ids = [
      await idOf({ url, helpful: true }),
      await idOf({ url, helpful: false, comment: "Step 2 fails", email: "ann@example.com" }),
      await idOf({ url, helpful: false, reasons: ["Outdated"], locale: "de-DE" }),
      await idOf({ url, code: "npm i", filename: "a.sh", comment: "Typo" }),
      await idOf({ url, agent: true, comment: "The example doesn't compile." }),
    ];
    const base = { path: "/guides/start", status: "pending", comment: null };
    const at = { createdAt: new Date(NOW).toISOString() };
    const own = [
      { source: "thumbs_only" },
      { source: "contextual", helpful: false, comment: "Step 2 fails", contact: "ann@example.com" },
      { source: "contextual", helpful: false, contact: null },
      { source: "code_snippet", code: "npm i", filename: "a.sh", lang: null, comment: "Typo" },
      { source: "agent", comment: "The example doesn't compile." },
    ];
    const entries = new Map((await exported()).map((entry) => [entry.id, entry]));
    expect(ids.map((id) => entries.get(id))).toEqual(
      own.map((fields, index) => ({ ...base, ...at, ...fields, id: ids[index] })),
    );
    const rows = await platform.database.query
      .selectFrom("platform_submission")
      .selectAll()
      .where("entry_id", "=", ids[2] ?? "")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(rows.extras)).toEqual({
      helpful: false,
      reasons: ["Outdated"],
      locale: "de-DE",
    });
  });

  rule("accepts this server's own pages with a key for them, whatever its address is", async () => {
    expect(await platform.collectKeys.forOwnSite("docs")).toBe(null);
    const own = ownSiteKeyRow("docs", "Sample site", NOW);
    await platform.database.query.insertInto("platform_collect_key").values(own).execute();
    expect(await platform.collectKeys.forOwnSite("docs")).toBe(own.key);
    const body = { url: "/quickstart", helpful: true };
    for (const origin of ["http://127.0.0.1:3000", "http://localhost:3000"]) {
      expect((await post(body, { origin }, own.key)).status).toBe(202);
    }
    for (const origin of [SITE, "http://127.0.0.1:3001", "https://localhost:3000", "self"]) {
      expect((await post(body, { origin }, own.key)).status).toBe(403);
    }
    // The sample's own site says nothing about the team's.
    expect(await platform.collectKeys.hasReceivedElsewhere("docs")).toBe(false);
    expect((await post(body, { origin: SITE })).status).toBe(202);
    expect(await platform.collectKeys.hasReceivedElsewhere("docs")).toBe(true);
    await platform.collectKeys.disable("docs", own.key);
    expect(await platform.collectKeys.forOwnSite("docs")).toBe(null);
  });

  test("completes an item that has the same ID, for a day", async () => {
    const vote = { id: "visit-0001", url: "/a", helpful: false };
    const id = await idOf(vote);
    platform.clock.advance(60_000);
    expect(await idOf({ ...vote, comment: "Step 2 fails" })).toBe(id);
    expect(await idOf({ id: "visit-0001", url: "/a", email: "ann@example.com" })).toBe(id);
    // Who knows the browser's ID can change the item, so nobody else gets to see it.
    expect(JSON.stringify(await exported())).not.toContain("visit-0001");
    expect(await exported()).toMatchObject([
      {
        id,
        source: "contextual",
        helpful: false,
        comment: "Step 2 fails",
        contact: "ann@example.com",
        createdAt: new Date(NOW).toISOString(),
      },
    ]);
    platform.clock.advance(DAY);
    expect(await idOf({ ...vote, helpful: true })).not.toBe(id);
    expect(await exported()).toHaveLength(2);
  });

  test("adds a submission that is sent again at the same moment once", async () => {
    const body = { id: "visit-0002", url: "/a", helpful: true };
    const other = await platform.again();
    const request = () =>
      new Request(`http://127.0.0.1/v1/collect/${key}`, {
        method: "POST",
        headers: { "content-type": "text/plain" },
        body: JSON.stringify(body),
      });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? other : platform).handle(request())),
    );
    const ids = await Promise.all(responses.map(async (response) => (await response.json()).id));
    expect(new Set(ids).size).toBe(1);
    expect(await exported()).toHaveLength(1);
  });

  test("counts the same text from one visitor without an ID once", async () => {
    const from = (address: string) => ({ "x-errata-client": address });
    const body = { url: "/a", helpful: false, comment: "Broken" };
    const id = await idOf(body, from("203.0.113.5"));
    expect(await idOf(body, from("203.0.113.5"))).toBe(id);
    const others = Array.from({ length: 5 }, () => idOf(body, from("203.0.113.6")));
    const [other, ...same] = await Promise.all(others);
    expect(other).not.toBe(id);
    expect(new Set(same)).toEqual(new Set([other]));
    // Two readers behind one address who say the same are two.
    const own = [
      await idOf({ ...body, id: "reader-0001" }),
      await idOf({ ...body, id: "reader-0002" }),
    ];
    expect(new Set([id, other, ...own]).size).toBe(4);
    const second = await createKey();
    const atSecond = await post(body, from("203.0.113.5"), second.key);
    expect([id, other]).not.toContain((await atSecond.json()).id);
    expect(await exported()).toHaveLength(5);
    platform.clock.advance(DAY);
    expect(await idOf(body, from("203.0.113.5"))).not.toBe(id);
    const stored = await Promise.all(
      (["platform_submission", "platform_entry", "platform_collect_key"] as const).map((table) =>
        platform.database.query.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(stored)).not.toContain("203.0.113");
  });

  test("stores the vote that a reader ends with, however often it changes", async () => {
    const vote = (helpful: boolean) => ({ id: "a-vote-of-one-reader", url: "/a", helpful });
    const ids = new Set<string>();
    for (const helpful of [true, false, false, true]) ids.add(await idOf(vote(helpful)));
    expect(ids.size).toBe(1);
    const votes = async () => {
      const rows = await platform.database.query
        .selectFrom("platform_submission")
        .select("extras")
        .execute();
      return rows.map(({ extras }) => JSON.parse(extras).helpful);
    };
    expect(await votes()).toEqual([true]);
    // Without an ID, a repeat counts once, and the last vote still counts.
    for (const helpful of [true, true, false, false, true]) await idOf({ url: "/b", helpful });
    expect((await votes()).sort()).toEqual([false, true, true, true]);
  });

  test("limits a visitor, not the others", async () => {
    const from = (address: string) => ({ "x-errata-client": address });
    for (let count = 0; count < VISITOR_LIMIT; count += 1) {
      await idOf({ url: `/page-${count}`, helpful: true }, from("203.0.113.5"));
    }
    const refused = await post({ url: "/last", helpful: true }, from("203.0.113.5"));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(refused.headers.get("access-control-allow-origin")).toBe(SITE);
    await idOf({ url: "/last", helpful: true }, from("203.0.113.6"));
    platform.clock.advance(60_000);
    await idOf({ url: "/last", helpful: true }, from("203.0.113.5"));
  });

  rule("limits all IPv6 addresses of one network together", async () => {
    const send = (address: string) =>
      post({ url: "/page", helpful: true }, { "x-errata-client": address });
    for (let host = 1; host <= VISITOR_LIMIT; host += 1) {
      expect((await send(`2001:db8:0:1::${host.toString(16)}`)).status).not.toBe(429);
    }
    expect((await send("2001:db8:0:1:ffff::1")).status).toBe(429);
    expect((await send("2001:db8:0:2::1")).status).not.toBe(429);
  });

  const suspicious: [string, Record<string, unknown>][] = [
    ["a filled hidden field", { website: "https://spam.example" }],
    ["a comment within a second", { comment: "Great", shownFor: 200 }],
    ["a link in markup", { comment: 'Buy <a href="https://spam.example">here</a>' }],
    [
      "many links",
      { comment: "See https://a.example https://b.example https://c.example https://d.example" },
    ],
    ["nothing but a link", { comment: "https://spam.example" }],
  ];
  test("holds what looks like spam for review, and restores it", async () => {
    for (const [name, fields] of suspicious) {
      const id = await idOf({ url: "/a", helpful: true, ...fields });
      expect(await held(), name).toMatchObject([
        { entry: { id }, reason: expect.stringMatching(/\.$/) },
      ]);
      expect((await exported()).map((entry) => entry.id)).not.toContain(id);
      await platform.spamPosts.restore("docs", id);
      await platform.spamPosts.restore("docs", id);
      expect((await exported()).map((entry) => entry.id)).toContain(id);
      expect(await held()).toEqual([]);
    }
    await expect(platform.spamPosts.restore("docs", "fb_none")).rejects.toThrow(/doesn't exist/);
  });

  test("lists all suspected spam in pages, each once, while some comes and goes", async () => {
    const spam = async (path: string) => idOf({ url: path, helpful: true, website: "x" });
    const ids: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      // Three of each moment.
      if (index % 3 === 0) platform.clock.advance(1_000);
      ids.push(await spam(`/old-${index}`));
    }
    expect(await platform.spamPosts.count("docs")).toBe(9);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await platform.spamPosts.list("docs", { limit: 4, cursor });
      found.push(...page.spamPosts.map(({ entry }) => entry.id));
      cursor = page.nextCursor;
      // The last one of the page, after which the next page begins.
      await platform.spamPosts.restore("docs", found.at(-1) ?? "");
      platform.clock.advance(1_000);
      await spam(`/new-${found.length}`);
    } while (cursor !== null);
    expect(found).toHaveLength(9);
    expect(new Set(found)).toEqual(new Set(ids));
    expect(found.slice(0, 3).sort()).toEqual(ids.slice(6).sort());
    for (const wrong of ["", "1", "x.fb_1", "1.fb_1.2", "1.", "9".repeat(400)]) {
      const list = platform.spamPosts.list("docs", { limit: 4, cursor: wrong });
      await expect(list, wrong).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  test("deletes suspected spam, and nothing that is restored", async () => {
    const spam = async (path: string) => idOf({ url: path, helpful: true, website: "x" });
    const accepted = await idOf({ url: "/accepted", helpful: true });
    const [restored, first, second] = [await spam("/a"), await spam("/b"), await spam("/c")];
    await platform.spamPosts.restore("docs", restored);
    const other = await platform.again();
    let late: Promise<unknown> = Promise.resolve();
    const recorded: string[] = [];
    const record = async (deleted: readonly string[]) => {
      recorded.push(...deleted);
      late = other.spamPosts.restore("docs", first).catch((error: unknown) => error);
      if (engine.name === "postgres") await someoneWaits();
    };
    const remove = () =>
      platform.spamPosts.delete("docs", [accepted, restored, first, second, "fb_none"], record);
    expect(await remove()).toBe(2);
    expect(recorded.sort()).toEqual([first, second].sort());
    expect(await late).toMatchObject({ code: "not_found" });
    expect(await remove()).toBe(0);
    expect(recorded).toHaveLength(2);
    expect((await exported()).map(({ id }) => id).sort()).toEqual([accepted, restored].sort());
    const rows = await platform.database.query
      .selectFrom("platform_submission")
      .select("entry_id")
      .execute();
    expect(rows.map((row) => row.entry_id).sort()).toEqual([accepted, restored].sort());
  });

  /** Waits until a transaction on PostgreSQL waits for another one. */
  const someoneWaits = () =>
    vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(
        platform.database.read,
      );
      expect(rows).toHaveLength(1);
    });

  test("accepts links that readers report, and those to where the documentation links", async () => {
    for (const comment of [
      "These four are dead: https://a.example/x https://b.example/y https://c.example/z https://d.example/w",
      "https://docs.example.com/old-page",
      'The snippet <a href="/x">x</a> lacks rel=noopener',
    ]) {
      await idOf({ url: "/q", helpful: false, comment });
    }
    await platform.docsFiles.head();
    await idOf({ url: "/q", helpful: true, comment: "https://api.parcelrelay.example/v3" });
    expect(await held()).toEqual([]);
    expect(await exported()).toHaveLength(4);
  });

  test("removes old contacts from what was held", async () => {
    const spam = { url: "/a", helpful: true, email: "ann@example.com", website: "x" };
    await idOf(spam);
    const contacts = async () => JSON.stringify(await held());
    expect(await contacts()).toContain("ann@example.com");
    platform.clock.advance(DAY);
    const removed = () =>
      platform.retention.contacts(platform.clock.now(), 10, async () => undefined);
    expect(await removed()).toBe(1);
    expect(await removed()).toBe(0);
    expect(await contacts()).not.toContain("ann@example.com");
  });

  test("deletes old suspected spam, and no item that was restored", async () => {
    const spam = async (path: string) => idOf({ url: path, helpful: true, website: "x" });
    const ids = [await spam("/a"), await spam("/b"), await spam("/c")];
    await platform.spamPosts.restore("docs", ids[0] ?? "");
    platform.clock.advance(DAY);
    const newer = await spam("/d");
    let records = 0;
    const removed = () =>
      platform.retention.suspectedSpam(platform.clock.now(), 1, async () => {
        records += 1;
      });
    expect([await removed(), await removed(), await removed(), records]).toEqual([1, 1, 0, 2]);
    expect((await held()).map(({ entry }) => entry.id)).toEqual([newer]);
    expect((await exported()).map(({ id }) => id)).toEqual([ids[0]]);
    const { received } = (await platform.collectKeys.list("docs"))[0] ?? {};
    expect(received).toBe(2);
  });

  test("forgets the ID of a deleted item", async () => {
    const vote = { id: "visit-0009", url: "/a", helpful: true };
    const id = await idOf(vote);
    await platform.deleteEntries("docs", [id]);
    expect(await idOf({ ...vote, helpful: false })).not.toBe(id);
  });

  test("lets suspected spam change no accepted item", async () => {
    const id = await idOf({ id: "visit-0003", url: "/a", helpful: true });
    const spam = { id: "visit-0003", url: "/a", helpful: true, website: "x", comment: "Buy" };
    const heldId = await idOf(spam, { "x-errata-client": "203.0.113.5" });
    expect(heldId).not.toBe(id);
    // Sent again by another server, or later: held once, also after someone restored it.
    expect(await idOf(spam, { "x-errata-client": "203.0.113.6" })).toBe(heldId);
    expect(await exported()).toMatchObject([{ id, comment: null }]);
    await platform.spamPosts.restore("docs", heldId);
    expect(await idOf(spam, { "x-errata-client": "203.0.113.7" })).toBe(heldId);
    expect(await held()).toEqual([]);
    expect(await exported()).toHaveLength(2);
  });

  test("stores nothing of what the disk has no room for, and says so", async () => {
    const { query } = platform.database;
    const vote = { id: "visit-0001", url: "/a", helpful: true };
    const comment = { ...vote, comment: "x".repeat(30_000) };
    await idOf(vote);
    const { fill, empty } = FULL_DISK[engine.name];
    for (const statement of fill) await sql.raw(statement).execute(query);
    const refused = await post(comment);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(refused.headers.get("access-control-allow-origin")).toBe(SITE);
    expect(await refused.json()).toEqual({
      error: "Nothing was stored, because the server's disk is full. Try again later.",
    });
    expect(await exported()).toMatchObject([{ comment: null }]);
    await sql.raw(empty).execute(query);
    await idOf(comment);
    expect(await exported()).toMatchObject([{ comment: comment.comment }]);
  });

  rule("accepts programs, marked", async () => {
    const id = await idOf({ url: "/a", helpful: true }, { "user-agent": "Googlebot/2.1" });
    const row = await platform.database.query
      .selectFrom("platform_submission")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ entry_id: id, is_bot: 1 });
    expect(JSON.stringify(row)).not.toContain("Googlebot");
  });

  rule("stores no language of readers who ask not to be tracked", async () => {
    await idOf({ url: "/a", helpful: true, locale: "de" }, { "sec-gpc": "1" });
    await idOf({ url: "/b", helpful: true, locale: "de" }, { dnt: "1" });
    const rows = await platform.database.query
      .selectFrom("platform_submission")
      .select("extras")
      .execute();
    expect(rows.map(({ extras }) => JSON.parse(extras).locale)).toEqual([null, null]);
  });

  rule("answers only the key's origins", async () => {
    const vote = { url: "/a", helpful: true };
    const preview = await post(vote, { origin: "https://pr-7.preview.example.com" });
    expect(preview.status).toBe(202);
    expect(preview.headers.get("access-control-allow-origin")).toBe(
      "https://pr-7.preview.example.com",
    );
    const origins = [
      "https://evil.example",
      "http://docs.example.com",
      "https://docs.example.com.evil.example",
      "https://preview.example.com",
      "https://evilpreview.example.com",
      "https://evil.example/.preview.example.com",
      "https://evil.example?.preview.example.com",
      "https://evil.example#.preview.example.com",
      "https://evil.example:443\\.preview.example.com",
      "https://evil.example@x.preview.example.com",
      "https://.preview.example.com",
      "https://a..preview.example.com",
      "https://pr-7.preview.example.com:8443",
      "https://pr-7.preview.example.com/",
    ];
    for (const origin of origins) {
      const response = await post(vote, { origin });
      expect([origin, response.status]).toEqual([origin, 403]);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
    const preflight = await platform.handle(
      new Request(`http://127.0.0.1/v1/collect/${key}`, {
        method: "OPTIONS",
        headers: { origin: SITE },
      }),
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type");
    expect(await exported()).toHaveLength(1);
  });

  rule("refuses unknown and disabled keys, and other methods", async () => {
    const vote = { url: "/a", helpful: true };
    expect((await post(vote, {}, "pub_unknown")).status).toBe(404);
    await platform.collectKeys.disable("docs", key);
    await platform.collectKeys.disable("docs", key);
    expect((await post(vote)).status).toBe(404);
    await expect(platform.collectKeys.disable("docs", "pub_unknown")).rejects.toThrow();
    key = (await createKey()).key;
    const read = new Request(`http://127.0.0.1/v1/collect/${key}`);
    expect((await platform.handle(read)).status).toBe(405);
    expect(await exported()).toEqual([]);
  });

  rule("limits unknown keys of a network, not the readers there", async () => {
    const vote = { url: "/a", helpful: true };
    const from = (address: string) => ({ "x-errata-client": address });
    const unknown = (index: number, address: string) =>
      post(vote, from(address), `pub_none${index}`);
    const answers = [];
    for (let count = 0; count <= VISITOR_LIMIT; count += 1)
      answers.push((await unknown(count, `2001:db8:0:1::${count}`)).status);
    expect(answers).toEqual([...Array(VISITOR_LIMIT).fill(404), 429]);
    const refused = await unknown(0, "2001:db8:0:1::a");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await unknown(0, "2001:db8:0:2::a")).status).toBe(404);
    await idOf(vote, from("2001:db8:0:1::a"));
    platform.clock.advance(60_000);
    expect((await unknown(0, "2001:db8:0:1::a")).status).toBe(404);
  });

  rule("takes forms without JavaScript, and sends readers back to the site only", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded", origin: "null" };
    const fields = "url=%2Fa&helpful=no&reasons=Outdated&reasons=Unclear&comment=&email=";
    const thanks = await post(fields, form);
    expect([thanks.status, thanks.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    const back = await post(
      `url=/b&helpful=yes&next=${encodeURIComponent(`${SITE}/thanks`)}`,
      form,
    );
    expect([back.status, back.headers.get("location")]).toEqual([303, `${SITE}/thanks`]);
    for (const next of ["https://evil.example/", "//evil.example", "javascript:alert(1)"]) {
      const away = await post(`url=/c&helpful=yes&next=${encodeURIComponent(next)}`, form);
      expect([next, away.status]).toEqual([next, 200]);
    }
    const entries = (await exported()).toSorted((one, other) => one.path.localeCompare(other.path));
    expect(entries).toMatchObject([
      { path: "/a", source: "contextual", helpful: false, comment: null, contact: null },
      { path: "/b", source: "thumbs_only" },
      { path: "/c", source: "thumbs_only" },
    ]);
  });

  rule("explains what is invalid, and stores nothing of it", async () => {
    const invalid: [unknown, string | RegExp][] = [
      ["{", /valid JSON/],
      ["[]", /body/],
      ["null", /body/],
      [{ helpful: true }, /^url:/],
      [{ url: "/a" }, /^helpful: is required/],
      [{ url: "/a", helpful: "yes" }, /^helpful: must be true or false/],
      [{ url: "https://evil.example/a", helpful: true }, /^url: must be a path/],
      [{ url: "javascript:alert(1)", helpful: true }, /^url:/],
      [{ url: "/a", helpful: true, id: "short" }, /^id:/],
      [{ url: "/a", helpful: true, email: "x" }, /^email:/],
      [{ url: "/a", helpful: true, status: "resolved" }, /^status: unknown/],
      [{ url: "/a", helpful: true, ["x".repeat(30_000)]: 1 }, /^x{49}…: unknown$/],
      [{ url: "/a", helpful: true, reasons: Array(6).fill("a") }, /^reasons:/],
      [{ url: "/a", helpful: true, comment: "a\0b" }, /^comment: .*NUL/],
      ['{"url":"/a","helpful":true,"comment":"\\ud800"}', /^comment: .*Unicode/],
      [{ url: "/a", helpful: true, locale: "<b>" }, /^locale:/],
    ];
    for (const [body, message] of invalid) {
      const response = await post(body);
      const answer = await response.json();
      expect([body, response.status]).toEqual([body, 400]);
      expect(answer.details[0].message).toMatch(message);
    }
    const large = await post({ url: "/a", helpful: true, comment: "x".repeat(33_000) });
    expect([large.status, (await large.json()).error]).toEqual([
      413,
      "The feedback is larger than 32 KB. Shorten it.",
    ]);
    expect((await post({ url: "/a" }, { "content-type": "image/png" })).status).toBe(400);
    expect(await exported()).toEqual([]);
  });

  rule("takes the feedback of Fumadocs' component, with the collector's rules", async () => {
    const send = (body: unknown, headers?: Record<string, string>) =>
      post(body, headers, `${key}/fumadocs`);
    const url = `${SITE}/guides/start?utm=1`;
    const good = { opinion: "good", url, message: "" };
    const bad = { opinion: "bad", url, message: "Step 2 fails" };
    const answers = [await send(good), await send(bad), await send(bad)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(answers[1]?.headers.get("access-control-allow-origin")).toBe(SITE);
    const entries = (await exported()).toSorted((one, other) =>
      one.source.localeCompare(other.source),
    );
    const path = "/guides/start";
    expect(entries).toMatchObject([
      { source: "contextual", path, helpful: false, comment: "Step 2 fails", contact: null },
      { source: "thumbs_only", path, comment: null },
    ]);
    expect((await send(bad, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(bad, {}, "pub_unknown/fumadocs")).status).toBe(404);
    expect((await post(bad, {}, `${key}/other`)).status).toBe(404);
    await send({ ...good, message: "https://spam.example" });
    expect(await held()).toHaveLength(1);
    const invalid: [Record<string, unknown>, RegExp][] = [
      [{ ...bad, opinion: "great" }, /^opinion: must be good or bad/],
      [{ ...bad, url: undefined }, /^url:/],
      [{ ...bad, url: "https://evil.example/a" }, /^url: must be a path/],
      [{ ...bad, message: 7 }, /^message: must be a string/],
    ];
    for (const [body, message] of invalid) {
      const response = await send(body);
      expect([response.status, (await response.json()).details[0].message]).toEqual([
        400,
        expect.stringMatching(message),
      ]);
    }
    expect(await exported()).toHaveLength(2);
  });

  /** Sends a signed event, as GitBook's Webhook integration does. */
  function sendEvent(
    event: unknown,
    options: { secret?: string; age?: number; sent?: string; header?: string } = {},
  ) {
    const body = typeof event === "string" ? event : JSON.stringify(event);
    const seconds = Math.floor((platform.clock.now() - (options.age ?? 0)) / 1_000);
    const signature = createHmac("sha256", options.secret ?? SECRETS[0])
      .update(`${seconds}.${body}`)
      .digest("hex");
    return platform.handle(
      new Request(`http://127.0.0.1/v1/collect/${key}/gitbook`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "GitBook-Webhook",
          "x-gitbook-signature": options.header ?? `t=${seconds},v1=${signature}`,
        },
        body: options.sent ?? body,
      }),
    );
  }

  test("takes GitBook's signed events, each once", async () => {
    const first = await sendEvent(EVENT);
    const { id } = await first.json();
    expect([first.status, id]).toEqual([202, expect.stringMatching(/^fb_/)]);
    platform.clock.advance(60_000);
    const again = await Promise.all([
      sendEvent(EVENT, { age: 60_000 }),
      sendEvent(EVENT, { secret: SECRETS[0] }),
    ]);
    for (const answer of again) expect(await answer.json()).toEqual({ id });
    const good = { rating: "good", comment: null };
    await sendEvent({ ...EVENT, eventId: "2", feedback: good }, { secret: SECRETS[1] });
    await sendEvent({ ...EVENT, eventId: "3", feedback: { rating: "ok", comment: "So-so" } });
    const base = { path: "/api-reference", contact: null };
    const entries = await exported();
    expect(entries).toHaveLength(3);
    expect(entries).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ ...base, id, helpful: false, comment: "Step 2 fails" }),
        expect.objectContaining({ source: "thumbs_only", comment: null }),
        expect.objectContaining({ ...base, helpful: false, comment: "So-so" }),
      ]),
    );
    const rows = await platform.database.query
      .selectFrom("platform_submission")
      .selectAll()
      .execute();
    expect(rows.map(({ extras }) => JSON.parse(extras).helpful)).toContain(true);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|anon_789|Mozilla|evt_/);
  });

  test("takes as many of GitBook's events as there are, and holds its spam for review", async () => {
    const ids = Array.from({ length: VISITOR_LIMIT + 5 }, (_, index) => `event ${index}`);
    const answers = await Promise.all(ids.map((eventId) => sendEvent({ ...EVENT, eventId })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await exported()).toHaveLength(ids.length);
    await sendEvent({ ...EVENT, feedback: { rating: "good", comment: "https://spam.example" } });
    expect(await held()).toHaveLength(1);
  });

  rule("takes GitBook's events in the other shapes that it documents", async () => {
    const { type, eventId, url: _, ...rest } = EVENT;
    const own = { ...rest, type, id: eventId, page: { path: "/api-reference" } };
    const shapes = [
      { event: own, timestamp: "2026-11-25T10:00:00.000Z", installation: {} },
      { event_type: type, event_data: { ...own, id: "2", type: undefined } },
      { event_type: type, event_data: { ...EVENT, eventId: "3" } },
      { ...EVENT, eventId: "4", type: "page_feedback_created" },
      { ...own, id: "5", page: { path: "api-reference" } },
    ];
    for (const shape of shapes) expect((await sendEvent(shape)).status).toBe(202);
    const entries = await exported();
    expect(entries).toHaveLength(shapes.length);
    for (const entry of entries) {
      expect(entry).toMatchObject({ path: "/api-reference", comment: "Step 2 fails" });
    }
  });

  rule("refuses what GitBook didn't sign, or signed long ago, and changes nothing", async () => {
    const body = JSON.stringify(EVENT);
    const hex = "0".repeat(64);
    const refused: [string, Parameters<typeof sendEvent>[1]][] = [
      ["a tampered body", { sent: body.replace("Step 2", "Step 3") }],
      ["a byte order mark", { sent: `\uFEFF${body}` }],
      ["another secret", { secret: "a-secret-that-nobody-configured" }],
      ["another project's secret", { secret: OTHER_SECRET }],
      ["an old signature", { age: 5 * 60_000 + 1_000 }],
      ["a signature from the future", { age: -5 * 60_000 - 1_000 }],
      ["no signature", { header: "" }],
      ["another time", { header: `t=${NOW / 1_000},v1=${hex}` }],
      ["a short signature", { header: `t=${NOW / 1_000},v1=00` }],
      ["no time", { header: `v1=${hex}` }],
    ];
    for (const [name, options] of refused) {
      const response = await sendEvent(EVENT, options);
      expect([name, response.status]).toEqual([name, 401]);
      expect((await response.json()).error).not.toMatch(/secret-of/);
    }
    expect(await exported()).toEqual([]);
    expect((await sendEvent(EVENT, { age: 4 * 60_000 })).status).toBe(202);
    expect(await exported()).toHaveLength(1);
  });

  rule("ignores GitBook's other events, and explains what is invalid", async () => {
    for (const type of ["site_view", "space_content_updated"]) {
      const event = { ...EVENT, type, feedback: undefined };
      for (const shape of [event, { event }, { event_type: type, event_data: {} }]) {
        const response = await sendEvent(shape);
        expect([response.status, await response.json()]).toEqual([200, { ignored: true }]);
      }
    }
    const invalid: [unknown, RegExp][] = [
      ["{", /valid JSON/],
      [[EVENT], /^type: must name/],
      [{ events: [EVENT] }, /^type: must name/],
      [{ ...EVENT, type: undefined }, /^type: must name/],
      [{ type: "page_feedback", rating: "good" }, /^eventId:/],
      [{ ...EVENT, type: "page_viewed", feedback: "good" }, /^feedback:/],
      [{ ...EVENT, eventId: undefined }, /^eventId:/],
      [{ ...EVENT, feedback: { rating: 5 } }, /^feedback.rating: must be good, ok, or bad/],
      [{ ...EVENT, url: "https://evil.example/a" }, /^url: must be a path/],
    ];
    for (const [event, message] of invalid) {
      const response = await sendEvent(event);
      const { details } = await response.json();
      expect([response.status, details[0].message]).toEqual([400, expect.stringMatching(message)]);
    }
    expect(await exported()).toEqual([]);
  });

  rule("takes no GitBook events for a project without a secret", async () => {
    await platform.close();
    platform = await openTestPlatform(engine);
    key = (await createKey()).key;
    expect((await sendEvent(EVENT)).status).toBe(404);
  });

  rule("strips and maps public addresses", async () => {
    key = (await createKey([`${SITE}/v2/* -> /`, `${SITE}/de/* -> /german/*`])).key;
    for (const path of ["/v2/start", "/de/start", "/v2", "/other", "/v20/start"]) {
      await idOf({ url: `${SITE}${path}`, helpful: true, comment: path });
    }
    const paths = new Map((await exported()).map(({ comment, path }) => [comment, path]));
    expect(Object.fromEntries(paths)).toEqual({
      "/v2/start": "/start",
      "/de/start": "/german/start",
      "/v2": "/",
      "/other": "/other",
      "/v20/start": "/v20/start",
    });
    for (const rule of ["", "docs.example.com", "ftp://a.example -> /", `${SITE}/a -> b`]) {
      await expect(createKey([rule])).rejects.toThrow(/isn't a rule/);
    }
  });

  test("keeps the pages of hash routes apart", async () => {
    const urls = [
      `${SITE}/#/a`,
      `${SITE}/#/b?id=install`,
      "/docs/#!/c",
      `${SITE}/docs/index.html#/d`,
    ];
    urls.push(`${SITE}/#/`, `${SITE}/e#heading`);
    for (const url of urls) await idOf({ url, helpful: true });
    const paths = (await exported()).map(({ path }) => path);
    expect(paths.sort()).toEqual(["/", "/a", "/b", "/docs/c", "/docs/d", "/e"]);
  });

  test("lists keys with what came in", async () => {
    await idOf({ url: "/a", helpful: true });
    await idOf({ url: "/b", helpful: true, website: "spam" });
    expect(await platform.collectKeys.list("docs")).toEqual([
      {
        key,
        projectId: "docs",
        name: "Docs",
        origins: [SITE, "https://*.preview.example.com"],
        paths: [],
        createdAt: NOW,
        challenge: false,
        disabledAt: null,
        received: 2,
        suspected: 1,
        lastReceivedAt: NOW,
      },
    ]);
    expect(key).toMatch(/^pub_[\w-]{20}$/);
    for (const origin of [
      "*",
      "https://*",
      "https://*.com",
      "docs",
      "https://a.example/x",
      "null",
    ]) {
      const options = { name: "Docs", origins: [origin], paths: [] };
      await expect(platform.collectKeys.create("docs", options)).rejects.toThrow(/isn't an origin/);
    }
  });

  rule(
    "asks for a challenge if the key does, and holds for review what can't solve it",
    async () => {
      await platform.collectKeys.setChallenge("docs", key, true);
      const vote = { id: "visit-0001", url: "/a", helpful: false };
      const ask = async (body: object) => {
        const response = await post(body);
        expect(response.status).toBe(428);
        expect(response.headers.get("access-control-allow-origin")).toBe(SITE);
        const { challenge } = await response.json();
        expect(JSON.stringify(challenge)).not.toContain(await secretOf(key));
        return challenge;
      };
      const altcha = await solve(await ask(vote));
      const id = await idOf({ ...vote, altcha });
      // The solution also holds for what completes the item, for no other one.
      expect(await idOf({ ...vote, comment: "Step 2 fails", altcha })).toBe(id);
      await ask({ ...vote, id: "visit-0002", altcha });
      for (const wrong of ["", "{}", btoa("null"), altcha.slice(1), altered(altcha)]) {
        await ask({ ...vote, altcha: wrong });
      }
      expect((await post({ url: "/a", helpful: true })).status).toBe(400);
      expect(await exported()).toMatchObject([{ id, comment: "Step 2 fails" }]);

      const form = { "content-type": "application/x-www-form-urlencoded" };
      expect((await post("url=%2Fform&helpful=yes&comment=Hello", form)).status).toBe(200);
      expect(await held()).toMatchObject([
        { entry: { path: "/form" }, reason: expect.stringContaining("without the challenge") },
      ]);

      platform.clock.advance(HOUR + 1);
      await ask({ ...vote, altcha });
      await platform.collectKeys.setChallenge("docs", key, false);
      expect(await idOf(vote)).toBe(id);
    },
  );

  async function secretOf(publicKey: string): Promise<string> {
    const row = await platform.database.query
      .selectFrom("platform_collect_key")
      .select("challenge_secret")
      .where("key", "=", publicKey)
      .executeTakeFirstOrThrow();
    return row.challenge_secret ?? "";
  }

  /** Claims a challenge without work: the prefix instead of the key. */
  function altered(altcha: string): string {
    const { challenge, solution } = JSON.parse(atob(altcha));
    const derivedKey = challenge.parameters.keyPrefix.padEnd(64, "0");
    return btoa(JSON.stringify({ challenge, solution: { ...solution, derivedKey } }));
  }
});
