import { expect, test } from "vitest";
import { bodyOf } from "../../lib/platform/jobs/description.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";

const entry = {
  source: "contextual",
  status: "pending",
  page: "/quickstart",
  path: "/quickstart",
  createdAt: null,
  helpful: false,
  code: null,
  filename: null,
  lang: null,
};

test("a pull request names every entry behind it, bare votes included", () => {
  const prompt = draftPrompt(
    [
      { ...entry, id: "fb_words", comment: "It does not start." },
      { ...entry, id: "fb_vote1", comment: null },
      { ...entry, id: "fb_vote2", comment: " " },
    ],
    { token: "0123456789abcdef" },
  );
  const body = bodyOf(prompt, { id: "job_1", model: "sample" }, "Nothing.");
  for (const id of ["fb_words", "fb_vote1", "fb_vote2"]) expect(body).toContain(id);
  expect(body).toMatch(/^Asked for:\nFix \/quickstart/);
  expect(body).not.toContain("0123456789abcdef");
});
