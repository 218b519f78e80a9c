import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { InvalidConfiguration, parseConfig } from "../../lib/config.ts";
import { openDemo, removeOldDemos, resetDemo } from "../../lib/services/demo.ts";

test.each([
  { PLATFORM_URL: "https://api.example.com", PLATFORM_API_KEY: "k", PLATFORM_PROJECTS: "docs" },
  { DOCS_REPOSITORY: "/srv/docs" },
  { AUTH_SECRET: "0123456789abcdef".repeat(2) },
  { DATABASE_URL: "postgres://localhost/errata" },
  { AGENT_COMMAND: "claude" },
  { AGENT: "claude", ANTHROPIC_API_KEY: "key" },
  { GITBOOK_WEBHOOK_SECRETS: "docs=0123456789abcdef" },
])("a demo doesn't start with %o", (environment) => {
  const problems = () => parseConfig({ DEMO: "1", AGENT_SANDBOX: "off", ...environment });
  expect(problems).toThrow(InvalidConfiguration);
  expect(problems).toThrow(`DEMO: can't be used with ${Object.keys(environment)[0]}`);
});

test("a demo may be reached by others without sign-in", () => {
  const others = { HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example.org" };
  expect(parseConfig({ DEMO: "1", ...others })).toMatchObject({ demo: true, signIn: null });
  expect(() => parseConfig(others)).toThrow("AUTH_SECRET");
});

test("a reset replaces the data with a new copy of the sample, and nothing else @thorough", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "errata-demo-"));
  mkdirSync(join(dataDir, "demo-left"));
  mkdirSync(join(dataDir, "own"));
  const settings = parseConfig({ DEMO: "1", DATA_DIR: dataDir });
  await removeOldDemos(settings);
  expect(readdirSync(dataDir)).toEqual(["own"]);
  let current = await openDemo(settings);
  try {
    const first = current;
    const { platform } = first;
    const ids = (await platform?.changes("docs", 0, 10))?.map(({ id }) => id) ?? [];
    await platform?.deleteEntries("docs", ids);
    await resetDemo(
      settings,
      async (next) => {
        current = next;
        return first;
      },
      0,
    );
    expect(current).not.toBe(first);
    expect((await current.mirror.status("docs")).items).toBe(4_000);
    expect(existsSync(first.config.dataDir)).toBe(false);
    expect(readdirSync(dataDir).length).toBe(2);
  } finally {
    await current.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
