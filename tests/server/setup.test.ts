import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { createLog } from "../../lib/log.ts";
import { testConnection } from "../../lib/mirror/export/test-connection.ts";
import { agentTester } from "../../lib/platform/jobs/test-agent.ts";
import { createRequestBudget, EXPORT_BUDGET } from "../../lib/platform-client/budget.ts";
import { createPlatformClient } from "../../lib/platform-client/client.ts";
import { networkTransport } from "../../lib/platform-client/transport.ts";
import { setupServices } from "../../lib/services/setup-services.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSetupFacts } from "../../lib/store/setup-facts.ts";
import { openTestStore, type TestDatabase } from "../support/databases.ts";
import {
  faults,
  type MisbehavingPlatform,
  startMisbehavingPlatform,
} from "../support/misbehaving-platform.ts";
import { gitIn } from "../support/repository.ts";
import { because, noSandbox } from "../support/sandbox.ts";
import { openWorkshop, type Workshop } from "../support/workshop.ts";

const log = createLog("silent", () => []);

describe("a test of the agent's command", () => {
  let shop: Workshop;
  afterEach(() => shop.close());

  async function run(command: string, more: Record<string, string> = {}) {
    const environment = { AGENT_COMMAND: command, ...more };
    shop = await openWorkshop({ environment });
    const config = parseConfig({ DATA_DIR: shop.dataDir, AGENT_SANDBOX: "off", ...environment });
    return agentTester({ config, host: shop.host, log })();
  }

  test("says how it ended and what it printed, and leaves nothing behind", async () => {
    const result = await run(`sh -c "cat > given.md; ls; echo token hunter2hunter2hunter2"`, {
      GITHUB_TOKEN: "hunter2hunter2hunter2",
    });
    expect(result).toMatchObject({ program: "sh", isFound: true, hasStarted: true, failure: null });
    // It ran where the documentation is, without the secret that it printed.
    expect(result.output).toContain("docs.json");
    expect(result.output).toContain("token [secret]");
    expect(gitIn(shop.origin, "branch", "--list").trim()).toBe("* main");
    expect(await shop.host.pulls.list("docs")).toEqual([]);
    const left = readdirSync(join(shop.dataDir, "repository"), { recursive: true }).map(String);
    expect(left.filter((path) => path.endsWith("given.md"))).toEqual([]);
  });

  test("has the program's version", async () => {
    const { version, failure } = await run("node -e process.stdin.resume()");
    expect([version, failure]).toEqual([process.version, null]);
  });

  test("says why it failed", async () => {
    const result = await run(`sh -c "echo no key; exit 3"`);
    expect(result).toMatchObject({ hasStarted: true, output: "no key" });
    expect(result.failure).toBe("The agent failed: exit code 3.");
  });

  test("says that the program isn't there", async () => {
    expect(await run("no-such-agent")).toMatchObject({ isFound: false, hasStarted: false });
  });

  test.skipIf(noSandbox !== null)(`uses the sandbox${because}`, async () => {
    const { output, failure } = await run(`sh -c "pwd; hostname"`, {
      AGENT_SANDBOX: "bubblewrap",
    });
    expect([failure, output]).toEqual([null, "/work\nerrata-agent"]);
  });

  test("needs a command", async () => {
    shop = await openWorkshop();
    const config = parseConfig({ DATA_DIR: shop.dataDir });
    const tester = agentTester({ config, host: shop.host, log });
    await expect(tester()).rejects.toThrow("Set AGENT or AGENT_COMMAND");
  });
});

describe("a test of the connection", () => {
  let store: TestDatabase<StoreSchema>;
  let platform: MisbehavingPlatform;
  beforeEach(async () => {
    store = await openTestStore("sqlite");
    platform = await startMisbehavingPlatform();
  });
  afterEach(async () => {
    await platform.close();
    await store.close();
  });

  async function run(known: { phase: "backfill" | "following"; items: number }) {
    const allowance = () => ({ limit: 100, reserve: 20 });
    const budget = createRequestBudget({ database: store, clock: systemClock, allowance });
    const client = createPlatformClient({
      baseUrl: platform.url,
      budget,
      clock: systemClock,
      log,
      send: networkTransport,
      apiKey: async () => "any",
    });
    const status = { budget: await budget.status(EXPORT_BUDGET), projects: 1, ...known };
    const result = await testConnection(client, "docs", status);
    const { used } = await budget.status(EXPORT_BUDGET);
    expect([used, platform.requests.length]).toEqual([result.spent, 1]);
    return result;
  }

  const dated = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `fb_${index}`,
      path: "/a",
      comment: null,
      source: "thumbs_only",
      status: "pending",
      createdAt: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
    }));

  test("says in one request what a sync costs, and in which order items are listed", async () => {
    platform.entries = dated(250);
    const known = { isKeyAccepted: true, isProjectFound: true, problem: null, spent: 1 };
    const first = await run({ phase: "backfill", items: 0 });
    expect(first).toMatchObject({ ...known, order: "newest_first", requests: null });
    expect(first.requestsPerHour).toBeGreaterThan(10);
  });

  test("knows the cost once everything was read", async () => {
    platform.entries = dated(250).reverse();
    const later = await run({ phase: "following", items: 250 });
    expect(later).toMatchObject({ order: "oldest_first", requests: 3 });
  });

  test("knows the cost of what fits on one page", async () => {
    platform.entries = dated(1);
    expect(await run({ phase: "backfill", items: 0 })).toMatchObject({ order: null, requests: 1 });
  });

  test.each([
    [401, { isKeyAccepted: false, isProjectFound: null }],
    [404, { isKeyAccepted: true, isProjectFound: false }],
    [500, { isKeyAccepted: null, isProjectFound: null }],
  ])("says what a %i means, without asking again", async (status, known) => {
    platform.always(faults.status(status));
    const result = await run({ phase: "backfill", items: 0 });
    expect(result).toMatchObject({ ...known, order: null, requests: null });
    expect(result.problem).toBeTypeOf("string");
  });
});

