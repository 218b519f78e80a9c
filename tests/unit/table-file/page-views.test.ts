import { expect, test } from "vitest";
import { countFacts, readCount } from "../../../lib/table-file/counts.ts";
import { guessViews, planViews, type ViewsChoices } from "../../../lib/table-file/page-views.ts";
import { readTable } from "../../../lib/table-file/read-table.ts";
import { skippedSentences } from "../../../lib/table-file/table-ends.ts";
import { bytesOf } from "../../support/table-file.ts";

async function views(text: string, changes: Partial<ViewsChoices> = {}) {
  const { table } = await readTable(bytesOf(text));
  const guess = guessViews(table);
  const plan = await planViews(table, { ...guess, ...changes });
  const rejected = plan.rejected.map(({ row, reason }) => `${row.line}: ${reason}`);
  return { tool: guess.tool, pages: plan.pages, rejected, questions: plan.questions };
}

const PAGES = [
  { page: "/b", views: 5_000 },
  { page: "/a", views: 1_234 },
];
const asked = { questions: [], rejected: [] };

test.each([
  [
    "Google Analytics",
    "# -----\n# Pages and screens: Page path and screen class\n# Account: X\n# -----\n# \n# All Users\n# Start date: 20260401\nPage path and screen class,Views,Active users\n/a,1234,800\n/b,5000,3000\n",
  ],
  [
    "Google Analytics",
    "Page path and screen class,Views,Active users\n/a,1234,800\n/b,5000,3000\n",
  ],
  ["Google Analytics", "Page path + query string,Views\n/a,1234\n/b,5000\n"],
  ["Plausible", "name,visitors,pageviews,bounce_rate\n/a,800,1234,40\n/b,3000,5000,30\n"],
  ["Matomo", "label,nb_visits,nb_hits,sum_time_spent\n/a,800,1234,9\n/b,3000,5000,9\n"],
  ["Matomo", "Label,Unique Pageviews,Pageviews\n/a,800,1234\n/b,3000,5000\n"],
  ["Fathom", "Pathname,Uniques,Pageviews\n/a,800,1234\n/b,3000,5000\n"],
  ["Vercel", "Page,Visitors,Total\n/a,800,1234\n/b,3000,5000\n"],
  [
    "Umami",
    "name,pageviews,visitors,visits,bounces,totaltime\n/a,1234,800,900,4,9\n/b,5000,3000,4000,4,9\n",
  ],
  ["Cloudflare", "requestPath,visits,pageViews\n/a,800,1234\n/b,3000,5000\n"],
  [null, '{"/a":1234,"/b":5000}'],
  [null, "Aufrufe;Seite\n1.234;/a\n5.000;/b\n"],
  [null, 'URL,Visits,Hits\n/a,800,"1,234"\n/b,3000,"5,000"\n'],
])("%s: views are read, not visitors", async (tool, text) => {
  expect(await views(text)).toEqual({ tool, pages: PAGES, ...asked });
});

test("a file with visitors alone needs a choice", async () => {
  const text = "page,visitors\n/a,800\n";
  expect(await views(text)).toMatchObject({ questions: ["Choose the column with the views."] });
  expect(await views(text, { views: "visitors" })).toMatchObject({
    questions: [],
    pages: [{ views: 800 }],
  });
  // Umami's export has sessions in `y`.
  expect(await views("x,y\n/a,800\n")).toMatchObject({
    tool: "Umami",
    questions: ["Choose the column with the views."],
  });
});

test("all rows are counted, and the others are named", async () => {
  expect(
    await views(
      "Page path,Views\n/a?x=1,10\nhttps://docs.example.com/a#b,30\n,500\n/half,12.5\n/none,\n",
    ),
  ).toEqual({
    tool: null,
    pages: [
      { page: "https://docs.example.com/a#b", views: 30 },
      { page: "/a?x=1", views: 10 },
    ],
    rejected: [
      "4: has no page",
      "5: has no whole number of views: “12.5”",
      "6: has no number of views",
    ],
    questions: [],
  });
  expect(await views("page,views\n/a,many\n")).toMatchObject({
    questions: [
      "No row has a page and a whole number of views. Choose other columns or another file.",
    ],
  });
});

test("a sign that may group digits is asked about where the column contradicts itself", async () => {
  const text = "Page;Views\n/a;1.234\n/b;56789\n";
  expect(await views(text)).toMatchObject({ questions: ["Choose what 1.234 is."] });
  expect(await views(text, { mark: "thousands" })).toMatchObject({
    pages: [{ views: 56_789 }, { views: 1_234 }],
  });
  expect(await views(text, { mark: "decimals" })).toMatchObject({
    pages: [{ views: 56_789 }],
    rejected: ["2: has no whole number of views: “1.234”"],
  });
});

