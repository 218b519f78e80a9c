import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type ColumnMapping, guessMapping, mapRows } from "../../lib/table-file/column-mapping.ts";
import { readViews } from "../../lib/table-file/page-views.ts";
import { MAX_FILE_BYTES, readFile } from "../../lib/table-file/read-file.ts";
import { readTable } from "../../lib/table-file/read-table.ts";
import { rejectedCsv } from "../../lib/table-file/rejected-csv.ts";

const read = (text: string) => readTable(new TextEncoder().encode(text).buffer);
const cellsOf = (text: string) => {
  const { columns, rows } = read(text);
  return [columns, ...rows.map(({ cells }) => cells)];
};

/** The values that a file's rows become, or their problems. */
function valuesOf(text: string, changes: Partial<ColumnMapping> = {}): unknown[] {
  const table = read(text);
  const rows = mapRows(table, { ...guessMapping(table), ...changes });
  return rows.map((row) => ("item" in row ? row.item.value : row.problem));
}

test("CSV is read with the separator that its header has, and with its rows' numbers", () => {
  expect(cellsOf("a,b\r\n1,2\r\n")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(cellsOf('a;b,c;d\n"1\n2";3;4')).toEqual([
    ["a", "b,c", "d"],
    ["1\n2", "3", "4"],
  ]);
  expect(cellsOf("a\tb\n1\t2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(cellsOf("comment\nHello, you")).toEqual([["comment"], ["Hello"]]);
  expect(cellsOf("a,\n1,2")).toEqual([
    ["a", "column 2"],
    ["1", "2"],
  ]);
  const { rows } = read("a,b\n1,2\n\n3\n");
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, null],
    [3, "has 1 column; the header has 2"],
  ]);
  const utf16 = Buffer.from("\uFEFFa,b\n1,ü", "utf16le");
  expect(readTable(new Uint8Array(utf16).buffer).rows[0]?.cells).toEqual(["1", "ü"]);
});

test("JSON is read as a list, inside an object, or line by line", () => {
  const expected = [
    ["id", "page.url"],
    ["1", "/a"],
    ["", "/b"],
  ];
  const items = [{ id: 1, page: { url: "/a" } }, { page: { url: "/b" } }];
  expect(cellsOf(JSON.stringify(items))).toEqual(expected);
  expect(cellsOf(JSON.stringify({ total: 2, results: items }))).toEqual(expected);
  expect(cellsOf(items.map((item) => JSON.stringify(item)).join("\n"))).toEqual(expected);
  expect(read('[7, {"a":"\\ud800"}]').rows).toEqual([
    { line: 1, cells: [""], problem: "isn't an object" },
    { line: 2, cells: ["\uFFFD"], problem: null },
  ]);
});

