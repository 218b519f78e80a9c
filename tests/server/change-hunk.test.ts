import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { PullChanges } from "../../lib/contract/api/pull-request.ts";
import type { NamedAgent } from "../../lib/platform/agent/agent.ts";
import { anyEngine } from "../support/databases.ts";
import { commitOn, editBranch, filesOfBranch, gitIn } from "../support/repository.ts";
import { openWorkshop, pullNumber, runJob, settled, type Workshop } from "../support/workshop.ts";

const ADA = { id: "ada", name: "Ada <Lovelace>" };
/** More lines than what is around a hunk. */
const NEW = Array.from({ length: 9 }, (_, index) => `new ${index + 1}`);
const NUMBERED = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
/** The documentation before the agent changes it. */
const BASE: Record<string, string | Buffer> = {
  "crlf.md": `${NUMBERED.join("\r\n")}\r\n`,
  "no-end.md": "one\ntwo\nthree",
  "same.md": "same\n".repeat(60),
  "gone.md": "was here\nand here\n",
  "old-name.md": `${NUMBERED.join("\n")}\n`,
  "latin1.md": Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x61, 0x0a]),
  "target.md": "a\n",
  "other.md": "other\n",
};

let shop: Workshop;
afterEach(() => shop.close());

type Change = (folder: string) => void;

/** Opens a pull request with a change to the pages above, and returns the ID of its job. */
async function openPull(change: Change, engine?: (typeof anyEngine)[number]): Promise<string> {
  const agent: NamedAgent = {
    model: "test-agent",
    run: async ({ folder, prompt }) => {
      writeFileSync(join(folder, "agent.md"), prompt);
      return { summary: "Changed." };
    },
  };
  shop = await openWorkshop({ agent, engine });
  await shop.host.repository.clone();
  commitOn(shop.origin, "main", (folder) => {
    for (const [name, content] of Object.entries(BASE)) writeFileSync(join(folder, name), content);
  });
  shop.jobs.start();
  const job = await runJob(shop.jobs, "Fix /quickstart");
  pullNumber(job);
  // Not by the agent: what it changes besides words is undone.
  commitOn(shop.origin, (await changesOf(job.id)).branch, change);
  return job.id;
}

const write =
  (name: string, edit: (lines: string[]) => string[], end: string) => (folder: string) => {
    const file = join(folder, name);
    writeFileSync(file, edit(readFileSync(file, "latin1").split(end)).join(end), "latin1");
  };

async function changesOf(id: string): Promise<PullChanges> {
  const found = await shop.host.pulls.ofJob(id, 1);
  if (!found) throw new Error("no pull request");
  return found.changes;
}

/** What a person sends who discards a hunk that they see. */
function seen({ head, files }: PullChanges, path: string, index = 0) {
  const file = files.find((each) => each.path === path);
  return {
    id: crypto.randomUUID(),
    head,
    path,
    version: file?.version ?? "",
    hunk: file?.hunks[index]?.id ?? `${path} has no such hunk`,
  };
}

const discard = async (id: string, path: string, index = 0) =>
  shop.host.pulls.discard(id, seen(await changesOf(id), path, index), ADA, async () => {});

const filesOf = (branch: string) => filesOfBranch(shop.origin, branch);

const latin1 = (name: string) => Buffer.from(BASE[name] ?? "").toString("latin1");

describe.each(anyEngine)("a hunk ($name)", (engine) => {
  test("is discarded with a commit of the person, once, if the branch is as they saw it", async () => {
    const id = await openPull(
      write("crlf.md", (lines) => lines.with(4, "CHANGED 5").with(29, "CHANGED 30"), "\r\n"),
      engine,
    );
    const changes = await changesOf(id);
    const before = filesOf(changes.branch);
    const first = seen(changes, "crlf.md", 0);
    const failing = () => Promise.reject(new Error("The audit log is gone."));
    await expect(shop.host.pulls.discard(id, first, ADA, failing)).rejects.toThrow("audit log");
    expect(filesOf(changes.branch)).toEqual(before);

    const records: string[] = [];
    const record = async ({ file }: { file: { path: string } }) => void records.push(file.path);
    const again = { ...first, id: "another-request" };
    const clicks = [shop.host, shop.again().host].map(({ pulls }, index) =>
      pulls.discard(id, index === 0 ? first : again, ADA, record),
    );
    const results = await Promise.allSettled(clicks);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(filesOf(changes.branch)).toEqual(
      new Map(before).set("crlf.md", latin1("crlf.md").replace("line 30", "CHANGED 30")),
    );
    expect(gitIn(shop.origin, "log", "-1", "--format=%an <%ae>|%cn|%s", changes.branch)).toBe(
      "Ada  Lovelace <ada@users.errata.invalid>|Errata agent|Discard a change of crlf.md",
    );
    const after = await changesOf(id);
    expect(after.head).not.toBe(changes.head);
    expect(after.commits).toHaveLength(3);
    const late = { ...first, id: "a-late-request" };
    await expect(shop.host.pulls.discard(id, late, ADA, record)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("The branch has changed since"),
    });
    // The agent goes on from there.
    await shop.jobs.message("docs", id, "Also the other page.");
    await settled(shop.jobs, id);
    const last = filesOf(changes.branch);
    expect(last.get("agent.md")).toBe("Also the other page.");
    expect(last.get("crlf.md")).toContain("line 5\r\n");
    expect(last.get("crlf.md")).toContain("CHANGED 30\r\n");
  });
});

