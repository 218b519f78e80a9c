import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { type Server, serve } from "../../scripts/setup/serve.mjs";
import { testDistDir } from "./build.ts";

type Environment = Record<string, string>;

/** A running Errata of the real build, with data of its own. */
export interface Errata {
  /** Its origin; stays the same over restarts. */
  url: string;
  dataDir: string;
  pid(): number;
  /** All that its processes have written to standard output and error so far. */
  output(): string;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port; `environment` replaces single variables. */
  restart(environment?: Environment): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts the real build on a free port with a fresh data folder and waits until it is healthy.
 * Variables of this process that configure Errata do not reach it; those in `env` do.
 */
export async function startErrata(
  options: { env?: Environment; port?: number } = {},
): Promise<Errata> {
  const { env = {}, port = await freePort() } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "errata-data-"));
  let written = "";
  let server: Server | undefined;
  const start = async (environment: Environment): Promise<void> => {
    server = await serve({
      host: environment.HOST ?? "127.0.0.1",
      port,
      distDir: testDistDir,
      env: { ...unconfigured, DATA_DIR: dataDir, ...environment },
      onOutput: (text) => {
        written += text;
      },
    });
  };
  const stop = async (): Promise<void> => server?.stop();
  try {
    await start(env);
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    url: env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    dataDir,
    pid: () => server?.pid ?? 0,
    output: () => written,
    kill: async () => server?.kill(),
    restart: async (environment = {}) => {
      await stop();
      await start({ ...env, ...environment });
    },
    close: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** An empty variable counts as absent. */
const unconfigured = Object.fromEntries(
  [
    "PUBLIC_URL",
    "DATABASE_URL",
    "PLATFORM_URL",
    "PLATFORM_API_KEY",
    "PLATFORM_PROJECTS",
    "PLATFORM_HOURLY_LIMIT",
    "PLATFORM_RESERVE",
    "PLATFORM_KEY_PREFIX",
    "AGENT_COMMAND",
    "DOCS_REPOSITORY",
    "GITHUB_TOKEN",
    "AUTH_SECRET",
    "AUTH_OIDC_ISSUER",
    "AUTH_OIDC_CLIENT_ID",
    "AUTH_OIDC_CLIENT_SECRET",
    "AUTH_ALLOWED_DOMAINS",
    "LOG_LEVEL",
  ].map((name) => [name, ""]),
);

interface Fixtures {
  /** Set with `test.use({ environment: { … } })`. */
  environment: Environment;
  errata: Errata;
}

interface WorkerFixtures {
  servers: { for(key: string, env: Environment): Promise<Errata> };
}

/**
 * Playwright's `test` with an Errata for each file and environment, so that no file finds what
 * another has done. `page.goto("/docs/feedback")` goes to it.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  environment: [{}, { option: true }],
  servers: [
    async ({ playwright: _ }, use) => {
      let current: { key: string; errata: Errata } | undefined;
      await use({
        for: async (key, env) => {
          if (current?.key !== key) {
            await current?.errata.close();
            current = undefined;
            current = { key, errata: await startErrata({ env }) };
          }
          return current.errata;
        },
      });
      await current?.errata.close();
    },
    { scope: "worker" },
  ],
  errata: [
    async ({ servers, environment }, use, { file }) => {
      await use(await servers.for(`${file} ${JSON.stringify(environment)}`, environment));
    },
    { timeout: 130_000 },
  ],
  baseURL: async ({ errata }, use) => use(errata.url),
});

export { expect } from "@playwright/test";
