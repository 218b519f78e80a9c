import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeReferences } from "../../lib/platform/jobs/escape-references.ts";
import { branchName } from "../../lib/platform/jobs/job-branch.ts";
import { pullBody, pullMarkdown, pullTitle } from "../../lib/platform/jobs/pull-description.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { evidence } from "../support/evidence.ts";

const entry = { page: "/quickstart", path: "/quickstart", createdAt: null };

test("a pull request lists all its feedback, including votes without a comment", () => {
  const prompt = draftPrompt(
    [
      evidence({ ...entry, id: "fb_words", comment: "It does not start." }),
      evidence({ ...entry, id: "fb_vote1", comment: null }),
      evidence({ ...entry, id: "fb_vote2", comment: " " }),
    ],
    { token: "0123456789abcdef" },
  );
  const body = pullBody(prompt, { id: "job_1", model: "sample", pages: [] }, "Nothing.");
  for (const id of ["fb_words", "fb_vote1", "fb_vote2"]) expect(body).toContain(id);
  expect(body).toMatch(/^Changes by sample:\nNothing\.\n\nGoal:\nFix \/quickstart/);
  expect(body).not.toContain("0123456789abcdef");
});

const job = { id: "job_abcdefghij0123456789", model: "agent", pages: [] };
const HOSTILE = [
  "../../etc/passwd",
  "-rf --force @{u} HEAD.lock refs/heads/main",
  "\u202egnp.exe \0 \u0007 🦊 日本語",
  "~~~\n~~~~\n<img src=x onerror=1> @octocat fixes #1 [skip ci]",
  "## Page: /a/../../.git/config fixes acme/docs#1",
  " \n\t\n",
];

test("a branch name is valid for git, whatever the prompt", () => {
  const accepted = (branch: string) =>
    execFileSync("git", ["check-ref-format", "--branch", branch], { encoding: "utf8" }).trim();
  for (const prompt of HOSTILE) {
    const branch = branchName(job.id, prompt, 1);
    expect(branch).toMatch(/^errata\/[a-z0-9]+(-[a-z0-9]+)*-abcdefghij-2$/);
    expect(accepted(branch)).toBe(branch);
  }
  const property = fc.property(fc.string({ unit: "binary" }), (prompt) => {
    expect(branchName(job.id, prompt, 0)).toMatch(/^errata\/[a-z0-9]+(-[a-z0-9]+)*-abcdefghij$/);
  });
  fc.assert(property, { numRuns: 300 });
});

test("a title is one line without mentions and issue references", () => {
  const property = fc.property(fc.string({ unit: "binary" }), (prompt) => {
    const title = pullTitle(prompt);
    expect(title).not.toBe("");
    expect(title).not.toMatch(/[\p{Cc}\u2028\u202e]|@\w|#\d/u);
  });
  fc.assert(property, { numRuns: 300, examples: HOSTILE.map((prompt) => [prompt]) });
});

test("in Markdown, untrusted text never leaves its code block", () => {
  const parts = fc.array(fc.constantFrom("~", "~~~", "`", "\n", "x", "@a", "<!--", "-->"));
  const property = fc.property(parts, (pieces) => {
    const text = `${pieces.join("")}END`;
    const lines = pullMarkdown(text, job, text, { marker: "<!-- mark -->" }).split("\n");
    let fence = "";
    for (const line of lines) {
      const run = /^ {0,3}(~{3,})/.exec(line)?.[1] ?? "";
      if (fence === "" && run) fence = run;
      else if (run.length >= fence.length && /^ {0,3}~+ *$/.test(line)) fence = "";
      else if (fence === "")
        expect(line).toMatch(/^$|^\*\*[A-Z][a-z ]+\*\*$|^Created by job `\w+` in Errata/);
    }
    expect(fence).toBe("");
  });
  fc.assert(property, { numRuns: 300 });
});

test("references are broken up in commit messages", () => {
  expect(
    escapeReferences(
      "Thanks @octocat, fixes #12, GH-3 and https://github.com/a/b/issues/4 [skip ci]\nskip-checks: true",
    ),
  ).toBe(
    "Thanks @ octocat, fixes # 12, GH- 3 and https://github.com/a/b/issues/ 4 [ skip ci]\nskip-checks : true",
  );
});
