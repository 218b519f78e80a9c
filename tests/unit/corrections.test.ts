import { describe, expect, test } from "vitest";
import { applyCorrection, readPage } from "../../lib/platform/agent/apply-correction.ts";
import { editPage } from "../../lib/platform/agent/edit-page.ts";
import { formatOf } from "../../lib/platform/agent/markdown-blocks.ts";
import { isMisspelling } from "../../lib/platform/agent/misspelling.ts";
import { openBlockStart } from "../../lib/platform/agent/open-block.ts";
import { parseCorrections } from "../../lib/platform/agent/parse-corrections.ts";
import { addReaderNotes } from "../../lib/platform/agent/reader-notes.ts";

/** Applies what a comment says. */
function corrected(content: string, comment: string, file = "a.md"): string {
  return parseCorrections(comment).reduce(
    (page, correction) => applyCorrection(readPage(page, formatOf(file)), correction).content,
    content,
  );
}

const WRONG = "relay serve";
const RIGHT = "relay listen";

describe("accents", () => {
  const [composed, decomposed] = ["NFC", "NFD"].map(
    (form) => (text: string) => text.normalize(form),
  );
  if (!composed || !decomposed) throw new Error("no forms");

  test.each([
    ["Ein Cafe für Gäste.\n", '"Gäste" → "Gästé"'],
    ["Öffne die Tur.\n", '"Tur" should be "Tür"'],
    ["Öffne die Tür.\n", '"Öffne die Tür" should be "Öffne das Tor"'],
    ["Tiếng Viêt.\n", '"Tiếng Viêt" should be "Tiếng Việt"'],
    ["한국의 글.\n", '"한국의 글" should be "한국의 말"'],
  ])("are found in either form, and keep that of the page: %j", (page, comment) => {
    const right = corrected(composed(page), composed(comment));
    expect(right).not.toBe(composed(page));
    for (const said of [composed(comment), decomposed(comment)]) {
      expect(corrected(decomposed(page), said)).toBe(decomposed(right));
      expect(corrected(composed(page), said)).toBe(composed(right));
    }
  });
});

