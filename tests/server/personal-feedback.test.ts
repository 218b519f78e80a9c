import { afterAll, beforeAll, expect, test } from "vitest";
import { createAudit } from "../../lib/auth/audit.ts";
import { openAuth } from "../../lib/auth/open.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import type { Role } from "../../lib/contract/api/permissions.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createReadLimits } from "../../lib/services/read-limits.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { feedbackOn, servicesFor } from "../support/feedback-services.ts";

const clock = { now: () => Date.now() };
const ADDRESS = /reader|leak@|@example\.org/;

let store: TestDatabase<StoreSchema>;
let accounts: TestDatabase<AuthSchema>;
beforeAll(async () => {
  store = await openTestDatabase<StoreSchema>("sqlite", "personal");
  accounts = await openTestDatabase<AuthSchema>("sqlite", "personal-audit");
  await migrateStore(store);
  const noSignIn = { signIn: null, localKey: false, publicUrl: "http://127.0.0.1:3000" };
  const options = { ...noSignIn, trustedOrigins: [], log: () => undefined };
  await openAuth({ database: accounts, clock, ...options });
  const entry = mirrored({
    id: "a",
    comment: "Write to reader@example.org, or reader＠example.org",
    path: "/guides/reader@example.org",
    contact: "reader@example.org",
    code: "login('reader@example.org')",
    filename: "reader@example.org.ts",
    email: "reader@example.org",
    user: { email: "reader@example.org" },
  });
  await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", [entry], 1));
});
afterAll(() => Promise.all([store.close(), accounts.close()]));

const audit = () => createAudit(accounts, clock);
const servicesOf = (role: Role) =>
  servicesFor(role, {
    feedback: feedbackOn(store),
    readLimits: createReadLimits(clock),
    auth: { audit: audit() },
  });
const feedbackOf = (role: Role) => servicesOf(role).feedback;

/** Everything that a person can read about the item, as text. */
async function everything(role: Role): Promise<Record<string, string>> {
  const feedback = feedbackOf(role);
  const { contact: _, ...detail } = await feedback.detail("docs", "a");
  const exported = async (format: "csv" | "json" | "ndjson") =>
    new Response(await feedback.export("docs", NO_FILTERS, { format })).text();
  return {
    list: JSON.stringify(await feedback.page("docs", NO_FILTERS, { limit: 50, cursor: null })),
    detail: JSON.stringify(detail),
    pages: JSON.stringify(
      await feedback.pages("docs", NO_FILTERS, { limit: 50, cursor: null, sort: "rank" }),
    ),
    csv: await exported("csv"),
    json: await exported("json"),
    ndjson: await exported("ndjson"),
  };
}

test("a viewer gets no address, wherever a reader or a platform put one", async () => {
  for (const [place, text] of Object.entries(await everything("viewer"))) {
    expect(text, place).not.toMatch(/reader/);
    expect(text, place).toContain("•••@");
  }
  expect((await feedbackOf("viewer").detail("docs", "a")).extra).toEqual({});
});

test("a comment that is cut within an address shows no part of its name", async () => {
  const spellings = [
    "first.last@example.net",
    '"first.last" @ example.net',
    "first.last&#64;example.net",
  ];
  const comments = spellings.flatMap((address) =>
    [0, 1, 5, 9, 10, 11, 13, 16, 20].map(
      (shown) => `${"x ".repeat(140 - shown)}${"x".repeat(shown)} ${address} bye`,
    ),
  );
  const cut = comments.map((comment, index) => mirrored({ id: `cut-${index}`, comment }));
  await store.query.transaction().execute((trx) => upsertFeedback(trx, "cut", cut, 1));
  const rowsFor = async (role: Role) =>
    (await feedbackOf(role).page("cut", NO_FILTERS, { limit: 50, cursor: null })).feedback;
  const rows = await rowsFor("viewer");
  expect(rows).toHaveLength(comments.length);
  for (const { comment } of rows) {
    expect(comment).not.toMatch(/fi|last/);
    expect(Array.from(comment ?? "").length).toBeLessThanOrEqual(280);
  }
  const plain = mirrored({ id: "plain", comment: `a@example.net ${"é😀".repeat(150)}` });
  await store.query.transaction().execute((trx) => upsertFeedback(trx, "cut", [plain], 1));
  const shown = (await rowsFor("triager")).find(({ id }) => id === "plain");
  expect(shown?.comment).toBe(`a@example.net ${"é😀".repeat(133)}`);
});

test("a triager gets everything", async () => {
  for (const [place, text] of Object.entries(await everything("triager"))) {
    expect(text, place).toMatch(ADDRESS);
  }
  const { extra } = await feedbackOf("triager").detail("docs", "a");
  expect(extra).toMatchObject({ email: "reader@example.org" });
});

test("revealed and exported addresses are in the audit log", async () => {
  const feedback = feedbackOf("triager");
  expect(await feedback.contact("docs", "a")).toBe("reader@example.org");
  const options = { format: "csv", contacts: true } as const;
  await new Response(await feedback.export("docs", NO_FILTERS, options)).text();
  const log = await audit().list({ limit: 10, before: null });
  expect(log.map(({ by, action, subject }) => `${by} ${action} ${subject}`)).toEqual([
    "triager exported feedback with addresses from docs (csv)",
    "triager revealed the address on a in docs",
  ]);
});

test("a third export waits for one of two to end", async () => {
  const { feedback, readLimits } = servicesOf("viewer");
  const start = () => feedback.export("docs", NO_FILTERS, { format: "csv" });
  const [first] = [await start(), await start()];
  await expect(start()).rejects.toMatchObject({ code: "too_many_requests", status: 429 });
  await expect(readLimits.checkExport("viewer")).rejects.toThrow(
    "Two of your exports are still running. Try again",
  );
  await new Response(first).text();
  await readLimits.checkExport("viewer");
  await new Response(await start()).text();
});
