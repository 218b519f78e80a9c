import { describe, expect, test } from "vitest";
import type { PullFile } from "../../lib/contract/api/pull-request.ts";
import { runWithoutPauses } from "../../lib/pause.ts";
import { markingWords } from "../../lib/review/mark-words.ts";
import type { LinkedItem } from "../../lib/review/prepare.ts";
import { reviewing } from "../../lib/review/review.ts";
import { changedFile as file } from "../support/changed-file.ts";
import { cpuLimit, cpuTime } from "../support/cpu-time.ts";

function item(id: string, comment: string | null, more: Partial<LinkedItem> = {}): LinkedItem {
  return { id, page: "/guides/auth", comment, code: null, files: ["docs/auth.mdx"], ...more };
}

const review = (items: LinkedItem[], files: PullFile[]) =>
  runWithoutPauses(reviewing(items, files));
const verdicts = (items: LinkedItem[], files: PullFile[]) =>
  review(items, files).proposals.map(({ verdict }) => verdict);

const HEADER = file("docs/auth.mdx", [
  " Send the header:",
  "-Authorisation: Token abc",
  "+Authorization: Bearer abc",
]);

describe("a proposed verdict", () => {
  test("of a correction depends on the new text itself", () => {
    const asks = item("a", '"Authorisation: Token" should be "Authorization: Bearer"');
    expect(verdicts([asks], [HEADER])).toEqual(["addressed"]);
    const other = file("docs/auth.mdx", ["-Authorisation: Token abc", "+Authorisation: Basic abc"]);
    expect(verdicts([asks], [other])).toEqual(["not_addressed"]);
  });

  test("follows quoted words, reported code, and what a comment is about", () => {
    const items = [
      item("quoted", "I don't get “Authorisation: Token” at all"),
      item("code", null, { code: "curl -H \\\nAuthorisation: Token abc" }),
      item("words", "Wrong authorization, it wants a bearer"),
      item("page only", "Confusing"),
      item("elsewhere", "Confusing", { page: "/other", files: ["docs/other.mdx"] }),
    ];
    const expected = ["addressed", "addressed", "addressed", "unclear", "not_addressed"];
    expect(verdicts(items, [HEADER])).toEqual(expected);
  });

  test("is open where the change of the item's page is too large to be read, and the file is named", () => {
    const asks = item("a", '"Authorisation: Token" should be "Authorization: Bearer"');
    const cut = { ...file("docs/auth.mdx"), cut: true };
    const found = review([asks, item("b", "Confusing")], [cut]);
    expect(found.proposals.map(({ verdict }) => verdict)).toEqual(["unclear", "unclear"]);
    expect(found.unread).toEqual(["docs/auth.mdx"]);
  });

  test("has removed text among the first findings, after any number of changed facts", () => {
    const facts = Array.from({ length: 120 }, (_, at) => [
      `-Wait ${1_000 + at} seconds.`,
      `+Wait ${5_000 + at} seconds.`,
    ]);
    const { findings, moreFindings } = review(
      [],
      [file("docs/a.md", ...facts), file("docs/b.md", ["-Never share the key."])],
    );
    expect(findings[0]).toMatchObject({ kind: "removed", path: "docs/b.md" });
    expect([findings.length, moreFindings]).toEqual([100, 21]);
  });

  test("doesn't take a note with the comment for a change that addresses it", () => {
    const asks = item("a", "Which header do tokens belong in, the first or the second?");
    const note = file("docs/auth.mdx", [`+{/* ${asks.comment} */}`]);
    expect(verdicts([asks], [note])).toEqual(["unclear"]);
  });

  test("names the hunks that it comes from, and only those", () => {
    const two = file(
      "docs/auth.mdx",
      ["-Tokens expire after an hour.", "+Tokens expire after a day."],
      ["-Authorisation: Token abc", "+Authorization: Bearer abc"],
    );
    const [{ hunks } = { hunks: [] }] = review(
      [item("a", "“Authorisation: Token” is wrong")],
      [two],
    ).proposals;
    expect(hunks).toEqual([two.hunks[1]?.id]);
  });

  test("finds a page's file by its name where no file is known", () => {
    const asks = item("a", "Confusing", { files: [] });
    expect(verdicts([asks], [file("content/guides/auth.md", ["-a", "+b"])])).toEqual(["unclear"]);
    expect(verdicts([asks], [file("content/guides/other.md", ["-a", "+b"])])).toEqual([
      "not_addressed",
    ]);
  });
});

