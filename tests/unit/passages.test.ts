import { describe, expect, test } from "vitest";
import { siteOf } from "../support/site.ts";

const PAGE = `---
title: Quickstart
---

You need **Node.js 20** or
later and an account.

## 1. Get a key

The key is sent in the \`X-Relay-Key\` header. See [keys](guides/auth.md) or [below](#limits).

\`\`\`bash
export RELAY_KEY="test"
relay serve --forward 4000
\`\`\`

![Flow](images/flow.png)

## Limits of the plan

| Plan | Limit |
|---|--:|
| Free | 512 KB |

1. First thing
2. Second thing, with “curly words”

<script>alert(1)</script>

## Retries

\`\`\`bash
relay retry --all
\`\`\`

And once more: it retries, then it stops.

\`\`\`bash
relay retry --all
\`\`\`
`;

const site = () =>
  siteOf({ "quickstart.mdx": PAGE, "guides/auth.md": "# Auth", "images/flow.png": "" });

async function find(hints: { comment?: string; code?: string; fragment?: string }, page = PAGE) {
  const own = siteOf({ "quickstart.md": page, "guides/auth.md": "# Auth", "images/flow.png": "" });
  const wanted = { comment: null, code: null, fragment: null, ...hints };
  const found = await own.find("/quickstart", wanted);
  if (found.file === null) throw new Error("no page");
  return found;
}

/** What a comment or a code block finds: how, the line of the file, and the number of places; null if nothing. */
async function place(hints: Parameters<typeof find>[0], page = PAGE) {
  const { line, passage } = await find(hints, page);
  return passage?.foundBy === "start" ? null : [passage?.foundBy, line, passage?.places];
}

