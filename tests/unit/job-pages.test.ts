import { expect, test } from "vitest";
import { findPages } from "../../lib/platform/jobs/job-pages.ts";

const FILES = [
  { path: "docs/auth.md" },
  { path: "docs/my keys (old).md" },
  { path: "guides/auth.md" },
  { path: "docs/index.md", target: "README.md" },
  { path: "README.md" },
  { path: ".github/notes.md" },
];

/** A resolver that knows three pages. */
async function find(addresses: readonly string[]): Promise<(string | null)[]> {
  const pages = new Map([
    ["/auth", "docs/auth.md"],
    ["/héllo wörld", "docs/auth.md"],
    ["/", "README.md"],
  ]);
  return addresses.map((address) => pages.get(address) ?? null);
}

const pagesOf = (prompt: string, known: { page: string; file: string | null }[] = []) =>
  findPages(prompt, { files: FILES, find, known });

test.each([
  ["guides/auth.md", "guides/auth.md"],
  ["docs/my keys (old).md", "docs/my keys (old).md"],
  ["docs/my%20keys%20(old).md", "docs/my keys (old).md"],
  ["docs/index.md", "README.md"],
  // Files that the repository doesn't have, or that no prompt may name: the resolver decides.
  ["docs/gone.md", "docs/auth.md"],
  [".github/notes.md", "docs/auth.md"],
  ["../outside.md", "docs/auth.md"],
  ["/etc/passwd", "docs/auth.md"],
  ["%", "docs/auth.md"],
])("the file %s of a page means %s", async (file, found) => {
  expect(await pagesOf(`## Page: /auth\nFile: ${file}\n`)).toEqual([
    { page: "/auth", file: found },
  ]);
});

test("pages without a file are looked for, also by names that are encoded once more", async () => {
  const prompt = "## Page: /auth\n\n## Page: /héllo%20wörld\n\n## Page: /none\n\n## Page: /%zz\n";
  expect(await pagesOf(prompt)).toEqual([
    { page: "/auth", file: "docs/auth.md" },
    { page: "/héllo%20wörld", file: "docs/auth.md" },
    { page: "/none", file: null },
    { page: "/%zz", file: null },
  ]);
});

test("a follow-up uses the files of earlier prompts while they are there", async () => {
  const known = [
    { page: "/auth", file: "guides/auth.md" },
    { page: "/none", file: "docs/gone.md" },
  ];
  expect(await pagesOf("## Page: /auth\n\n## Page: /none\n", known)).toEqual([
    { page: "/auth", file: "guides/auth.md" },
    { page: "/none", file: null },
  ]);
  expect(await pagesOf("Also fix /auth and/or /none.", known)).toEqual([
    { page: "/auth", file: "guides/auth.md" },
  ]);
});

test("a prompt in free form names pages and files", async () => {
  expect(await pagesOf("Fix /auth, docs/index.md, guides/auth.md, and .github/notes.md")).toEqual([
    { page: "/auth", file: "docs/auth.md" },
    { page: "docs/index.md", file: "README.md" },
    { page: "guides/auth.md", file: "guides/auth.md" },
  ]);
  expect(await pagesOf("Make it better")).toEqual([]);
});
