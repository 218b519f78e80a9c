import { afterEach, describe, expect, test } from "vitest";
import { FIX, NEXT } from "../support/agents.ts";
import { anyEngine } from "../support/databases.ts";
import { editBranch, gitIn } from "../support/repository.ts";
import { openWorkshop, pullNumber, runJob, settled, type Workshop } from "../support/workshop.ts";

const PAGE = "guides/authentication.mdx";

describe.each(anyEngine)("a pull request that is behind on $name", (engine) => {
  let shop: Workshop;
  afterEach(() => shop.close());

  const openPull = async () => {
    shop = await openWorkshop({ engine });
    shop.jobs.start();
    const job = await runJob(shop.jobs, FIX);
    return { id: job.id, number: pullNumber(job) };
  };
  const refs = () => gitIn(shop.origin, "for-each-ref");
  const shown = (number: number) => shop.host.pulls.get(number);

  test("gets the base branch's changes once, whoever presses at the same time", async () => {
    const { id, number } = await openPull();
    expect(await shown(number)).toMatchObject({ isBehind: false });
    const before = refs();
    await shop.host.pulls.update(number);
    expect(refs()).toBe(before);

    editBranch(shop.origin, "main", "README.md", (text) => `${text}\nMore.\n`);
    const open = await shown(number);
    expect(open).toMatchObject({ isBehind: true, mergeable: "clean" });
    const fails = () => Promise.reject(new Error("The audit log is gone."));
    const behind = refs();
    await expect(shop.host.pulls.update(number, fails)).rejects.toThrow("audit log");
    expect(refs()).toBe(behind);

    const other = shop.again();
    const presses = [shop.host, shop.host, other.host].map(({ pulls }) => pulls.update(number));
    const results = await Promise.allSettled(presses);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    const branch = open?.branch ?? "";
    const commits = gitIn(shop.origin, "log", "--first-parent", "--format=%s", `main..${branch}`);
    expect(commits.split("\n")).toHaveLength(2);
    expect(commits).toMatch(/^Merge main into errata\//);
    expect(gitIn(shop.origin, "show", `${branch}:README.md`)).toMatch(/More\.$/);
    const updated = await shown(number);
    expect(updated).toMatchObject({ isBehind: false, mergeable: "clean" });
    expect(updated?.files.map(({ path }) => path)).toEqual([PAGE]);

    // Its job goes on from there.
    await shop.jobs.message("docs", id, NEXT);
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "completed" });
    expect((await shown(number))?.files.map(({ path }) => path)).toEqual([PAGE]);
    await shop.host.pulls.merge(number);
    await expect(shop.host.pulls.update(number)).rejects.toThrow(/already merged/);
  });

  test("names the files that conflict, and isn't changed then or while its agent works", async () => {
    const { id, number } = await openPull();
    editBranch(shop.origin, "main", "README.md", (text) => `${text}\nMore.\n`);
    editBranch(shop.origin, "main", PAGE, (text) => text.replace("Authorisation: Token", "Key:"));
    const before = refs();
    await expect(shop.host.pulls.update(number)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(`main and this branch conflict in ${PAGE}. Nothing was`),
    });
    expect(refs()).toBe(before);
    expect(await shown(number)).toMatchObject({ isBehind: true, mergeable: "conflict" });
    await shop.jobs.stop();
    await shop.jobs.message("docs", id, NEXT);
    await expect(shop.host.pulls.update(number)).rejects.toThrow(/agent is working on this/);
    expect(refs()).toBe(before);
  });
});
