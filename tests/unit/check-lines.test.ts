import { expect, test } from "vitest";
import type { CheckProblem } from "../../lib/contract/api/checks.ts";
import { addedProblems } from "../../lib/platform/jobs/added-problems.ts";
import { createProblemReader } from "../../lib/platform/jobs/check-lines.ts";
import { cpuLimit, cpuTime } from "../support/cpu-time.ts";

const FILES = ["guide.md", "docs/a b.md", "docs/start.md", "src/x.js"];
const reader = () =>
  createProblemReader({
    folders: ["/work", "/data/job_1"],
    isFile: (path) => FILES.includes(path),
  });
const read = (text: string) => {
  const { push, end } = reader();
  push(text, "stdout");
  return end();
};
const problem = (file: string, line: number, message: string): CheckProblem => ({
  file,
  line,
  message,
});

test.each<[string, string, CheckProblem[]]>([
  [
    "Vale",
    "guide.md:3:7:Vale.Spelling:Did you really mean 'teh'?\n",
    [problem("guide.md", 3, "Vale.Spelling:Did you really mean 'teh'?")],
  ],
  [
    "markdownlint",
    "guide.md:3 MD022/blanks-around-headings Headings\ndocs/a b.md:12:81 error MD013/line-length Long",
    [
      problem("guide.md", 3, "MD022/blanks-around-headings Headings"),
      problem("docs/a b.md", 12, "error MD013/line-length Long"),
    ],
  ],
  [
    "ESLint's unix",
    "/work/src/x.js:1:5: Unexpected var. [Error/no-var]\n\n1 problem\n",
    [problem("src/x.js", 1, "Unexpected var. [Error/no-var]")],
  ],
  [
    "ESLint's stylish and remark",
    "\u001b[4m\u001b[31m/data/job_1/guide.md\u001b[39m\u001b[24m\n" +
      "   1:1-1:10  \u001b[33mwarning\u001b[39m  Marker   rule  remark-lint\n  12:5  error  Gone\n\n✖ 2 problems\n  1:1  not one\n",
    [
      problem("guide.md", 1, "warning Marker rule remark-lint"),
      problem("guide.md", 12, "error Gone"),
    ],
  ],
  [
    "Vale's default, where messages go on below",
    "\n guide.md\n 3:7    error    Did you really mean     Vale.Spelling\n                 'teh'?\n 12:1   warning  Long                    Own.Length\n\n✖ 1 error",
    [
      problem("guide.md", 3, "error Did you really mean Vale.Spelling"),
      problem("guide.md", 12, "warning Long Own.Length"),
    ],
  ],
  [
    "commands that run in a folder below",
    "start.md:4:2 - Unknown word (teh)\n",
    [problem("docs/start.md", 4, "- Unknown word (teh)")],
  ],
  [
    "typos",
    "error: `teh` should be `the`\n  --> ./guide.md:3:7\n   |\n 3 | see teh page\n\nerror: `recieve`\n  ╭▸ ./docs/start.md:1:1\n",
    [
      problem("guide.md", 3, "error: `teh` should be `the`"),
      problem("docs/start.md", 1, "error: `recieve`"),
    ],
  ],
  [
    "DocFX and annotations of GitHub Actions",
    "/work/docs/start.md(3,5): warning InvalidFileLink: Invalid file link:(~/docs/gone.md).\n::error file=guide.md,line=7,col=2,title=Rule::Broken\n::error file=guide.md::Whole\n",
    [
      problem("docs/start.md", 3, "warning InvalidFileLink: Invalid file link:(~/docs/gone.md)."),
      problem("guide.md", 7, "Broken"),
      problem("guide.md", 0, "Whole"),
    ],
  ],
  [
    "MkDocs, Docusaurus, Hugo, and VitePress",
    [
      "WARNING -  Doc file 'start.md' contains a link 'gone.md', but the target is not found.",
      '[ERROR] Error: Markdown link with URL `./gone.md` in source file "docs/start.md" (9:2) couldn\'t be resolved.',
      'ERROR render of "page" failed: "/work/docs/start.md:8:1": failed to extract shortcode',
      "(!) Found dead link ./gone in file start.md",
    ].join("\n"),
    [
      "WARNING - Doc file 'start.md' contains a link 'gone.md', but the target is not found.",
      '[ERROR] Error: Markdown link with URL `./gone.md` in source file "docs/start.md" (9:2) couldn\'t be resolved.',
      'ERROR render of "page" failed: "/work/docs/start.md:8:1": failed to extract shortcode',
      "Found dead link ./gone",
    ].map((message, index) => problem("docs/start.md", [0, 9, 8, 0][index] ?? 0, message)),
  ],
  [
    "link checkers, which name no lines",
    [
      ...["FILE: ./guide.md", "  [✓] ./fine.md", "  [✖] ./gone.md"],
      ...[
        "",
        "  1 link checked.",
        "",
        "  ERROR: 1 dead link found!",
        "  [✖] ./gone.md → Status: 400",
        "",
      ],
      ...["[docs/start.md]:", "[404] https://a.example | Not Found", ""],
      ...["Errors in guide.md", "[ERROR] file:///work/none.md | Cannot find file", ""],
      ...["docs/start.md", " ⎿  /broken", "2 broken links", " - not one"],
    ].join("\n"),
    [
      problem("guide.md", 0, "./gone.md → Status: 400"),
      problem("docs/start.md", 0, "https://a.example | Not Found"),
      problem("guide.md", 0, "file:///work/none.md | Cannot find file"),
      problem("docs/start.md", 0, "/broken"),
    ],
  ],
  [
    "what isn't about a file of the repository",
    "12:30:05: started\nhttp://127.0.0.1:80: refused\n/etc/passwd:1: root\n../guide.md:1: up\nmissing.md:1: x\nat run (src/x.js:1:2)\n",
    [],
  ],
])("the output of %s", (_, text, problems) => {
  expect(read(text)).toEqual({ problems, isCut: false });
});

