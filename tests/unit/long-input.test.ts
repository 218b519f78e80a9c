import { describe, expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { DOCS_GENERATORS } from "../../lib/contract/api/docs-generators.ts";
import { parseData } from "../../lib/docs-site/config/data-file.ts";
import { readJs } from "../../lib/docs-site/config/js-values.ts";
import { pageNameOf } from "../../lib/docs-site/page-name.ts";
import { codeTokensIn } from "../../lib/groups/guards.ts";
import { noiseReason } from "../../lib/noise/noise.ts";
import { createOutput } from "../../lib/platform/agent/output.ts";
import { parseCorrections } from "../../lib/platform/agent/parse-corrections.ts";
import { parsePrompt } from "../../lib/platform/agent/parse-prompt.ts";
import {
  addReaderNotes,
  inertLine,
  readerNotesRange,
} from "../../lib/platform/agent/reader-notes.ts";
import { spamReasonOf } from "../../lib/platform/collect/spam-reason.ts";
import { removeCredentials } from "../../lib/platform/host/git.ts";
import { escapeReferences } from "../../lib/platform/jobs/escape-references.ts";
import { createSecretFinder } from "../../lib/platform/jobs/find-secrets.ts";
import { pullBody, pullTitle } from "../../lib/platform/jobs/pull-description.ts";
import { rejection } from "../../lib/platform-client/rejection.ts";
import { fenceProblems, pageName } from "../../lib/prompt/fence.ts";
import { injectionFlags } from "../../lib/prompt/injection-flags.ts";
import { sectionsOf } from "../../lib/prompt/sections.ts";
import { plain, plainCode } from "../../lib/prompt/untrusted.ts";
import { partAtAnchor } from "../../lib/site/anchors.ts";
import { findPassage } from "../../lib/site/find-passage.ts";
import { splitFrontMatter } from "../../lib/site/front-matter.ts";
import { slugRulesOf } from "../../lib/site/heading-slugs.ts";
import { TooLarge } from "../../lib/site/markdown.ts";
import { partsOf } from "../../lib/site/page-parts.ts";
import { excerpt, searchedText } from "../../lib/text/excerpt.ts";
import { promptTitle } from "../../lib/text/prompt-title.ts";
import { parseSearch } from "../../lib/text/search-query.ts";
import { matches, searchable } from "../../lib/text/searchable.ts";
import { singleLine } from "../../lib/text/single-line.ts";
import { cpuLimit, cpuTime } from "../support/cpu-time.ts";
import { DEFAULT_PAGE_NAME_RULES } from "../support/page-name-rules.ts";

const TOKEN = "0123456789abcdef";
const LENGTH = 50_000;
/** In milliseconds of CPU: many times what linear code needs, less than quadratic code does. */
const MAX_CPU_TIME = 1_000;

const READERS: Record<string, (text: string) => unknown> = {
  parseCorrections,
  inertLine,
  readerNotesRange,
  singleLine,
  parsePrompt,
  removeCredentials,
  pullTitle,
  escapeReferences,
  searchable,
  promptTitle,
  plain,
  plainCode,
  pageName,
  pageNameOf: (text) => pageNameOf(text, DEFAULT_PAGE_NAME_RULES),
  injectionFlags,
  pullBody: (text) => pullBody(text, { id: "job_1", model: "m", pages: [] }, text),
  addReaderNotes: (text) => addReaderNotes(text, [{ id: "a", comment: text }]),
  parseSearch,
  matches: (text) => matches(text, ["aa"]),
  excerpt: (text) => excerpt(searchedText(text), "aa"),
  sectionsOf: (text) => sectionsOf(text, TOKEN),
  findPassage: (text) =>
    findPassage(
      partsOf(["Words", "```", text, "```"].join("\n"), "markdown"),
      { comment: text, code: text.slice(1), fragment: text },
      "markdown",
    ),
  partAtAnchor: (text) => partAtAnchor(partsOf(`${text}\n\n== ${text}`, "text"), "x", "antora"),
  slugs: (text) => DOCS_GENERATORS.flatMap(slugRulesOf).map(({ slug }) => slug(text)),
  fenceProblems: (text) => fenceProblems(text, TOKEN),
  createOutput: (text) => {
    const output = createOutput(Object.assign((said: string) => said, { maxLength: 50 }));
    output.print(text);
    return output.text();
  },
  rejection: (text) =>
    rejection(
      { status: 500, text: JSON.stringify({ error: text }) },
      { projectId: "docs", key: "errata_key", keyAdvice: "" },
    ),
};

// Repeated units that could make a regular expression backtrack.
const UNITS = [
  " ",
  "\n",
  "\t",
  "\u00a0",
  "\u3000",
  " \n",
  "\r\n",
  '"',
  "'",
  "`",
  "“",
  "[",
  "[[",
  "(",
  "<",
];
const MORE = [
  ".",
  "!",
  "/",
  "-",
  "#",
  "~",
  "@",
  "&",
  "%",
  "=",
  "a",
  "a.",
  "a/",
  "a@",
  "a @ ",
  "&#64;",
];
const WORDS = [
  "should be ",
  "'a'a ",
  "![",
  "http",
  "[[feedback",
  "\u200B",
  "\u001b",
  "\u001b]",
  "\u001b[;",
  "http://",
  "\u0301",
  "AI ",
];
const AROUND: [string, string][] = [
  ["[[", "x"],
  ['"', "/b"],
  ["https://x", "]]"],
];

/** Texts that took the square of their length: doubling them four times made a request wait for half a second. */
const HOSTILE = [
  "<a ",
  "<a <a href",
  "href=",
  "[url=",
  "`",
  "http://",
  "https://a.example ",
  "a-",
  "/",
  "x: ",
  "+1 ",
];

test.each(HOSTILE)(
  "a comment of 4 to 32 thousand characters of %j is read in one pass",
  async (unit) => {
    const site = { origins: ["https://docs.example.com"], paths: [] };
    const before = cpuTime();
    for (const length of [4_000, 8_000, 16_000, 32_000]) {
      const comment = unit.repeat(length / unit.length);
      for (let times = 0; times < 10; times += 1) {
        await spamReasonOf({ url: "/a", comment }, site, async () => new Set());
      }
      noiseReason({ comment });
      noiseReason({ comment: comment.slice(0, 280) });
      codeTokensIn(comment.slice(0, 4_000));
    }
    expect(cpuTime() - before).toBeLessThan(MAX_CPU_TIME);
  },
);

const KEYS = Array.from({ length: 6_000 }, (_, at) => `k${at}:1`).join();
const ALIASES = Array.from({ length: 300 }, (_, at) => `&${at} x,${`*${at},`.repeat(90)}`).join("");

/** Files of a documentation repository that took seconds to minutes. */
const HOSTILE_FILES: [string, (text: string) => unknown, string][] = [
  ["JSON of braces", (text) => parseData("vercel.json", text), "{".repeat(400)],
  ["keys of keys", (text) => parseData("mkdocs.yml", text), "? ".repeat(600)],
  ["brackets", (text) => parseData("mkdocs.yml", text), "]".repeat(100_000)],
  ["quotes", (text) => parseData("mkdocs.yml", text), '"'.repeat(100_000)],
  ["aliases", (text) => parseData("mkdocs.yml", text), `[${ALIASES}x]`],
  [
    "aliases of lists of aliases",
    (text) => parseData("mkdocs.yml", text),
    `- &z []\n- &a [${"*z,".repeat(45)}]\n${"- *a\n".repeat(45)}${"- x\n".repeat(20_000)}`,
  ],
  ["maps in front matter", splitFrontMatter, `---\ntitle: ${"{".repeat(300)}\n---\n`],
  ["quotes in front matter", splitFrontMatter, `---\n${'"'.repeat(100_000)}\n---\n`],
  [
    "objects of a constant",
    (text) => readJs(text).exported,
    `const a={${KEYS}};export default {${"...a,".repeat(2_000)}}`,
  ],
  [
    "lists of a constant",
    (text) => readJs(text).exported,
    `const a={${KEYS}};export default [${"{...a},".repeat(2_000)}]`,
  ],
];

test.each(HOSTILE_FILES)("a file with %s is read or refused at once", (_, read, text) => {
  const before = cpuTime();
  read(text);
  expect(cpuTime() - before).toBeLessThan(cpuLimit(MAX_CPU_TIME));
});

test("others may run while a file of megabytes is searched for secrets", () => {
  const find = createSecretFinder(parseConfig({ AUTH_SECRET: "a-secret-of-this-installation-12" }));
  const steps = find("words of a file ".repeat(125_000));
  let turns = 0;
  while (!steps.next().done) turns += 1;
  // Two million characters: a hundred thousand in each of three encodings, five for each kind of token.
  expect(turns).toBeGreaterThan(3 * 19 + 15 * 4);
});

/** A page that is too large for Errata is not shown, whoever reads it. */
function unlessTooLarge(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
  }
}

describe("processing time is linear in the length of", () => {
  test.each(Object.entries(READERS))(
    "%s",
    (_name, read) => {
      for (const unit of [...UNITS, ...MORE, ...WORDS]) {
        for (const [before, after] of AROUND) {
          const text = before + unit.repeat(LENGTH / unit.length) + after;
          const start = cpuTime();
          unlessTooLarge(() => read(text));
          const used = cpuTime() - start;
          expect(used, JSON.stringify([before, unit, after])).toBeLessThan(cpuLimit(MAX_CPU_TIME));
        }
      }
    },
    300_000,
  );

  test('many spaces around "should be"', () => {
    const blanks = " ".repeat(199_000);
    const text = `Look at /guides/authentication\n"${" ".repeat(140)}should be${blanks}`;
    const before = cpuTime();
    expect(parseCorrections(text)).toEqual([]);
    expect(parseCorrections(`"ab${blanks}should be${blanks}b"`)).toEqual([]);
    expect(cpuTime() - before).toBeLessThan(cpuLimit(MAX_CPU_TIME));
    expect(parseCorrections(`"ab${" ".repeat(500)}should be${" ".repeat(500)}b"`)).toEqual([
      { wrong: "ab", right: "b" },
    ]);
  });
});
