import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { agentThat } from "../support/agents.ts";
import { anyEngine } from "../support/databases.ts";
import { openWorkshop, runJob, type Workshop } from "../support/workshop.ts";

describe.each(anyEngine)("the check of a change on $name", (engine) => {
  let shop: Workshop;
  afterEach(() => shop.close());

  const problemsOf = async (change: (folder: string) => void) => {
    const agent = agentThat(async ({ folder }) => {
      change(folder);
      return { summary: "Done." };
    });
    shop = await openWorkshop({ engine, agent });
    shop.jobs.start();
    const { id } = await runJob(shop.jobs, "Fix /quickstart");
    return (await shop.jobs.report("docs", id))?.problems;
  };

  test("finds what it breaks, by file and line, and nothing that was there before", async () => {
    const found = await problemsOf((folder) => {
      writeFileSync(
        join(folder, "guides/new.md"),
        [
          "---",
          "title: New",
          "---",
          "# Start here",
          "[gone](./gone.md) and [fine](authentication.mdx) and [site](/guides/nowhere)",
          "![none](images/none.png)",
          "[here](#start-here) and [not](#elsewhere)",
          "`[code](./gone.md)`",
          "# Start here",
          "[second](#start-here-1) and [third](#start-here-2)",
          "1. In a list:",
          "   ```md",
          "   [in code](./gone.md)",
          "    ```",
          "```",
          "[in code](./gone.md)",
        ].join("\n"),
      );
      writeFileSync(join(folder, "guides/broken.md"), "---\ntitle: [1\n---\nText.\n");
    });
    const orphan = { line: 0, message: "No navigation entry and no link leads to this page" };
    expect(found).toEqual([
      { file: "guides/broken.md", line: 1, message: "The front matter isn't valid YAML" },
      ...[
        { line: 5, message: "The target of this link doesn't exist: ./gone.md" },
        { line: 6, message: "This image doesn't exist: images/none.png" },
        { line: 7, message: "No heading has this anchor: #elsewhere" },
        { line: 10, message: "No heading has this anchor: #start-here-2" },
        { line: 15, message: "This code block isn't closed" },
      ].map((problem) => ({ file: "guides/new.md", ...problem })),
      { file: "guides/broken.md", ...orphan },
      { file: "guides/new.md", ...orphan },
    ]);
  });

  test("finds a page that lost its place, and none that a list or another page leads to", async () => {
    const found = await problemsOf((folder) => {
      const edit = (file: string, edited: (text: string) => string) =>
        writeFileSync(join(folder, file), edited(readFileSync(join(folder, file), "utf8")));
      for (const name of ["listed", "linked", "addressed", "alone", "part"]) {
        writeFileSync(join(folder, `guides/${name}.md`), "Text with a [link](#here).\n\n## Here\n");
      }
      writeFileSync(join(folder, "guides/hidden.md"), "---\nhidden: true\n---\nText.\n");
      edit("concepts.mdx", (text) => `${text}\nimport Part from "./guides/part.md"\n`);
      edit("docs.json", (text) => text.replace('"guides/alerts"', '"guides/listed"'));
      edit(
        "quickstart.mdx",
        (text) => `${text}\n[One](guides/linked.md), [two](/guides/addressed)\n`,
      );
    });
    expect(found?.map(({ file, line }) => [file, line])).toEqual([
      ["guides/alerts.mdx", 0],
      ["guides/alone.md", 0],
    ]);
  });

  test("says nothing about a change that breaks nothing", async () => {
    expect(
      await problemsOf((folder) => appendFileSync(join(folder, "quickstart.mdx"), "\nMore.\n")),
    ).toEqual([]);
  });
});