describe("a comment says", () => {
  test.each([
    '"relay serve" should be "relay listen"',
    "“relay serve” should say “relay listen”.",
    "„relay serve“ should read „relay listen“",
    "«relay serve» needs to be «relay listen»",
    "‘relay serve’ should have been ‘relay listen’",
    "`relay serve` → `relay listen`",
    '"relay serve" -> "relay listen"',
    '"relay serve"=>"relay listen"',
    'Please replace "relay serve" with "relay listen"',
    'Replace the word "relay serve" by "relay listen", thanks',
    'change "relay serve" to "relay listen"',
    '"relay serve" is misspelled, it\'s "relay listen"',
    '"relay serve" is wrong; it should be "relay listen"',
    '"relay serve" is a typo for "relay listen"',
    'typo: "relay serve" instead of "relay listen"',
    'it says "relay serve" but should say "relay listen"',
    "The page says “relay serve”, but it should be “relay listen”",
    'instead of "relay serve" write "relay listen"',
    'Instead of "relay serve", it should say "relay listen"',
    'use "relay listen" instead of "relay serve"',
    'It should be "relay listen", not "relay serve"',
    '"relay serve" in the second step should be "relay listen"',
    '"relay serve" should be spelled "relay listen"',
    '"relay serve" sollte "relay listen" heißen',
    "« relay serve » devrait être « relay listen »",
    'remplacer "relay serve" par "relay listen"',
    '"relay serve" debería decir "relay listen"',
    'I think "relay serve" should be "relay listen"',
    "“relay serve should be relay listen”",
    'Typo on line 3: "relay serve" → "relay listen", thanks',
    '- "relay serve" → "relay listen" everywhere',
    '"relay serve" is wrong: "relay listen"',
    '"relay serve" is outdated. It\'s "relay listen".',
    'The word "relay serve" is a misspelling of "relay listen".',
    'To fix this, replace "relay serve" with "relay listen" in config.json.',
    'I would replace "relay serve" with "relay listen", the first fails',
    'You should change "relay serve" to "relay listen"',
    'The page says "relay serve" instead of "relay listen"',
    'It\'s "relay listen", not "relay serve"',
    'I followed it: "relay serve" should be "relay listen", as it fails. Does nobody test this?',
    '"relay serve" should be "relay listen." Does nobody test this?',
    '"relay serve" should be "relay listen" and the title "What now?" is odd.',
  ])("a correction: %s", (comment) => {
    expect(parseCorrections(comment)).toMatchObject([{ wrong: WRONG, right: RIGHT }]);
  });

  test.each([
    'I don\'t think "relay serve" should be "relay listen"',
    'I don’t believe that "relay serve" should be "relay listen".',
    '"relay serve" should not be "relay listen"',
    'If "relay serve" should be "relay listen", say so',
    "I'm not sure whether “relay serve” should be “relay listen”",
    'Why should it say "relay serve" -> "relay listen"',
    'Is it that "relay serve" should be "relay listen"?',
    '"relay serve" works with "relay listen"',
    'I switched from "relay serve" to "relay listen"',
    '"relay serve" instead of "relay listen"',
    "the answer should be documented",
    "links should be blue",
    // In prompts, these are tags.
    "‹relay serve› must be ‹relay listen›",
    "‹code›relay serve‹/code› should be ‹code›relay listen‹/code›",
    // An arrow in a quote is quoted with it, and one between two quotes may be a path.
    'The flow "npm create → npm install → npm run dev" is not explained',
    'I clicked "File → Settings" and nothing happened',
    'The step "start -> stop" is missing',
    "`start => stop`",
    'Open "File" → "Settings" and nothing happens',
    '"File" → "Settings" does nothing',
    '"File" → "Settings" → "Pages"',
    '"Edit" → "Copy", "File" → "Settings" → "Pages"',
    "`File` → `Settings`, `Edit` → `Copy` do nothing",
    'The sentence "The port should be open" is missing',
    '"The port should be open" is missing',
    "Der Satz „Der Server sollte laufen“ ist falsch",
    // Two quotes near a word aren't a claim.
    '"npm install" is wrong. "npm ci" fails too.',
    '"npm install" is wrong, "npm ci" as well.',
    '"npm install" is outdated. Now "npm ci" fails.',
    '"npm install" is wrong, it\'s "npm ci" that works.',
    '"Port 80" is wrong and "Port 81" is wrong as well.',
    '"Port 80" is wrong for "Port 81" users',
    '"receive" is misspelled as "recieve"',
    "„Port 80“ muss „Port 81“ kennen",
    'The claim that "yarn" should be "pnpm" is wrong.',
    '"yarn" should be "pnpm" if you use workspaces',
    '"yarn" should be "pnpm" or "bun"',
    'Either "yarn" should be "pnpm" or the title is wrong.',
    // What a reader did, or saw.
    'I tried to replace "yarn" with "pnpm" and everything broke.',
    'I tried to\nreplace "yarn" with "pnpm" and everything broke.',
    'I opened the file, change "yarn" to "pnpm", and it broke.',
    'Replace "yarn" with "pnpm" and everything breaks.',
    'Step 3: change "yarn" to "pnpm" doesn\'t work',
    'Replace "yarn" with "pnpm", and everything breaks.',
    'We had to replace "yarn" with "pnpm".',
    'You have to change "localhost" to "example.com" first.',
    'Users replace "yarn" with "pnpm".',
    'Ich ersetze "yarn" durch "pnpm"',
    'I use "pnpm" instead of "yarn"',
    'I want "dark mode" instead of "light mode"',
    'The server says "denied" instead of "granted"',
    'My terminal shows "404" instead of "200"',
    'I get an error: "404" instead of "200"',
    'I clicked "Save" but it should say "Saved"',
    'swap "first" with "second"',
    'Substitute "new" for "old"',
    // Questions, wherever their mark is.
    'Do I have to change "localhost" to "example.com" here, or leave it?',
    'Do I have to change "localhost" to "example.com" in config.json (e.g. here) or leave it?',
    'Shall "yarn" be kept\nor "npm" should be "pnpm"\nas well?',
    '"yarn" should be "pnpm", right?!',
    "「yarn」 should be 「pnpm」？",
    '¿"yarn" debería ser "pnpm"',
    '"yarn" should be "pnpm"… [truncated, 8 more characters]',
  ])("no correction: %s", (comment) => {
    expect(parseCorrections(comment)).toEqual([]);
  });

  test.each([
    'Could you replace "relay serve" with "relay listen"?',
    'Could you replace "relay serve" by "relay listen"?',
    "could you change “relay serve” to “relay listen”?",
    "Could you please replace `relay serve` with `relay listen`?",
    'Could you change "relay serve" into "relay listen", please?',
    'Could you kindly correct "relay serve" to "relay listen"? Thanks!',
    'Could you also update "relay serve" to "relay listen" everywhere?',
    'Could you replace the word "relay serve" with "relay listen"? Thank you so much.',
    'Could you replace all occurrences of "relay serve" with "relay listen"?',
    'Could you fix "relay serve" to "relay listen" on this page?',
    'Could someone replace "relay serve" with "relay listen"?',
    'Could someone please change "relay serve" to "relay listen" in the docs?',
    'Please could you replace "relay serve" with "relay listen"?',
    'Hi! Could you replace "relay serve" with "relay listen"?',
    'Hello, could you replace "relay serve" with "relay listen"?',
    'The command fails. Could you replace "relay serve" with "relay listen"?',
    'Could you please replace "relay serve" with "relay listen". It was renamed.',
    'Can you change "relay serve" to "relay listen"?',
    "Can you replace `relay serve` with `relay listen`? Thanks in advance!",
    'Hey, can you update "relay serve" to "relay listen"?',
    'The command fails. Can you please change "relay serve" to "relay listen"?',
    'Please can you change "relay serve" to "relay listen"?',
    'Can someone replace "relay serve" with "relay listen"?',
    'Will you please replace "relay serve" with "relay listen"?',
    'Would you please replace "relay serve" with "relay listen"?',
    'Would you mind replacing "relay serve" with "relay listen"?',
    "Would you mind changing the text `relay serve` to `relay listen`?",
    "Should this be `relay listen` instead of `relay serve`?",
    'Should this say "relay listen" instead of "relay serve"?',
    'Hi, should it read "relay listen" rather than "relay serve"? Thanks!',
    'Should that be "relay listen", not "relay serve"?',
  ])("a polite request: %s", (comment) => {
    expect(parseCorrections(comment)).toMatchObject([{ wrong: WRONG, right: RIGHT }]);
  });

  test.each([
    "Shouldn't the timeout be 30 instead of 3?",
    'Shouldn\'t the timeout be "30" instead of "3"?',
    'Shouldn\'t this be "30" instead of "3"?',
    'Should the timeout be "30" instead of "3"?',
    'Should I use "30" instead of "3"?',
    'Should this be "30" instead of "3" on slow machines?',
    'I set it to "3" here. Should this be "30" instead of "3"?',
    'Should this be "30" instead of "3"? Or does it not matter?',
    'Should this not be "30" instead of "3"?',
    'Why should this be "30" instead of "3"?',
    // What one can do, or what is planned.
    'Can I replace "yarn" with "pnpm"?',
    'Can we replace "yarn" with "pnpm"?',
    'Could I change "8080" to "9090"?',
    'Could we change "8080" to "9090"?',
    'I run two servers. Can you change "8080" to "9090"?',
    "I run two servers.\nCan you change `8080` to `9090`?",
    'Can you change "8080" to "9090"? I run two servers.',
    'Can you change "8080" to "9090" in config.json?',
    'Can you change "8080" to "9090" in my config',
    'Can you really change "8080" to "9090"?',
    'Can you rename "Default" to "Main"?',
    'How can you change "8080" to "9090"?',
    'How could you change "8080" to "9090"',
    'Where could you replace "yarn" with "pnpm"?',
    'Would you replace "yarn" with "pnpm"?',
    'Will you replace "yarn" with "pnpm"?',
    'Is it possible to replace "yarn" with "pnpm"?',
    'Do you mind if I replace "yarn" with "pnpm"?',
    // What is denied, limited, or told.
    'Could you not replace "yarn" with "pnpm"?',
    'Could you please not replace "yarn" with "pnpm"?',
    'Couldn\'t you replace "yarn" with "pnpm"?',
    'Could you replace "yarn" with "pnpm" if you use workspaces?',
    'Could you replace "yarn" with "pnpm" or is it needed?',
    'Could you replace "yarn" with "pnpm"? Or is it needed?',
    'Could you replace "yarn" with "pnpm"?\nOr is it needed?',
    'Could you replace "yarn" with "pnpm"? No, don\'t.',
    'Could you replace "yarn" with "pnpm" without breaking anything?',
    'Could you replace "yarn" with "pnpm" in my account?',
    'Could you explain why to replace "yarn" with "pnpm"?',
    'Could you tell me how to change "yarn" to "pnpm"?',
    'If I use bun, could you replace "yarn" with "pnpm"?',
    'My colleague asked: could you replace "yarn" with "pnpm"?',
    'I asked support "could you replace "yarn" with "pnpm"?"',
    '"Could you replace "yarn" with "pnpm"?" is what support says',
    'Why would you mind replacing "yarn" with "pnpm"?',
    'Could you replace "yarn" with "pnpm"?… [truncated, 8 more characters]',
    'Could you replace "yarn" with "pnpm"… [truncated, 8 more characters]',
    `I doubt it,${" ".repeat(400)}could you replace "yarn" with "pnpm"?`,
  ])("no request: %s", (comment) => {
    expect(parseCorrections(comment)).toEqual([]);
  });

  test("an arrow in a quote beside a claim", () => {
    for (const [wrong, right] of [
      ["Settings → Pages", "Settings → Code → Pages"],
      ["**Settings → Pages**", "**Settings → Code → Pages**"],
    ])
      expect(
        parseCorrections(
          `Step 2 says "Settings → Pages" but it isn't there. "${wrong}" should be "${right}"`,
        ),
      ).toEqual([{ wrong, right }]);
    const list = '"yarn" → "pnpm", "npm" → "bun"';
    expect(parseCorrections(list).map(({ right }) => right)).toEqual(["pnpm", "bun"]);
  });

  test("a misspelling without quotes", () => {
    expect(parseCorrections("teh should be the.")).toEqual([{ wrong: "teh", right: "the" }]);
    expect(parseCorrections("typo: recieve -> receive")).toEqual([
      { wrong: "recieve", right: "receive" },
    ]);
  });

  test("that every place is meant, or code", () => {
    expect(parseCorrections('"a key" should be "a token" everywhere')).toEqual([
      { wrong: "a key", right: "a token", isEverywhere: true },
    ]);
    expect(parseCorrections("``a key`` should be `a token`")).toEqual([
      { wrong: "a key", right: "a token", isCode: true },
    ]);
  });
});