describe("the steps of the setup", () => {
  let store: TestDatabase<StoreSchema>;
  beforeEach(async () => {
    store = await openTestStore("sqlite");
  });
  afterEach(() => store.close());

  const check = { total: 4, matched: 2, sites: [] };

  /** The services as another start of the server has them: only the store and the world around it stay. */
  function open(world: {
    hasReceived?: boolean;
    people?: number;
    hasSample?: boolean;
    environment?: Record<string, string>;
    failure?: string | null;
  }) {
    const platform = {
      collectKeys: { hasReceivedElsewhere: async () => world.hasReceived ?? false },
      testAgent: async () => ({ failure: world.failure ?? null }),
    };
    const people = Array.from({ length: world.people ?? 1 });
    const auth = { hasSignIn: true, people: async () => ({ people, invitations: [] }) };
    const parts = {
      config: parseConfig({ DATA_DIR: "/tmp/none", ...world.environment }),
      platform,
      client: null,
      mirror: null,
      auth: { ...auth, audit: { record: async () => undefined } },
      sample: { isPresent: async () => world.hasSample ?? true },
      facts: createSetupFacts(store, systemClock),
    };
    return setupServices(parts as unknown as Parameters<typeof setupServices>[0]);
  }

  const me = { id: "me", name: "Me" };
  const done = async (services: ReturnType<typeof open>) =>
    (await services.read("docs")).steps.flatMap(({ name, isDone }) => (isDone ? name : []));

  test("are done by what happened, and not by what was configured", async () => {
    expect(await done(open({}))).toEqual([]);
    expect(await done(open({ people: 2, hasSample: false }))).toEqual(["team", "sample"]);
    expect(await done(open({ hasReceived: true }))).toEqual(["widget"]);
    const environment = { DOCS_REPOSITORY: "/srv/docs", AGENT_COMMAND: "claude" };
    expect(await done(open({ environment }))).toEqual([]);
  });

  test("remember a check and a test, until another repository or command is configured", async () => {
    const environment = { DOCS_REPOSITORY: "/srv/docs", AGENT_COMMAND: "claude" };
    const services = open({ environment });
    await services.recordCheck("docs", { ...check, matched: 1 } as never);
    expect(await done(services)).toEqual([]);
    await services.recordCheck("docs", check as never);
    await services.testAgent("docs", me);
    expect(await done(open({ environment }))).toEqual(["repository", "agent"]);
    const other = { DOCS_REPOSITORY: "/srv/other", AGENT_COMMAND: "codex" };
    expect(await done(open({ environment: other }))).toEqual([]);
    await open({ environment, failure: "exit code 1" }).testAgent("docs", me);
    expect(await done(open({ environment }))).toEqual(["repository"]);
  });

  test("count until all of them were done once, or they are hidden", async () => {
    const environment = { DOCS_REPOSITORY: "/srv/docs", AGENT_COMMAND: "claude" };
    const services = open({ hasReceived: true, people: 2, hasSample: false, environment });
    expect(await services.progress("docs")).toEqual({ done: 3, total: 5 });
    expect(await services.setHidden("docs", true, me)).toMatchObject({ isHidden: true });
    expect(await services.progress("docs")).toBeNull();
    expect(await services.progress("other")).toEqual({ done: 3, total: 5 });
    await services.setHidden("docs", false, me);
    expect(await services.progress("docs")).toEqual({ done: 3, total: 5 });
    await services.recordCheck("docs", check as never);
    await services.testAgent("docs", me);
    expect(await services.progress("docs")).toBeNull();
    // A key that is deleted later doesn't start the setup again.
    expect(await open({ environment }).progress("docs")).toBeNull();
  });
});
