import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import type { Agent } from "../../lib/platform/agent/agent.ts";
import { FIX, openGitHubRig } from "../support/github-rig.ts";
import { failureOf, runJob } from "../support/workshop.ts";

const rig = openGitHubRig();

const begin = (run?: Agent, environment: Record<string, string> = {}) =>
  rig.begin(run, {
    GITHUB_TOKEN: "",
    GITHUB_APP_ID: rig.hub.app.id,
    GITHUB_APP_PRIVATE_KEY: rig.hub.app.privateKey,
    ...environment,
  });

test("a job opens a pull request as a GitHub App, whose key and tokens go nowhere else", async () => {
  const { app } = rig.hub;
  // As in a file of variables, with everything on one line.
  await begin(undefined, {
    AGENT_COMMAND: `sh -c "env > seen.txt"`,
    GITHUB_APP_PRIVATE_KEY: app.privateKey.replaceAll("\n", "\\n"),
  });
  const job = await runJob(rig.shop.jobs, FIX);
  expect(job).toMatchObject({
    status: "completed",
    prLink: `${rig.hub.url}/acme/docs/pull/11`,
  });
  expect(app.tokens).toHaveLength(1);
  const files = readdirSync(rig.shop.dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
  const report = JSON.stringify(await rig.shop.jobs.report("docs", job.id));
  const [line = ""] = app.privateKey.split("\n").slice(5);
  for (const text of [...files, report, JSON.stringify(rig.hub.pulls)]) {
    expect(app.tokens.some((token) => text.includes(token))).toBe(false);
    expect(text).not.toContain(line);
  }
});

test("an App whose token ended early signs in again, for the API and for git", async () => {
  await begin(undefined, { AGENT_COMMAND: `sh -c "echo changed >> guide.md"` });
  expect(await runJob(rig.shop.jobs, FIX)).toMatchObject({ status: "completed" });
  rig.hub.app.tokens = ["ghs_another"];
  expect(await runJob(rig.shop.jobs, FIX)).toMatchObject({ status: "completed" });
  expect(rig.hub.app.tokens).toHaveLength(2);
});

test.each<[string, (app: typeof rig.hub.app) => Record<string, string>, RegExp]>([
  [
    "isn't installed",
    (app) => {
      app.isInstalled = false;
      return {};
    },
    /the GitHub App isn't installed in it\. Check DOCS_REPOSITORY, and install the App/,
  ],
  [
    "may only read",
    (app) => {
      app.permissions = { contents: "write", pull_requests: "read" };
      return {};
    },
    /^The GitHub App may not write to acme\/docs\. In its settings, grant read and write access to Pull requests/,
  ],
  [
    "has another ID",
    () => ({ GITHUB_APP_ID: "99" }),
    /\(401\)\. Check GITHUB_APP_ID, GITHUB_APP_PRIVATE/,
  ],
])(
  "an App that %s fails jobs before the agent runs, and says what to do",
  async (_, change, reason) => {
    await begin(() => Promise.reject(new Error("the agent ran")), change(rig.hub.app));
    const job = await runJob(rig.shop.jobs, FIX);
    expect(await failureOf(rig.shop, job.id)).toMatch(reason);
  },
);

test.each<[Record<string, string>, string]>([
  [{ GITHUB_APP_ID: "7" }, "GITHUB_APP_PRIVATE_KEY: is required when GITHUB_APP_ID is set"],
  [
    { GITHUB_APP_ID: "7", GITHUB_APP_PRIVATE_KEY: "secret-words" },
    "GITHUB_APP_PRIVATE_KEY: must be the private key",
  ],
  [
    { GITHUB_WEBHOOK_SECRET: "0123456789abcdef".repeat(2) },
    "GITHUB_TOKEN: is required when GITHUB_WEBHOOK_SECRET",
  ],
])("%o is refused", (environment, problem) => {
  expect(() => parseConfig(environment)).toThrow(problem);
  expect(() => parseConfig(environment)).not.toThrow(/secret-words/);
});
