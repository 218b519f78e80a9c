import { expect, test } from "vitest";
import { isHtml, plainText } from "../../../lib/table-file/plain-text.ts";

test.each([
  ["<p>One</p><p>Two <b>three</b></p>", "One\nTwo three"],
  ["First<br>Second<br/>Third", "First\nSecond\nThird"],
  ["<div>Do this:<ul><li>a</li><li>b</li></ul></div>", "Do this:\n- a\n- b"],
  ['<p class="x">\n  Wrong\n  flag</p>\n', "Wrong flag"],
  ["<html><head><style>p { color: red }</style></head><body>Text</body></html>", "Text"],
  ["&lt;p&gt;Wrong &amp;amp; old&lt;/p&gt;", "Wrong & old"],
  ["Tom &amp; Jerry&#39;s &#x2192; it&rsquo;s", "Tom & Jerry's → it’s"],
  ["Use &lt;Tabs&gt;", "Use <Tabs>"],
])("%j was written as HTML", (html, text) => {
  expect([isHtml(html), plainText(html)]).toEqual([true, text]);
});

test.each([
  ...[
    "The <br> tag is missing",
    "Use `<p>`",
    "<Tabs> isn't closed",
    "a < b & c",
    "shows &amp; instead of &",
    "AT&T",
  ],
  ...['It says "&quot;"', "&unknownentity;", "<p>The <MyPart> is old</p>", "plain"],
])("%j talks about it, or is plain", (text) => {
  expect(isHtml(text)).toBe(false);
});

test("long texts take time in proportion", () => {
  for (const text of [
    " ".repeat(200_000),
    "<p".repeat(100_000),
    "&amp;".repeat(50_000),
    `<p>${"\n ".repeat(100_000)}</p>`,
  ]) {
    expect(typeof (isHtml(text) ? plainText(text) : text)).toBe("string");
  }
});