test.each([
  ...[
    ["1234", 1_234],
    ["1,234", 1_234],
    ["12.345", 12_345],
    ["1 234", 1_234],
    ["1\u202F234\u00A0567", 1_234_567],
  ],
  ...[
    ["12'345", 12_345],
    ["1.234.567", 1_234_567],
    ["1234.0", 1_234],
    ["1,234.00", 1_234],
    ["1.2k", 1_200],
  ],
  ...[
    ["12.5", null],
    ["many", null],
    ["-3", null],
    ["1,23", null],
    ["1234567890123", null],
    ["", null],
  ],
] as const)("%s is %s", (text, count) => {
  expect(readCount(text, "thousands")).toBe(count);
});

test("numbers with groups alone are thousands", () => {
  expect(countFacts(["1.234", "999", "12.345"]).open).toEqual([]);
  expect(countFacts(["1.234", "12.5"]).open).toEqual(["1.234"]);
  expect(countFacts(["1.234", "5,678"]).open).toEqual(["1.234", "5,678"]);
  expect(countFacts(["1.234.567", "1234"]).open).toEqual([]);
});

test("rows of the same page are added up before the most viewed are kept", async () => {
  const days = Array.from({ length: 30 }, (_, day) => `2026-05-${day + 1}`);
  const rows = days.flatMap((day) =>
    Array.from({ length: 400 }, (_, page) => `${day},latest,/p${page},${page === 0 ? 1 : 2}`),
  );
  const { table } = await readTable(bytesOf(["Date,Version,Path,Views", ...rows].join("\n")));
  const plan = await planViews(table, guessViews(table));
  expect([plan.pages.length, plan.rows, plan.left]).toEqual([400, 12_000, 0]);
  expect(plan.pages.at(-1)).toEqual({ page: "/p0", views: 30 });
});

test.each([
  "Total",
  "Grand total",
  "Others",
  "(other)",
  "Summe",
  "Gesamtergebnis",
  "合計",
  "(not set)",
])("the sum %s is left out and named", async (name) => {
  const { table } = await readTable(bytesOf(`Page,Views\n/total,9\n/a,6\n${name},15\n`));
  const plan = await planViews(table, guessViews(table));
  expect([plan.pages, plan.totals, plan.rejected]).toEqual([
    [
      { page: "/total", views: 9 },
      { page: "/a", views: 6 },
    ],
    [name],
    [],
  ]);
});

test.each([
  [
    "Label,Pageviews,Unique Pageviews,url\ntokens,9,8,https://docs.example.com/guides/tokens\n",
    "url",
  ],
  ["URL,Page,Views\n/a,Install the thing,9\n/b,Start,8\n", "URL"],
  ["Title,Visited,Views\nStart here,docs.example.com/a,9\n", "Visited"],
  ["Page,Referrer,Views\n/a,https://x.example/,9\n", "Page"],
  ["Page,Views\nguides/auth,9\nstart,8\n", "Page"],
  ["Page title and screen class,Views\nInstall | Acme Docs,9\nStart,8\n", null],
  ["Page,Views\nInstall the thing,9\nStart,8\n", null],
])("the pages of %j are addresses, not titles", async (text, column) => {
  const { table } = await readTable(bytesOf(text));
  const guess = guessViews(table);
  expect(guess.page).toBe(column);
  const questions = column === null ? ["Choose the column with the page."] : [];
  expect((await planViews(table, guess)).questions).toEqual(questions);
});

test("another table below isn't read, which is said", async () => {
  const rows = "/a,6\n/b,4\n\n,10\n\nDay Index,Pageviews\n5/1/26,500\n5/2/26,600\n";
  for (const text of [`Page,Pageviews\n${rows}`, `# --\n# X\n# --\n\nPage,Pageviews\n${rows}`]) {
    const { table, csv } = await readTable(bytesOf(text));
    const plan = await planViews(table, guessViews(table));
    expect(plan.pages).toEqual([
      { page: "/a", views: 6 },
      { page: "/b", views: 4 },
    ]);
    expect(plan.rejected.map(({ reason }) => reason)).toEqual(["has no page"]);
    const [start, said] = [text.startsWith("#") ? 11 : 7, csv && skippedSentences(csv.skipped)];
    expect(said).toEqual([`Another table begins in row ${start}. Its 3 rows aren't imported.`]);
  }
});

test("a row that starts with # is a page below the header, also with a preamble", async () => {
  const { pages } = await views("# Exported\nPage,Views\n#/guide,12\n#/start,9\n");
  expect(pages).toEqual([
    { page: "#/guide", views: 12 },
    { page: "#/start", views: 9 },
  ]);
});

test("of too many pages, the most viewed are kept", async () => {
  const rows = Array.from({ length: 10_002 }, (_, number) => `/p${number},${number}`);
  const { table } = await readTable(bytesOf(["page,views", ...rows].join("\n")));
  const plan = await planViews(table, guessViews(table));
  expect([plan.pages.length, plan.pages[0], plan.left]).toEqual([
    10_000,
    { page: "/p10001", views: 10_001 },
    2,
  ]);
});
