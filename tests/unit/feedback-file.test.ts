import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { exportStream } from "../../lib/store/list/export-format.ts";
import { type FileItem, MAX_ITEM_LENGTH } from "../../scripts/feedback-file/file-item.ts";
import { itemsOfLines } from "../../scripts/feedback-file/json-lines.ts";
import { itemsOfJson } from "../../scripts/feedback-file/json-list.ts";
import { openFeedbackFile } from "../../scripts/feedback-file/open.ts";
import { withProgress } from "../../scripts/import-progress.ts";

const folder = mkdtempSync(join(tmpdir(), "errata-feedback-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function collect(list: AsyncIterable<FileItem>): Promise<FileItem[]> {
  const collected: FileItem[] = [];
  for await (const item of list) collected.push(item);
  return collected;
}

async function read(content: string | Buffer, name = "feedback") {
  const file = join(folder, name);
  writeFileSync(file, content);
  const { description, unit, items } = await openFeedbackFile(file);
  return { description, unit, items: await collect(items) };
}

const failure = (content: string | Buffer, name?: string) =>
  read(content, name).then(
    () => "",
    (error: Error) => error.message,
  );

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const items = (...values: unknown[]) => values.map((value, at) => ({ line: at + 1, value }));
const BLANK = {
  id: "a",
  source: "agent",
  status: "pending",
  createdAt: null,
  path: "/a",
  page: "/a",
  helpful: null,
  code: null,
  filename: null,
  lang: null,
  dismissedFor: null,
  snoozedUntil: null,
  labels: [],
};
const A = { id: "a", comment: 'one,\n"two" ]}' };
const B = { id: "b", path: "/é🙂" };

describe("the format of a file", () => {
  test.each([
    ["JSON (array), UTF-8", JSON.stringify([A, B])],
    ["JSON (array), UTF-8", `\ufeff\n${JSON.stringify([A, B], null, 2)}\n`],
    ["JSON (export page), UTF-8", JSON.stringify({ feedback: [A, B], nextCursor: null })],
    [
      "JSON (export page), UTF-8",
      JSON.stringify({ meta: { feedback: [1] }, hasMore: true, feedback: [A, B], x: 1 }, null, 2),
    ],
    ["NDJSON, UTF-8", `${JSON.stringify(A)}\r\n${JSON.stringify(B)}`],
    ["JSON (array), UTF-16", utf16(JSON.stringify([A, B]))],
    ["JSON (array), UTF-16", utf16(JSON.stringify([A, B])).swap16()],
    ["NDJSON, gzip, UTF-8", gzipSync(`${JSON.stringify(A)}\n${JSON.stringify(B)}\n`)],
    ["JSON (array), gzip, UTF-16", gzipSync(utf16(JSON.stringify([A, B])))],
  ])("is recognized by its content: %s", async (description, content) => {
    expect(await read(content)).toMatchObject({ description, items: items(A, B) });
  });

  test.each([
    ["CSV, UTF-8", ","],
    ["CSV (semicolons), UTF-8", ";"],
    ["CSV (tabs), UTF-8", "\t"],
  ])("is recognized with each separator: %s", async (description, separator) => {
    const rows = [
      ["Created At", "ID", "file_name", "Helpful", "Rating"],
      ["2026-10-01 08:00", "a", "x.ts", "TRUE", "5"],
      ["", "b", '"one\nline ""two"""', "no", "'=1"],
    ];
    const text = rows.map((row) => row.join(separator)).join("\n");
    expect(await read(text)).toEqual({
      description,
      unit: "row",
      items: [
        {
          line: 2,
          value: {
            id: "a",
            createdAt: "2026-10-01T08:00",
            filename: "x.ts",
            helpful: true,
            Rating: "5",
          },
        },
        {
          line: 3,
          value: {
            id: "b",
            createdAt: null,
            filename: 'one\nline "two"',
            helpful: false,
            Rating: "'=1",
          },
        },
      ],
    });
  });

  test.each([
    [
      "Dear team,\nhere is the feedback",
      /neither JSON, nor NDJSON, nor CSV with a column named "id"/,
    ],
    ["name,comment\na,b\n", /CSV with a column named "id"/],
    ['{\n  "entries": []\n}', /no list named "feedback"/],
    ['{"id": "a"}'.replace("}", ""), /no list named "feedback"/],
    ["PK\u0003\u0004", /ZIP archive or an Excel workbook\. Save it as CSV\.$/],
    [Buffer.from('[{"id":"\xff"}]', "latin1"), /isn't valid UTF-8\. Save it as UTF-8\.$/],
    [gzipSync("[]").subarray(0, 12), /unexpected end of file/],
  ])("that can't be understood is one sentence: %j", async (content, message) => {
    expect(await failure(content)).toMatch(message);
  });

  test("that ends early says where, after the items before it", async () => {
    expect(await failure('[{"id":"a"},{"id"')).toMatch(/ends in the middle of item 2/);
    expect(await failure('[{"id":"a"}] x')).toMatch(/text after its end.* 1 item was read before/);
    expect(await failure('id,path\na,/a\nb,"/b\nc,/c\n')).toMatch(
      /row 3 doesn't end\. Check its quotes\./,
    );
  });
});

describe("items", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const cut = (text: string, lengths: number[]) => {
    const parts: string[] = [];
    for (let at = 0, turn = 0; at < text.length; turn += 1) {
      const length = lengths[turn % lengths.length] ?? 1;
      parts.push(text.slice(at, at + length));
      at += length;
    }
    return parts;
  };
  async function* streamOf(parts: string[]) {
    yield* parts;
  }

  test("are the same wherever the text is cut into parts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        fc.constantFrom(undefined, 1),
        async (values, lengths, space) => {
          const expected = items(...values.map((each) => JSON.parse(JSON.stringify(each))));
          const array = cut(JSON.stringify(values, null, space), lengths);
          expect(await collect(itemsOfJson(streamOf(array), false))).toEqual(expected);
          const page = { more: values, feedback: values, end: "]" };
          const object = cut(JSON.stringify(page, null, space), lengths);
          expect(await collect(itemsOfJson(streamOf(object), true))).toEqual(expected);
          const lines = cut(values.map((each) => `${JSON.stringify(each)}\n`).join(""), lengths);
          expect(await collect(itemsOfLines(streamOf(lines)))).toEqual(expected);
        },
      ),
    );
  });

  test("that aren't JSON don't affect the others", async () => {
    const { items: found } = await read('[{"id":"a"}, {id:"b"}, {"id":"c"}]');
    expect(found.map((item) => "problem" in item)).toEqual([false, true, false]);
  });

  test("that are too long are skipped in every format", async () => {
    const long = "x".repeat(MAX_ITEM_LENGTH + 1);
    const problem = "is longer than 1,000,000 characters";
    const list = [A, { comment: long }, B];
    const expected = [{ value: A }, { problem }, { value: B }];
    expect((await read(JSON.stringify(list))).items).toMatchObject(expected);
    expect((await read(list.map((each) => JSON.stringify(each)).join("\n"))).items).toMatchObject(
      expected,
    );
    expect(await failure(`id,comment\na,b\nc,${long}\nd,e\n`)).toMatch(`row 3 ${problem}`);
  });

  test("of CSV keep quotes in the text, and say when columns are missing", async () => {
    const { items: found } = await read('id,comment\na,5" wide\nb\n\nc,"x"y\n');
    expect(found).toEqual([
      { line: 2, value: { id: "a", comment: '5" wide' } },
      { line: 3, problem: "has 1 column; the header has 2" },
      { line: 4, value: { id: "c", comment: '"x"y' } },
    ]);
  });

  test("of Errata's own CSV lose the apostrophe that its export adds", async () => {
    const text = "\ufeffid,page,comment\r\na,/a,'=1+1\r\nb,/a,''@x\r\nc,/a,'tis\r\nd,/a,\"\"\r\n";
    const { items: found } = await read(text);
    const comments = found.map((item) => ("value" in item ? Object(item.value).comment : null));
    expect(comments).toEqual(["=1+1", "'@x", "'tis", ""]);
  });

  test("of Errata's own CSV have no formula after any separator, and come back unchanged", async () => {
    const pieces = fc.constantFrom(...";\t\n\r|,'\" =+-@＝x".split(""));
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 12 }), async (letters) => {
        const comment = letters.join("");
        const batches = (async function* () {
          yield [{ ...BLANK, comment }];
        })();
        const written = await new Response(exportStream("csv", batches, false)).text();
        expect(written).not.toMatch(/[;\t|][ "]*[=+\-@＝]/);
        const { items: found } = await read(written);
        expect(found.map((item) => "value" in item && Object(item.value).comment)).toEqual([
          comment,
        ]);
      }),
      {
        numRuns: 300,
        examples: [[[..."x;=1"]], [[..."x\t+1"]], [[...'x; "@1']], [[..."'=;'=;;="]]],
      },
    );
  });
});

