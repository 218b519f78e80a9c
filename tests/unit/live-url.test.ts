import { expect, test } from "vitest";
import { fileAddress } from "../../lib/platform/host/file-address.ts";
import { fragmentOf, liveUrl } from "../../lib/services/live-url.ts";

const SITE = "https://docs.example.com/en";

test.each([
  ["", "/guides/auth", null],
  [SITE, "/guides/auth", "https://docs.example.com/en/guides/auth"],
  [SITE, "guides/auth.mdx?utm=1#get-a key", "https://docs.example.com/en/guides/auth#get-a%20key"],
  [SITE, "/en/guides/auth", "https://docs.example.com/en/guides/auth"],
  [SITE, "/english", "https://docs.example.com/en/english"],
  [SITE, "https://docs.example.com/en/a#b", "https://docs.example.com/en/a#b"],
  [SITE, "https://docs.example.com:444/en/a", null],
  [SITE, "https://evil.example/en/a", null],
  [SITE, "//evil.example/en/a", null],
  [SITE, "\\\\evil.example/en/a", null],
  [SITE, "javascript:alert(1)", null],
  [SITE, "/../../@evil.example", "https://docs.example.com/en/%40evil.example"],
  [SITE, "/?q=<b>", "https://docs.example.com/en/"],
  ["http://localhost:4000", "/a b", "http://localhost:4000/a%20b"],
  ["https://docs.example.com/d%20x", "/d x/a", "https://docs.example.com/d%20x/a"],
  ["https://docs.example.com/100%", "/a", "https://docs.example.com/100%25/a"],
])("on the site %j, the path %j is at %j", (site, path, url) => {
  expect(liveUrl({ siteAddress: site, pageIn: "path" }, path)).toBe(url);
});

test.each([
  ["path", "/setup.html", "https://docs.example.com/en/setup.html"],
  ["path", "docs.example.com/en/setup/", "https://docs.example.com/en/setup/"],
  ["path", "/en/view?page=a#top", "https://docs.example.com/en/view#top"],
  ["fragment", "/#/guide?id=install", "https://docs.example.com/en/#/guide?id=install"],
  ["fragment", "https://docs.example.com/en/#/guide", "https://docs.example.com/en/#/guide"],
  [
    { parameter: "page" },
    "/view?utm=1&page=a%26b#top",
    "https://docs.example.com/en/view?page=a%26b#top",
  ],
  [{ parameter: "page" }, "/view#?page=a", "https://docs.example.com/en/view#?page=a"],
] as const)("with pages named by %j, %j is at %j", (pageIn, path, url) => {
  expect(liveUrl({ siteAddress: SITE, pageIn }, path)).toBe(url);
});

test("the fragment of an address is decoded", () => {
  expect(fragmentOf("/a#b%20c")).toBe("b c");
  expect(fragmentOf("/a#100%")).toBe("100%");
  expect(fragmentOf("/a")).toBeNull();
});

test.each([
  [
    "https://github.com/acme/docs.git",
    "https://github.com/acme/docs/blob/main/a%20b.md?plain=1#L7",
  ],
  ["git@github.com:acme/docs.git", "https://github.com/acme/docs/blob/main/a%20b.md?plain=1#L7"],
  [
    "https://gitlab.com/acme/team/docs",
    "https://gitlab.com/acme/team/docs/-/blob/main/a%20b.md?plain=1#L7",
  ],
  [
    "ssh://git@gitlab.acme.example:2222/acme/docs.git",
    "https://gitlab.acme.example/acme/docs/-/blob/main/a%20b.md?plain=1#L7",
  ],
  [
    "https://bitbucket.org/acme/docs.git",
    "https://bitbucket.org/acme/docs/src/main/a%20b.md#lines-7",
  ],
  ["https://git.acme.example/docs.git", null],
  ["/srv/docs.git", null],
  ["file:///srv/docs.git", null],
])("a line of a file in %s is at %s", (location, url) => {
  const place = { branch: "main", file: "a b.md", line: 7 };
  expect(fileAddress({ location, hosted: null }, place)).toBe(url);
});

test("a repository on a company's GitHub is addressed like one on GitHub", () => {
  const location = "https://code.acme.example/docs/site.git";
  const place = { branch: "release/2", file: "docs/a.md", line: 1 };
  expect(fileAddress({ location, hosted: { kind: "github", path: "docs/site" } }, place)).toBe(
    "https://code.acme.example/docs/site/blob/release/2/docs/a.md?plain=1#L1",
  );
});

test("a repository on a company's GitLab is addressed like one on GitLab", () => {
  const location = "https://code.acme.example/team/docs/site.git";
  const place = { branch: "main", file: "docs/a.md", line: 1 };
  const hosted = { kind: "gitlab", path: "team/docs/site" } as const;
  expect(fileAddress({ location, hosted }, place)).toBe(
    "https://code.acme.example/team/docs/site/-/blob/main/docs/a.md?plain=1#L1",
  );
});
