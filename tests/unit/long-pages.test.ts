import { expect, test, vi } from "vitest";
import { runWithoutPauses } from "../../lib/pause.ts";
import {
  applyCorrection,
  applyingCorrection,
  readPage,
} from "../../lib/platform/agent/apply-correction.ts";
import { editPage } from "../../lib/platform/agent/edit-page.ts";
import { openBlockStart } from "../../lib/platform/agent/open-block.ts";
import { readingStructure } from "../../lib/platform/agent/page-structure.ts";
import { parseCorrections } from "../../lib/platform/agent/parse-corrections.ts";
import { undoFormatChanges } from "../../lib/platform/host/undo-format-changes.ts";
import { findPassage } from "../../lib/site/find-passage.ts";
import { parseMarkdown, parsing } from "../../lib/site/markdown.ts";
import { partsOf } from "../../lib/site/page-parts.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { normalizedLength } from "../support/normalized-length.ts";

const LENGTH = 10_000;
/** In milliseconds of CPU: many times what linear code needs, less than quadratic code does. */
const MAX_CPU_TIME = 1_000;

const READERS: Record<string, (text: string) => unknown> = {
  parseCorrections,
  applyCorrection: (text) =>
    applyCorrection(readPage(text, "mdx"), { wrong: "aa", right: "b", isEverywhere: true }),
  structure: (text) => runWithoutPauses(readingStructure(readPage(text, "mdx"))),
  "structure of AsciiDoc": (text) => runWithoutPauses(readingStructure(readPage(text, "asciidoc"))),
  openBlockStart: (text) => openBlockStart(text, true),
  undoFormatChanges: (text) =>
    undoFormatChanges(Buffer.from(text), Buffer.from(text.replaceAll("\n", "\r\nb"))),
  markdown: (text) => partsOf(text, "markdown"),
  mdx: (text) => partsOf(text, "mdx"),
};

/** Repeated units of markup that is never closed. */
const UNITS = [
  ...[
    "`",
    "<a ",
    "<A b='",
    "<!--",
    "{",
    "{{",
    "{/*",
    "{#a ",
    "[",
    "](",
    "[a](",
    "[a]: ",
    "*",
    "_a",
  ],
  ...[
    "a|",
    "\n|",
    "\n> ",
    "\n- ",
    "\n:::a",
    "\n!!! a\n    ",
    "\n--8<--\n",
    "\n> [!a]",
    "a → ",
    '"a" -> ',
  ],
];

test.each(Object.entries(READERS))("time is linear in the length of a page: %s", (_, read) => {
  for (const unit of UNITS) {
    const text = unit.repeat(LENGTH / unit.length);
    const start = cpuTime();
    read(text);
    expect(cpuTime() - start, JSON.stringify(unit)).toBeLessThan(MAX_CPU_TIME);
  }
});

test("others may run after each paragraph of a page", () => {
  const steps = [...parsing("A paragraph.\n\n".repeat(500), "markdown")];
  expect(steps.length).toBeGreaterThan(500);
});

test("others may run after each paragraph and place that a correction is about", () => {
  const page = readPage("A recieved parcel.\n\n".repeat(500), "markdown");
  const steps = applyingCorrection(page, { wrong: "recieved", right: "received" });
  let turns = 0;
  let result = steps.next();
  for (; !result.done; result = steps.next()) turns += 1;
  expect(result.value?.lines).toHaveLength(500);
  // Each place, each paragraph of the changed page, and two tokens of each in both structures.
  expect(turns).toBeGreaterThan(500 + 500 + 2 * 2 * 500);
});

test("others may run before each correction of a page", async () => {
  const corrections = Array.from({ length: 50 }, (_, at) => ({
    wrong: `teh${at}`,
    right: `the${at}`,
  }));
  let pauses = 0;
  await editPage("A page.\n", "mdx", { corrections, comments: [], skipped: 0 }, async () => {
    pauses += 1;
  });
  expect(pauses).toBe(50);
});

test("a paragraph that is as long as a page is plain text", () => {
  const [, paragraph] = parseMarkdown("![".repeat(20_000), "markdown");
  expect(paragraph?.children).toMatchObject([{ type: "text", content: "![".repeat(20_000) }]);
});

test("a long line of reported code isn't searched for like a quote", () => {
  const page = partsOf("Words of a page.", "markdown");
  const hints = { comment: null, code: "\ufdfa".repeat(20_000), fragment: null };
  const length = normalizedLength(() => findPassage(page, hints, "markdown"));
  expect(length).toBeLessThan(1_000);
});

test("the reported code is compared with thousands of blocks as one text", () => {
  const page = partsOf("```\na\n```\n".repeat(2_000), "markdown");
  const code = "some line\n".repeat(2_000);
  const original = Array.prototype.join;
  let joined = 0;
  vi.spyOn(Array.prototype, "join").mockImplementation(function (this: unknown[], separator) {
    joined += this.length;
    return original.call(this, separator);
  });
  expect(findPassage(page, { comment: null, code, fragment: null }, "markdown")).toBeNull();
  expect(joined).toBeLessThan(10_000);
});
