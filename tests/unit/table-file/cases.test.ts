import { expect, test } from "vitest";
import { type PageNameRules, pageNameOf } from "../../../lib/docs-site/page-name.ts";
import { shapeQuestions } from "../../../lib/table-file/read-table.ts";
import { DEFAULT_PAGE_NAME_RULES } from "../../support/page-name-rules.ts";
import { upload } from "../../support/table-file.ts";

// Small files with the structure of what tools export, and what each should come to.

test("Excel's sep= line is skipped, and its separator counts", async () => {
  const { plan, values } = await upload(
    'sep=;\r\nDate;Page;Rating;Comment\r\n2026-05-01 10:00:00;/a;no;"One; two"\r\n2026-05-02 10:00:00;/b;yes;Fine\r\n',
  );
  expect(plan.questions).toEqual([]);
  expect(values).toMatchObject([
    { path: "/a", helpful: false, comment: "One; two", createdAt: "2026-05-01T10:00:00" },
    { path: "/b", helpful: true },
  ]);
  expect(plan.items.map(({ line }) => line)).toEqual([3, 4]);
});

test("Google Forms and its sheets: clocks of twelve hours, zones, and the order of day and month", async () => {
  const form = await upload(
    '"Timestamp","Page URL","Was this page helpful?","What went wrong?"\n' +
      '"2026/05/01 9:03:04 PM GMT+2","https://docs.example.com/auth","No","Says ""x""\ntwice"\n' +
      '"2026/05/02 10:11:12 AM GMT+2","https://docs.example.com/start","Yes",""\n',
  );
  expect(form.recipe?.name).toBe("Google Forms");
  expect(form.plan.questions).toEqual([]);
  expect(form.values).toMatchObject([
    { createdAt: "2026-05-01T19:03:04.000Z", helpful: false, comment: 'Says "x"\ntwice' },
    { createdAt: "2026-05-02T08:11:12.000Z", helpful: true, comment: null },
  ]);
  const sheet =
    "Timestamp,Page URL,Was this page helpful?\n05/01/2026 21:03:04,/a,No\n5/2/2026 9:11:12,/b,Yes\n";
  const asked = await upload(sheet);
  expect(asked.plan.questions).toEqual(["Choose the order of day and month."]);
  expect(asked.plan.dates).toMatchObject({
    open: ["dmy", "mdy"],
    example: "05/01/2026 21:03:04",
    local: 2,
  });
  expect((await upload(sheet, { dateOrder: "mdy" })).values).toMatchObject([
    { createdAt: "2026-05-01T21:03:04.000Z" },
    { createdAt: "2026-05-02T09:11:12.000Z" },
  ]);
});

test("a day above 12 says the order of all dates", async () => {
  const { plan, values } = await upload(
    "Date;Page;Rating\n01/02/2026 09:30;/a;no\n25/02/2026 09:30;/a;no\n31/02/2026 09:30;/a;no\n",
  );
  expect(plan.questions).toEqual([]);
  expect(values).toMatchObject([
    { createdAt: "2026-02-01T09:30:00.000Z" },
    { createdAt: "2026-02-25T09:30:00.000Z" },
    "has a date that can't be read: “31/02/2026 09:30”",
  ]);
});

test("scores from 0 to 10 have thresholds, and seven and eight are no vote", async () => {
  const rows = [10, 9, 7, 5, 4, 1].map((score) => `2026-05-01T10:00:00Z,/a,${score},Text ${score}`);
  const csv = ["createdAt,url,score,comment", ...rows].join("\n");
  const { plan } = await upload(csv);
  expect(plan.ratings).toMatchObject({ scale: "0 to 10", thresholds: { low: 6, high: 9 } });
  expect(plan.votes).toEqual({ helpful: 2, "not helpful": 3, none: 1 });
  expect(plan.questions).toEqual(["Choose what to do with rows without a vote."]);
  const skipped = await upload(csv, { unrated: "skipped" });
  expect(skipped.plan.questions).toEqual([]);
  expect(
    skipped.values.map((value) => (typeof value === "string" ? value : value.helpful)),
  ).toEqual([...[true, true, "has no vote, so it isn't imported", false, false, false]]);
  const lower = { thresholds: { low: 3, high: 7 }, votes: { 4: "helpful" as const }, others: null };
  expect((await upload(csv, { rating: lower })).plan.votes).toEqual({
    helpful: 4,
    "not helpful": 1,
    none: 1,
  });
});

