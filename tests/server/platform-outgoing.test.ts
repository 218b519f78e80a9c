import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editBranch, fillRepository, gitIn } from "../support/repository.ts";
import { branchesOf, failureOf, openWorkshop, runJob, type Workshop } from "../support/workshop.ts";

const TOKEN = `gh${"p"}_Zk3vQ9sT1xWb7LmRp4Yd8HfJc2NgVa6EuXoK`;
const CONFIGURED = "a secret that only this test has";

let folder: string;
let origin: string;
let shop: Workshop;
let change: (place: string) => void;
let summary = "Done.";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "errata-outgoing-"));
  origin = join(folder, "docs.git");
  mkdirSync(origin);
  fillRepository(origin, "main");
  editBranch(
    origin,
    "main",
    "guide.md",
    (content) => `${content}${TOKEN}\n${"y".repeat(100_001)}\n`,
  );
  const run = async ({ folder: place }: { folder: string }) => {
    change(place);
    return { summary };
  };
  shop = await openWorkshop({
    environment: { DOCS_REPOSITORY: origin, AGENT_ENVIRONMENT: "MODEL_KEY", MODEL_KEY: CONFIGURED },
    agent: { model: "test-agent", run },
  });
  shop.jobs.start();
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, content: string) => (place: string) =>
  writeFileSync(join(place, name), content);

/** Runs a job whose change must not be pushed, and returns why. */
async function rejection(of: (place: string) => void): Promise<string> {
  change = of;
  const before = branchesOf(origin);
  const job = await runJob(shop.jobs, "Do it");
  expect(job).toMatchObject({ status: "failed", prLink: null });
  expect(branchesOf(origin)).toEqual(before);
  return (await failureOf(shop, job.id)) ?? "";
}

test.each<[string, (place: string) => void, RegExp]>([
  ["a token", write("new.md", `x ${TOKEN}x.`), /new\.md contains a GitHub token/],
  [
    "a variable of the agent",
    write("new.md", `x${CONFIGURED}`),
    /new\.md contains a configured secret/,
  ],
  [
    "a secret in a binary file",
    write("a.png", `\0\x89${TOKEN} `),
    /a\.png contains a GitHub token/,
  ],
  [
    "a link to a secret",
    (place) => symlinkSync(TOKEN, join(place, "l")),
    /l contains a GitHub token/,
  ],
  ["a file named like a secret", write(`${TOKEN}.md`, "x"), /a file name contains a GitHub token/],
  ["a second secret", (place) => appendFileSync(join(place, "guide.md"), CONFIGURED), /guide\.md/],
  [
    "501 files",
    (place) => {
      for (let n = 0; n < 501; n += 1) writeFileSync(join(place, `${n}.md`), "x");
    },
    /changed 501 files, and the limit is 500/,
  ],
  [
    "21 MB",
    write("big.bin", `\0${"x".repeat(20_100_000)}`),
    /add up to 21 MB, and the limit is 20 MB/,
  ],
  ["a long line", write("new.md", "x".repeat(100_001)), /new\.md has a line of 100,001 characters/],
])("a change with %s is not pushed, and the job says why", async (_, agentChange, reason) => {
  const failure = await rejection(agentChange);
  expect(failure).toMatch(reason);
  expect(failure).toContain("Nothing was pushed.");
  expect(failure).not.toContain(TOKEN);
  expect(failure).not.toContain(CONFIGURED);
});

test("what a file already contained may stay, and the summary loses its secrets", async () => {
  change = (place) => appendFileSync(join(place, "guide.md"), "more\n");
  summary = `Used ${TOKEN} to log in.`;
  const job = await runJob(shop.jobs, "Do it");
  expect(job.status).toBe("completed");
  const branch = branchesOf(origin).find((name) => name !== "main") ?? "";
  expect(gitIn(origin, "log", "-1", "--format=%B", branch)).toContain("Used [secret] to log in.");
});
