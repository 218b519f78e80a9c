import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore, type FeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const PROJECT = "docs";
const ENTRIES = 1_300;
const TRICKY = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\tx",
  'say "hi", and\r\ngo',
  "東京, é",
  "'",
  "",
  "ok",
];

/** Parses CSV as defined by RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}

describe.each(engines)("the export ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let feedback: FeedbackStore;

  beforeAll(async () => {
    database = await openTestStore(engine, "export");
    feedback = createFeedbackStore(database);
    const entries = Array.from({ length: ENTRIES }, (_, n) =>
      mirrored({
        id: `e${n}`,
        comment: TRICKY[n % TRICKY.length],
        createdAt: n % 7 === 0 ? null : new Date(Date.UTC(2026, 9, 1, 0, n % 50)).toISOString(),
        status: n % 3 === 0 ? "resolved" : "pending",
        contact: n % 4 === 0 ? `reader${n}@example.org` : null,
      }),
    );
    await database.query.transaction().execute((trx) => upsertFeedback(trx, PROJECT, entries, 1));
  });
  afterAll(() => database.close());

  const read = (format: "csv" | "json" | "ndjson", filters = NO_FILTERS, contacts = false) =>
    new Response(feedback.export(PROJECT, filters, { format, contacts })).bytes();
  const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

  test("has the items of the list in the same order in every format", async () => {
    for (const given of [
      NO_FILTERS,
      { ...NO_FILTERS, sort: "oldest" as const, status: ["resolved" as const] },
      { ...NO_FILTERS, q: "東京" },
      { ...NO_FILTERS, q: "nowhere" },
    ]) {
      const { ids } = await feedback.ids(PROJECT, given);
      const json: { id: string }[] = JSON.parse(textOf(await read("json", given)));
      expect(json.map(({ id }) => id)).toEqual(ids);
      const lines = textOf(await read("ndjson", given))
        .split("\n")
        .slice(0, -1);
      expect(lines.map((line) => JSON.parse(line))).toEqual(json);
      const [head, ...records] = parseCsv(textOf(await read("csv", given)));
      expect(head?.[0]).toBe("\ufeffid");
      expect(records.map(([id]) => id)).toEqual(ids);
    }
  });

  test("as CSV keeps every cell, and neutralizes formulas with an apostrophe", async () => {
    const [head = [], ...records] = parseCsv(textOf(await read("csv")));
    const column = head.indexOf("comment");
    const byId = new Map(records.map((record) => [record[0], record[column]]));
    for (let n = 0; n < ENTRIES; n++) {
      const said = TRICKY[n % TRICKY.length] ?? "";
      expect(byId.get(`e${n}`)).toBe(/^[=+\-@\t]/.test(said) ? `'${said}` : said);
    }
  });

  test("has readers' addresses only on request", async () => {
    for (const format of ["csv", "json", "ndjson"] as const) {
      expect(textOf(await read(format))).not.toMatch(/example\.org|contact/);
      expect(textOf(await read(format, NO_FILTERS, true))).toContain("reader4@example.org");
    }
  });

  test("reads only as far as the client, and stops when the client disconnects", async () => {
    const reader = feedback.export(PROJECT, NO_FILTERS, { format: "ndjson" }).getReader();
    const { value } = await reader.read();
    expect(textOf(value ?? new Uint8Array()).split("\n").length).toBeLessThan(ENTRIES / 2);
    await reader.cancel();
    expect((await reader.read()).done).toBe(true);
  });
});

test("the test's own CSV parser reads back what was written", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: fc.constantFrom(...'a",\r\n=') }), { minLength: 1 })),
      (rows) => {
        const written = rows.map(
          (row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`,
        );
        expect(parseCsv(written.join(""))).toEqual(rows);
      },
    ),
  );
});
