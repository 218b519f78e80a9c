import { describe, expect, test } from "vitest";
import { rendered } from "../support/site.ts";

describe("Markdown", () => {
  test("becomes headings with IDs, tables, and code that the widget can report", async () => {
    const html = await rendered(`## Get a \`key\`

## Get a key

| A | B |
|---|--:|
| 1 | 2 |

\`\`\`ts send.ts
const less = 1 < 2;
\`\`\`
`);
    expect(html).toContain('<h2 id="get-a-key">Get a <code>key</code></h2>');
    expect(html).toContain('<h2 id="get-a-key-1">');
    expect(html).toContain('<div class="table" tabindex="0"><table>');
    expect(html).toContain('<td class="right">2</td>');
    expect(html).toContain(
      '<pre tabindex="0" data-filename="send.ts"><code class="language-ts">const less = 1 &lt; 2;',
    );
  });

  test("links lead to pages of the site, and images to its files", async () => {
    const cases = [
      ["[a](/guides/auth)", '<a href="/site/docs/guides/auth">a</a>'],
      ["[a](guides/auth.md#keys)", '<a href="/site/docs/guides/auth#keys">a</a>'],
      ["[a](./guides/auth/)", '<a href="/site/docs/guides/auth">a</a>'],
      ["[a](#here)", '<a href="#here">a</a>'],
      ["[a](https://x.example)", '<a href="https://x.example" rel="noopener nofollow">a</a>'],
      ["[a](mailto:a@x.example)", '<a href="mailto:a@x.example" rel="noopener nofollow">a</a>'],
      ["![a](images/flow.png)", '<img src="/site/docs/images/flow.png" alt="a" loading="lazy" />'],
      ["![a](/images/flow.png)", '<img src="/site/docs/images/flow.png" alt="a" loading="lazy" />'],
      ["![a](https://x.example/y.png)", "<span>a</span>"],
      ["[a](/missing)", "<a>a</a>"],
      ["[a](../../etc/passwd)", "<a>a</a>"],
      ["[a](//x.example/y)", "<a>a</a>"],
    ];
    for (const [source = "", html] of cases) {
      expect(await rendered(source), source).toBe(`<p>${html}</p>`);
    }
  });

  test("MDX components become plain blocks around their Markdown", async () => {
    const html = await rendered(`import { Card } from "cards";
export const secret = 1;

{/* for
editors */}

<Note>Read **this** first.</Note>

<CardGroup cols={2}>
  <Card
    title="Auth & keys"
    href="/guides/auth"
  >
    With \`code\`.
  </Card>
</CardGroup>

Inline <Tooltip tip="x">words</Tooltip> and 1 < 2.
`);
    expect(html).toContain('<div class="component component-note"><p>Read <strong>this</strong>');
    expect(html).toContain(
      '<div class="component component-card"><p class="component-title"><a href="/site/docs/guides/auth">Auth &amp; keys</a></p>',
    );
    expect(html).toContain("<p>With <code>code</code>.</p>");
    expect(html).toContain("<p>Inline words and 1 &lt; 2.</p>");
    for (const gone of ["import", "secret", "editors", "Tooltip", "cols"]) {
      expect(html).not.toContain(gone);
    }
    expect(html.match(/<div/g)).toHaveLength(html.match(/<\/div>/g)?.length ?? -1);
  });

  test("in code, components and comments stay as they are", async () => {
    const html = await rendered("```mdx\n<Note>{/* x */}</Note>\nimport a\n```\n\n`{/* y */}`");
    expect(html).toContain("&lt;Note&gt;{/* x */}&lt;/Note&gt;\nimport a");
    expect(html).toContain("<code>{/* y */}</code>");
  });
});

describe("hostile Markdown", () => {
  const HOSTILE = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//x.example></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)" onclick=alert(1)>x</a>',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#x0A;script:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "<a href='java\nscript:alert(1)'>x</a>",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](blob:https://x.example/1)",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    '<iframe src="https://x.example">frame text</iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    "<object data=x></object><embed src=x>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<math><mtext></table><mglyph><style><img src=x onerror=alert(1)>",
    "<style>body { display: none }</style>",
    '<p style="position: fixed">x</p>',
    '<form action="https://x.example"><input name=a><button>x</button></form>',
    '<base href="https://x.example"><meta http-equiv=refresh content="0">',
    '<link rel=stylesheet href="https://x.example">',
    '<errata-feedback data-key="pub_x" data-server="https://x.example"></errata-feedback>',
    "<template><script>alert(1)</script></template>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<details ontoggle=alert(1) open><summary>x</summary></details>",
    '<video src="https://x.example"></video><audio autoplay src=x></audio>',
    '<Card title="<img src=x onerror=alert(1)>" href="javascript:alert(1)">x</Card>',
    "<Note onClick={() => alert(1)}>x</Note>",
    '```"><script>alert(1)</script>\nx\n```',
    '```js "onmouseover=alert(1)" title="x onload=alert(1)"\nx\n```',
    "# <script>alert(1)</script>",
    "| <script>alert(1)</script> |\n|---|",
    "<div id=errata-content class='menu skip' slot=x>x</div>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
  ];

  /** Elements and attributes that the page may have. Text is left out. */
  const HARMLESS =
    /^<\/?(?:h\d(?: id="[\w-]*")?|p(?: class="component-title")?|div(?: class="(?:table|component(?: component-[\w-]+)?)")?(?: tabindex="0")?|span|a(?: href="(?:\/site\/docs\/|#)[\w/#-]*")?|details(?: open(?:="")?)?|summary|pre(?: tabindex="0")?(?: data-filename="[\w ="&;().]*")?|code(?: class="language-\w+")?|table|thead|tbody|tr|th|td)(?: \/)?>$/;

  for (const [index, source] of HOSTILE.entries()) {
    test(`${index}: ${source.slice(0, 50).replaceAll("\n", " ")}`, async () => {
      for (const name of ["start.mdx", "start.md"]) {
        const html = await rendered(source, name);
        for (const [tag] of html.matchAll(/<[^>]*>/g)) expect(tag, name).toMatch(HARMLESS);
        expect(html).not.toContain("frame text");
      }
    });
  }

  test("deep nesting and endless marks are rendered within the limits", async () => {
    const many = 20_000;
    const shapes = [
      "> ",
      "[",
      "*a ",
      "`a",
      "<Note>\n",
      "- ",
      "![",
      "<div>",
      "(",
      "\\",
      "&",
      "_a_*",
    ];
    for (const shape of shapes) {
      const html = await rendered(shape.repeat(many));
      expect(html.length, shape).toBeLessThan(many * 60);
    }
  });
});
