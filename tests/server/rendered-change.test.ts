import { mkdirSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { NamedAgent } from "../../lib/platform/agent/agent.ts";
import { openRendering } from "../support/rendered-change.ts";
import { commitOn } from "../support/repository.ts";
import { openWorkshop, pullNumber, runJob, type Workshop } from "../support/workshop.ts";

let shop: Workshop;
afterEach(() => shop.close());

const LONG = Array.from({ length: 20 }, (_, index) => `Paragraph ${index}.\n`);

test("a job's pages are rendered as the person saw them, and the site shows its branch", async () => {
  const agent: NamedAgent = {
    model: "test-agent",
    run: async ({ folder }) => {
      mkdirSync(join(folder, "guides"), { recursive: true });
      writeFileSync(join(folder, "guides", "new.md"), "# New\n\nSee [long](../longer.md).\n");
      writeFileSync(join(folder, "img.png"), "png");
      unlinkSync(join(folder, "gone.md"));
      renameSync(join(folder, "long.md"), join(folder, "longer.md"));
      const text = LONG.with(9, "Paragraph nine, ![shown](img.png).\n");
      writeFileSync(join(folder, "longer.md"), text.join("\n"));
      return { summary: "Changed." };
    },
  };
  shop = await openWorkshop({ agent });
  await shop.host.repository.clone();
  commitOn(shop.origin, "main", (folder) => {
    writeFileSync(join(folder, "gone.md"), "Was here.\n");
    writeFileSync(join(folder, "long.md"), LONG.join("\n"));
  });
  shop.jobs.start();
  const job = await runJob(shop.jobs, "Fix /quickstart");
  pullNumber(job);
  const { pulls, site, seen, render } = openRendering(shop);
  const rendered = async (path: string, whole: "true" | "false" = "false") =>
    (await render(job.id, { ...(await seen(job.id, path)), whole })).rows;
  const { branch = "", head = "" } = (await pulls.ofJob(job.id, 1))?.changes ?? {};
  const at = `?at=${encodeURIComponent(branch)}`;

  expect(await rendered("gone.md")).toMatchObject([
    { before: "<del><p>Was here.</p></del>", after: null, oldLines: [1, 1], newLines: null },
  ]);
  expect(await rendered("guides/new.md")).toMatchObject([
    { before: null, after: expect.stringContaining('<p class="heading-1">New</p>') },
  ]);
  const rows = await rendered("longer.md");
  const kinds = rows.map(({ kind }) => kind);
  expect(kinds).toEqual(["hidden", "same", "changed", "same", "hidden"]);
  // The page has what the branch has.
  const after = expect.stringContaining(`src="/site/docs/img.png${at}"`);
  expect(rows[2]).toMatchObject({ before: expect.not.stringContaining("img"), after });
  expect(await rendered("longer.md", "true")).toHaveLength(3);

  const query = await seen(job.id, "longer.md");
  commitOn(shop.origin, branch, (folder) =>
    writeFileSync(join(folder, "longer.md"), LONG.with(9, "Other.\n").join("\n")),
  );
  // What the person sees is shown until they see the newer commit.
  expect((await render(job.id, query)).rows).toEqual(rows);
  const elsewhere = openRendering(shop.again());
  const changed = { code: "conflict", message: expect.stringContaining("has changed") };
  await expect(elsewhere.render(job.id, query)).rejects.toMatchObject(changed);
  expect((await seen(job.id, "longer.md")).head).not.toBe(head);
  await expect(render(job.id, query)).rejects.toMatchObject(changed);
  expect((await rendered("longer.md"))[2]).toMatchObject({
    after: expect.stringContaining("Other"),
  });
  for (const path of ["img.png", "../a.md", "/a.md", "a\0.md", ":(glob)**.md"]) {
    await expect(render(job.id, { ...query, path })).rejects.toMatchObject(changed);
  }

  const open = (path: string[], on: string | null) => site.open("docs", path, null, on);
  expect((await open(["longer"], branch)).status).toBe(200);
  expect((await open(["gone"], branch)).status).toBe(404);
  expect((await open(["gone"], null)).status).toBe(200);
  expect((await open(["img.png"], branch)).headers.get("content-type")).toBe("image/png");
  const html = await (await open(["guides", "new"], branch)).text();
  expect(html).toContain(`href="/site/docs/longer${at}"`);
  expect(html).not.toContain("<errata-feedback");
  for (const other of ["main", "a\0", "--all", ""]) {
    await expect(open(["guides", "new"], other)).rejects.toMatchObject({ code: "not_found" });
  }
  const page = await open(["guides", "new.md"], branch);
  expect(page.headers.get("location")).toBe(`/site/docs/guides/new${at}`);
});