describe("the passage of an item", () => {
  test("is the code block that was reported, also in part and after small edits", async () => {
    const whole = 'export RELAY_KEY="test"\n  relay serve --forward 4000\n';
    expect(await place({ code: whole, comment: '"Limits of the plan"' })).toEqual(["code", 13, 1]);
    expect(await place({ code: "relay serve --forward" })).toEqual(["code", 14, 1]);
    expect(await place({ code: `# both\n${whole}\nrelay stop` })).toEqual(["code", 13, 1]);
    const edited = `${whole.replace("4000", "5000")}relay stop --now\nexit 0`;
    expect(await place({ code: edited })).toBeNull();
    const similar = 'export RELAY_KEY="test"\nrelay serve --forward 4000\nexport A=1';
    expect(await place({ code: similar })).toEqual(["code", 13, 1]);
    expect(await place({ code: "relay retry --all" })).toEqual(["code", 33, 2]);
    expect(await place({ code: "all" })).toEqual(["quote", 33, 2]);
    expect(await place({ code: "something else\nentirely different" })).toBeNull();
  });

  test.each([
    ['"relay serve" should be "relay listen"', ["quote", 14, 1]],
    ["What is `X-Relay-Key`?", ["quote", 10, 1]],
    ["“node.js 20 or later” is wrong", ["quote", 5, 1]],
    ["> needs Node\n> later and an account.", ["quote", 6, 1]],
    ['Why "512 KB"?', ["quote", 23, 1]],
    ["«second thing» comes first", ["quote", 26, 1]],
    ["'curly words' isn't quoted well", ["quote", 26, 1]],
    // Only as part of longer words, or too short to mean anything.
    ['"relay ser" is unclear', null],
    ['"it" and "a"', null],
    ['"nowhere on the page"', null],
    ["No quotes at all", null],
  ])("is what the comment quotes: %s", async (comment, expected) => {
    expect(await place({ comment })).toEqual(expected);
  });

  test("is the section that the comment names, or that was open", async () => {
    expect(await place({ comment: "Please explain the limits of the plan" })).toEqual([
      "heading",
      19,
      1,
    ]);
    expect(await place({ fragment: "retries" })).toEqual(["heading", 30, 1]);
    expect(await place({ fragment: "nothing", comment: "It retries too often" })).toBeNull();
    const { passage } = await find({ comment: "Get a key doesn't work" });
    expect(passage?.section).toEqual({ id: "1-get-a-key", title: "1. Get a key" });
    expect(passage?.html).toContain("X-Relay-Key");
    expect(passage?.html).not.toContain("Limits");
  });

  test("isn't guessed when the words are everywhere", async () => {
    const often = Array.from({ length: 6 }, () => "Use the token here.").join("\n\n");
    expect(await place({ comment: 'What is "the token"?' }, often)).toBeNull();
  });

  test("has no IDs, scripts, or images, and its links open the site", async () => {
    const { passage } = await find({ comment: "1. Get a key", code: null as never });
    const html = passage?.html ?? "";
    expect(html).toContain('<p class="component-title">1. Get a key</p>');
    expect(html).toContain('href="/site/docs/guides/auth" target="_blank" rel="noopener nofollow"');
    expect(html).toContain('href="/site/docs/quickstart#limits"');
    expect(html).toContain("<span>[Image] Flow</span>");
    expect(html).not.toMatch(/ id=|<img|<script|alert/);
    const hostile =
      "Say <b id=x onclick=alert(1)>these words</b> <a href='javascript:alert(1)'>x</a>\n";
    const shown = await find({ comment: '"Say these words"' }, hostile);
    expect(shown.passage?.html.trim()).toBe("<p>Say <b>these words</b> <a>x</a></p>");
  });

  test("is one item or row of what is long, with its number and headings, and part of long code", async () => {
    const items = Array.from(
      { length: 40 },
      (_, index) => `${index + 1}. Step number ${index + 1}`,
    );
    const list = await find({ comment: '"step number 17"' }, items.join("\n"));
    expect(list.passage?.html.replaceAll("\n", "")).toBe(
      '<ol start="17"><li>Step number 17</li></ol>',
    );
    expect(list.passage?.isCut).toBe(true);
    const rows = Array.from({ length: 40 }, (_, index) => `| plan ${index} | ${index} |`);
    const table = await find(
      { comment: '"plan 30"' },
      ["| Name | N |", "|---|---|", ...rows].join("\n"),
    );
    expect(table.passage?.html).toMatch(/<th>Name[\s\S]*<td>plan 30/);
    expect(table.passage?.html).not.toContain("plan 29");
    expect(table.line).toBe(33);
    const lines = Array.from({ length: 200 }, (_, index) => `line${index}();`);
    const code = await find({ code: "line150();" }, ["```js", ...lines, "```"].join("\n"));
    expect(code.line).toBe(152);
    expect(code.passage?.html).toContain("line150();");
    expect(code.passage?.html.split("\n").length).toBeLessThan(35);
  });

  test("is the start of the page where it isn't sure, and nothing for other pages", async () => {
    expect(
      await site().find("https://docs.example.com/quickstart/", {
        comment: null,
        code: null,
        fragment: null,
      }),
    ).toMatchObject({
      address: "/quickstart",
      file: "quickstart.mdx",
      line: null,
      passage: { foundBy: "start", places: 1, section: null },
    });
    const list = Array.from({ length: 40 }, (_, index) => `${index + 1}. item ${index}`);
    const long = await find(
      {},
      ["", "# Title", "", "## First", "", "Words.", "", ...list].join("\n"),
    );
    expect(long.passage?.html).toContain("Words.");
    expect(long.passage?.html).not.toContain("item 0");
    expect(long.passage?.isCut).toBe(true);
    expect((await find({}, list.join("\n"))).passage?.html).not.toContain("item 1");
    expect((await find({}, "")).passage).toBeNull();
    const missing = await site().find("/missing", { comment: "x", code: null, fragment: null });
    expect(missing).toMatchObject({ file: null, tried: expect.arrayContaining(["missing.mdx"]) });
  });

  test("is read once per commit", async () => {
    const own = site();
    const hints = { comment: "`X-Relay-Key`", code: null, fragment: null };
    await Promise.all([own.find("/quickstart", hints)]);
    await own.find("/quickstart", hints);
    expect(own.reads.filter((path) => path === "quickstart.mdx")).toHaveLength(1);
  });
});