describe("only visible text changes", () => {
  const main = '"master" should be "main"';

  test.each([
    "See [source](https://example.com/blob/master/x.ts).",
    'See ![master](./images/master.png "master").',
    "See [source][master].\n\n[master]: https://example.com/master\n",
    "See <https://example.com/master> and https://example.com/master.",
    "Run `git checkout master`.",
    "```sh\ngit checkout master\n```\n",
    "Text:\n\n    git checkout master\n",
    "<!-- master -->\n\n<!--\nmaster\n\nmaster\n-->\n",
    "Text <!-- master --> here.",
    "<div class=\"master\" data-x='master'>Text</div>",
    "A master-detail view, a webmaster, my_master, origin/master, master.zip, and master_branch.",
    "---\nbranch: master\n---\n\nText\n",
    "{{ master }} and {% if master %}x{% endif %}",
    "## Heading {#master}\n",
    "$$\nmaster\n$$\n",
    "<script>\nmaster\n\nmaster\n</script>\n",
    "[^master]: Text\n",
  ])("and not this: %j", (page) => {
    expect(corrected(page, main)).toBe(page);
  });

  test.each([
    "import master from './master.js'\n\nexport const master = 1\n",
    '<Card title="master" on={() => master}>\n  Text\n</Card>\n',
    "A {master} here, {/* master */} too.",
  ])("and not this in MDX: %j", (page) => {
    expect(corrected(page, main, "a.mdx")).toBe(page);
  });

  test("whatever is around it", () => {
    const page =
      "# A\n\nThe branch is master. See [source](https://github.com/acme/app/blob/master/x.ts) and ![t](./images/master.png).\n\nA master-detail view.\n";
    expect(corrected(page, main)).toBe(page.replace("is master", "is main"));
  });

  const cases: [string, string, string, string?][] = [
    // Wrapped lines, emphasis, links, and lists.
    [
      "Before, you have to\nopen the port.",
      '"you have to open the port" should be "you must open the port"',
      "Before, you must\nopen the port.",
    ],
    [
      "> you have\n> to open it",
      '"have to open it" should be "must open it"',
      "> you must open it",
    ],
    [
      "- you have to\n  open it",
      '"you have to open it" should be "you have to close it"',
      "- you have to\n  close it",
    ],
    [
      "The **relay serve** command",
      '"The relay serve command" should be "The relay listen command"',
      "The **relay listen** command",
    ],
    [
      "The *relay* [serve](/x) command",
      '"The relay serve command" should be "The relay listen command"',
      "The *relay* [listen](/x) command",
    ],
    [
      "The **relay serve** command",
      '"The **relay serve** command" should be "The **relay listen** command"',
      "The **relay listen** command",
    ],
    [
      "The <b>relay</b> serve <code>x</code>",
      '"relay serve x" should be "relay listen x"',
      "The <b>relay</b> listen <code>x</code>",
    ],
    [
      "Send a **Token** here",
      '"Send a Token" should be "Send an API Token"',
      "Send an API **Token** here",
    ],
    ["a [Token](/token)", '"Token" should be "API Token"', "a [API Token](/token)"],
    ["some text[^1] here", '"text here" should be "words here"', "some words[^1] here"],
    // Entities, quotes, and invisible characters.
    [
      "Fish &amp; chips&nbsp;now",
      '"Fish & chips now" should be "Fish & ships now"',
      "Fish &amp; ships&nbsp;now",
    ],
    ["It’s “teh” end", '"It\'s "', "It’s “teh” end"],
    [
      "don’t use teh thing",
      "“don't use teh thing” should be “don't use the thing”",
      "don’t use the thing",
    ],
    ['Say "teh" word', "«Say “teh” word» should be «Say “the” word»", 'Say "the" word'],
    [
      "a docu\u00admen\u00adtaton page",
      '"documentaton" should be "documentation"',
      "a documentation page",
    ],
    ["snake\\_case teh", '"snake_case teh" should be "snake_case the"', "snake\\_case the"],
    // Tables, headings, and front matter.
    [
      "| a | b |\n|---|---|\n| one | teh |\n",
      '"teh" should be "x | y"',
      "| a | b |\n|---|---|\n| one | x \\| y |\n",
    ],
    [
      "| a | b |\n|---|---|\n| one | two |\n",
      '"one two" should be "three"',
      "| a | b |\n|---|---|\n| one | two |\n",
    ],
    [
      "## Teh start {#teh-start}\n",
      '"Teh start" should be "The start"',
      "## The start {#teh-start}\n",
    ],
    ["Teh start\n=====\n", '"Teh start" should be "The start"', "The start\n=====\n"],
    [
      "---\ntitle: 'Teh start'\nslug: teh\n---\n",
      '"Teh start" should be "Bob\'s start"',
      "---\ntitle: 'Bob''s start'\nslug: teh\n---\n",
    ],
    [
      '---\ndescription: "Teh start"\n---\n',
      '“Teh start” should be “The "start"”',
      '---\ndescription: "The \\"start\\""\n---\n',
    ],
    [
      "---\ntitle: Teh start\n---\n",
      '"Teh start" should be "Start: now"',
      "---\ntitle: Teh start\n---\n",
    ],
    ['+++\ntitle = "Teh start"\n+++\n', '"Teh" should be "The"', '+++\ntitle = "The start"\n+++\n'],
    [
      "::: tip Teh tip\nText\n:::\n",
      '"Teh tip" should be "The tip"',
      "::: tip The tip\nText\n:::\n",
    ],
    [
      '!!! note "Title"\n\n    Indented teh text.\n',
      '"Indented teh" should be "Indented the"',
      '!!! note "Title"\n\n    Indented the text.\n',
    ],
    // Code that the reader quotes.
    ["Run `relay serve`.", "`relay serve` should be `relay listen`", "Run `relay listen`."],
    [
      "```sh\nrelay serve --x\n```\n",
      '"relay serve" should be "relay listen"',
      "```sh\nrelay listen --x\n```\n",
    ],
    ["Run `deliverAfter` now", '"deliverAfter" should be "deliverAt"', "Run `deliverAt` now"],
    // Markup in the right text is escaped or not applied.
    ["a teh b", '"a teh b" should be "a *the* b"', "a \\*the\\* b"],
    ["a teh b", '"a teh b" should be "a [the](x) b"', "a teh b"],
    ["teh start", '"teh start" should be "# start"', "\\# start"],
    // Other formats.
    [
      "Teh page. ``teh``\n\n.. code-block:: sh\n\n   teh\n\n.. _teh: x\n",
      '"Teh page" should be "The page"',
      "The page. ``teh``\n\n.. code-block:: sh\n\n   teh\n\n.. _teh: x\n",
      "a.rst",
    ],
    [
      "= A\n\nTeh page.\n\n----\nTeh page.\n----\n",
      '"Teh page" should be "The page"',
      "= A\n\nThe page.\n\n----\nTeh page.\n----\n",
      "a.adoc",
    ],
    [
      "1. Install twine\n----------------\n\nText\n",
      '"1. Install twine" should be "1. Install twine and build"',
      "1. Install twine and build\n--------------------------\n\nText\n",
      "a.rst",
    ],
    [
      "=======\n Twine\n=======\n\nTwine\n=======\n",
      '"Twine" should be "Twine 日本" everywhere',
      "===========\n Twine 日本\n===========\n\nTwine 日本\n==========\n",
      "a.rst",
    ],
    [
      "Twine\n=====\nTwine\n=====\n\nText\n",
      '"Twine" should be "Twine now" everywhere',
      "Twine now\n=========\nTwine now\n=========\n\nText\n",
      "a.rst",
    ],
    [
      "====  ====\na     bc\n----------\nd     e and more\n==========\n",
      '"e and more" should be "e nad more"',
      "====  ====\na     bc\n----------\nd     e nad more\n==========\n",
      "a.rst",
    ],
    [
      "Install guide\r\n=============\r\n\r\nText\r\n",
      '"Install guide" should be "Installation"',
      "Installation\r\n=============\r\n\r\nText\r\n",
      "a.rst",
    ],
    [
      "Install guide\n=============\n\nFirst part\n----------\n\nTeh text\n",
      '"Install guide" should be "Guide". "First part" should be "日本語 part". "Teh text" should be "The text"',
      "Guide\n=====\n\n日本語 part\n--------\n\nThe text\n",
      "a.adoc",
    ],
    [
      "Install guide\n=============\n\nText\n",
      '"Install guide" should be "Install guide for Windows"',
      "Install guide for Windows\n=========================\n\nText\n",
      "a.adoc",
    ],
    // The same width fits a table.
    [
      "+------+\n| teh  |\n+------+\n",
      '"teh" should be "the"',
      "+------+\n| the  |\n+------+\n",
      "a.rst",
    ],
    [
      "|===\n|the listening port |b\n|===\n",
      '"the listening port" should be "the open, free port"',
      "|===\n|the open, free port |b\n|===\n",
      "a.adoc",
    ],
    ["1. teh start", '"teh start" should be "# start"', "1. \\# start"],
    // CRLF stays.
    [
      "# A\r\n\r\nyou have to\r\nopen teh port\r\n",
      '"to open teh port" should be "to open the port"',
      "# A\r\n\r\nyou have to\r\nopen the port\r\n",
    ],
  ];

  test.each(cases)("%j, %s", (page, comment, right, file) => {
    expect(corrected(page, comment, file)).toBe(right);
  });
});

