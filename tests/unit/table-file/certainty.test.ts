import { expect, test } from "vitest";
import { decisionsOf } from "../../../lib/table-file/decisions.ts";
import { initialChoices } from "../../../lib/table-file/plan-import.ts";
import { upload } from "../../support/table-file.ts";

// What is certain is done and said; what isn't is asked; what is left out is named.

async function read(text: string) {
  const { file, recipe, plan, values } = await upload(text);
  const table = recipe?.derive?.(file.table) ?? file.table;
  const choices = initialChoices(table, recipe);
  const { columns, moreComments } = choices;
  const decisions = decisionsOf(file, recipe, plan, choices);
  return { columns, moreComments, values, questions: plan.questions, decisions, plan };
}

const rows = (...lines: string[]) => lines.join("\n");

test.each([
  [
    "created_at,path,message,is_mobile,resolved",
    "2026-05-01,/a,Old,true,false\n2026-05-02,/b,New,false,true",
  ],
  ["Date,Page,What happened?,May we contact you?", "2026-05-01,/a,Old,No\n2026-05-02,/b,New,Yes"],
  ["Date,Page,Finished,Comment", "2026-05-01,/a,True,Old\n2026-05-02,/b,False,New"],
])("a column of yes and no that isn't about the page is no rating: %s", async (header, body) => {
  const { columns, questions } = await read(rows(header, body));
  expect(columns.rating).toBeNull();
  expect(questions).toContain("Choose the rating column, or what to do with rows without a vote.");
});

test.each([
  ["Finished,Page,Q4: Did you find what you needed?", "True,/a,No\nFalse,/b,Yes", 2],
  ["Page,Sentiment,Did this page answer your question?", "/a,negative,Yes\n/b,positive,No", 2],
  ["Finished,Page,1. Did this page help?", "Yes,/a,No\nNo,/b,Yes", 2],
  ["Page,War die Seite hilfreich?,Vote counted", "/a,nein,yes\n/b,ja,no", 1],
  ["Page,Conversion rate,Sentiment", "/a,3,positive\n/b,1,negative", 2],
  ["Page,How could this page be more helpful?,Vote", "/a,Add more examples,up\n/b,,down", 2],
])("the question about the page is the rating: %s", async (header, body, at) => {
  const { columns, questions, decisions } = await read(rows(header, body));
  const name = header.split(",")[at] ?? "";
  expect([columns.rating, questions]).toEqual([name, []]);
  expect(decisions.join(" ")).toContain(`Ratings in “${name}”: 1 helpful, 1 not helpful.`);
});

test.each([
  ["Page,Score,Sentiment", "/a,5,negative\n/b,1,positive"],
  ["Page,Rate these [Quality],Rate these [Examples]", "/a,5,2\n/b,1,3"],
  ["Page,Was this page helpful?,Are you satisfied with the page?", "/a,Yes,No\n/b,No,Yes"],
])("of two columns that can be the rating, one has to be chosen: %s", async (header, body) => {
  const [, first, second] = header.split(",");
  const { columns, questions } = await read(rows(header, body));
  expect(columns.rating).toBeNull();
  expect(questions).toEqual([`Choose the column with the rating: “${first}” or “${second}”.`]);
});

test("columns that say the same are one", async () => {
  const { columns } = await read("Page,Helpful,Was this page helpful?\n/a,no,no\n/b,yes,yes\n");
  expect(columns.rating).toBe("Helpful");
});

test("a row that starts with # below a preamble is feedback", async () => {
  const { values } = await read(
    '# Exported\nComment,Page,Helpful\n"# of seats is wrong",/x,no\nfine,/y,yes\n',
  );
  expect(values).toMatchObject([{ comment: "# of seats is wrong" }, { comment: "fine" }]);
});

test("a second header is skipped and said, and names columns without one", async () => {
  const { columns, values, questions, decisions } = await read(
    rows(
      "Respondent ID,End Date,Page address,Was this page helpful?,What can we improve?,",
      ",,Open-Ended Response,Response,Open-Ended Response,Other (please specify)",
      "11,2026-05-01 10:00:00,/a,No,Add a picture of it,",
    ),
  );
  expect(questions).toEqual([]);
  expect(columns.rating).toBe("Was this page helpful?");
  expect(values).toMatchObject([{ path: "/a", helpful: false, comment: "Add a picture of it" }]);
  expect(decisions).toContain("Row 2 is a second header, so it isn't imported.");
});