describe("a hunk", () => {
  test("is discarded once for a request that two servers get, or that is sent again", async () => {
    const id = await openPull(write("other.md", () => ["changed", ""], "\n"));
    const request = seen(await changesOf(id), "other.md");
    const { pulls } = shop.again().host;
    const bob = { id: "bob", name: "Bob" };
    // The other server is faster.
    await shop.host.pulls.discard(id, request, ADA, () =>
      pulls.discard(id, request, bob, async () => {}),
    );
    const neverAgain = () => Promise.reject(new Error("recorded again"));
    await shop.host.pulls.discard(id, request, ADA, neverAgain);
    const { commits, files } = await changesOf(id);
    expect(commits.filter(({ title }) => title.startsWith("Discard"))).toHaveLength(1);
    expect(files.map(({ path }) => path)).toEqual(["agent.md"]);
    const strange = { ...request, head: "--output=/tmp/x", id: "another-request" };
    await expect(shop.host.pulls.discard(id, strange, ADA, neverAgain)).rejects.toThrow(
      "The branch has changed since",
    );
  });

  test("isn't discarded, nor its branch updated, once an agent has begun to work", async () => {
    const id = await openPull(write("other.md", () => ["changed", ""], "\n"));
    editBranch(shop.origin, "main", "crlf.md", (text) => `${text}more\n`);
    const request = seen(await changesOf(id), "other.md");
    const number = pullNumber((await shop.jobs.retrieve("docs", id)) ?? { prLink: "" });
    await shop.jobs.stop();
    await shop.jobs.message("docs", id, "Also the other page.");
    const before = gitIn(shop.origin, "for-each-ref");
    const record = () => Promise.reject(new Error("recorded"));
    for (const attempt of [
      () => shop.host.pulls.discard(id, request, ADA, record),
      () => shop.host.pulls.update(number, record),
    ])
      await expect(attempt).rejects.toThrow("The agent is working on this branch");
    expect(gitIn(shop.origin, "for-each-ref")).toBe(before);
  });

  test("is restored byte for byte: line ends, encodings, a last line without an end, equal lines", async () => {
    const id = await openPull((folder) => {
      write("no-end.md", (lines) => [...lines.slice(0, 2), "THREE", ""], "\n")(folder);
      write("latin1.md", (lines) => lines.with(0, "tea"), "\n")(folder);
      // Repeated lines, so that the place matters and not what is around it.
      const insert = (lines: string[]) => lines.toSpliced(10, 0, ...NEW).toSpliced(41, 1, "other");
      write("same.md", insert, "\n")(folder);
      writeFileSync(join(folder, "other.md"), "other");
    });
    const { branch } = await changesOf(id);
    const before = filesOf(branch);
    expect(before.get("no-end.md")).toBe("one\ntwo\nTHREE\n");
    const expected = new Map(before);
    await discard(id, "no-end.md");
    expect(filesOf(branch)).toEqual(expected.set("no-end.md", latin1("no-end.md")));
    await discard(id, "latin1.md");
    expect(filesOf(branch)).toEqual(expected.set("latin1.md", latin1("latin1.md")));
    await discard(id, "same.md", 1);
    const kept = `${"same\n".repeat(10)}${NEW.join("\n")}\n${"same\n".repeat(50)}`;
    expect(filesOf(branch)).toEqual(expected.set("same.md", kept));
    await discard(id, "other.md");
    expect(filesOf(branch)).toEqual(expected.set("other.md", "other\n"));
    expect((await changesOf(id)).files.map(({ path }) => path)).toEqual(["agent.md", "same.md"]);
  });

  test("of an added, deleted, emptied, or renamed file is restored", async () => {
    const id = await openPull((folder) => {
      mkdirSync(join(folder, "new"));
      writeFileSync(join(folder, "new", "page.md"), "a new page");
      unlinkSync(join(folder, "gone.md"));
      renameSync(join(folder, "old-name.md"), join(folder, "new-name.md"));
      write(
        "new-name.md",
        (lines) => lines.with(4, "CHANGED 5").with(29, "CHANGED 30"),
        "\n",
      )(folder);
      writeFileSync(join(folder, "target.md"), "");
    });
    const { branch } = await changesOf(id);
    const expected = filesOf(branch);
    await discard(id, "new/page.md");
    expected.delete("new/page.md");
    expect(filesOf(branch)).toEqual(expected);
    await discard(id, "gone.md");
    expect(filesOf(branch)).toEqual(expected.set("gone.md", latin1("gone.md")));
    await discard(id, "target.md");
    expect(filesOf(branch)).toEqual(expected.set("target.md", "a\n"));
    // The name stays: only the lines are the base's.
    await discard(id, "new-name.md", 0);
    const renamed = latin1("old-name.md").replace("line 30", "CHANGED 30");
    expect(filesOf(branch)).toEqual(expected.set("new-name.md", renamed));
    expect(gitIn(shop.origin, "ls-tree", branch, "gone.md")).toMatch(/^100644/);
  });

  test("whose place was taken, or that became a link, is not, and nothing changes", async () => {
    const id = await openPull((folder) => {
      unlinkSync(join(folder, "gone.md"));
      mkdirSync(join(folder, "gone.md"));
      writeFileSync(join(folder, "gone.md", "inside.md"), "inside\n");
      rmSync(join(folder, "target.md"));
      symlinkSync("other.md", join(folder, "target.md"));
    });
    const changes = await changesOf(id);
    const before = filesOf(changes.branch);
    const hunks = changes.files.flatMap(({ path, version, hunks }) =>
      hunks.map(({ id: hunk }, at) => ({
        id: `hunk-${at}`,
        head: changes.head,
        path,
        version,
        hunk,
      })),
    );
    for (const hunk of hunks.filter(({ path }) => ["gone.md", "target.md"].includes(path))) {
      const attempt = shop.host.pulls.discard(id, hunk, ADA, async () => {});
      await expect(attempt).rejects.toMatchObject({ code: "conflict" });
    }
    expect(filesOf(changes.branch)).toEqual(before);
  });

  test("of another version, another path, or a branch that went on is a conflict", async () => {
    const id = await openPull(write("other.md", () => ["changed", ""], "\n"));
    const changes = await changesOf(id);
    const right = seen(changes, "other.md");
    const wrong = [
      { ...right, version: `${"0".repeat(40)}..${"1".repeat(40)}` },
      { ...right, path: "crlf.md" },
      { ...right, hunk: "other.md @@ -1,2 +1,2 @@" },
      { ...right, head: "0".repeat(40) },
    ];
    for (const each of wrong) {
      await expect(shop.host.pulls.discard(id, each, ADA, async () => {})).rejects.toThrow(
        "The branch has changed since",
      );
    }
    editBranch(shop.origin, changes.branch, "crlf.md", (text) => `${text}more\n`);
    const late = shop.host.pulls.discard(id, right, ADA, async () => {});
    await expect(late).rejects.toThrow("The branch has changed since");
    // While the commit is made.
    const now = seen(await changesOf(id), "other.md");
    const raced = shop.host.pulls.discard(id, now, ADA, async () =>
      editBranch(shop.origin, changes.branch, "crlf.md", (text) => `${text}still more\n`),
    );
    await expect(raced).rejects.toThrow("The branch has changed since");
    expect(filesOf(changes.branch).get("other.md")).toBe("changed\n");
    await shop.host.pulls.close(pullNumber(await settled(shop.jobs, id)));
    await expect(discard(id, "other.md")).rejects.toThrow("already closed");
  });
});