test("lines that come in parts, on two streams at once", () => {
  const { push, end } = reader();
  push("guide.md:1: fi", "stdout");
  push("guide.md:2: other\n", "stderr");
  push("rst\nguide.md:3: last", "stdout");
  expect(end().problems.map(({ line, message }) => [line, message])).toEqual([
    [2, "other"],
    [1, "first"],
    [3, "last"],
  ]);
});

test("hostile output takes work that grows with its length alone, and is cut", () => {
  const hostile = [
    `${"guide.md:1: \u001b]0;".repeat(100)}\n`,
    `${":".repeat(1_999)}\n`,
    `${" ".repeat(1_999)}\n`,
    `guide.md:${"9".repeat(1_900)}\n`,
    "\u0000\u001b[\uffff\n",
    "x".repeat(3_000),
    `error ${'"a" '.repeat(490)}\n`,
    `::error file=${"a,".repeat(900)}\n`,
    `guide.md\n${"  [404] x\n".repeat(100)}`,
    `(!) Found dead link ${"x ".repeat(900)}in file\n`,
    `${"(".repeat(1_900)}\n`,
  ];
  for (const text of hostile) {
    const before = cpuTime();
    const { push, end } = reader();
    const chunk = text.repeat(Math.ceil(65_536 / text.length));
    for (let sent = 0; sent < 10_000_000; sent += chunk.length) push(chunk, "stdout");
    end();
    expect(cpuTime() - before).toBeLessThan(cpuLimit(2_000));
  }
  const many = read("guide.md:1: again\n".repeat(200_000));
  expect(many.isCut).toBe(true);
  expect(many.problems.length).toBeLessThan(100_000);
}, 120_000);

test("what can't be read anymore needn't be printed", () => {
  const { push } = reader();
  expect(push("guide.md:1: fine\n", "stdout")).toBe(true);
  expect(push("\n".repeat(600_000), "stdout")).toBe(false);
  const zeros = reader();
  const chunk = "\0".repeat(1_000_000);
  const isRead = Array.from({ length: 250 }, () => zeros.push(chunk, "stdout"));
  expect(isRead.indexOf(false)).toBe(200);
  expect(zeros.end()).toEqual({ problems: [], isCut: true });
});

test("as many problems as are kept are compared while others run", async () => {
  const many = (text: string) =>
    Array.from({ length: 90_000 }, (_, line) => problem("guide.md", line, `${text}${line}`));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  try {
    expect(
      await addedProblems(many("old"), many("new"), ({ line }) => line % 2 === 0),
    ).toHaveLength(90_000);
  } finally {
    clearInterval(timer);
  }
  expect(turns).toBeGreaterThan(5);
});

test("a problem whose line shifted isn't new, and one more of the same is", async () => {
  const before = [problem("a", 3, "typo"), problem("a", 9, "other"), problem("b", 1, "typo")];
  const shifted = [problem("a", 8, "typo"), problem("a", 1, "other"), problem("b", 1, "typo")];
  expect(await addedProblems(before, shifted)).toEqual([]);
  const more = [problem("a", 2, "typo"), ...shifted, problem("c", 1, "typo")];
  const isChanged = ({ line }: { line: number }) => line === 2;
  expect(await addedProblems(before, more, isChanged)).toEqual([more[0], problem("c", 1, "typo")]);
  // Where the change added both, or it isn't known, one of them is.
  expect(await addedProblems(before, more)).toHaveLength(2);
  expect(await addedProblems(before, more, () => true)).toHaveLength(2);
});