test("a header that is repeated isn't feedback, and words after an empty row are", async () => {
  const { values, decisions } = await read(
    "Page,Helpful,Comment\n/a,no,Old\nPage,Helpful,Comment\n/b,yes,New\n\n/c,yes,Good words\n",
  );
  expect(values).toMatchObject([{ path: "/a" }, { path: "/b" }, { path: "/c" }]);
  expect(decisions).toContain("1 row that repeats the header isn't imported.");
});

test.each([
  ["Page,URL,Helpful", "Start,https://docs.example.com/a,no", "URL"],
  [
    "Location,Helpful,Visited page",
    '"Berlin, Germany",no,https://docs.example.com/a',
    "Visited page",
  ],
  ["Helpful,where", "no,/a", "where"],
  ["Page,Helpful,Referrer", "guides/auth,no,https://search.example/", null],
  ["Page,Helpful", "getting-started,no", "Page"],
  ["Page,Helpful", "Getting started,no", null],
  ["Helpful,Before,After", "no,/a,/b", null],
  ["url,Helpful", "https://x.example/api/v2/satisfaction_ratings/62.json,no", null],
])("the page is the column with addresses of pages: %s, %s", async (header, row, column) => {
  const { columns, questions } = await read(rows(header, row));
  expect(columns.page).toBe(column);
  expect(questions).toEqual(column === null ? [expect.stringContaining("the page")] : []);
});

test("an address of each row's own record isn't its page", async () => {
  const text =
    "id,url,Helpful\n61,https://x.example/tickets/61,no\n62,https://x.example/tickets/62,yes\n";
  expect((await read(text)).questions).toEqual(["Choose the column with the page: “url”."]);
});

test.each([
  ["Submission Date", "2026-05-01"],
  ["Survey Created At", "2026-05-01 10:00:00 UTC"],
  ["Created time", "2026-05-01 10:00"],
  ["createdTime", "2026-05-01T10:00:00.000Z"],
  ["originalTimestamp", "2026-05-01T10:00:00.000Z"],
  ["Abgeschickt am", "2026-05-01"],
  ["When sent", "1777629600"],
])("%s is the date", async (name, text) => {
  const { columns, questions } = await read(
    rows(`Page,Helpful,${name},Version`, `/a,no,${text},1.2.10`),
  );
  expect([columns.date, questions]).toEqual([name, []]);
});

test.each([
  ["Last updated", "2026-05-01", ["Last updated"]],
  ["Opened,Closed", "2026-05-01,2026-05-02", ["Opened", "Closed"]],
  ["Number", "1777629600", null],
])("whether %s is the date is asked, unless it's only a number", async (names, texts, open) => {
  const { columns, questions } = await read(rows(`Page,Helpful,${names}`, `/a,no,${texts}`));
  expect(columns.date).toBeNull();
  const list = open?.map((name) => `“${name}”`).join(" or ");
  expect(questions).toEqual(list ? [`Choose the column with the date: ${list}.`] : []);
});

test("Microsoft Forms: the time of completion, and a question without a usual word", async () => {
  const { columns, questions, values } = await read(
    rows(
      "ID,Start time,Completion time,Email,Name,Page address,How useful was this article?,What should we change?",
      "1,5/13/26 9:59:00,5/13/26 10:00:00,anonymous,,https://docs.example.com/a,Very useful,The third step",
      "2,5/13/26 9:59:00,5/13/26 10:00:00,anonymous,,https://docs.example.com/a,Not useful,",
    ),
  );
  expect([columns.date, questions]).toEqual(["Completion time", []]);
  expect(values).toMatchObject([
    { comment: "The third step", helpful: true, createdAt: "2026-05-13T10:00:00.000Z" },
    { comment: null, helpful: false },
  ]);
});

