import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { createLog } from "../../lib/log.ts";
import { createDocsRepository } from "../../lib/platform/host/clone.ts";
import { createDocsFiles, type DocsFiles } from "../../lib/platform/host/docs-files.ts";
import { createDocsMaps } from "../../lib/services/docs-maps.ts";
import { createSite } from "../../lib/site/site.ts";
import { NO_RULES } from "../support/find-files.ts";
import { clockAt, type MovableClock, NOW } from "../support/platform.ts";
import { commitOn, editBranch, gitIn } from "../support/repository.ts";
import { pageOf } from "../support/site.ts";

const BYTES = Buffer.from([0, 255, 10, 13, 10, 200, 0]);

describe("the files of a documentation repository", () => {
  let folder: string;
  let origin: string;
  let clock: MovableClock;
  let files: DocsFiles;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "errata-files-"));
    origin = join(folder, "origin.git");
    const work = join(folder, "work");
    mkdirSync(join(work, "images"), { recursive: true });
    writeFileSync(join(folder, "secret.md"), "# Outside");
    writeFileSync(join(work, "guide.md"), "# Guide\n\nwrong\n");
    writeFileSync(join(work, "ünï ☂\n.md"), "");
    writeFileSync(join(work, "images/dot.png"), BYTES);
    symlinkSync(join(folder, "secret.md"), join(work, "linked.md"));
    symlinkSync(folder, join(work, "outside"));
    gitIn(folder, "init", "-q", "--bare", "-b", "main", origin);
    gitIn(work, "init", "-q", "-b", "main");
    gitIn(work, "add", "-A");
    gitIn(work, "commit", "-qm", "First");
    gitIn(work, "push", "-q", origin, "main");
    clock = clockAt(NOW);
    const config = parseConfig({ DATA_DIR: join(folder, "data"), DOCS_REPOSITORY: origin });
    const repository = createDocsRepository(config);
    const log = createLog("silent", () => []);
    files = createDocsFiles({ repository, location: config.docsRepository, clock, log });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("are regular files with their exact bytes, never what a link points to", async () => {
    const list = await files.list(await files.head());
    expect(list.map(({ path }) => path)).toEqual(["guide.md", "images/dot.png", "ünï ☂\n.md"]);
    const contents = await files.read(list.toReversed());
    expect(contents.map(String)).toEqual(["", String(BYTES), "# Guide\n\nwrong\n"]);
    expect(contents[1]).toEqual(BYTES);
    expect(await files.read([])).toEqual([]);
  });

  test("include links to files and folders of the tree, and no others", async () => {
    commitOn(origin, "main", (work) => {
      const links: Record<string, string> = {
        "images/guide.md": "../guide.md",
        "again.md": "images/guide.md",
        gallery: "./images/",
        "through.png": "gallery/dot.png",
        "images/itself": "../images",
        "circle.md": "circle.md",
        "nothing.md": "missing.md",
        "up.md": "../secret.md",
        root: ".",
        "etc.md": "/etc/hostname",
      };
      for (const [path, to] of Object.entries(links)) symlinkSync(to, join(work, path));
    });
    const list = await files.list(await files.head());
    const led = list.filter(({ target }) => target !== undefined);
    expect(led.map(({ path, target }) => [path, target])).toEqual([
      ["again.md", "guide.md"],
      ["gallery/dot.png", "images/dot.png"],
      ["images/guide.md", "guide.md"],
      ["through.png", "images/dot.png"],
    ]);
    expect((await files.read(led)).map(String)[0]).toBe("# Guide\n\nwrong\n");
    expect(list.map(({ path }) => path)).toEqual(list.map(({ path }) => path).toSorted());
  });

  test("show what was pushed ten seconds later, and stay while the origin is away", async () => {
    const maps = createDocsMaps(files);
    const source = {
      newest: () => maps.newest(NO_RULES),
      read: files.read,
      urlOf: async () => null,
    };
    const site = createSite(source, "/site/docs");
    expect((await pageOf(site, "/guide")).html).toContain("wrong");
    editBranch(origin, "main", "guide.md", (text) => text.replace("wrong", "right"));
    expect((await pageOf(site, "/guide")).html).toContain("wrong");
    clock.advance(10_001);
    const both = await Promise.all([pageOf(site, "/guide"), pageOf(site, "/guide")]);
    for (const { html } of both) expect(html).toContain("right");
    clock.advance(10_001);
    rmSync(origin, { recursive: true });
    expect((await pageOf(site, "/guide")).html).toContain("right");
  });

  test("can't be read before the origin was reached once, and then can", async () => {
    const elsewhere = join(folder, "moved.git");
    gitIn(folder, "clone", "-q", "--bare", origin, elsewhere);
    rmSync(origin, { recursive: true });
    await expect(files.head()).rejects.toMatchObject({ code: "unavailable" });
    gitIn(folder, "clone", "-q", "--bare", elsewhere, origin);
    clock.advance(10_001);
    expect(await files.list(await files.head())).toHaveLength(3);
  });
});
