import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareItems } from "../../lib/groups/compare.ts";
import { correctionIn } from "../../lib/groups/corrections.ts";
import { codeTokensIn, isMisspelling, isReworded } from "../../lib/groups/guards.ts";
import { normalized } from "../../lib/groups/normalize.ts";
import { bucketsOf, Profile } from "../../lib/groups/profile.ts";
import { jaccardSimilarity, shinglesOf } from "../../lib/groups/shingles.ts";
import { nextLimit } from "../../lib/similar/paced-steps.ts";
import { editDistance } from "../../lib/text/edit-distance.ts";
import {
  areGrouped,
  labeledPairs,
  measurePairs,
  profileOfComment,
} from "../support/similar-pairs.ts";

const item = (comment: string | null, code: string | null = null, helpful: number | null = null) =>
  new Profile({ page: "/guides/auth", comment, code, helpful });
const SNIPPET = "curl https://api.example.org/v1/jobs";
const verdict = (one: string, other: string) =>
  compareItems(profileOfComment(one), profileOfComment(other)).verdict;

test("groups the labeled pairs as people do", () => {
  const pairs = labeledPairs();
  expect(pairs.length).toBeGreaterThanOrEqual(320);
  expect(new Set(pairs.map(({ language }) => language)).size).toBeGreaterThanOrEqual(9);
  const { precision, recall } = measurePairs(pairs);
  expect(precision).toBe(1);
  expect(recall).toBeGreaterThanOrEqual(0.99);
});

describe("normalization", () => {
  test("ignores case, width, spacing, punctuation, and apostrophes", () => {
    expect(normalized("  It’s ＢＲＯＫＥＮ —\n  really!! ")).toBe("its broken really");
    expect(normalized("👍  👍")).toBe("👍 👍");
  });

  test("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(normalized(normalized(text))).toBe(normalized(text));
      }),
    );
  });
});

describe("comparison", () => {
  test("compares both ways alike, and a text with itself as the same", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [left, right] = [item(one), item(other)];
        expect(compareItems(left, right).verdict).toBe(compareItems(right, left).verdict);
        if (left.text !== "") expect(compareItems(left, item(one)).verdict).toBe("same");
      }),
    );
  });

  test("counts shared shingles exactly", () => {
    expect(jaccardSimilarity(shinglesOf("abcde"), shinglesOf("abcdx"))).toBeCloseTo(1 / 3);
    expect(jaccardSimilarity(shinglesOf("リンク"), shinglesOf("リンゴ"))).toBeCloseTo(1 / 3);
  });

  test.each([
    [
      "numbers",
      "The upload stops after 30 seconds on our server",
      "The upload stops after 90 seconds on our server",
    ],
    [
      "negations",
      "The sample in step one works on Windows for me",
      "The sample in step one never works on Windows for me",
    ],
    [
      "contractions",
      "The sample in this guide does work on Windows",
      "The sample in this guide doesn’t work on Windows",
    ],
    [
      "code",
      "Call `getUser` before you open the connection pool",
      "Call `getTeam` before you open the connection pool",
    ],
    [
      "flags",
      "Explain what --force does with files that exist already",
      "Explain what --prune does with files that exist already",
    ],
    [
      "capitals",
      "The GET request of this page returns an empty body",
      "The PUT request of this page returns an empty body",
    ],
    [
      "German negations",
      "Das Beispiel auf dieser Seite läuft unter Windows",
      "Das Beispiel auf dieser Seite läuft nicht unter Windows",
    ],
    [
      "Japanese negations",
      "このページのサンプルは正しく動作します",
      "このページのサンプルは正しく動作しません",
    ],
    ["Chinese negations", "这个页面上的示例代码可以运行", "这个页面上的示例代码不可以运行"],
  ])("never groups or suggests texts with other %s", (_name, one, other) => {
    expect(verdict(one, one)).toBe("same");
    expect(verdict(one, other)).toBe("different");
  });

  test("only suggests texts with another word in the same place", () => {
    const one =
      "When I press the Save button on the settings page nothing happens and my changes are lost";
    expect(verdict(one, one.replace("Save", "Delete"))).toBe("similar");
    expect(verdict(one, one.replace("settings", "setings"))).toBe("same");
  });

  test.each([
    [
      "numbers",
      "It stops after 30 seconds, the docs say 3",
      "It stops after 3 seconds, the docs say 30",
    ],
    ["versions", "Going from 1.2 to 1.3 fails here", "Going from 1.3 to 1.2 fails here"],
    [
      "code",
      "The page has `get` where `put` is needed",
      "The page has `put` where `get` is needed",
    ],
    ["negations", "It works on Linux, not on Windows", "It works not on Linux, on Windows"],
    ["characters", "左のボタンが右にあります", "右のボタンが左にあります"],
  ])("only suggests texts with %s in another order", (_name, one, other) => {
    expect(verdict(one, one)).toBe("same");
    expect(verdict(one, other)).not.toBe("same");
    expect(compareItems(item(one, SNIPPET), item(other, SNIPPET)).verdict).not.toBe("same");
  });

  test("groups fewer than four words only when they are equal", () => {
    expect(verdict("absolutely", "Absolutely!")).toBe("same");
    expect(verdict("absolutely", "absolutely not")).toBe("different");
    expect(verdict("very good page", "very good pages")).toBe("different");
    expect(verdict("分かりやすい", "分かりやすいよ")).toBe("different");
  });

  test("ignores capitals of a text that shouts", () => {
    const text = "The link to the installation guide is broken, please fix it";
    expect(verdict(text, text.toUpperCase())).toBe("same");
  });
});