describe("what to look at first", () => {
  const asks = item("a", '"Authorisation: Token" should be "Authorization: Bearer"');
  const findings = (...hunks: string[][]) =>
    review([asks], [file("docs/auth.mdx", ...hunks)]).findings.map(({ kind, old, new: now }) => [
      kind,
      old,
      now,
    ]);

  test("is nothing where a change does what was asked", () => {
    expect(findings(["-Authorisation: Token abc", "+Authorization: Bearer abc"])).toEqual([]);
  });

  test.each([
    ["a number", "Wait 30 seconds.", "Wait 60 seconds."],
    ["a unit", "Wait 30 seconds.", "Wait 30 minutes."],
    ["a flag", "Run it with --dry-run now.", "Run it with --force now."],
    ["code", "Call `parcels:send` once.", "Call `parcels:write` once."],
    ["a link", "See [it](/a/b) here.", "See [it](/a/c) here."],
    ["a negation", "This isn't safe.", "This is safe."],
    ["a small word", "Only admins may do it.", "Admins may do it."],
  ])("is a statement with another fact: %s", (_, removed, added) => {
    expect(findings([`-${removed}`, `+${added}`])).toEqual([["fact", removed, added]]);
  });

  test.each([
    ["a misspelling", "You recieve it.", "You receive it."],
    ["punctuation", "Stop it, then start.", "Stop it; then start."],
    ["a word twice", "It is is here.", "It is here."],
    ["something added", "It starts.", "It starts on port 80."],
    ["another number in a list", "3. Start the server.", "2. Start the server."],
  ])("is not %s", (_, removed, added) => {
    expect(findings([`-${removed}`, `+${added}`])).toEqual([]);
  });

  test.each([
    ["a list", ["-- Beta", " - Alpha", "+- Beta"]],
    ["values of data", [" ```json", '-  "beta": 1,', '   "alpha": 2,', '+  "beta": 1,', " ```"]],
    ["steps that are one longer", [" 1. Stop it.", "+2. Wait.", "-2. Start it.", "+3. Start it."]],
    ["a table", ["-| beta | 1 |", " | alpha | 2 |", "+| beta | 1 |"]],
  ])("is not the order of %s", (_, lines) => {
    expect(findings(lines)).toEqual([]);
  });

  test("is not an order that an item asks for", () => {
    const steps = ["-1. Stop it.", "-2. Save it.", "+1. Save it.", "+2. Stop it."];
    expect(findings(steps)).toEqual([["fact", "Stop it. Save it.", "Save it. Stop it."]]);
    const asksToMove = item("a", "Save it before you stop it");
    expect(review([asksToMove], [file("docs/auth.mdx", steps)]).findings).toEqual([]);
  });

  test("is nothing in sentences that were wrapped anew", () => {
    const lines = [
      "-Wait a while, then",
      "-retry the delivery.",
      "+Wait a while, then retry the",
      "+delivery.",
    ];
    expect(findings(lines)).toEqual([]);
  });

  test("is removed text, unless it was moved", () => {
    const warning = "Warning: this deletes all of your data.";
    expect(findings([` Before`, `-${warning}`])).toEqual([["removed", warning, null]]);
    expect(findings([`-${warning}`], [`+${warning}`])).toEqual([]);
  });

  test("is a section that no item is about and that was rewritten", () => {
    const [before, after] = [
      "Retry a delivery up to five times, and wait twice as long before each attempt.",
      "Deliveries happen at most once. Failed ones are dropped silently and never come back.",
    ];
    expect(findings([`-${before}`, `+${after}`])).toEqual([["rewritten", before, after]]);
  });

  test("is not what an item asks to remove, or a value that it names", () => {
    const items = [
      item("a", "The paragraph about webhooks signatures is outdated, remove it"),
      item("b", "The limit is 500 requests by now"),
    ];
    const files = [
      file(
        "docs/auth.mdx",
        ["-Webhooks have signatures in a header."],
        ["-The limit is 100 requests.", "+The limit is 500 requests."],
      ),
    ];
    expect(review(items, files).findings).toEqual([]);
  });

  test("names files that are no item's page", () => {
    expect(review([asks], [HEADER, file("src/index.ts", ["+x"])]).outside).toEqual([
      "src/index.ts",
    ]);
  });
});

describe("marked words", () => {
  const marked = (...lines: string[]) => {
    const [one] = runWithoutPauses(markingWords([file("a.md", lines)]));
    return one?.hunks[0]?.lines.map(({ text, marks }) =>
      marks?.map(([from, to]) => text.slice(from, to)),
    );
  };

  test("are those that differ, across lines that were wrapped anew", () => {
    const lines = ["-Wait 30 seconds then", "-retry it.", "+Wait 60 seconds", "+then retry it."];
    expect(marked(...lines)).toEqual([["30"], [], ["60"], []]);
  });

  test("are none in lines without anything in common", () => {
    expect(marked("-alpha beta gamma", "+one, two; three!")).toEqual([undefined, undefined]);
  });

  test("of 5,000 lines are found in bounded time", () => {
    const lines = Array.from({ length: 2_500 }, (_, index) => [
      `-Line ${index} says something about the old name of a thing.`,
      `+Line ${index} says something about the new name of a thing.`,
    ]);
    const limit = cpuLimit(2_000);
    const started = cpuTime();
    const [removed, added] = [0, 1].map((side) => lines.map((pair) => pair[side] ?? ""));
    const words = marked(...(removed ?? []), ...(added ?? []));
    expect(words?.[0]).toEqual(["old"]);
    expect(cpuTime() - started).toBeLessThan(limit);
  });
});