test("a single value, and codes such as 1 and 2, are asked about", async () => {
  const ones =
    "Date,Page,Rating,Comment\n2026-05-01T10:00:00Z,/a,1,Gone\n2026-05-02T10:00:00Z,/a,1,Old\n";
  const { plan } = await upload(ones);
  expect(plan.questions).toEqual(["Choose what each rating counts as."]);
  expect(plan.items.map(({ value }) => value.helpful)).toEqual([undefined, undefined]);
  const rating = { thresholds: null, votes: { 1: "not helpful" as const }, others: null };
  const chosen = await upload(ones, { rating });
  expect(chosen.plan.questions).toEqual([]);
  expect(chosen.values).toMatchObject([{ helpful: false }, { helpful: false }]);
});

test("two columns of the same name are both there, and both are the comment", async () => {
  const { file, values } = await upload(
    "Page,Rating,Comment,Comment\n/a,no,,The port\n/b,yes,Nice,Very\n",
  );
  expect(file.table.columns).toEqual(["Page", "Rating", "Comment", "Comment (2)"]);
  expect(values).toMatchObject([{ comment: "The port" }, { comment: "Nice\n\nVery" }]);
});

test("short rows are padded, an empty cell too many is ignored, and a full one is named", async () => {
  const { values } = await upload(
    "Page,Rating,Comment,Email\n/a,no,Link,a@b.example\n/b,no,Second\n/c,yes\n/d,yes,Good,,\n/e,no,x,,Lost\n",
  );
  expect(values).toMatchObject([
    { contact: "a@b.example" },
    { comment: "Second", contact: null },
    { comment: null, contact: null },
    { path: "/d", comment: "Good" },
    "has 5 cells, but the header has 4: “Lost” is extra",
  ]);
});

test("a quote that swallows rows is noticed, and rows can be read by line", async () => {
  const csv = [
    "date,path,helpful,comment",
    '2026-05-01T10:00:00Z,/a,no,"5 minutes" is wrong',
    '2026-05-01T11:00:00Z,/b,no,"Step 3 is missing',
    "2026-05-01T12:00:00Z,/c,no,Lost one",
    "2026-05-01T13:00:00Z,/d,no,Lost two",
    '2026-05-01T14:00:00Z,/e,no,the quote" ends here',
    "2026-05-01T15:00:00Z,/f,yes,Good",
  ].join("\n");
  const { file, values } = await upload(csv);
  expect(values[0]).toMatchObject({ comment: '"5 minutes" is wrong' });
  expect(file.csv?.swallowed).toEqual([{ line: 3, lines: 4 }]);
  expect(shapeQuestions(file, {})).toEqual(["Choose how to read quotes."]);
  const byLine = await upload(csv, { read: { isByLine: true } });
  expect(byLine.values.map((value) => typeof value !== "string" && value.comment)).toEqual([
    ...[
      '"5 minutes" is wrong',
      '"Step 3 is missing',
      "Lost one",
      "Lost two",
      'the quote" ends here',
      "Good",
    ],
  ]);
  // A quote that closes properly, but elsewhere than it should, and one that never closes.
  const rows = (end: string) =>
    `date,path,comment\n2026-05-01,/a,"One\n2026-05-02,/b,Two\n2026-05-03,/c,Three${end}`;
  for (const end of ['"\n', "\n"]) {
    expect((await upload(rows(end))).file.csv?.swallowed).toEqual([
      { line: 2, lines: end === "\n" ? 4 : 3 },
    ]);
  }
  const multiline =
    'date,path,comment\n2026-05-01,/a,"First, second, third\nfourth, fifth, sixth"\n';
  expect((await upload(multiline)).file.csv?.swallowed).toEqual([]);
});

test("Formbricks: nested answers, and a word with a picture", async () => {
  const response = (id: string, answers: object) => ({
    id,
    createdAt: "2026-05-01T10:00:00.000Z",
    finished: true,
    tags: [],
    meta: { url: "https://docs.example.com/a", userAgent: { browser: "Other" } },
    data: answers,
  });
  const data = [
    response("c1", { isHelpful: "No 👎", comment: "Wrong flag" }),
    response("c2", { isHelpful: "Yes 👍" }),
  ];
  const { recipe, plan, values } = await upload(JSON.stringify({ data }));
  expect(recipe?.name).toBe("Formbricks");
  expect(plan.questions).toEqual([]);
  expect(values).toEqual([
    {
      id: "c1",
      path: "https://docs.example.com/a",
      comment: "Wrong flag",
      helpful: false,
      createdAt: "2026-05-01T10:00:00.000Z",
    },
    expect.objectContaining({ id: "c2", helpful: true, comment: null }),
  ]);
});