test.each([
  ["Page,Helpful,Comment,What went wrong?", "/a,no,,The third step", ["What went wrong?"], []],
  ["Page,Helpful,Comment,Suggestion", "/a,no,,Add one", [], ["Suggestion"]],
  ["Page,Helpful,Comment,Reply", "/a,no,Old,We will look at it", [], ["Reply"]],
  [
    "Page,Helpful,Comment,Comment plain,Page title",
    "/a,no,It is old,It is old,Start here now",
    [],
    [],
  ],
  ["Page,Helpful,Comment,User agent", "/a,no,Old,Mozilla/5.0 (X11; Linux) Gecko", [], []],
])("text of further columns is added or asked about: %s", async (header, row, more, open) => {
  const { moreComments, questions } = await read(rows(header, row));
  expect(moreComments).toEqual(more);
  expect(questions).toEqual(open.map((name) => `Choose whether “${name}” belongs to the comment.`));
});

test.each(["Anmerkungen", "What should we fix?", "answers.why"])(
  "%s is the comment",
  async (name) => {
    const { columns, questions } = await read(rows(`Page,Helpful,${name}`, "/a,no,The third step"));
    expect([columns.comment, questions]).toEqual([name, []]);
  },
);

test("a contact that no one can answer isn't stored, which is said", async () => {
  const contacts = [
    "anonymous",
    "-",
    "not provided",
    "r•••@x.example",
    "Ana <ana@x.example>",
    "+1 555 010 0199",
  ];
  const { values, decisions } = await read(
    rows("Page,Helpful,Email", ...contacts.map((contact) => `/a,no,${contact}`)),
  );
  const stored = values.map((value) => typeof value !== "string" && value.contact);
  expect(stored).toEqual([null, null, null, ...contacts.slice(3)]);
  expect(decisions).toContain("3 contacts aren't email addresses, so they aren't imported.");
});

test("columns that are used and columns that aren't are named", async () => {
  const { decisions } = await read(
    rows(
      "Website,Vote,When,What went wrong?,Why?,Country,Empty,Plan",
      "/a,up,2026-05-01,It is old,I do not know,DE,,Pro",
    ),
  );
  expect(decisions).toEqual([
    "Pages are in “Website”.",
    "Dates are in “When”.",
    "Comments are in “What went wrong?” and “Why?”.",
    "The columns “Country” and “Plan” aren't imported.",
    "Ratings in “Vote”: 1 helpful, 0 not helpful.",
  ]);
});

const FIREBASE = {
  "-Na1": { page: "/x", helpful: true, comment: "a" },
  "-Na2": { page: "/y", helpful: false },
  "-Na3": { page: "/z", helpful: true, comment: "c" },
};

test.each([
  FIREBASE,
  { feedback: FIREBASE },
  { feedback: FIREBASE, users: { u1: { name: "Ana" }, u2: { name: "Bo" } } },
])("objects by their IDs are rows", async (document) => {
  const { values, questions } = await read(JSON.stringify(document));
  expect(questions).toEqual([]);
  expect(values).toMatchObject([
    { id: "-Na1", path: "/x", helpful: true, comment: "a" },
    { id: "-Na2", path: "/y", helpful: false, comment: null },
    { id: "-Na3", path: "/z" },
  ]);
});

test("objects by their pages are rows, and the parts of one item aren't", async () => {
  const pages = { "/a": { helpful: false, comment: "Old" }, "/b": { helpful: true } };
  expect((await read(JSON.stringify(pages))).values).toMatchObject([
    { path: "/a", helpful: false },
    { path: "/b", helpful: true },
  ]);
  const one = {
    page: { url: "/a", title: "A" },
    reader: { email: "a@x.example" },
    vote: { helpful: false },
  };
  expect((await read(JSON.stringify(one))).values).toEqual([
    { path: "/a", contact: "a@x.example", helpful: false },
  ]);
});

test.each([
  { createdAt: { _seconds: 1777629600, _nanoseconds: 0 }, page: "/a", helpful: false },
  { createdAt: { seconds: 1777629600, nanoseconds: 5 }, page: "/a", helpful: false },
  {
    createdAt: { N: "1777629600" },
    page: { S: "/a" },
    helpful: { BOOL: false },
    email: { NULL: true },
  },
  {
    fields: {
      createdAt: { timestampValue: "2026-05-01T10:00:00.000Z" },
      page: { stringValue: "/a" },
      helpful: { booleanValue: false },
      meta: { mapValue: { fields: { plan: { stringValue: "Pro" } } } },
    },
  },
])("values that a database wraps are read: %j", async (item) => {
  const { columns, values, questions } = await read(JSON.stringify({ Items: [item] }));
  expect(questions).toEqual([]);
  expect(columns.date).toMatch(/^(?:fields\.)?createdAt$/);
  expect(values).toMatchObject([
    { createdAt: "2026-05-01T10:00:00.000Z", path: "/a", helpful: false },
  ]);
});