describe("lines of a hunk", () => {
  const edit = async (
    id: string,
    path: string,
    [line, lastLine]: [number, number],
    text: string,
    index = 0,
  ) => {
    const lines = { ...seen(await changesOf(id), path, index), line, lastLine, text };
    await shop.host.pulls.edit(id, lines, ADA, async () => {});
  };

  test("are edited byte for byte with a commit of the person: line ends, encodings, no last end", async () => {
    const id = await openPull((folder) => {
      write("crlf.md", (lines) => lines.with(4, "CHANGED 5").with(29, "teh 30"), "\r\n")(folder);
      write("no-end.md", (lines) => lines.with(2, "teh end"), "\n")(folder);
      writeFileSync(join(folder, "latin1.md"), "caf\xe9 teh\na\n", "latin1");
      writeFileSync(join(folder, "run.sh"), "echo teh\n", { mode: 0o755 });
    });
    const { branch } = await changesOf(id);
    const expected = filesOf(branch);
    const becomes = (path: string, change: (text: string) => string) =>
      expected.set(path, change(expected.get(path) ?? ""));
    // Numbers of lines after the change, also of what is around them.
    await edit(id, "crlf.md", [29, 30], "line 29\nthe 30\nand more", 1);
    becomes("crlf.md", (text) => text.replace("teh 30\r\n", "the 30\r\nand more\r\n"));
    expect(filesOf(branch)).toEqual(expected);
    expect(gitIn(shop.origin, "log", "-1", "--format=%an|%cn|%s|%b", branch)).toMatch(
      /^Ada {2}Lovelace\|Errata agent\|Edit crlf\.md\|@@ -27,7 \+27,7 @@\n\nErrata-Request: [\w-]+$/,
    );
    await edit(id, "no-end.md", [3, 3], "the end");
    becomes("no-end.md", () => "one\ntwo\nthe end");
    await edit(id, "latin1.md", [1, 1], "caf\ufffd the");
    becomes("latin1.md", () => "caf\xe9 the\na\n");
    await edit(id, "run.sh", [1, 1], "echo the");
    becomes("run.sh", () => "echo the\n");
    expect(filesOf(branch)).toEqual(expected);
    expect(gitIn(shop.origin, "ls-tree", branch, "run.sh")).toMatch(/^100755/);
    await edit(id, "run.sh", [1, 1], "");
    expect(filesOf(branch)).toEqual(expected.set("run.sh", ""));
    // What it was before isn't a change anymore.
    await edit(id, "no-end.md", [3, 3], "three");
    expect((await changesOf(id)).files.map(({ path }) => path)).not.toContain("no-end.md");
  });

  test("that can't be edited are refused, and nothing changes", async () => {
    const id = await openPull((folder) => {
      write("crlf.md", (lines) => lines.with(4, "CHANGED 5"), "\r\n")(folder);
      writeFileSync(join(folder, "latin1.md"), "caf\xe9 teh\na\n", "latin1");
      writeFileSync(join(folder, "utf16.md"), Buffer.from("\ufeffteh\n", "utf16le"));
      writeFileSync(join(folder, "long.md"), `${"x".repeat(5_000)}\nteh\n`);
      symlinkSync("other.md", join(folder, "link.md"));
      unlinkSync(join(folder, "gone.md"));
    });
    const { branch } = await changesOf(id);
    const before = filesOf(branch);
    const refused: [string, [number, number], string, string][] = [
      ["crlf.md", [5, 5], "CHANGED 5", "can't be edited here"],
      ["crlf.md", [2, 2], "Around it", "can't be edited here"],
      ["crlf.md", [4, 12], "Not shown", "can't be edited here"],
      ["crlf.md", [6, 5], "Backwards", "can't be edited here"],
      ["latin1.md", [1, 1], "caf\ufffd → the", "encoding of this file"],
      ["utf16.md", [1, 1], "the", "The branch has changed"],
      ["long.md", [1, 1], "short", "can't be edited here"],
      ["link.md", [1, 1], "/etc/passwd", "can't be edited here"],
      ["gone.md", [1, 1], "back", "can't be edited here"],
    ];
    for (const [path, lines, text, reason] of refused) {
      await expect(edit(id, path, lines, text), path).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining(reason),
      });
    }
    expect(filesOf(branch)).toEqual(before);
    await edit(id, "long.md", [2, 2], "the");
    expect(filesOf(branch)).toEqual(before.set("long.md", `${"x".repeat(5_000)}\nthe\n`));
  });

  test("of a branch that went on are a conflict, and two people's edits are one", async () => {
    const id = await openPull(write("other.md", () => ["teh", ""], "\n"));
    const changes = await changesOf(id);
    const lines = { ...seen(changes, "other.md"), line: 1, lastLine: 1 };
    const edits = [shop.host, shop.again().host].map(({ pulls }, index) =>
      pulls.edit(id, { ...lines, id: `edit-000${index}`, text: "the" }, ADA, async () => {}),
    );
    const results = await Promise.allSettled(edits);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const again = shop.host.pulls.edit(id, { ...lines, text: "them" }, ADA, async () => {});
    await expect(again).rejects.toThrow("The branch has changed since");
    expect(filesOf(changes.branch).get("other.md")).toBe("the\n");
    expect((await changesOf(id)).commits).toHaveLength(3);
  });
});
