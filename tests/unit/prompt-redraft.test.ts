import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { fenceProblems } from "../../lib/prompt/fence.ts";
import { redraft } from "../../lib/prompt/redraft.ts";
import { sectionsOf } from "../../lib/prompt/sections.ts";
import { evidence } from "../support/evidence.ts";

const token = "0123456789abcdef";
const POOL = [
  evidence({ id: "a1", page: "/a" }),
  evidence({ id: "a2", page: "/a", comment: "Twice.\nReally." }),
  evidence({ id: "a3", page: "/a", comment: null }),
  evidence({ id: "b1", page: "/b", code: "curl", source: "code_snippet" }),
  evidence({ id: "b2", page: "/b" }),
  evidence({ id: "c1", page: "/c" }),
];
const draft = (ids: string[]) =>
  draftPrompt(
    POOL.filter(({ id }) => ids.includes(id)),
    { token, instructions: "Be brief." },
  );
const quotes = (prompt: string) =>
  [...prompt.matchAll(/^\[\[feedback:\w+ id=(\w+)/gm)].map((match) => match[1] ?? "");

function followed(before: string[], edit: (draft: string) => string, after: string[]) {
  const drafted = draft(before);
  return redraft({ drafted, edited: edit(drafted), redrafted: draft(after) }, token);
}

describe("a draft that updates with the evidence", () => {
  test("keeps manual edits while quotes and pages are added and removed", () => {
    const result = followed(
      ["a1", "a2"],
      (text) =>
        text
          .replace("Fix /a:", "Please fix /a:")
          .replace("# Done when", "# Done when\n- The build is green.")
          .replace("> Twice.\n> Really.\n", "> Twice.\n"),
      ["a2", "b1"],
    );
    if (!result.merged) throw new Error(result.reason);
    expect(result.text).toContain("Please fix /a:");
    expect(result.text).toContain("# Done when\n- The build is green.\n");
    expect(result.text).toContain("> Twice.\n[[/feedback");
    expect(quotes(result.text)).toEqual(["a2", "b1"]);
    expect(result.text).toContain("## Page: /a\n1 item: 1 not helpful.\n");
    expect(result.text).toContain("- /a\n- /b\n");
    expect(result.replacedLines).toEqual([
      expect.stringMatching(/^Fix \/a and \/b: readers left 2 feedback items/),
    ]);
  });

  test("has the goal of the current evidence, also after an edit elsewhere", () => {
    const result = followed(
      ["a1", "a2", "b1"],
      (text) =>
        text
          .replace("# How to work", "Be brief.\n\n$&")
          .replace("# Evidence\n", "$&Mind the tone.\n"),
      ["a1"],
    );
    if (!result.merged) throw new Error(result.reason);
    expect(result.text).toContain("Fix /a: readers left 1 feedback item.");
    expect(result.text).toContain("Mind the tone.");
    expect(result.replacedLines).toEqual([]);
  });

  test("doesn't restore manual deletions, except a page's heading for new evidence", () => {
    const withoutQuote = followed(
      ["a1", "a2", "b1"],
      (text) => text.replace(/\[\[feedback:\w+ id=a1[\s\S]*?\[\[\/feedback:\w+\]\]\n\n/, ""),
      ["a1", "a2", "b1", "c1"],
    );
    if (!withoutQuote.merged) throw new Error(withoutQuote.reason);
    expect(quotes(withoutQuote.text)).toEqual(["a2", "b1", "c1"]);
    const withoutPage = followed(
      ["a1", "b1"],
      (text) => text.replace(/## Page: \/b[\s\S]*?(?=# Project)/, ""),
      ["a1", "b1", "b2"],
    );
    if (!withoutPage.merged) throw new Error(withoutPage.reason);
    expect(quotes(withoutPage.text)).toEqual(["b2", "a1"]);
    expect(withoutPage.text).toMatch(/## Page: \/b\n2 items[^#]*id=b2/);
  });

  test("keeps a note under a removed quote", () => {
    const note = (text: string) =>
      text.replace(/(id=a1[\s\S]*?\[\[\/feedback:\w+\]\]\n)/, "$1Mind the header.\n");
    const result = followed(["a1", "a2"], note, ["a2"]);
    if (!result.merged) throw new Error(result.reason);
    expect(quotes(result.text)).toEqual(["a2"]);
    expect(result.text).toContain("Mind the header.");
    const noteOnLast = (text: string) =>
      text.replace(/(id=a2[\s\S]*?\[\[\/feedback:\w+\]\]\n)/, "$1Mind the header.\n");
    const withPage = followed(["a1", "a2"], noteOnLast, ["a1", "b1"]);
    expect(withPage).toMatchObject({ text: expect.stringMatching(/Mind[\s\S]*## Page: \/b/) });
  });

  test("reports why it can't update, and changes nothing", () => {
    const broken = followed(["a1"], (text) => text.replace("[[/feedback", "[/feedback"), ["a2"]);
    expect(broken).toMatchObject({ merged: false, reason: expect.stringContaining("broke") });
    const twice = followed(["a1"], (text) => `${text}\n# Goal\nAnother.`, ["a2"]);
    expect(twice).toMatchObject({ merged: false, reason: expect.stringContaining("# Goal") });
    const page = followed(["a1", "b1"], (text) => text.replace("## Page: /b\n", "$&Note.\n"), [
      "a1",
    ]);
    expect(page).toMatchObject({ merged: false, reason: expect.stringContaining("/b") });
  });

  const ids = fc.subarray(
    POOL.map(({ id }) => id),
    { minLength: 1 },
  );

  test("is the new draft without edits, and the edited one without new evidence", () => {
    fc.assert(
      fc.property(ids, ids, fc.string(), (before, after, text) => {
        expect(followed(before, (drafted) => drafted, after)).toMatchObject({ text: draft(after) });
        const edited = draft(before) + text;
        expect(followed(before, () => edited, before)).toMatchObject({ text: edited });
        const sections = sectionsOf(edited, token).map((section) => section.text);
        expect(sections.join("")).toBe(edited);
      }),
      { numRuns: 100 },
    );
  });

  test("has the quotes of the new evidence and every manual line, wherever it was added", () => {
    const edits = fc.array(fc.tuple(fc.nat(1_000), fc.uuid()), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(ids, ids, edits, (before, after, written) => {
        const result = followed(before, (drafted) => withLines(drafted, written), after);
        if (!result.merged) {
          expect(result.reason).toMatch(/^“## Page/);
          return;
        }
        expect(fenceProblems(result.text, token)).toEqual([]);
        const spoken = POOL.filter(({ id, comment }) => after.includes(id) && comment !== null);
        expect(quotes(result.text).toSorted()).toEqual(spoken.map(({ id }) => id).toSorted());
        for (const [, line] of written) expect(result.text).toContain(line);
        const headings = result.text.match(/^## Page: .*$/gm)?.toSorted();
        expect(headings).toEqual(
          draft(after)
            .match(/^## Page: .*$/gm)
            ?.toSorted(),
        );
        for (const [heading, quote] of placed(result.text)) {
          expect(heading).toBe(`## Page: /${quote[0]}`);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** Inserts lines outside of quotes. */
function withLines(text: string, written: [number, string][]): string {
  return written.reduce((whole, [place, line]) => {
    const lines = whole.split("\n");
    let quoted = false;
    const free = lines.flatMap((each, index) => {
      if (each.startsWith("[[feedback:")) quoted = true;
      const here = quoted ? [] : [index];
      if (each.startsWith("[[/feedback:")) quoted = false;
      return here;
    });
    lines.splice(free[place % free.length] ?? 0, 0, line);
    return lines.join("\n");
  }, text);
}

/** Returns every quote with the page heading above it. */
function placed(text: string): [string, string][] {
  let heading = "";
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("## Page: ")) heading = line;
    const quote = /^\[\[feedback:\w+ id=(\w+)/.exec(line)?.[1];
    return quote === undefined ? [] : [[heading, quote] as [string, string]];
  });
}