describe("corrections", () => {
  test.each([
    ["“teh” should be “the” in the second paragraph", { from: "teh", to: "the" }],
    ["In step 2, `--regoin` should read `--region`.", { from: "--regoin", to: "--region" }],
    ["Typo: recieve should be receive", { from: "recieve", to: "receive" }],
    ["port 8080 should be 8081", { from: "8080", to: "8081" }],
    ["„Passwor“ sollte „Passwort“ heißen", { from: "Passwor", to: "Passwort" }],
    ["「ログン」→「ログイン」", { from: "ログン", to: "ログイン" }],
    ['Please replace "teh" with "the".', { from: "teh", to: "the" }],
    ["The page says `v1` instead of `v2`", { from: "v1", to: "v2" }],
    ["You should use `v2` instead of `v1`", { from: "v1", to: "v2" }],
    ["“帐户”应该是“账户”", { from: "帐户", to: "账户" }],
  ])("reads %s", (text, correction) => {
    expect(correctionIn(text)).toEqual(correction);
  });

  test.each(["This should be fixed", "it should be clearer", "There should be a button"])(
    "finds none in “%s”",
    (text) => {
      expect(correctionIn(text)).toBeNull();
    },
  );

  test("groups the same correction in other words, and never two different ones", () => {
    expect(
      areGrouped(
        "Typo: recieve should be receive",
        "there is a mistake here, recieve should be receive right?",
      ),
    ).toBe(true);
    expect(
      areGrouped(
        'Took me 20 minutes and isn\'t funny: "relay serve" should be "relay listen"',
        "Unknown command in 3.1. `relay serve` must be `relay listen` I think",
      ),
    ).toBe(true);
    expect(
      verdict(
        "I think “teh” should be “the” in this paragraph",
        "I think “adn” should be “and” in this paragraph",
      ),
    ).toBe("different");
  });
});

test("groups what is about the words of a page that another item corrects", () => {
  const correction = '"relay serve" should be "relay listen"';
  expect(areGrouped(correction, "Step 2 fails: `relay serve` isn't a command anymore")).toBe(true);
  expect(areGrouped("Step 2 fails: `relay serve` isn't a command", correction)).toBe(true);
  expect(areGrouped(correction, "`relay listen` works well here")).toBe(false);
  const elsewhere = (page: string, helpful: number | null) =>
    compareItems(
      item(correction),
      new Profile({ page, comment: "I like `relay serve` a lot", code: null, helpful }),
    ).verdict;
  expect(elsewhere("/guides/auth", null)).toBe("same");
  expect(elsewhere("/guides/auth", 1)).toBe("different");
  expect(elsewhere("/quickstart", null)).toBe("different");
});

test.each([
  ["Set `retries` first", ["retries"]],
  ["See /guides/auth", ["/guides/auth"]],
  ["Pass --force", ["--force"]],
  ["Pass -f", ["-f"]],
  ["Call getUser", ["getuser"]],
  ["Use API_KEY", ["api_key"]],
  ["Read config.timeout", ["config.timeout"]],
  ["It calls run() twice", ["run"]],
  ["Written in C++", ["c++"]],
  ["Written in C#", ["c#"]],
  ["Close the <div", ["<div"]],
  ["Send the body as JSON", ["json"]],
  ["PLEASE FIX IT", []],
  ["Plain words, well-known. Nothing else", []],
])("finds the code in %j", (comment, tokens) => {
  expect(codeTokensIn(comment)).toEqual(tokens);
});