test("MongoDB's types are read", async () => {
  const { plan, values } = await upload(
    '{"_id":{"$oid":"66a0"},"page":"/a","helpful":false,"comment":"Flag","createdAt":{"$date":"2026-05-01T10:00:00Z"}}\n' +
      '{"_id":{"$oid":"66a1"},"page":"/b","helpful":true,"comment":null,"createdAt":{"$date":{"$numberLong":"1777716000000"}}}\n',
  );
  expect(plan.questions).toEqual([]);
  expect(values).toMatchObject([
    { id: "66a0", createdAt: "2026-05-01T10:00:00Z", helpful: false },
    { id: "66a1", createdAt: "2026-05-02T10:00:00.000Z", helpful: true },
  ]);
});

test("the list with rows is found, wherever it is", async () => {
  const item = { date: "2026-05-01T10:00:00Z", page: "/a", rating: "no", comment: "A" };
  const { page: _, ...pageless } = item;
  const documents = [
    { errors: [], links: [], data: [item] },
    { "/a": [pageless] },
    { export: { meta: { count: 1 }, responses: [item] } },
    { items: [item] },
    { warnings: [{ code: 7 }], results: [item] },
    { columns: ["date", "page", "rating", "comment"], results: [Object.values(item)] },
    { meta: Object.keys(item).map((name) => ({ name })), data: [Object.values(item)] },
    [Object.keys(item), Object.values(item)],
    [{ page: "/a", feedback: [pageless] }],
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name, [value]])),
  ];
  for (const document of documents) {
    const { file, plan, values } = await upload(JSON.stringify(document));
    expect([shapeQuestions(file, {}), plan.questions], JSON.stringify(document)).toEqual([[], []]);
    expect(values).toEqual([
      {
        path: "/a",
        comment: "A",
        helpful: false,
        createdAt: "2026-05-01T10:00:00Z",
      },
    ]);
  }
});

test("of two lists, the one to import is asked for", async () => {
  const list = (comment: string) => [{ page: "/a", rating: "no", comment }];
  const text = JSON.stringify({ votes: list("A"), reports: list("B") });
  const { file } = await upload(text);
  expect(shapeQuestions(file, {})).toEqual(["Choose the list to import."]);
  expect(file.json?.lists).toEqual([
    { name: "votes", count: 1 },
    { name: "reports", count: 1 },
  ]);
  expect((await upload(text, { read: { list: "reports" } })).values).toMatchObject([
    { comment: "B" },
  ]);
});

test("German columns, and words that a German Excel writes", async () => {
  const { plan, values } = await upload(
    "Datum;Seite;Hilfreich;Kommentar\n2026-05-01 10:00:00;/a;Nein;Falsch\n2026-05-01 11:00:00;/b;Ja;Danke\n" +
      "2026-05-01 12:00:00;/c;FALSCH;x\n2026-05-01 13:00:00;/d;WAHR;y\n",
  );
  expect(plan.questions).toEqual([]);
  expect(values.map((value) => typeof value !== "string" && [value.path, value.helpful])).toEqual([
    ...[
      ["/a", false],
      ["/b", true],
      ["/c", false],
      ["/d", true],
    ],
  ]);
});

test.each([
  ["Fecha,Página,Valoración,Comentario\n2026-05-01,/a,No,Mal"],
  ["Date,Page,Note,Commentaire\n2026-05-01,/a,Non,Mal"],
  ["日付,ページ,評価,コメント\n2026年5月1日,/a,いいえ,違う"],
  ["Data,Pagina,Valutazione,Commento\n2026-05-01,/a,no,Male"],
  ["Data,Página,Avaliação,Comentário\n2026-05-01,/a,Não,Mal"],
  ["Дата,Страница,Оценка,Комментарий\n2026-05-01,/a,нет,Плохо"],
])("%j is recognized in its language", async (csv) => {
  const { plan, values } = await upload(csv);
  expect(plan.questions).toEqual([]);
  const comment = expect.stringMatching(/./);
  expect(values).toEqual([{ path: "/a", helpful: false, createdAt: "2026-05-01", comment }]);
});

