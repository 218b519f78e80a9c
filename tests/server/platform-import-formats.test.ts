import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXPORT_FORMATS, type ExportFormat } from "../../lib/contract/api/export-formats.ts";
import type { FeedbackEntry } from "../../lib/contract/platform/feedback.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { sampleEntries } from "../../lib/platform/sample/entries.ts";
import { createFeedbackStore, type FeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { openFeedbackFile } from "../../scripts/feedback-file/open.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { NOW, openTestPlatform, type TestPlatform, vote } from "../support/platform.ts";
import { rounds } from "../support/rounds.ts";

/** Texts that spreadsheets, CSV, and empty cells make difficult. */
const TRICKY = ["=1+1", "'=1+1", "''@x", "'", "", '"', 'a"b,\r\nc', "\tx", "\u2028", " x ", "null"];

const entries: FeedbackEntry[] = [
  ...sampleEntries({ now: NOW }),
  ...TRICKY.map((comment, n) => vote(`fb_tricky_${n}`, { comment })),
  {
    ...vote("fb_snippet"),
    source: "code_snippet",
    code: "",
    filename: "",
    lang: "=x",
  },
];

const folder = mkdtempSync(join(tmpdir(), "errata-import-formats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(anyEngine)("an export that is imported again on $name", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let feedback: FeedbackStore;
  beforeAll(async () => {
    database = await openTestStore(engine, "formats");
    feedback = createFeedbackStore(database);
    const received = entries.map((entry) => mirrored({ ...entry }));
    await database.query.transaction().execute((trx) => upsertFeedback(trx, "docs", received, 1));
  });
  afterAll(() => database.close());

  const exported = (format: ExportFormat, contacts = true) =>
    new Response(feedback.export("docs", NO_FILTERS, { format, contacts })).bytes();

  async function load(platform: TestPlatform, content: Uint8Array) {
    const file = join(folder, "export");
    writeFileSync(file, content);
    const { items } = await openFeedbackFile(file);
    return platform.importEntries("docs", items);
  }

  const rowsOf = async (platform: TestPlatform) => {
    const rows = await platform.database.query
      .selectFrom("platform_entry")
      .select("entry")
      .execute();
    return new Map(rows.map(({ entry }) => [JSON.parse(entry).id, JSON.parse(entry)]));
  };

  test.each(EXPORT_FORMATS)(
    "as %s gives the same entries, and changes nothing twice",
    async (format) => {
      const platform = await openTestPlatform(engine);
      const content = await exported(format);
      const total = { rejected: 0, ignored: [] };
      expect(await load(platform, content)).toMatchObject({ accepted: entries.length, ...total });
      expect(await rowsOf(platform)).toEqual(new Map(entries.map((entry) => [entry.id, entry])));
      expect(await load(platform, gzipSync(content))).toMatchObject({
        accepted: 0,
        updated: 0,
        unchanged: entries.length,
        ...total,
      });
      await platform.close();
    },
  );

  test.each(EXPORT_FORMATS)(
    "as %s without contacts keeps the ones there are @thorough",
    async (format) => {
      const platform = await openTestPlatform(engine, entries);
      const report = await load(platform, await exported(format, false));
      expect(report).toMatchObject({ updated: 0, unchanged: entries.length, rejected: 0 });
      await platform.close();
    },
  );

  test("with any columns left out changes nothing", async () => {
    const platform = await openTestPlatform(engine, entries);
    const all: Record<string, unknown>[] = JSON.parse(
      Buffer.from(await exported("json")).toString(),
    );
    const columns = Object.keys(all[0] ?? {}).filter((name) => name !== "id");
    await fc.assert(
      fc.asyncProperty(fc.subarray(columns), async (kept) => {
        const items = all.slice(-300).map((item) => {
          const fields = ["id", ...kept].map((name) => [name, item[name]]);
          return Object.fromEntries(fields);
        });
        const report = await load(platform, Buffer.from(JSON.stringify(items)));
        expect(report).toMatchObject({ unchanged: 300, rejected: 0 });
      }),
      rounds(8),
    );
    await platform.close();
  });
});