test("takes as many items at once as people's changes can wait for", () => {
  expect(nextLimit(400, 200)).toBe(500);
  expect(nextLimit(400, 1_000)).toBe(100);
  expect(nextLimit(400, 1)).toBe(800);
  expect(nextLimit(2_000, 10)).toBe(2_000);
  expect(nextLimit(50, 60_000)).toBe(50);
});

describe("hostile comments", () => {
  // These took minutes, in which the server answered no one.
  test("compares only the start of one without end", () => {
    const { text, compacted } = item("x".repeat(1_000_000));
    expect(text).toHaveLength(4_000);
    expect(compacted).toHaveLength(4_000);
    expect(item("\ufdfa".repeat(4_000)).compacted.length).toBeLessThanOrEqual(4_000);
  });

  test("reads a text without spaces, or of little else, once", () => {
    expect(correctionIn("x".repeat(200_000))).toBeNull();
    expect(isMisspelling("x".repeat(50_000), "xy".repeat(25_000))).toBe(false);
    expect(correctionIn(`"a" ->${" ".repeat(200_000)}`)).toBeNull();
  });
});

describe("the cost of comparing", () => {
  /** Words of 60 letters over two letters, which are all alike. */
  const words = (count: number, seed: number) =>
    Array.from({ length: count }, (_, index) =>
      "a".concat((index * 2_654_435_761 + seed).toString(2).padStart(59, "0").replaceAll("0", "b")),
    );

  test.each([20, 21, 65, 650])("compares at most 401 pairs of %i other words", (count) => {
    let compared = 0;
    const isSame = () => {
      compared += 1;
      return false;
    };
    expect(isReworded(words(count, 1), words(count, 2), isSame)).toBe(true);
    expect(compared).toBeLessThanOrEqual(401);
  });

  test("reads few letters for each of a word", () => {
    let reads = 0;
    const counted = (word: string): ArrayLike<string> =>
      new Proxy(Array.from(word), {
        get: (letters, key) => {
          if (key !== "length") reads += 1;
          return Reflect.get(letters, key);
        },
      });
    const [one = "", other = ""] = words(2, 3);
    expect(editDistance(counted(one), counted(other), 2)).toBe(3);
    expect(reads).toBeLessThanOrEqual(60 * 5 * 4);
  });

  test.each([
    ["receive", "recieve", 1],
    ["receive", "recive", 1],
    ["receive", "rceeive", 1],
    ["settings", "setings", 1],
    ["settings", "stetigns", 2],
    ["kitten", "sitting", 3],
    ["", "ab", 2],
    ["abcdefgh", "hgfedcba", 3],
  ])("finds %j and %j %i mistakes apart", (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance);
    expect(editDistance(other, one, 2)).toBe(distance);
  });
});

describe("snippets", () => {
  const code = "curl -H 'Authorization: Bearer x' https://api.example.org/v1/jobs";

  test("groups items on the same snippet with the same rating", () => {
    const reindented = code.replace(" -H", "\n    -H");
    expect(compareItems(item(null, code, 0), item(null, reindented, 0)).verdict).toBe("same");
    expect(compareItems(item(null, code, 0), item(null, code, 1)).verdict).toBe("different");
    expect(compareItems(item("It fails", code), item("It fails!", code)).verdict).toBe("same");
    expect(
      compareItems(
        item("It fails with an error", code),
        item("A tab is missing in the second line", code),
      ).verdict,
    ).toBe("similar");
    expect(compareItems(item("It works", code), item("It does not work", code)).verdict).toBe(
      "different",
    );
  });

  test("only suggests the same comment on another snippet", () => {
    const comment = "This example stops with an error message";
    expect(compareItems(item(comment, code), item(comment, `${code} --retry`)).verdict).toBe(
      "similar",
    );
  });

  test("says nothing about votes", () => {
    expect(bucketsOf("docs", item(null))).toEqual([]);
    expect(compareItems(item(null), item(null)).verdict).toBe("different");
  });
});

test("keeps projects and numbers apart in buckets", () => {
  const text = "The upload stops after 30 seconds on our server";
  const shared = (one: number[], other: number[]) => one.filter((id) => other.includes(id)).length;
  const own = bucketsOf("docs", item(text));
  expect(own).toHaveLength(8);
  expect(shared(own, bucketsOf("docs", item(text)))).toBe(8);
  expect(shared(own, bucketsOf("other", item(text)))).toBe(0);
  expect(shared(own, bucketsOf("docs", item(text.replace("30", "31"))))).toBe(0);
});