test("integers keep their digits, in numbers and in texts", async () => {
  const line = (id: string) =>
    `{"id":${id},"page":"/a","helpful":false,"comment":"say \\"12345678901234567\\" or 1","score":0.12345678901234567}`;
  const ids = ["884251733011562497", "884251733011562498", "-9007199254740993", "12"];
  for (const text of [ids.map(line).join("\n"), `[${ids.map(line).join(",")}]`]) {
    const { values } = await read(text);
    expect(values.map((value) => typeof value !== "string" && value.id)).toEqual(ids);
    expect(values[0]).toMatchObject({ comment: 'say "12345678901234567" or 1' });
  }
});

test("a row whose ID a row below has is said to be replaced by it", async () => {
  const { decisions } = await read("id,page,vote\n7,/a,up\n8,/a,up\n7,/a,down\n8,/a,up\n");
  expect(decisions).toContain("1 row has the ID of a row below, which replaces it.");
});

test("the order of dates that contradict each other is asked", async () => {
  const text = rows("Page,Vote,Date", "/a,up,03/05/2026", "/a,up,13/05/2026", "/a,up,05/14/2026");
  const { plan, questions } = await read(text);
  expect([plan.dates?.open, questions]).toEqual([
    ["dmy", "mdy"],
    ["Choose the order of day and month."],
  ]);
  const { values } = await upload(text, { dateOrder: "mdy" });
  expect(values).toMatchObject([
    { createdAt: "2026-03-05" },
    "has a date that can't be read: “13/05/2026”",
    { createdAt: "2026-05-14" },
  ]);
});

test("Qualtrics: the zone beside the IDs of its columns, and previews", async () => {
  const columns = ["StartDate", "EndDate", "RecordedDate", "ResponseId", "Status", "Page", "Vote"];
  const ids = columns.map((name) => `"{""ImportId"":""${name}"",""timeZone"":""America/Denver""}"`);
  const response = (status: string, date: string) => `${date},${date},${date},R_1,${status},/a,up`;
  const { values, decisions } = await read(
    rows(
      ...[columns.join(","), columns.join(","), ids.join(",")],
      response("IP Address", "2026-05-01 10:00:00"),
      response("IP Address", "2026-12-01 10:00:00"),
      response("Survey Preview", "2026-05-01 10:00:00"),
    ),
  );
  expect(values).toMatchObject([
    { createdAt: "2026-05-01T16:00:00.000Z" },
    { createdAt: "2026-12-01T17:00:00.000Z" },
    "has the status “Survey Preview”, so it isn't imported",
  ]);
  expect(decisions).toContain("Times without a zone are in America/Denver.");
});

test.each([
  ["Timestamp", "Google Forms"],
  ["Zeitstempel", "Google Forms"],
  ["@timestamp", undefined],
  ["timestamp", undefined],
])("the first column %s is of %s", async (name, tool) => {
  const { recipe } = await upload(`${name},page,vote\n2026-05-01T10:00:00Z,/a,up\n`);
  expect(recipe?.name).toBe(tool);
});

test("the reported code of a Mintlify export is there", async () => {
  const { values } = await read(
    rows(
      "id,path,comment,createdAt,source,status,code,filename,lang",
      "f1,/a,Fails,2026-05-01,code_snippet,pending,npm run x,a.sh,sh",
      "f2,/a,Works,2026-05-01,code_snippet,pending,,,",
    ),
  );
  expect(values).toMatchObject([
    { code: "npm run x", filename: "a.sh", lang: "sh" },
    { code: "", filename: null },
  ]);
});

test("without a rating, votes aren't a comment, whatever their column is called", async () => {
  const rated = await read("Page,Feedback,Vote\n/a,good,up\n/b,bad,down\n");
  expect(rated.columns.comment).toBe("Feedback");
  const { columns, questions } = await read("Page,Feedback\n/a,helpful\n/b,not helpful\n");
  expect(columns).toMatchObject({ comment: null, rating: null });
  expect(questions).toEqual(["Choose the rating column, or what to do with rows without a vote."]);
});
