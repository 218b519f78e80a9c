import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentThat } from "../support/agents.ts";
import { openWorkshop, runJob } from "../support/workshop.ts";

test("finds whole words on the pages of a job's change, as text and whatever it is", async () => {
  const agent = agentThat(async ({ folder }) => {
    const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
    mkdirSync(join(folder, "more"));
    write("more/a b.md", "Quagga\nRun `Relay Serve --now`\r\nrelay serves\nrelay.serve\n");
    write("quickstart.mdx", `relay serve ${"x".repeat(5_000)}\n--all [a-z]* (\n`);
    write("code.js", "relay serve");
    write("binary.md", "relay serve\0");
    return { summary: "Done." };
  });
  const shop = await openWorkshop({ agent });
  shop.jobs.start();
  try {
    const { id } = await runJob(shop.jobs, "Fix /quickstart");
    const change = await shop.host.pulls.ofJob(id, 1);
    const find = async (...texts: string[]) =>
      (await change?.find(texts))?.map(({ path, line }) => `${path}:${line}`);
    expect(await find("relay serve")).toEqual(["more/a b.md:2", "quickstart.mdx:1"]);
    expect(await find("--all [a-z]* (", "quagga")).toEqual(["more/a b.md:1", "quickstart.mdx:2"]);
    expect(await find("none of this", "a\nb", "a\0b")).toEqual([]);
    expect(await find()).toEqual([]);
    expect((await change?.find(["relay serve"]))?.at(-1)?.text).toHaveLength(1_000);
  } finally {
    await shop.close();
  }
}, 120_000);