test("Windows-1252 and UTF-16 without a mark are read, and the first is said to be a guess", async () => {
  const csv = "Page,Rating,Comment\n/a,no,Café – wrong\n";
  const latin = await upload(
    Buffer.concat([Buffer.from("Page,Rating,Comment\n/a,no,Caf"), Buffer.from([0xe9, 0x20, 0x96])]),
  );
  expect(latin.file).toMatchObject({ encoding: "windows-1252", isEncodingGuess: true });
  expect(latin.values).toMatchObject([{ comment: "Café –" }]);
  const little = Buffer.from(csv, "utf16le");
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    const { file, values } = await upload(bytes);
    expect(file.isEncodingGuess).toBe(false);
    expect(values).toMatchObject([{ comment: "Café – wrong" }]);
  }
  const cut = Buffer.concat([
    Buffer.from("Page,Rating,Comment\n/a,no,Größe für Äpfel\n/b,no,"),
    Buffer.from([0xc3]),
  ]);
  expect((await upload(cut)).values).toMatchObject([
    { comment: "Größe für Äpfel" },
    { comment: "\uFFFD" },
  ]);
  const chosen = await upload(
    Buffer.from([...Buffer.from("Page,Rating,Comment\n/a,no,"), 0xcd, 0xe5, 0xf2]),
    {
      read: { encoding: "windows-1251" },
    },
  );
  expect(chosen.values).toMatchObject([{ comment: "Нет" }]);
});

test("entities and tags become text, unless someone wants them", async () => {
  const csv =
    "Page,Rating,Comment\n/a,no,&quot;relay serve&quot; should be &quot;relay listen&quot;\n" +
    "/a,no,<p>The <strong>port</strong> is wrong&nbsp;here</p>\n/a,no,The <br> tag & its end\n";
  const { plan, values } = await upload(csv);
  expect(plan.html).toBe(2);
  expect(values).toMatchObject([
    { comment: '"relay serve" should be "relay listen"' },
    { comment: "The port is wrong here" },
    { comment: "The <br> tag & its end" },
  ]);
  expect((await upload(csv, { readsHtml: false })).values[1]).toMatchObject({
    comment: expect.stringContaining("<p>"),
  });
});

test.each([
  [
    "Docs feedback export,,,\nGenerated 2026-05-03,,,\n\nDate,Page,Rating,Comment\n2026-05-01T10:00:00Z,/a,no,Wrong\n",
    4,
  ],
  ["Docs feedback export\nDate,Page,Rating,Comment\n2026-05-01T10:00:00Z,/a,no,Wrong\n", 2],
  [
    "# ---\n# Export, of docs, and more, today\n# ---\n\nDate,Page,Rating,Comment\n2026-05-01T10:00:00Z,/a,no,Wrong\n",
    5,
  ],
  ["Date,Page,Rating,Comment\n2026-05-01T10:00:00Z,/a,no,Wrong\n", 1],
])("the header of %j is found", async (csv, header) => {
  const { file, plan, values } = await upload(csv);
  expect([file.csv?.header, plan.items[0]?.line]).toEqual([header, header + 1]);
  expect(values).toEqual([
    { createdAt: "2026-05-01T10:00:00Z", path: "/a", helpful: false, comment: "Wrong" },
  ]);
});

test("another row can be the header, or none", async () => {
  const { file } = await upload("a,b\nPage,Rating\n/a,no\n", { read: { header: 1 } });
  expect([file.table.columns, file.table.rows.length]).toEqual([["a", "b"], 2]);
  const headless = await upload("/a,no,Wrong\n/b,yes,Good\n");
  expect(headless.file.csv?.header).toBe(0);
  expect(headless.file.table).toMatchObject({
    columns: ["column 1", "column 2", "column 3"],
    rows: [{}, {}],
  });
});

test("the separator is the one that the rows have", async () => {
  const { file, values } = await upload(
    'Page,Rating,"Comment (what is wrong; what is missing; anything; please)"\n/a,no,Wrong\n/b,yes,Good\n',
  );
  expect(file.csv?.separator).toBe(",");
  expect(values).toMatchObject([
    { path: "/a", comment: "Wrong" },
    { path: "/b", comment: "Good" },
  ]);
  const semicolons = await upload(
    "Page;Rating;Comment\n/a;no;One, two, three\n/b;yes;Four, five, six\n",
  );
  expect(semicolons.values).toMatchObject([{ comment: "One, two, three" }, { path: "/b" }]);
  const bars = await upload("Page|Rating|Comment\n/a|no|One, two\n");
  expect(bars.values).toMatchObject([{ comment: "One, two" }]);
});

