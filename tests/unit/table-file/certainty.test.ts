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
  expect(questions).toContain("Choose the rating column, or what rows without a vote count as.");
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
      "Respondent ID,Start Date,Page address,Was this page helpful?,What can we improve?,",
      ",,Open-Ended Response,Response,Open-Ended Response,Other (please specify)",
      "11,2026-05-01 10:00:00,/a,No,Add a picture of it,",
    ),
  );
  expect(questions).toEqual([]);
  expect(columns.rating).toBe("Was this page helpful?");
  expect(values).toMatchObject([{ path: "/a", helpful: false, comment: "Add a picture of it" }]);
  expect(decisions).toContain("Row 2 is a second header, so it wasn’t imported.");
});

test("a header that is repeated isn't feedback, and words after an empty row are", async () => {
  const { values, decisions } = await read(
    "Page,Helpful,Comment\n/a,no,Old\nPage,Helpful,Comment\n/b,yes,New\n\n/c,yes,Good words\n",
  );
  expect(values).toMatchObject([{ path: "/a" }, { path: "/b" }, { path: "/c" }]);
  expect(decisions).toContain("1 row that repeats the header wasn’t imported.");
});
