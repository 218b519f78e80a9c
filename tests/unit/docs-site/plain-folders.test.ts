import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileChoice } from "../../../lib/contract/api/docs-rules.ts";
import { docsMap, type Files, filesAt, paths } from "../../support/docs-source.ts";

test("a folder of documentation comes before the rest of the repository", async () => {
  const map = await docsMap(
    paths("README.md", "docs/index.md", "docs/guides/auth.md", "guides/auth.md"),
  );
  const right = { "/": "docs/index.md", "/guides/auth": "docs/guides/auth.md" };
  expect(filesAt(map, Object.keys(right))).toEqual(right);
  expect(map.sites).toEqual([
    {
      generator: "markdown",
      folder: "docs",
      recognizedBy: null,
      hasUnreadRedirects: false,
      basePath: "",
      languages: [],
      pages: 2,
    },
  ]);
});

test("the README is the home page where no folder has pages", async () => {
  const map = await docsMap(paths("README.md", "guides/auth.md", "docs/logo.png"));
  expect(filesAt(map, ["/", "/guides/auth", "README.md"])).toEqual({
    "/": "README.md",
    "/guides/auth": "guides/auth.md",
    "README.md": "README.md",
  });
});

test("pages are found at what generators make of their names", async () => {
  const map = await docsMap({
    "docs/01-start/02-install.md": "# Install",
    "docs/hooks.mdx": "---\nslug: /webhooks\n---\n\n# Hooks",
    "docs/guides/auth.md": "---\nslug: sign-in\n---\n",
  });
  const right = {
    "/docs/start/install": "docs/01-start/02-install.md",
    "/01-start/02-install": "docs/01-start/02-install.md",
    "/webhooks": "docs/hooks.mdx",
    "/docs/hooks": "docs/hooks.mdx",
    "/guides/sign-in": "docs/guides/auth.md",
  };
  expect(filesAt(map, Object.keys(right))).toEqual(right);
});

test("a link is a page, and what it leads to is the file", async () => {
  const map = await docsMap({
    "README.md": "# Home",
    "CHANGELOG.md": "# Log",
    "docs/index.md": "-> README.md",
    "docs/changelog.md": "-> CHANGELOG.md",
    "docs/b.md": "",
  });
  expect(filesAt(map, ["/", "/changelog"])).toEqual({
    "/": "README.md",
    "/changelog": "CHANGELOG.md",
  });
  expect(map.addressOf("CHANGELOG.md")).toBe("/changelog");
});

describe("the site's path", () => {
  test.each([
    "/product/a",
    "/a",
    "/a/",
    "/a.html",
    "https://example.com/product/a/index.html",
    "example.com/product/a#top",
  ])("%j is the page", async (address) => {
    const map = await docsMap(paths("docs/a.md"), {}, "https://example.com/product");
    expect(map.resolve(address)).toEqual({ page: "/a", file: "docs/a.md", address: "/product/a" });
  });

  test("may be unknown", async () => {
    const map = await docsMap(paths("docs/guides/a.md"));
    expect(map.resolve("/product/guides/a").file).toBe("docs/guides/a.md");
  });
});

describe("spellings", () => {
  const files = paths(
    "docs/a.md",
    "docs/a/index.md",
    "docs/b/README.md",
    "docs/c/_index.md",
    "docs/Cafe\u0301.md",
    "docs/x y.markdown",
    "docs/r.rst",
    "docs/s.adoc",
    "docs/both/index.md",
    "docs/both/README.md",
    "docs/.hidden/p.md",
  );
  test.each([
    ["/a", "docs/a.md"],
    ["/a/", "docs/a/index.md"],
    ["/a/index.html", "docs/a/index.md"],
    ["/b", "docs/b/README.md"],
    ["/b/README", "docs/b/README.md"],
    ["/c/", "docs/c/_index.md"],
    ["/caf%C3%A9", "docs/Cafe\u0301.md"],
    ["/X%20Y", "docs/x y.markdown"],
    ["/r.html", "docs/r.rst"],
    ["s", "docs/s.adoc"],
    ["/both", "docs/both/index.md"],
    ["/docs/b/README.md", "docs/b/README.md"],
    ["/de/a", "docs/a.md"],
    ["/en-us/latest/b", "docs/b/README.md"],
    ["/.hidden/p", null],
    ["/nothing", null],
  ])("%j leads to %j", async (address, file) => {
    expect((await docsMap(files)).resolve(address).file).toBe(file);
  });
});

test("nothing is chosen between files that fit equally well", async () => {
  const map = await docsMap(paths("docs/A.md", "docs/a.mdx", "docs/b.md", "docs/b.mdx"));
  expect(map.resolve("/A").file).toBe("docs/A.md");
  expect(map.resolve("/b")).toMatchObject({ file: null, several: ["docs/b.md", "docs/b.mdx"] });
});

