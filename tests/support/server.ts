import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { type Server, serve } from "../../scripts/setup/serve.mjs";
import { isDashboardApi, responseProblems } from "./api-responses.ts";
import { testDistDir } from "./build.ts";
import { unconfigured } from "./environment.ts";
import { copySampleData } from "./sample-data.ts";

type Environment = Record<string, string>;

/** A running server of the real build, with its own data. */
export interface Errata {
  /** The origin, which stays the same across restarts. */
  url: string;
  dataDir: string;
  pid(): number;
  /** Everything the server has written to standard output and error so far. */
  output(): string;
  /** Ends the server immediately, like a power cut. */
  kill(): Promise<void>;
  /**
   * Restarts the server with the same data and port; `environment` overrides variables, and `distDir`
   * names another build.
   */
  restart(environment?: Environment, distDir?: string): Promise<void>;
  /** Stops the server and removes its data, unless the data folder was given. */
  close(): Promise<void>;
}

interface StartOptions {
  env?: Environment;
  port?: number;
  /** A folder to use as it is, and to keep. */
  dataDir?: string;
}

/**
 * Starts the real build on a free port and waits until it is healthy. Its data folder has the sample
 * feedback, or nothing if it uses a hosted platform. Only the variables in `env` configure it.
 */
export async function startErrata(options: StartOptions = {}): Promise<Errata> {
  const { env = {}, port = await freePort() } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "errata-data-"));
  if (!options.dataDir && !env.PLATFORM_URL) copySampleData(dataDir);
  const removeData = () => {
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  let written = "";
  let server: Server | undefined;
  const start = async (environment: Environment, distDir = testDistDir): Promise<void> => {
    server = await serve({
      host: environment.HOST ?? "127.0.0.1",
      port,
      distDir,
      // It costs a fifth of the processor time.
      saveMemory: false,
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
    removeData();
    throw error;
  }
  return {
    url: env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    dataDir,
    pid: () => server?.pid ?? 0,
    output: () => written,
    kill: async () => server?.kill(),
    restart: async (environment = {}, distDir = testDistDir) => {
      await stop();
      await start({ ...env, ...environment }, distDir);
    },
    close: async () => {
      await stop();
      removeData();
    },
  };
}

interface Fixtures {
  /** Set with `test.use({ environment: { … } })`. */
  environment: Environment;
  errata: Errata;
}

interface WorkerFixtures {
  servers: { for(key: string, env: Environment): Promise<Errata> };
}

/**
 * Playwright's `test` with a server for each file and environment, so that files don't affect each
 * other. It serves relative addresses, such as `page.goto("/docs/feedback")`.
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
    { timeout: 300_000 },
  ],
  baseURL: async ({ errata }, use) => use(errata.url),
  // Every response of the API that a page receives must be what its operation allows.
  context: async ({ context, errata }, use) => {
    const problems: string[] = [];
    const checks: Promise<void>[] = [];
    context.on("response", (response) => {
      const isJson = response.headers()["content-type"]?.startsWith("application/json");
      // Of the widget's requests, the browser keeps no body, and asking for it takes many seconds.
      const isApi = response.url().startsWith(errata.url) && isDashboardApi(response.url());
      if (!isJson || !isApi) return;
      const check = async () => {
        // The body is unavailable once the page was left.
        const text = await response.text().catch(() => "");
        const [method, url, status] = [
          response.request().method(),
          response.url(),
          response.status(),
        ];
        problems.push(...responseProblems({ method, url, status, text }));
      };
      checks.push(check());
    });
    await use(context);
    // A request that a test rerouted may still be on its way.
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await Promise.all(checks);
    expect(problems).toEqual([]);
  },
});

export { expect } from "@playwright/test";
