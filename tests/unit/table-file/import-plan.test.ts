import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { MAX_FILE_BYTES, readFile } from "../../../lib/table-file/read-file.ts";
import { readTable } from "../../../lib/table-file/read-table.ts";
import { rejectedCsv } from "../../../lib/table-file/rejected-csv.ts";
import { createSlices } from "../../../lib/table-file/slices.ts";
import { bytesOf, upload } from "../../support/table-file.ts";

test("JSON fields are columns, and lists of words are joined", async () => {
  const { file } = await upload(
    '[{"id":1,"page":{"url":"/a"},"tags":["x","y"]},{"page":{"url":"/b"}},7,{"id":"\\ud800"}]',
  );
  expect(file.table.columns).toEqual(["id", "page.url", "tags"]);
  expect(file.table.rows).toEqual([
    { line: 1, cells: ["1", "/a", "x, y"], problem: null },
    { line: 2, cells: ["", "/b", ""], problem: null },
    { line: 3, cells: ["", "", ""], problem: "isn't an object" },
    { line: 4, cells: ["\uFFFD", "", ""], problem: null },
  ]);
});

test("answers in a list are columns of their response, not rows", async () => {
  const response = (id: string, comment: string) => ({
    id,
    page: "/a",
    answers: [
      { question: "Helpful?", answer: "No" },
      { field: { title: "What is missing?" }, type: "text", text: comment },
    ],
  });
  const { file } = await upload(JSON.stringify([response("r1", "A step"), response("r2", "Keys")]));
  expect(file.table.columns).toEqual([
    ...["id", "page", "answers.Helpful?", "answers.What is missing?"],
  ]);
  expect(file.table.rows.map(({ cells }) => cells)).toEqual([
    ["r1", "/a", "No", "A step"],
    ["r2", "/a", "No", "Keys"],
  ]);
  expect(file.json?.lists).toEqual([]);
});

test.each([
  ["", /no rows/],
  ["a,b\n", /no rows/],
  ["[]", /no rows/],
  [`${"a,".repeat(2_000)}b\n1`, /more than 2,000 columns/],
  ['{"a":1,"b', /isn't valid JSON/],
  ["[1,\n2", /isn't valid JSON/],
  ["PK\u0003\u0004", /Excel workbook/],
  ["a\0\0b", /isn't text/],
])("%j can't be imported", async (text, reason) => {
  await expect(readTable(bytesOf(text))).rejects.toThrow(reason);
});

test("columns are recognized by their names, and a source by its values", async () => {
  const header = "Feedback ID,Page URL,Opinion,Message,Created At,E-Mail,Source\n";
  const row = "7,/a/b,good,Thanks,2026-11-01 10:00:00 UTC,a@b.example,";
  expect((await upload(`${header}${row}web`)).values[0]).not.toHaveProperty("source");
  expect((await upload(`${header}${row}contextual`)).values).toEqual([
    {
      id: "7",
      path: "/a/b",
      comment: "Thanks",
      helpful: true,
      createdAt: "2026-11-01T10:00:00Z",
      contact: "a@b.example",
    },
  ]);
});

test("what rows without a vote count as is asked, and feedback of agents needs none", async () => {
  const csv = "page,comment\n/a,Hi";
  const { plan } = await upload(csv);
  expect(plan.questions).toEqual([
    "Choose the rating column, or what to do with rows without a vote.",
  ]);
  expect((await upload(csv, { unrated: "helpful" })).values).toMatchObject([{ helpful: true }]);
  expect((await upload(csv, { unrated: "skipped" })).values).toEqual([
    "has no vote, so it isn't imported",
  ]);
  const agents = await upload("page,comment,source\n/a,Hi,agent");
  expect([agents.plan.questions, agents.values]).toEqual([
    [],
    [{ path: "/a", comment: "Hi", source: "agent" }],
  ]);
});

test("what the server would reject is said before, in plain words", async () => {
  const { values } = await upload(
    `page,vote,comment,id\n,up,x,1\n/b,up,${"ö".repeat(16_385)},2\n${"/c".repeat(1_025)},up,x,3\n/d,up,x,${"4".repeat(501)}\n/e,up,x,5\n/f,up,x\0y,6\n`,
  );
  expect(values).toMatchObject([
    "has no page",
    "has a comment of more than 32 KB",
    "has a page of more than 2 KB",
    "has an ID of more than 500 characters",
    { id: "5" },
    "has a NUL character, which can't be stored",
  ]);
});

test("without a page column, that is the question, and the rows can be seen", async () => {
  const { plan } = await upload("where,vote,comment\nStart,up,Hi\n");
  expect(plan.questions).toEqual(["Choose the column with the page."]);
  expect(plan.items).toMatchObject([{ value: { comment: "Hi", helpful: true } }]);
});

test("rows that say the same are numbered", async () => {
  const { plan } = await upload("page,vote\n/a,up\n/b,up\n/a,up");
  expect(plan.items.map(({ copy }) => copy)).toEqual([0, 0, 1]);
});

test("rejected rows have a number and a reason, and no cell runs as a formula", () => {
  const row = { line: 3, cells: ['=1+"1"', "@a", "b"], problem: null };
  const csv = rejectedCsv({ columns: ["x", "-y", "z"] }, [{ row, reason: "has no page" }]);
  expect(csv).toBe(`\ufeffRow,Reason,x,'-y,z\r\n3,has no page,"'=1+""1""",'@a,b\r\n`);
});

test("reading and planning a large file lets the page draw, and stops when it is told to", async () => {
  const text = `page,vote,comment\n${"/a,up,Some words of a reader\n".repeat(30_000)}`;
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  await readTable(bytesOf(text), {}, { pause });
  expect(pauses).toBeGreaterThan(30_000);
  const stopping = new AbortController();
  stopping.abort(new Error("Another file"));
  await expect(
    readTable(bytesOf(text.repeat(3)), {}, createSlices(stopping.signal)),
  ).rejects.toThrow("Another file");
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