test("what was tried is said, the likeliest first", async () => {
  const map = await docsMap(paths("docs/a.md"), {}, "https://example.com/product");
  expect(map.resolve("/product/guides/x")).toEqual({
    page: "/guides/x",
    file: null,
    tried: expect.arrayContaining(["docs/guides/x.md", "docs/guides/x/index.md"]),
  });
});

describe("rules of the project", () => {
  const files = paths("content/a.md", "content/guides/index.md", "site/notes.txt", "docs/a.md");
  const addressRules = [
    { from: "/docs/*", to: "content/*" },
    { from: "/notes", to: "site/notes.txt" },
    { from: "/old/*/page", to: "content/*.md" },
  ];
  test.each([
    ["/docs/a", "content/a.md"],
    ["/docs/a.html", "content/a.md"],
    ["/docs/guides/", "content/guides/index.md"],
    ["/notes", "site/notes.txt"],
    ["/old/a/page", "content/a.md"],
    ["/a", "docs/a.md"],
  ])("%j leads to %j", async (address, file) => {
    expect((await docsMap(files, { addressRules })).resolve(address).file).toBe(file);
  });

  test("the first that matches decides", async () => {
    const map = await docsMap(files, { addressRules });
    expect(map.resolve("/docs/b")).toMatchObject({ file: null });
    expect(map.resolve("/docs/b")).toHaveProperty("tried.0", "content/b");
    expect(map.resolve("/docs/../../etc/passwd").file).toBeNull();
  });

  test("folders hold the pages, wherever they are", async () => {
    const map = await docsMap(paths("docs/a.md", "handbook/a.md", "handbook/b.md"), {
      folders: ["handbook"],
    });
    expect(filesAt(map, ["/a", "/b"])).toEqual({ "/a": "handbook/a.md", "/b": "handbook/b.md" });
  });
});

test("every page's own address leads back to it", async () => {
  const name = fc.constantFrom("a", "b", "index", "README", "01-x", "é", "x y", "docs");
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 4 })),
      async (all) => {
        const files = [...new Set(all.map((parts) => `docs/${parts.join("/")}.md`))];
        const map = await docsMap(paths(...files));
        for (const file of files) {
          const address = map.addressOf(file);
          // A README beside an index isn't published.
          if (address === null) expect(files).toContain(file.replace(/README\.md$/, "index.md"));
          else expect(map.resolve(encodeURI(address)).file).toBe(file);
        }
      },
    ),
    { numRuns: 50 },
  );
});

describe("of several files that fit an address", () => {
  const choiceOf = async (files: Files, address: string, rules = {}, site = "") => {
    const found = (await docsMap(files, rules, site)).resolve(address);
    return found.file === null ? found.several : [found.file, found.choice ?? null];
  };

  test.each<[string, string, object, FileChoice["reason"]]>([
    ["an index, before a README", "/moss", {}, "index"],
    ["a page, before a folder", "/fern", {}, "path"],
    [
      "what a rule means first",
      "/x/fern",
      { addressRules: [{ from: "/x/*", to: "docs/*" }] },
      "rule",
    ],
  ])("%s is taken, and the others are named", async (_, address, rules, reason) => {
    const files = paths(
      ...["docs/moss/README.md", "docs/moss/index.md", "docs/fern.md", "docs/fern/index.md"],
      // Publishes neither at `/fern`, but at `/fern.html` and `/fern/`.
      ...(reason === "path" ? ["docs/.vitepress/config.ts"] : []),
    );
    const [, name = ""] = /\/(\w+)$/.exec(address) ?? [];
    const [file, other] =
      name === "moss"
        ? ["docs/moss/index.md", "docs/moss/README.md"]
        : ["docs/fern.md", "docs/fern/index.md"];
    expect(await choiceOf(files, address, rules)).toEqual([file, { others: [other], reason }]);
  });

  test("that of the site at the project's address is taken", async () => {
    const files = {
      "a/mkdocs.yml": "site_name: A\nsite_url: https://a.example/",
      "b/mkdocs.yml": "site_name: B\nsite_url: https://b.example/",
      ...paths("a/docs/moss.md", "b/docs/moss.md"),
    };
    expect(await choiceOf(files, "/moss/", {}, "https://b.example")).toEqual([
      "b/docs/moss.md",
      { others: ["a/docs/moss.md"], reason: "site" },
    ]);
    expect(await choiceOf(files, "/moss/")).toEqual(["a/docs/moss.md", "b/docs/moss.md"]);
  });

  test("what is published at the address as it was sent leaves no choice", async () => {
    const files = paths("docs/fern.md", "docs/fern/index.md");
    expect(await choiceOf(files, "/fern/")).toEqual(["docs/fern/index.md", null]);
  });
});
