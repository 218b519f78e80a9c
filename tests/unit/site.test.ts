import { describe, expect, test } from "vitest";
import type { SitePage } from "../../lib/site/site.ts";
import { pageOf, siteOf } from "../support/site.ts";

const page = (title: string) => `---\ntitle: ${title}\n---\n\nText.\n`;

describe("a site", () => {
  test("takes its order and names from docs.json", async () => {
    const site = siteOf({
      "docs.json": JSON.stringify({
        name: "Relay",
        navigation: {
          tabs: [
            { tab: "A", groups: [{ group: "Start", pages: ["intro", "missing", "intro"] }] },
            { tab: "B", groups: [{ group: "More", pages: [{ group: "In", pages: ["a/b"] }, 7] }] },
          ],
        },
      }),
      "README.md": "# For authors",
      "intro.mdx": page("Introduction"),
      "a/b.md": "# Second *page*\n\nText.",
    });
    expect(await site.open("/")).toEqual({ kind: "moved", address: "/intro" });
    const { outline, title } = await pageOf(site, "/intro");
    expect(title).toBe("Introduction");
    expect(outline).toEqual({
      name: "Relay",
      groups: [
        { title: "Start", pages: [{ address: "/intro", title: "Introduction" }] },
        { title: "More", pages: [{ address: "/a/b", title: "Second *page*" }] },
      ],
    });
    expect(await pageOf(site, "/a/b")).toMatchObject({ title: "Second page", hasHeading: true });
  });

  test("without docs.json follows the folders, below docs if pages are there", async () => {
    const site = siteOf({
      "README.md": "# Project",
      "docs/index.md": "# Welcome",
      "docs/get-started.md": "Text.",
      "docs/how-to/rate-limits.md": page('"Rate: limits"'),
      "docs/how-to/README.md": "# How to",
    });
    const { outline, title } = await pageOf(site, "/");
    expect(title).toBe("Welcome");
    expect(outline.groups).toEqual([
      {
        title: null,
        pages: [
          { address: "/", title: "Welcome" },
          { address: "/get-started", title: "Get started" },
        ],
      },
      {
        title: "How to",
        pages: [
          { address: "/how-to", title: "How to" },
          { address: "/how-to/rate-limits", title: "Rate: limits" },
        ],
      },
    ]);
  });

  test("publishes pages and images, and nothing else of the repository", async () => {
    const site = siteOf({
      "docs.json": "{ broken",
      "start.md": "Text.",
      ".env": "SECRET=1",
      ".github/notes.md": "# Hidden",
      "package.json": "{}",
      "script.js": "alert(1)",
      "page.html": "<script>alert(1)</script>",
      "images/flow.svg": "<svg/>",
      "images/huge.png": "x".repeat(6_000_000),
    });
    expect(await site.open("/images/flow.svg")).toMatchObject({ type: "image/svg+xml" });
    const others = ["/.env", "/.github/notes", "/package.json", "/script.js", "/page.html"];
    for (const address of [...others, "/\0", "/x", "/images/huge.png", "/docs.json"]) {
      expect((await site.open(address)).kind, address).toBe("missing");
    }
    for (const address of ["/start.md", "/start/", "/start.html", "/start/index.html"]) {
      expect(await site.open(address), address).toEqual({ kind: "moved", address: "/start" });
    }
  });

  test("has every page of a repository, also where two sites publish the same address", async () => {
    const site = siteOf({
      "one/book.toml": "[book]\ntitle = 'One'\n",
      "one/src/SUMMARY.md": "# Summary\n\n- [Start](start.md)\n",
      "one/src/start.md": "# First start\n\n[Other](../../two/src/start.md) ![Flow](flow.png)\n",
      "one/src/flow.png": "png",
      "two/book.toml": "[book]\ntitle = 'Two'\n",
      "two/src/SUMMARY.md": "# Summary\n\n- [Start](start.md)\n",
      "two/src/start.md": "# Second start\n",
    });
    const answer = await site.open("/");
    const { outline } =
      answer.kind === "moved" ? await pageOf(site, answer.address) : (answer as SitePage);
    const listed = outline.groups.flatMap(({ pages }) => pages);
    const titles = await Promise.all(
      listed.map(async ({ address }) => (await pageOf(site, address)).title),
    );
    expect(titles).toEqual(expect.arrayContaining(["First start", "Second start"]));
    const addressOf = (title: string) => listed.find((page) => page.title === title)?.address;
    const { html } = await pageOf(site, addressOf("First start") ?? "");
    expect(html).toContain(`href="/site/docs${addressOf("Second start")}"`);
    expect(html).toContain('src="/site/docs/one/src/flow.png"');
  });

  test("doesn't render a page that is too large, and takes no harm from odd front matter", async () => {
    const site = siteOf({
      "large.md": "word ".repeat(100_000),
      "lines.md": "a\n".repeat(9_000),
      "cells.md": `|a|b|\n|-|-|\n${"|a|b|\n".repeat(4_000)}`,
      "tags.md": `<div>${"<b>".repeat(20_000)}`,
      "list.md": "---\n- a\n---\nText.",
      "broken.md": "---\ntitle: [\n---\nText.",
      "bomb.md": "---\na: &a [x]\ntitle: *a\n---\nText.",
      "object.md": "---\ntitle: { a: 1 }\n---\nText.",
      "rule.md": "Text.\n\n---\n\ntitle: x\n\n---\n",
    });
    for (const name of ["large", "lines", "cells", "tags"]) {
      const url = `https://github.com/o/r/blob/main/${name}.md`;
      const { title, html } = await pageOf(site, `/${name}`);
      expect(title.toLowerCase()).toBe(name);
      expect(html).toMatch(/^<p>This page is too large to show here\. Read its file: /);
      expect(html).toContain(`<a href="${url}" rel="noopener"><code>${name}.md</code></a>`);
      const found = await site.find(`/${name}`, { comment: "a", code: null, fragment: null });
      expect(found).toMatchObject({
        file: `${name}.md`,
        ...(name === "tags" ? {} : { passage: null }),
      });
    }
    for (const name of ["list", "broken", "bomb", "object", "rule"]) {
      const { title, html } = await pageOf(site, `/${name}`);
      expect(title.toLowerCase()).toBe(name);
      expect(html).toContain("<p>Text.</p>");
    }
    expect(site.reads).not.toContain("large.md");
  });

  test("reads a page of a commit once", async () => {
    const site = siteOf({ "start.md": "Text.", "other.md": "Text." });
    await pageOf(site, "/start");
    const before = site.reads.length;
    await Promise.all([pageOf(site, "/start"), pageOf(site, "/start")]);
    expect(site.reads).toHaveLength(before);
    await pageOf(site, "/other");
    expect(site.reads).toHaveLength(before + 1);
  });
});