describe("left to a person, because of the page's format", () => {
  const GRID =
    "+-----------------+---------+\n| Package version | Default |\n+=================+=========+\n| ``port``        | 日本    |\n+-----------------+---------+\n";
  const SIMPLE =
    "===========  =======\nport number  Default\n===========  =======\nopen port    80\n\nmore         81\n===========  =======\n\nAn open port.\n";
  const CELLS = "|===\n|the listening port |`a code`|b c\n|===\n";

  test.each([
    ["a.rst", GRID, "Package version", "Package version number", "table"],
    ["a.rst", GRID, "Package version", "Package", "table"],
    ["a.rst", GRID, "`port`", "`p|rt`", "table"],
    ["a.rst", GRID, "日本", "ab", "table"],
    ["a.rst", SIMPLE, "port number", "listening port number", "table"],
    ["a.rst", SIMPLE, "more", "much more", "table"],
    ["a.adoc", CELLS, "the listening port", "the port | socket", "table"],
    ["a.adoc", CELLS, "`a code`", "`a | code`", "table"],
    ["a.adoc", CELLS.replace("port |", "port|"), "listening port", "listening a", "table"],
    ["a.adoc", `[format=csv]\n${CELLS}`, "listening port", "port, socket", "table"],
    ["a.adoc", ",===\nlistening port,b\n,===\n", "listening port", "port, socket", "table"],
    ["a.adoc", `${CELLS}!===\n`, "listening port", "port!", "table"],
    ["a.rst", "A title\n=======\n\nSee `a title`_.\n", "A title", "A name", "reference"],
    ["a.rst", "Title\n=====\n\nSee Title_.\n", "Title", "Name", "reference"],
    ["a.rst", "See :doc:`the guide`.\n", "the guide", "a guide", "reference"],
    ["a.adoc", "Run {my-app} now\n", "Run {my-app}", "Run {your-app}", "reference"],
    ["a.adoc", "xref:a/guide.adoc[Guide]\n", "a/guide.adoc", "b/guide.adoc", "reference"],
    ["a.rst", "Run this: now\n", "Run this: now", "Run this:: now", "markup"],
    ["a.rst", "Run this:\n", "Run this:", "Run this::", "markup"],
    ["a.rst", "teh start\n", "teh start", ".. start", "markup"],
    ["a.rst", "teh start\n", "teh start", "1. start", "markup"],
    ["a.adoc", "teh start\n", "teh start", "= start", "markup"],
    ["a.adoc", "teh start\n", "teh start", "NOTE: start", "markup"],
    ["a.adoc", "teh start\n", "teh start", "C# and F#", "markup"],
    ["a.md", "a teh b", "a teh b", "a [the](x) b", "markup"],
    ["a.md", "**a** b", "a b", "c", "markup"],
  ])("in %s %j: %s, %s", (file, page, wrong, right, why) => {
    const read = readPage(page, formatOf(file));
    const { content, lines, left } = applyCorrection(read, { wrong, right, isEverywhere: true });
    expect({ content, lines }).toEqual({ content: page, lines: [] });
    expect(left.map((each) => each.why)).toContain(why);
  });

  test("changes the other places", () => {
    const applied = applyCorrection(readPage(SIMPLE, "rst"), {
      wrong: "open port",
      right: "free open port",
    });
    expect(applied).toEqual({
      content: SIMPLE.replace("An open", "An free open"),
      lines: [9],
      left: [{ lines: [4], why: "table" }],
    });
  });
});