test.each([
  ["", /no rows/],
  ["a,b\n", /no rows/],
  ["[]", /no rows/],
  ['{"a":1}\n{"b"', /isn't valid JSON/],
  ['a,b\n"1,2', /unclosed quote/],
])("%j can't be imported", (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});

test("bytes that aren't text can't be imported", () => {
  expect(() => readTable(new Uint8Array([0x61, 0xff, 0xc0]).buffer)).toThrow(/isn't UTF-8/);
});

test("columns are recognized by their names", () => {
  const header = "Feedback ID,Page URL,Opinion,Message,Created At,E-Mail,Source\n";
  const row = "7,https://docs.example.com/a/b?x#y,good,Thanks,2026-11-01 10:00:00 UTC,a@b.example,";
  expect(valuesOf(`${header}${row}web`)).toMatchObject([{ source: "contextual" }]);
  expect(valuesOf(`${header}${row}agent`)).toEqual([
    {
      id: "7",
      path: "/a/b",
      comment: "Thanks",
      helpful: true,
      createdAt: "2026-11-01T10:00:00Z",
      source: "agent",
      contact: "a@b.example",
    },
  ]);
});

test("ratings are words, signs, or stars", () => {
  const ratings = (...texts: string[]) =>
    valuesOf(`page,rating\n${texts.map((text) => `/a,${text}`).join("\n")}`).map(
      (value) => (value as { helpful?: unknown }).helpful,
    );
  expect(ratings("yes", "TRUE", "1", "👍", "thumbs up")).toEqual(Array(5).fill(true));
  expect(ratings("no", "False", "0", "👎", "Not helpful")).toEqual(Array(5).fill(false));
  expect(ratings("1", "2", "3", "4", "5")).toEqual([false, false, false, true, true]);
  expect(ratings("maybe", "")).toEqual(["maybe", undefined]);
});

test("rows without a rating count as what the mapping says", () => {
  const unrated = (value: ColumnMapping["unrated"]) =>
    valuesOf("page,comment\n/a,Hi", { unrated: value })[0];
  expect(unrated("rejected")).not.toHaveProperty("helpful");
  expect(unrated("helpful")).toHaveProperty("helpful", true);
  expect(unrated("not helpful")).toHaveProperty("helpful", false);
});

test("dates can be seconds and milliseconds, and paths lack their slash", () => {
  expect(valuesOf("path,date\na?x,1700000000\n/b,1700000000123\n/c,11/02/2026")).toMatchObject([
    { path: "/a", createdAt: "2023-11-14T22:13:20.000Z" },
    { path: "/b", createdAt: "2023-11-14T22:13:20.123Z" },
    { path: "/c", createdAt: "11/02/2026" },
  ]);
});

test("rows that say the same are numbered", () => {
  const table = read("page,vote\n/a,up\n/b,up\n/a,up");
  const copies = mapRows(table, guessMapping(table)).map((row) => "item" in row && row.item.copy);
  expect(copies).toEqual([0, 0, 1]);
});

test("rejected rows have a number and a reason, and no cell runs as a formula", () => {
  const row = { line: 3, cells: ['=1+"1"', "@a", "b"], problem: null };
  const csv = rejectedCsv({ columns: ["x", "-y", "z"] }, [{ row, reason: "path: is missing" }]);
  expect(csv).toBe(
    `"Row","Reason","x","'-y","z"\r\n"3","path: is missing","'=1+""1""","'@a","b"\r\n`,
  );
});

describe("a file of page views", () => {
  const views = (text: string) => readViews(new Blob([text]));

  test("has the columns of analytics tools, whatever their order and separators", async () => {
    const pages = [
      { page: "/guides/auth", views: 1_204 },
      { page: "/", views: 7 },
    ];
    expect(await views('Page path,Views\n/guides/auth,"1,204"\n/,7\n')).toEqual({ pages });
    expect(await views("pageviews;URL\n1204;/guides/auth\n7;/\n;total\n12.5;/half\n")).toEqual({
      pages,
    });
    expect(await views('[{"page":"/guides/auth","hits":1204},{"page":"/","hits":7}]')).toEqual({
      pages,
    });
  });

  test("without them says what it needs", async () => {
    await expect(views("name,price\na,1\n")).rejects.toThrow(/column "page" and a column "views"/);
    await expect(views("page,views\n/a,many\n")).rejects.toThrow(/No row/);
  });

  test("larger than a page can read in time are refused", async () => {
    const large = `page,views\n${"/a,1\n".repeat(MAX_FILE_BYTES / 5)}`;
    await expect(views(large)).rejects.toThrow(/10 MB.+most views/);
  });
});

test("a gzip file is decompressed, up to a limit", async () => {
  const text = async (bytes: Uint8Array<ArrayBuffer>) =>
    new TextDecoder().decode(await readFile(new Blob([bytes]), "Split it."));
  const zipped = (content: string) => new Uint8Array(gzipSync(content));
  expect(await text(zipped("a,b\n1,2"))).toBe("a,b\n1,2");
  expect(await text(new TextEncoder().encode("a,b"))).toBe("a,b");
  await expect(text(zipped("a".repeat(MAX_FILE_BYTES + 1)))).rejects.toThrow(/10 MB.+Split it/);
  await expect(text(new Uint8Array(MAX_FILE_BYTES + 1))).rejects.toThrow(/10 MB.+Split it/);
  await expect(text(zipped("a,b\n1,2").slice(0, -6))).rejects.toThrow(/damaged or incomplete/);
});

test("Errata's own export gives each field as it was exported, and none that it doesn't have", () => {
  const header =
    "id,source,status,createdAt,path,page,comment,helpful,code,filename,lang,dismissedFor,labels";
  const row = `a,contextual,pending,2026-11-01T00:00:00.000Z,/A/?x,/a,"'=1+1 ",false,,,,,`;
  expect(valuesOf(`${header}\n${row}`)).toEqual([
    {
      ...{ id: "a", path: "/A/?x", comment: "=1+1 ", helpful: false, source: "contextual" },
      createdAt: "2026-11-01T00:00:00.000Z",
    },
  ]);
});
