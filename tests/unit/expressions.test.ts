import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { countSteps } from "../support/expressions/count-steps.ts";
import { findExpressions } from "../support/expressions/find-expressions.ts";
import { slowText } from "../support/expressions/growth.ts";
import { compile } from "../support/expressions/program.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Expressions that may be slow, by the start of what the test says about them, and why they aren't. */
const BOUNDED: Record<string, string> = {
  "lib/text/reader-address.ts /([^\\s@": "tried only where a name before an @ begins (addressesIn)",
  "lib/prompt/untrusted.ts /[^\\s@": "tried only where a name before an @ begins (addressesIn)",
  "lib/site/components.ts /\\s+([\\w:-]+)": "tried only where the last attribute ended",
  "lib/site/components.ts /\\s*(\\/?)>": "tried only where the last attribute ended",
  "lib/site/components.ts /\\s*(?:\\/|": "tried only where the last attribute ended",
};

test("no regular expression takes much longer for a text of twice the length", async () => {
  const expressions = await findExpressions(root, ["lib", "app", "components"]);
  const different = new Map(expressions.map((found) => [`/${found.source}/${found.flags}`, found]));
  const slow = [...different].flatMap(([literal, expression]) => {
    const text = slowText(expression);
    return text ? [`${expression.where} ${literal} for ${text}`] : [];
  });
  const reasons = Object.keys(BOUNDED);
  expect(slow.filter((found) => !reasons.some((start) => found.startsWith(start)))).toEqual([]);
  expect(reasons.filter((start) => !slow.some((found) => found.startsWith(start)))).toEqual([]);
});

test.each([
  [/(a+)+$/, "nested repetitions"],
  [/<a\s[^>]*href/i, "a start that the repetition reads again"],
  [/\/+$/g, "a repetition before the end"],
  [/“.*”/s, "a missing end"],
  [/^\s*\w*\s*;/, "two repetitions of the same"],
])("%s is found: %s", (expression) => {
  expect(slowText(expression)).not.toBeNull();
});

test.each([/(?<!\/)\/+$/g, /<a\s[^<>]*href/i, /^(\p{L}{3,4})\1{2,}$/u])(
  "%s isn't",
  (expression) => {
    expect(slowText(expression)).toBeNull();
  },
);

test.each([
  /a(?:bc)?d|b{2,3}?c/g,
  /(?<!a)-(?!\w*;)|(\w)\1/g,
  /^(?:a|ab)*?c$/gm,
  /[[a-d]--b]+|\bé/giv,
])("the matcher finds what JavaScript finds: %s", (expression) => {
  for (const text of ["abcd adabbcbbbc", "ab-aa-b;cc-c", "c\nabac\nab\naabc", "ABcd b é É"]) {
    const { matches } = countSteps(compile(expression), text, 10_000);
    expect(matches, text).toBe([...text.matchAll(expression)].length);
  }
});