describe("can't become code or markup", () => {
  const now = `"Every" should be "Now export const x = require('child_process').execSync('id') //"`;
  const first = '"Install it" should be';

  test.each<[string, string, string[], RegExp]>([
    // Each correction is words; the line that they lead to isn't.
    ["a.mdx", "Every key.\n", [now, '"Now export const x" should be "export const x"'], /^export/m],
    [
      "a.mdx",
      "Every key.\n",
      ['"Every" should be "Now import \'./x.js\' //"', '"Now import" should be "import"'],
      /^import/m,
    ],
    [
      "a.mdx",
      "Now\nexport const x\n",
      ['"Now export const x" should be "export const x"'],
      /^export/,
    ],
    [
      "a.mdx",
      "# A\nNow\nexport const x\n",
      ['"Now export const x" should be "export const x"'],
      /A\nexport/,
    ],
    ["a.md", "Now\n[a]: b\n", ['"Now [a]: b" should be "[a]: b"'], /^\[a/],
    // Signs that the page has, in another place.
    [
      "a.md",
      "x < y and z > w\n",
      ['"x < y and z > w" should be "x <img onerror=f(1) src=y> w"'],
      /<img/,
    ],
    ["a.md", "Send <KEY> and f(1)\n", ['"Send <KEY>" should be "Send <SCRIPT>"'], /<SCRIPT>/],
    ["a.mdx", "{f(\n\nthe items\n\n)}\n", ['"the items" should be "fetch(\'/x\')"'], /fetch/],
    [
      "a.md",
      "A <script>\nthe items\n</script>\n",
      ['"the items" should be "fetch(\'/x\')"'],
      /fetch/,
    ],
    ["a.md", "See [a] text\n", ['"[a] text" should be "[a]: text"'], /\]:/],
    ["a.md", "See [a] (/b)\n", ['"[a] (/b)" should be "[a](/b)"'], /\]\(/],
    ["a.md", "Yes! [a](/b)\n", ['"Yes! a" should be "Yes!a"'], /!\[/],
    ["a.md", "Install it.\n", [`${first} ":::danger"`], /^:::/m],
    ["a.md", "Install it.\n", [`${first} "!!! danger"`], /^!!!/m],
    ["a.md", "Install it.\n", [`${first} "a \\\\*b* c"`], /\*b/],
    ["a.md", "```\nrun it\n```\n", ["`run it` should be `{{ site.x }}`"], /\{\{/],
    ["a.md", "```\nrun it\n```\n", ['`run it` should be `--8<-- "/etc/passwd"`'], /--8</],
    // What only looks like code.
    ["a.md", "> ```\n\nrun it\n", ["`run it` should be `<img onerror=f(1) src=y>`"], /<img/],
    ["a.rst", "Install it.\n", [`${first} ".. include:: ../../../../proc/self/environ"`], /^\.\. /],
    ["a.rst", "Install it.\n", [`${first} ".. image:: https://evil.example/x.png"`], /^\.\. /],
    ["a.rst", "Install it.\n", ['"Install" should be "A\u2028.. hidden"'], /\u2028/],
    ["a.rst", "* Install it.\n", [`${first} ".. hidden"`], /\.\./],
    ["a.adoc", "* Install it.\n", [`${first} ":leveloffset: 1"`], /level/],
    ["a.rst", "Install it.\n", [`${first} "__ /x"`], /^__/],
    ["a.rst", "Install it.\n", [`${first} "see x_"`], /x_/],
    ["a.rst", "Now .. image: x\n", ['"Now .. image: x" should be ".. image: x"'], /^\.\./],
    ["a.rst", "Run this:: now\n\n  a\n", ['"Run this:: now" should be "Run this now::"'], /::$/m],
    ...[
      "++++",
      ":leveloffset: 1",
      "////",
      "----",
      "====",
      "include::/etc/passwd",
      "|===",
      "[source]",
      ". a",
      "+++a+++",
    ].map((text): [string, string, string[], RegExp] => [
      "a.adoc",
      "Install it.\n",
      [`${first} "${text}"`],
      /^(?![IT])/,
    ]),
    [
      "a.adoc",
      "See the file [here].\n",
      ['"the file [here]" should be "include::x[here]"'],
      /include/,
    ],
    ["a.adoc", "See the file [here].\n", ['"the file [here]" should be "pass:[here]"'], /pass/],
    ["a.adoc", "----\nrun it\n----\n", ["`run it` should be `include::x`"], /include/],
  ])("%s %j, %j", (file, page, comments, hostile) => {
    expect(comments.flatMap(parseCorrections)).toHaveLength(comments.length);
    const result = comments.reduce((content, comment) => corrected(content, comment, file), page);
    expect(result).not.toMatch(hostile);
  });

  test("whatever a job did before, and is a note that says why", async () => {
    const comments = [
      now.replace(" //", ""),
      '"Now export const x" should be "export const x"',
    ].map((comment, index) => ({
      id: `fb_${index}`,
      comment,
      corrections: parseCorrections(comment),
      isReaders: true,
    }));
    const task = { corrections: [], comments, skipped: 0 };
    const { page, changes } = await editPage("Every key.\n", "mdx", task, async () => {});
    expect(page).toMatch(
      /^Now export const x = .* key\.\n\n## Reader feedback to check\n\n- Feedback fb_1: /,
    );
    expect(changes[1]).toMatch(/^left “Now export const x” on line 1, because .* markup$/);
  });

  test.each([
    [
      "a.md",
      "# Teh API\n\n- a b\n- teh C\n",
      '"teh C" should be "the C++ and C#"',
      "the C++ and C#",
    ],
    [
      "a.mdx",
      "<Tab>\n\nRun teh `x` {y}\n\n</Tab>\n",
      '"Run teh" should be "Run (only) the: a, b/c — and"',
      "Run (only) the: a, b/c — and `x`",
    ],
    [
      "a.rst",
      "Run teh ``x`` now::\n\n  y\n",
      '"Run teh" should be "Run: the new"',
      "Run: the new ``x`` now::",
    ],
    [
      "a.adoc",
      "== A\n\n. Run teh `x`\n",
      '"Run teh" should be "Run: the new"',
      ". Run: the new `x`",
    ],
  ])("but words and marks of sentences change: %s %j, %s", (file, page, comment, right) => {
    expect(corrected(page, comment, file)).toContain(right);
  });
});

describe("a correction of several places", () => {
  const placesOf = (page: string, comment: string) => {
    const [correction] = parseCorrections(comment);
    if (!correction) throw new Error("no correction");
    const { lines, left } = applyCorrection(readPage(page, "markdown"), correction);
    return { lines, unclear: left.flatMap(({ why, lines }) => (why === "unclear" ? lines : [])) };
  };
  const page = "the key\n\na key\n\nteh, 30 seconds\n\nteh, 30 seconds\n";

  test.each([
    ['"key" should be "token"', [], [1, 3]],
    ['"30" should be "60"', [], [5, 7]],
    ['"key" should be "token" everywhere', [1, 3], []],
    ['"teh" should be "the"', [5, 7], []],
    ['"30 seconds" should be "60 seconds"', [5, 7], []],
    ['"the key" should be "the token"', [1], []],
  ])("changes all that are certainly meant: %s", (comment, lines, unclear) => {
    expect(placesOf(page, comment)).toEqual({ lines, unclear });
  });

  test.each([
    "server",
    "server.",
    "сервер",
    "שרת",
    "می‌خواهم",
    "サーバー・名",
    "环境变量",
    "点击这里的按钮，",
    "환경변수",
    "٣٠",
    "３０",
  ])("leaves one word of any script: %s", (word) => {
    const twice = `${word}\n\n${word}\n`;
    const unclear = placesOf(twice, `「${word}」 should be 「X」`);
    expect(unclear).toEqual({ lines: [], unclear: [1, 3] });
    const phrase = placesOf(twice.replaceAll(word, `${word} a`), `「${word} a」 should be 「X」`);
    expect(phrase).toEqual({ lines: [1, 3], unclear: [] });
  });

  test.each([
    ["recieve", "receive", true],
    ["teh", "the", true],
    ["seperately", "separately", true],
    ["form", "from", false],
    ["token", "tokens", false],
    ["port", "post", false],
    ["master", "main", false],
    ["calender", "calendar", true],
    ["сервр", "сервер", true],
    ["серверы", "сервера", false],
    ["connector", "connected", false],
    ["großen", "großem", false],
    ["数据库连接池", "数据库连接数", false],
    ["환경변수이름", "환경변수의값", false],
  ])("takes %s for a misspelling of %s: %s", (wrong, right, expected) => {
    expect(isMisspelling(wrong, right)).toBe(expected);
  });
});

describe("a note", () => {
  const NOTE = [{ id: "a", comment: "b" }];
  const SECTION = "## Reader feedback to check\n\n- Feedback a: b\n";

  test.each([
    ["# A\n\n```sh\nopen\n", "# A\n\n"],
    ["# A\n\n- ~~~\n  open", "# A\n\n"],
    ["Text\n\n<!-- open\n\nmore\n", "Text\n\n"],
    ["Text\n\n<Tabs>\n<Tab>\n\nmore\n\n</Tab>\n", "Text\n\n"],
    ["Text\n\n:::note\n\nmore\n", "Text\n\n"],
    ["Text\n\n<details>\n<summary>x</summary>\n\nmore\n", "Text\n\n"],
    ["Text\n\n$$\nx\n", "Text\n\n"],
  ])("is before a block that isn't closed: %j", (page, before) => {
    const { content } = addReaderNotes(page, NOTE, "mdx");
    expect(content).toBe(`${before}${SECTION}\n${page.slice(before.length)}`);
  });

  test.each([
    "```\nx\n```\n",
    "<Tabs>\n<Tab />\n</Tabs>\n",
    "<!-- x -->\n",
    ":::note\nx\n:::\n",
    "<br>\n",
    "`<Tabs>`\n",
    "- a\n- b\n",
    "| a |\n|---|\n| b |\n",
  ])("is at the end after %j", (page) => {
    expect(openBlockStart(page, true)).toBeNull();
    expect(addReaderNotes(page, NOTE, "mdx").content).toBe(`${page}\n${SECTION}`);
  });

  test("keeps every byte of the page, its final line break, and its definitions", () => {
    const open = addReaderNotes("Text  \nlast", NOTE).content;
    expect(open).toBe(`Text  \nlast\n\n${SECTION.trimEnd()}`);
    const mixed = "a\r\n\r\n## Reader feedback to check\r\n\r\n- Feedback x: y\r\n[r]: /r\n";
    expect(addReaderNotes(mixed, NOTE).content).toBe(
      "a\r\n\r\n## Reader feedback to check\r\n\r\n- Feedback x: y\r\n- Feedback a: b\r\n\r\n[r]: /r\n",
    );
  });

  test("is a comment in other formats, once", () => {
    const rst = addReaderNotes("Title\n=====\n", NOTE, "rst").content;
    expect(rst).toBe("Title\n=====\n\n..\n   ## Reader feedback to check\n\n   - Feedback a: b\n");
    const adoc = addReaderNotes("= Title\n", NOTE, "asciidoc").content;
    expect(adoc).toBe("= Title\n\n// ## Reader feedback to check\n// - Feedback a: b\n");
    expect(addReaderNotes(rst, NOTE, "rst").count).toBe(0);
    expect(addReaderNotes(adoc, NOTE, "asciidoc").count).toBe(0);
    expect(addReaderNotes(adoc, [{ id: "c", comment: "d" }], "asciidoc").content).toBe(
      `${adoc}// - Feedback c: d\n`,
    );
  });
});
