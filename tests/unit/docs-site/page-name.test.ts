import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type PageNameRules,
  pageNameOf,
  pageNamePrefixOf,
} from "../../../lib/docs-site/page-name.ts";
import { DEFAULT_PAGE_NAME_RULES } from "../../support/page-name-rules.ts";

const SITE = { pageIn: "path", siteAddress: "https://www.example.com/docs/" } as const;

describe("one page has one name", () => {
  test.each([
    "/guides/auth",
    "guides/auth",
    " /guides/auth/ ",
    "/guides//auth",
    "/guides/./old/../auth",
    "/guides/auth.html",
    "/guides/auth.htm",
    "/guides/auth.MD",
    "/guides/auth.mdx",
    "/guides/auth.markdown",
    "/guides/auth.html.md",
    "/guides/auth/index",
    "/guides/auth/index.html",
    "/guides/auth/_index.md",
    "/guides/auth/README",
    "/guides/auth/README.md",
    "/guides/auth?lang=en#rotate",
    "/guides/%61uth",
    "//docs.example.com/guides/auth",
    "https://docs.example.com/guides/auth/index.html",
    "HTTPS://docs.example.com:8443/guides/auth",
    "docs.example.com/guides/auth",
    "www.beispiel.de/guides/auth",
    "docs.beispiel.de/guides/auth",
    "localhost/guides/auth",
    "localhost:3000/guides/auth",
    "wiki:8080/guides/auth",
    "127.0.0.1:3000/guides/auth",
  ])("%j", (address) => {
    expect(pageNameOf(address, DEFAULT_PAGE_NAME_RULES)).toBe("/guides/auth");
  });

  test.each([
    "",
    "/",
    "#top",
    "index.html",
    "/README.md",
    "docs.example.com",
    "localhost:3000",
    "https://docs.example.com?q=1",
  ])("%j is the home page", (address) => {
    expect(pageNameOf(address, DEFAULT_PAGE_NAME_RULES)).toBe("/");
  });

  test.each([
    ["node.js/install", "/node.js/install"],
    ["v1.2/install", "/v1.2/install"],
    ["guides.de/a", "/guides.de/a"],
    ["README.md.old", "/README.md.old"],
    ["/.html", "/.html"],
    ["/reindex", "/reindex"],
    ["/100%", "/100%"],
    ["/a%0Ab", "/ab"],
    ["/caf%65%CC%81", "/café"],
    ["/docs.example.com/a", "/docs.example.com/a"],
    ["/#/guide", "/"],
  ])("%j is %j", (address, name) => {
    expect(pageNameOf(address, DEFAULT_PAGE_NAME_RULES)).toBe(name);
  });
});

describe("what the project says", () => {
  test.each([
    ["/docs/guides/auth", "/guides/auth"],
    ["www.example.com/docs/guides/auth/", "/guides/auth"],
    ["https://www.example.com/docs/guides/auth", "/guides/auth"],
    ["/guides/auth", "/guides/auth"],
    ["/docs", "/"],
    ["/docs.html", "/"],
    ["/docsearch", "/docsearch"],
  ])("at %j, the site's path is no part of the name", (address, name) => {
    expect(pageNameOf(address, SITE)).toBe(name);
  });

  const internal = { pageIn: "path", siteAddress: "http://handbook.corp:81" } as const;
  test("the host of the site is one without a scheme, too", () => {
    expect(pageNameOf("handbook.corp/a", internal)).toBe("/a");
    expect(pageNameOf("handbook.corp/a", DEFAULT_PAGE_NAME_RULES)).toBe("/handbook.corp/a");
  });

  test.each([
    ["https://docs.example.com/#/guides/auth", "/guides/auth"],
    ["https://docs.example.com/#/guides/auth?id=rotate", "/guides/auth"],
    ["https://docs.example.com/index.html#!/guides/auth.md", "/guides/auth"],
    ["/v2/#/guides/auth/", "/v2/guides/auth"],
    ["/guides/auth#rotate", "/guides/auth"],
    ["/#/", "/"],
  ])("at %j, the fragment is part of the address", (address, name) => {
    expect(pageNameOf(address, { pageIn: "fragment", siteAddress: "" })).toBe(name);
  });

  test.each([
    ["/index.php?page=guides/auth", "/guides/auth"],
    ["/index.php?lang=en&page=%2Fguides%2Fauth.html#rotate", "/guides/auth"],
    ["/guides/auth?lang=en", "/guides/auth"],
  ])("at %j, a parameter names the page", (address, name) => {
    expect(pageNameOf(address, { pageIn: { parameter: "page" }, siteAddress: "" })).toBe(name);
  });
});

test.each([
  ["/guides/*", DEFAULT_PAGE_NAME_RULES, "/guides/"],
  ["guides*", DEFAULT_PAGE_NAME_RULES, "/guides"],
  ["*", DEFAULT_PAGE_NAME_RULES, "/"],
  ["https://docs.example.com/guides/*", DEFAULT_PAGE_NAME_RULES, "/guides/"],
  ["/docs/guides/*", SITE, "/guides/"],
  ["/#/guides/*", { pageIn: "fragment", siteAddress: "" } satisfies PageNameRules, "/guides/"],
])("the pages of the pattern %j begin with their prefix", (pattern, rules, prefix) => {
  expect(pageNamePrefixOf(pattern, rules)).toBe(prefix);
});

test("a name is its own name, with and without a site", () => {
  const part = fc.constantFrom(
    "a",
    "index",
    "docs",
    "README",
    ".md",
    "a.html",
    "é",
    "",
    "..",
    "x y",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      for (const rules of [DEFAULT_PAGE_NAME_RULES, SITE]) {
        const name = pageNameOf(`/${parts.join("/")}`, rules);
        expect(pageNameOf(name, rules)).toBe(name);
      }
    }),
  );
});
