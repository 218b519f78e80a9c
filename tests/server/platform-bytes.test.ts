import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Agent } from "../../lib/platform/agent/agent.ts";
import { gitIn } from "../support/repository.ts";
import { openWorkshop, pullNumber, runJob, type Workshop } from "../support/workshop.ts";

/** Attributes that make git write other bytes than those that it has. */
const ATTRIBUTES = [
  "",
  "text=auto",
  "text",
  "-text",
  "text eol=lf",
  "text eol=crlf",
  "text=auto eol=crlf",
  "crlf",
  "crlf=input",
  "working-tree-encoding=UTF-16",
  "ident",
  "filter=lfs",
  "filter=lfs diff=lfs merge=lfs -text",
  "binary",
];
const LFS_POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`;
const TEXTS: Record<string, Buffer> = {
  lf: Buffer.from("# A\n\nOne teh two.\n$Id$ three.\n"),
  crlf: Buffer.from("# A\r\n\r\nOne teh two.\r\n$Id: 1$ three.\r\n"),
  mixed: Buffer.from("# A\n\r\nOne teh two.\r\nthree\n"),
  bom: Buffer.from("\ufeff# A\r\n\r\nOne teh two.\r\nthree."),
  latin1: Buffer.from("# Caf\xe9\r\n\r\nOne teh two.\r\n", "latin1"),
  utf16: Buffer.from("\ufeff# A\r\n\r\nOne teh two.\r\nthree\r\n", "utf16le"),
};

let folder: string;
let origin: string;
let shop: Workshop;

/** One folder per attribute, with one page of each kind. The attributes came after the pages. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "errata-bytes-"));
  const work = join(folder, "work");
  mkdirSync(work);
  gitIn(work, "init", "-q", "-b", "main");
  gitIn(work, "config", "core.autocrlf", "false");
  for (const index of ATTRIBUTES.keys()) {
    mkdirSync(join(work, `a${index}`));
    for (const [name, bytes] of Object.entries(TEXTS))
      writeFileSync(join(work, `a${index}`, `${name}.md`), bytes);
  }
  writeFileSync(join(work, "large.bin"), LFS_POINTER);
  writeFileSync(join(work, "run.sh"), "echo\n");
  gitIn(work, "add", "-A");
  gitIn(work, "commit", "-qm", "Pages");
  const rules = ATTRIBUTES.map((rule, index) => (rule === "" ? "" : `/a${index}/*.md ${rule}\n`));
  writeFileSync(join(work, ".gitattributes"), rules.join(""));
  // Adding it to the index alone leaves the pages as they are.
  gitIn(work, "add", ".gitattributes");
  gitIn(work, "commit", "-qm", "Attributes");
});
beforeEach(() => {
  origin = mkdtempSync(join(folder, "docs-"));
  gitIn(folder, "clone", "-q", "--bare", "work", origin);
});
afterEach(() => shop.close());
afterAll(() => rmSync(folder, { recursive: true }));

async function changeBy(agent: Agent | null, prompt: string) {
  shop = await openWorkshop({
    environment: { DOCS_REPOSITORY: origin },
    ...(agent && { agent: { model: "test-agent", run: agent } }),
  });
  shop.jobs.start();
  const job = await runJob(shop.jobs, prompt);
  const pull = job.prLink === null ? null : await shop.host.pulls.get(pullNumber(job));
  return { job, pull };
}

const blob = (commit: string, path: string) =>
  execFileSync("git", ["cat-file", "blob", `${commit}:${path}`], { cwd: origin });

const replaced = (bytes: Buffer) =>
  bytes.includes(0)
    ? Buffer.from(bytes.toString("utf16le").replace("teh", "the"), "utf16le")
    : Buffer.from(bytes.toString("latin1").replace("teh", "the"), "latin1");

describe("one corrected word changes one word", () => {
  test("of every page, whatever its attributes, and the merge as well", async () => {
    const pages = ATTRIBUTES.flatMap((_, index) =>
      Object.keys(TEXTS).map((name) => ({ path: `a${index}/${name}.md`, name })),
    );
    const sections = pages.map(
      ({ path }) => `## Page: /${path.replace(".md", "")}\n\nFix: "teh" should be "the"\n`,
    );
    const { pull } = await changeBy(null, `# Goal\nFix.\n\n${sections.join("\n")}`);
    expect(pull?.fileCount).toBe(pages.length);
    for (const { path, name } of pages)
      expect(blob(pull?.branch ?? "", path), path).toEqual(replaced(TEXTS[name] ?? Buffer.of()));
    for (const { binary, additions, deletions, path } of pull?.files ?? [])
      if (!binary) expect([additions, deletions], path).toEqual([1, 1]);
    const stat = gitIn(origin, "diff", "--shortstat", "main", pull?.branch ?? "");
    await shop.host.pulls.merge(pull?.number ?? 0);
    expect(gitIn(origin, "diff", "--shortstat", "main^", "main")).toBe(stat);
  });

  test("by a command that converts every file, and the job says so", async () => {
    const convert: Agent = async ({ folder: place }) => {
      for (const index of ATTRIBUTES.keys()) {
        for (const name of ["lf", "crlf", "mixed", "bom"]) {
          const file = join(place, `a${index}`, `${name}.md`);
          expect(readFileSync(file)).toEqual(TEXTS[name]);
          const text = readFileSync(file, "utf8")
            .replace(/^\ufeff/, "")
            .replace(/\r?\n/g, "\n");
          writeFileSync(file, index === 1 ? text.replace("teh", "the") : `${text.trimEnd()}\n`);
        }
      }
      chmodSync(join(place, "run.sh"), 0o755);
      writeFileSync(join(place, "large.bin"), "real content");
      return { summary: "Done." };
    };
    const { pull } = await changeBy(convert, "Do it");
    expect(
      pull?.files.map(({ path, additions, deletions }) => [path, additions, deletions]),
    ).toEqual(["bom", "crlf", "lf", "mixed"].map((name) => [`a1/${name}.md`, 1, 1]));
    for (const name of ["lf", "crlf", "mixed", "bom"])
      expect(blob(pull?.branch ?? "", `a1/${name}.md`)).toEqual(
        replaced(TEXTS[name] ?? Buffer.of()),
      );
    expect(pull?.body).toMatch(/Undone: the changed line endings of a0\/bom\.md, .*, and \d+ more/);
    expect(pull?.body).toContain("Undone: the changed file mode of run.sh");
    expect(pull?.body).toContain("Undone: the new content of large.bin, because only a pointer");
  });

  test("and a change of line endings alone is no change", async () => {
    const convert: Agent = async ({ folder: place }) => {
      writeFileSync(join(place, "a1", "crlf.md"), String(TEXTS.crlf).replaceAll("\r", ""));
      return { summary: "Done." };
    };
    const { job } = await changeBy(convert, "Do it");
    expect(job).toMatchObject({ status: "completed", prLink: null });
    expect(await shop.jobs.output("docs", job.id)).toContain(
      "Undone: the changed line endings of a1/crlf.md",
    );
  });
});

describe("a tool that replaces a link by a file", () => {
  const blobs = (commit: string, ...paths: string[]) =>
    paths.map((path) => [
      gitIn(origin, "ls-tree", commit, "--", path).slice(0, 6),
      String(blob(commit, path)),
    ]);

  test("changes the page that it leads to, and the link stays", async () => {
    gitIn(folder, "clone", "-q", origin, "linked");
    const work = join(folder, "linked");
    const links = { "docs/a.md": "../real/a.md", "docs/b.md": "../real/b.md", "gone.md": "/etc/x" };
    mkdirSync(join(work, "docs"));
    mkdirSync(join(work, "real"));
    for (const name of ["a", "b"])
      writeFileSync(join(work, "real", `${name}.md`), "One teh two.\n");
    for (const [path, to] of Object.entries(links)) symlinkSync(to, join(work, path));
    gitIn(work, "add", "docs", "real", "gone.md");
    gitIn(work, "commit", "-qm", "Links");
    gitIn(work, "push", "-q", "origin", "main");
    const { pull } = await changeBy(async ({ folder: place }) => {
      const text = "One the two.\n";
      for (const path of Object.keys(links)) {
        rmSync(join(place, path));
        writeFileSync(join(place, path), text);
      }
      writeFileSync(join(place, "real", "b.md"), "One tho two.\n");
      return { summary: "Done." };
    }, "Do it");
    expect(blobs(pull?.branch ?? "", "docs/a.md", "real/a.md", "docs/b.md", "real/b.md")).toEqual([
      ["120000", "../real/a.md"],
      ["100644", "One the two.\n"],
      ["120000", "../real/b.md"],
      ["100644", "One tho two.\n"],
    ]);
    expect(blobs(pull?.branch ?? "", "gone.md")).toEqual([["120000", "/etc/x"]]);
    for (const line of [
      "Changed real/a.md instead of docs/a.md, which is a symbolic link to it",
      "Undone: the new content of docs/b.md, because it's a symbolic link to real/b.md, which was changed as well",
      "Undone: the new content of gone.md, because it's a symbolic link to no file of the repository",
    ])
      expect(pull?.body).toContain(line);
  });
});
