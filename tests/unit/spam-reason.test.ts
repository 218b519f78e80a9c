import { expect, test } from "vitest";
import { spamReasonOf } from "../../lib/platform/collect/spam-reason.ts";

const SITE = {
  origins: ["https://docs.example.com", "https://*.preview.example.com"],
  paths: [{ from: "https://www.example.org/docs/", to: "/" }],
};
/** Where the documentation links. */
const LINKED = async () => new Set(["nodejs.test"]);

const spamReasonIn = (comment: string, fields: { helpful?: boolean; url?: string } = {}) =>
  spamReasonOf({ url: "/q", helpful: true, ...fields, comment }, SITE, LINKED);

test.each([
  "These four are dead: https://a.example/x https://b.example/y https://c.example/z https://d.example/w",
  "https://docs.example.com/old-page",
  'The snippet <a href="/x">x</a> lacks rel=noopener',
  'The snippet <a href="https://a.example">x</a> lacks rel=noopener',
  "The [url=https://a.example] tag isn't rendered",
])("links of a reader who wasn't helped aren't spam: %s", async (comment) => {
  expect(await spamReasonIn(comment, { helpful: false })).toBeNull();
});

test.each([
  ["https://docs.example.com/old-page"],
  ["https://example.com/pricing"],
  ["http://api.docs.example.com/v1"],
  ["https://pr-7.preview.example.com/"],
  ["https://www.example.org/docs/a"],
  ["https://nodejs.test/api"],
  ["https://own.example.net/b", "https://own.example.net/a"],
  [
    "1 https://docs.example.com/1 2 https://docs.example.com/2 https://example.com/3 https://nodejs.test/4",
  ],
  ['The snippet <a href="/x">x</a> lacks rel=noopener'],
  ['Use <a href="https://docs.example.com/x">x</a> and <a href=#y>y</a>'],
  ['`<a href="https://a.example">` is rendered without its text'],
  ["<a name=x> has no href"],
])("links to the site, or to where it links, aren't spam: %s", async (comment, url = "/q") => {
  expect(await spamReasonIn(comment, { url })).toBeNull();
});

test.each([
  ["https://spam.example", /nothing but a link/],
  ["https://docs.example.com https://spam.example", /nothing but a link/],
  ["https://docs.example.com.spam.example/", /nothing but a link/],
  ["https://evildocs.example.com.co", /nothing but a link/],
  ["https://com/", /nothing but a link/],
  ["a https://a.example b https://b.example c https://c.example d https://d.example", /4 links/],
  ['Buy <a href="https://spam.example">here</a>', /markup/],
  ["Buy <a href='//spam.example'>here</a>", /markup/],
  ['Buy <a class="x" href="javascript:alert(1)">here</a>', /markup/],
  ["[url=http://spam.example]here[/url]", /markup/],
  ["[url]http://spam.example[/url]", /markup/],
  ["[url=spam.example]here[/url]", /markup/],
])("links to other sites still are: %s", async (comment, reason) => {
  expect(await spamReasonIn(comment)).toMatch(reason);
  expect(await spamReasonIn(comment, { helpful: undefined })).toMatch(reason);
});

test("a hidden field is spam, whatever the rating", async () => {
  const sent = { url: "/q", helpful: false, comment: "a", website: "x" };
  expect(await spamReasonOf(sent, SITE, LINKED)).toMatch(/hidden field/);
});