test("a quote after a backslash belongs to the text", async () => {
  const { values } = await upload(
    'page,rating,comment\n/a,no,"Says \\"listen\\", not \\"serve\\""\n/b,no,"C:\\\\temp"\n',
  );
  expect(values).toMatchObject([
    { comment: 'Says "listen", not "serve"' },
    { comment: "C:\\temp" },
  ]);
});

test("one bad line of NDJSON costs that line", async () => {
  const line = (page: string) => `{"date":"2026-05-01T10:00:00Z","page":"${page}","rating":"no"`;
  const { plan } = await upload(`${line("/a")}}\n${line("/b")}\n\n${line("/c")}}\n`);
  expect(
    plan.rows.map(({ row, ...rest }) => [row.line, "problem" in rest ? rest.problem : null]),
  ).toEqual([
    ...[
      [1, null],
      [2, "isn't valid JSON"],
      [4, null],
    ],
  ]);
});

test("the survey of github/docs is recognized", async () => {
  const { recipe, values } = await upload(
    '"created","path","survey_vote","survey_comment","survey_email","survey_visit_uuid"\n' +
      '"2026-05-01T10:00:00.000Z","/en/a","false","Wrong","a@b.example","u1"\n' +
      '"2026-05-02T10:00:00.000Z","/en/a","true","","","u2"\n',
  );
  expect(recipe?.name).toBe("github/docs survey");
  expect(values).toEqual([
    {
      id: "u1",
      path: "/en/a",
      comment: "Wrong",
      helpful: false,
      contact: "a@b.example",
      createdAt: "2026-05-01T10:00:00.000Z",
    },
    {
      id: "u2",
      path: "/en/a",
      comment: null,
      helpful: true,
      contact: null,
      createdAt: "2026-05-02T10:00:00.000Z",
    },
  ]);
});

test("NULL, \\N, and N/A alone are empty", async () => {
  const { values } = await upload(
    "id,created_at,path,helpful,message,email\n1,2026-05-01T10:00:00Z,/a,false,NULL,NULL\n" +
      "2,2026-05-01T11:00:00Z,/b,true,\\N,\\N\n3,NULL,/c,false,null,\n4,,/d,false,N/A,null@x.example\n",
  );
  expect(values).toMatchObject([
    { comment: null, contact: null },
    { comment: null, contact: null },
    { comment: null, createdAt: null },
    { comment: null, contact: "null@x.example" },
  ]);
});

test("addresses stay as they are, and the project's rules name one page for all", async () => {
  const pageOf = async (addresses: string[], rules: Partial<PageNameRules>) => {
    const rows = addresses.map((address) => `${address},no`);
    const { values } = await upload(["Page,Rating", ...rows].join("\n"));
    const paths = values.map((value) => (typeof value === "string" ? value : value.path));
    expect(paths).toEqual(addresses);
    const all = {
      ...DEFAULT_PAGE_NAME_RULES,
      siteAddress: "https://www.example.com/docs",
      ...rules,
    };
    return [...new Set(addresses.map((address) => pageNameOf(address, all)))];
  };
  const addresses = [
    ...["docs.example.com/guides/auth", "//docs.example.com/guides/auth", "guides/auth"],
    ...["www.example.com/docs/guides/auth/", "https://docs.example.com/guides/auth/index.html"],
    ...["https://docs.example.com/guides/auth.html", "/guides/auth?lang=en#rotate"],
  ];
  const routes = [
    "https://docs.example.com/#/guides/auth",
    "https://docs.example.com/#/guides/auth?id=x",
  ];
  const query = ["https://docs.example.com/?page=guides/auth"];
  expect(await pageOf(addresses, {})).toEqual(["/guides/auth"]);
  expect(await pageOf(routes, { pageIn: "fragment" })).toEqual(["/guides/auth"]);
  expect(await pageOf(query, { pageIn: { parameter: "page" } })).toEqual(["/guides/auth"]);
});

test("fields without a column aren't sent", async () => {
  const { plan } = await upload("Page,Rating\n/a,no\n");
  const value = { path: "/a", helpful: false, source: "contextual" };
  expect(plan.items.map((item) => item.value)).toEqual([value]);
});
