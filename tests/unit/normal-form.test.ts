import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { excerpt, searchedText } from "../../lib/text/excerpt.ts";
import { normalForm } from "../../lib/text/normal-form.ts";
import { searchable } from "../../lib/text/searchable.ts";
import { normalizedLength } from "../support/normalized-length.ts";

const lib = fileURLToPath(new URL("../../lib/", import.meta.url));
const FORMS = ["NFC", "NFD", "NFKC", "NFKD"] as const;
/** What one mark becomes at most. */
const MAX_PER_MARK = 4;

/** Marks in an order that isn't theirs, each of which has to be moved before all that stand before it. */
const UNORDERED = "\u0301\u0316";

test("a letter keeps thirty marks, in every form", () => {
  for (const form of FORMS) {
    const text = `a${UNORDERED.repeat(15)}b`;
    expect(normalForm(text, form)).toBe(text.normalize(form));
    expect(normalForm(`a${UNORDERED.repeat(5_000)}b`, form)).toBe(text.normalize(form));
  }
  const outsideTheFirstPlane = "\u{1d165}\u{1d16d}".repeat(40);
  expect(Array.from(normalForm(outsideTheFirstPlane, "NFC"))).toHaveLength(30);
});

test("languages with many marks are kept as they are", () => {
  for (const text of ["बड़ी त्रुटि", "ที่นี้", "שָׁלוֹם", "ཧཱུྃ", "क्ष्म्य", "ﾊﾞﾟ", "e\u0301\u0327", "ｱﾞ"]) {
    for (const form of FORMS) expect(normalForm(text, form)).toBe(text.normalize(form));
  }
});

test("no character adds marks without end", () => {
  const found: string[] = [];
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const character = String.fromCodePoint(code);
    // Only what begins with a mark is put in order with the marks before it.
    if (!/^\p{M}/u.test(character.normalize("NFKD"))) continue;
    const run = normalForm(`a${`${character}${UNORDERED}`.repeat(100)}`, "NFKD");
    const longest = Math.max(...Array.from(run.matchAll(/\p{M}+/gu), ([marks]) => marks.length));
    if (longest > 30 * 2 * MAX_PER_MARK) found.push(code.toString(16));
  }
  expect(found).toEqual([]);
});

test("a text becomes at most eight times as long", () => {
  const grown: string[] = [];
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const character = String.fromCodePoint(code);
    if (character.normalize("NFKD").length <= 8 * character.length) continue;
    for (const form of FORMS) {
      const text = character.repeat(100);
      if (normalForm(text, form).length > 8 * text.length) grown.push(code.toString(16));
    }
  }
  expect(grown).toEqual([]);
  expect(normalForm("\ufdfa", "NFKC")).toBe("\ufdfa".normalize("NFKC"));
  expect(normalForm("\ufdfaé\u0316\u0301".repeat(60), "NFKC")).toBe(
    "\ufdfaé\u0316\u0301".repeat(60).normalize("NFC"),
  );
});

test("all other code asks it for normal forms", () => {
  const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const own = files.filter((file) =>
    /(?<!posix)\.normalize\(/.test(readFileSync(lib + file, "utf8")),
  );
  // These read a thousand characters, the keys of keyboards, which are ours, and the names of views, which are short.
  const others = ["contract/api/source-names.ts", "filters/view-address.ts", "noise/mashing.ts"];
  expect(own.toSorted()).toEqual([...others, "text/normal-form.ts"]);
});

test("a text without capitals is normalized once", () => {
  const text = "ﬁ ".repeat(1_000);
  expect(normalizedLength(() => searchable(text))).toBe(text.length);
  expect(searchable("İ")).toBe("i̇".normalize("NFKC"));
});

test("a text is normalized a few times for all words of a search", () => {
  const text = `${"ﬁ ".repeat(2_000)}zebra`;
  const words = Array.from({ length: 19 }, (_, at) => `word${at}`);
  const length = normalizedLength(() => {
    const searched = searchedText(text);
    for (const word of words) expect(excerpt(searched, word)).toBeNull();
    expect(excerpt(searched, "zebra")).toContain("zebra");
  });
  const once = normalizedLength(() => searchable(text));
  expect(length).toBeLessThanOrEqual(3 * once);
});