test("CSV dates and votes that say by themselves what they are are read, and the others stay texts", async () => {
  const rows = ["a,1777629600,Ja", 'b,"Fri, 01 May 2026 10:00:00 GMT",👎', "c,01/02/2026,4"];
  const { items: found } = await read(["id,createdAt,helpful", ...rows].join("\n"));
  expect(found.map((item) => "value" in item && item.value)).toEqual([
    { id: "a", createdAt: "2026-05-01T10:00:00.000Z", helpful: true },
    { id: "b", createdAt: "2026-05-01T10:00:00.000Z", helpful: false },
    { id: "c", createdAt: "01/02/2026", helpful: "4" },
  ]);
});

test("the progress of reading is a line that changes on a terminal, or a line every ten seconds", async () => {
  const shown = async (isTerminal: boolean, share: () => number | null) => {
    let time = 0;
    const texts: string[] = [];
    async function* rows() {
      for (let row = 1; row <= 5_000; row++) {
        time += 4;
        yield row;
      }
    }
    const output = { write: (text: string) => texts.push(text), isTerminal, now: () => time };
    let count = 0;
    for await (const _ of withProgress(rows(), "row", share, output)) count += 1;
    expect(count).toBe(5_000);
    return texts;
  };
  expect(await shown(false, () => 0.1)).toEqual([
    "2,500 rows (10%), 250 per second, about 2 minutes left\n",
    "5,000 rows (10%), 250 per second, about 3 minutes left\n",
  ]);
  expect(await shown(false, () => null)).toEqual([
    "2,500 rows, 250 per second\n",
    "5,000 rows, 250 per second\n",
  ]);
  const [first, ...others] = await shown(true, () => 0.5);
  expect(first).toBe("\r\x1b[K63 rows (50%), 250 per second");
  expect(others.at(-2)).toMatch(/4,9\d\d rows \(50%\), .+ left$/);
  expect(others.at(-1)).toBe("\r\x1b[K");
});

test("how much of a file was read is known, also of one that is packed", async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) =>
    JSON.stringify({ id: `${at}-${Math.sin(at)}` }),
  );
  for (const content of [lines.join("\n"), gzipSync(lines.join("\n"))]) {
    const file = join(folder, "share.ndjson");
    writeFileSync(file, content);
    const opened = await openFeedbackFile(file);
    expect(opened.share()).toBeLessThan(1);
    await collect(opened.items);
    expect(opened.share()).toBe(1);
  }
});
