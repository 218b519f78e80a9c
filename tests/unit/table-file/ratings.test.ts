import { expect, test } from "vitest";
import { ratingFacts, voteReader } from "../../../lib/table-file/ratings.ts";

const nothing = { thresholds: null, votes: {}, others: null };
const votesOf = async (texts: string[], header = "Rating") => {
  const facts = await ratingFacts(texts, header);
  return { scale: facts.scale, votes: texts.map(voteReader(facts, nothing)) };
};
const [yes, no, none] = ["helpful", "not helpful", "none"];

test.each([
  [["1", "2", "3", "4", "5"], "1 to 5", [no, no, no, yes, yes]],
  [["1.0", "3.5", "4.5", "5.0"], "1 to 5", [no, no, yes, yes]],
  [["4/5", "1/5"], "1 to 5", [yes, no]],
  [["4 out of 5", "2 of 5"], "1 to 5", [yes, no]],
  [["1 star", "4 stars"], "1 to 5", [no, yes]],
  [["1 star"], "1 to 5", [no]],
  [["★★★☆☆", "★★★★☆", "⭐"], "1 to 5", [no, yes, no]],
  [["9/10"], "0 to 10", [yes]],
  [["0", "6", "7", "8", "9", "10"], "0 to 10", [no, no, none, none, yes, yes]],
  [["0", "1"], "0 or 1", [no, yes]],
  [["1", "-1"], "-1 or 1", [yes, no]],
])("the numbers %j are %s", async (texts, scale, votes) => {
  expect(await votesOf(texts)).toEqual({ scale, votes });
});

test.each(
  [
    ...[
      ["1"],
      ["5"],
      ["0"],
      ["10"],
      ["1", "2"],
      ["1", "2", "3"],
      ["0", "2"],
      ["1", "7"],
      ["4", "5"],
      ["80%", "20%"],
    ],
    ...[["0", "5"], ["-2", "2"], ["50", "100"], ["6/5"]],
  ].map((texts) => [texts] as const),
)("what %j is has to be asked", async (texts) => {
  expect(await votesOf(texts)).toEqual({ scale: null, votes: texts.map(() => null) });
});

test("the column's name can say the scale", async () => {
  expect(await votesOf(["1"], "Emotion (1-5)")).toEqual({ scale: "1 to 5", votes: [no] });
  expect(await votesOf(["4"], "NPS")).toEqual({ scale: "0 to 10", votes: [no] });
  expect((await votesOf(["7"], "How likely are you to recommend us? (0 to 10)")).votes).toEqual([
    none,
  ]);
  expect(await votesOf(["8"], "Rating 1-5")).toEqual({ scale: null, votes: [null] });
});

test.each([
  ["Rate this page (1 = very good, 5 = very poor)", ["1", "5", "2"], [yes, no, yes]],
  ["Rate this page (5 = very good, 1 = very poor)", ["1", "5", "4"], [no, yes, yes]],
  ["Rating: 1 (worst) to 5 (best)", ["1", "4"], [no, yes]],
  ["Rate this page (10 is the highest)", ["1", "4", "5"], [no, no, no]],
  ["Bewertung (1 = sehr gut, 5 = schlecht)", ["1", "3"], [yes, no]],
  ["Bewertung in Sternen", ["1", "2", "5"], [no, no, yes]],
  ["Q2: Was this page helpful?", ["0", "1"], [no, yes]],
  ["Was this page helpful? (1 to 5)", ["1", "5"], [no, yes]],
])("the column's name says the direction: %s", async (header, texts, votes) => {
  expect((await votesOf(texts, header)).votes).toEqual(votes);
});

test.each([
  ["Rating (1-4)", ["1", "2", "3", "4"]],
  ["Rating out of 6", ["1", "2", "3", "4", "5"]],
  ["Rate this page (1 = best)", ["1", "2", "5"]],
  ["Rating (1 = a lot, 5 = a bit)", ["1", "2", "5"]],
  ["Rating (1 = very good, 10 = very poor)", ["1", "9"]],
  ["Bewertung", ["1", "5", "2"]],
  ["Note", ["1", "2", "4"]],
  ["Was this page helpful?", ["1", "2", "4"]],
  ["3. Did this page help?", ["1", "2", "5"]],
])("a name that contradicts the usual scale is asked about: %s", async (header, texts) => {
  expect(await votesOf(texts, header)).toEqual({ scale: null, votes: texts.map(() => null) });
});

test("someone can say that the lowest number is the best", async () => {
  const facts = await ratingFacts(["1", "2", "3", "6"], "Note");
  const vote = voteReader(facts, { ...nothing, thresholds: { low: 4, high: 2 } });
  expect(["1", "2", "3", "6"].map(vote)).toEqual([yes, yes, none, no]);
});

test.each([
  ...[
    "yes",
    "YES",
    "true",
    "t",
    "on",
    "Ja",
    "Oui",
    "Sí",
    "Sim",
    "はい",
    "WAHR",
    "👍",
    "👍🏽",
    "Yes 👍",
    "😀",
    "good",
  ],
  ...["Helpful", "Very satisfied", "thumbs_up", ":+1:", "Upvote", "да", "役に立った", "❤️"],
])("%s is helpful", async (text) => {
  expect((await votesOf([text])).votes).toEqual([yes]);
});

test.each([
  ...[
    "no",
    "False",
    "f",
    "off",
    "Nein",
    "Non",
    "Não",
    "いいえ",
    "FALSCH",
    "👎",
    "No 👎",
    "😞",
    "bad",
    "OK",
  ],
  ...[
    "Not helpful",
    "not_helpful",
    "Very dissatisfied",
    "thumbs-down",
    ":-1:",
    "нет",
    "No, it was not helpful.",
  ],
])("%s isn't helpful", async (text) => {
  expect((await votesOf([text])).votes).toEqual([no]);
});

test.each([
  "maybe",
  "Neutral",
  "😐",
  "Yes 👎",
  "👍👎",
  "Neither agree nor disagree",
  "x".repeat(100),
])("what %s is has to be asked", async (text) =>
  expect((await votesOf([text])).votes).toEqual([null]),
);

test("values are counted once however they are written, and can be chosen one by one", async () => {
  const facts = await ratingFacts(["5", "5.0", "", "Yes", "yes", "Maybe"], "Rating");
  expect(facts.values).toEqual([
    { key: "5", text: "5", count: 2, number: 5, vote: null },
    { key: "yes", text: "Yes", count: 2, number: null, vote: yes },
    { key: "maybe", text: "Maybe", count: 1, number: null, vote: null },
  ]);
  const vote = voteReader(facts, { ...nothing, votes: { 5: "helpful", yes: "none" } });
  expect(["5.0", "Yes", "", "Maybe"].map(vote)).toEqual([yes, none, none, null]);
});

test("a column of texts has few values to choose, and one choice for the others", async () => {
  const facts = await ratingFacts(
    Array.from({ length: 100 }, (_, number) => `Reader ${number} says`),
    "Rating",
  );
  expect(facts.values).toHaveLength(24);
  expect(facts.others).toEqual({ values: 76, rows: 76 });
  const vote = voteReader(facts, { ...nothing, others: "none" });
  expect([vote("Reader 1 says"), vote("Reader 99 says")]).toEqual([null, none]);
});

test("percentages and other scales have thresholds to choose", async () => {
  const facts = await ratingFacts(["80%", "20 %", "50%"], "Score");
  const vote = voteReader(facts, { ...nothing, thresholds: { low: 40, high: 60 } });
  expect(["80%", "20 %", "50%"].map(vote)).toEqual([yes, no, none]);
});
