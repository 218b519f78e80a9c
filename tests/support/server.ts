import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { isDashboardApi, responseProblems } from "./api-responses.ts";
import { testDistDir } from "./build.ts";
import { copySampleData } from "./sample-data.ts";
import {
  type Environment,
  endKeptProcesses,
  keepProcess,
  openInAnyProcess,
  type ServerProcess,
  startProcess,
} from "./server-pool.ts";

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
  /** Opens Errata anew in its process, with the same data; `environment` overrides variables. */
  reopen(environment?: Environment): Promise<void>;
  /**
   * Restarts the server with the same data and port; `environment` overrides variables, and `distDir`
   * names another build.
   */
  restart(environment?: Environment, distDir?: string): Promise<void>;
  /** Closes it and removes its data, unless the data folder was given. */
  close(): Promise<void>;
}

interface StartOptions {
  env?: Environment;
  /** Another address to listen on, at which people open Errata. */
  host?: string;
  /** For a process of its own, on this port. */
  port?: number;
  /** A folder to use as it is, and to keep. */
  dataDir?: string;
}

/**
 * Opens the real build on a free port and waits until it is healthy. Its data folder has the sample
 * feedback, or nothing if it uses a hosted platform. Only the variables in `env` configure it. Its process may have
 * served other tests, and is kept for the next ones, except with a port.
 */
export async function startErrata(options: StartOptions = {}): Promise<Errata> {
  const { env = {}, host, port } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "errata-data-"));
  if (!options.dataDir && !env.PLATFORM_URL) copySampleData(dataDir);
  const removeData = () => {
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  const variables = (on: number): Environment => ({
    DATA_DIR: dataDir,
    ...(host === undefined ? {} : { HOST: host, PUBLIC_URL: `http://${host}:${on}` }),
    ...env,
  });
  let server: ServerProcess;
  try {
    server = port
      ? await startProcess(variables(port), port, testDistDir)
      : await openInAnyProcess(variables);
  } catch (error) {
    removeData();
    throw error;
  }
  const given = variables(server.port);
  let current = given;
  let isKept = port === undefined;
  let written = "";
  return {
    url: given.PUBLIC_URL ?? `http://127.0.0.1:${server.port}`,
    dataDir,
    pid: () => server.pid,
    output: () => written + server.output(),
    kill: () => server.kill(),
    reopen: async (environment = {}) => {
      await server.open({ ...given, ...environment });
    },
    restart: async (environment = {}, distDir = testDistDir) => {
      await server.stop();
      written += server.output();
      current = { ...given, ...environment };
      isKept &&= distDir === testDistDir;
      server = await startProcess(current, server.port, distDir);
    },
    close: async () => {
      await (isKept && server.isRunning() ? keepProcess(server, current) : server.stop());
      removeData();
    },
  };
}

/** What tests of one file share, such as a running Errata. */
interface Shared {
  close(): Promise<void>;
}

let closeShared = async (): Promise<void> => undefined;

/**
 * Returns a function that opens something for the tests of a file and closes it once a test of this worker asks for
 * something else, so that files don't affect each other.
 */
export function sharedInFile<Parameters extends unknown[], Value extends Shared>(
  open: (...parameters: Parameters) => Promise<Value>,
): (file: string, ...parameters: Parameters) => Promise<Value> {
  let current: { key: string; value: Value } | undefined;
  return async (file, ...parameters) => {
    const key = `${file} ${JSON.stringify(parameters)}`;
    if (current?.key === key) return current.value;
    await closeShared();
    const value = await open(...parameters);
    current = { key, value };
    closeShared = async () => {
      current = undefined;
      closeShared = async () => undefined;
      await value.close();
    };
    return value;
  };
}

/**
 * Playwright's `test` for files that start Errata themselves. A worker runs them and those that share `errata`: with
 * other worker fixtures, each would need a worker and a browser of its own.
 */
export const plainTest = base.extend<object, { servers: undefined }>({
  servers: [
    async ({ playwright: _ }, use) => {
      await use(undefined);
      await closeShared();
      await endKeptProcesses();
    },
    { scope: "worker", auto: true },
  ],
});

interface Fixtures {
  /** Set with `test.use({ environment: { … } })`. */
  environment: Environment;
  errata: Errata;
}

const errataOf = sharedInFile((env: Environment) => startErrata({ env }));

/**
 * Playwright's `test` with a server for each file and environment. It serves relative addresses, such as
 * `page.goto("/docs/feedback")`.
 */
export const test = plainTest.extend<Fixtures>({
  environment: [{}, { option: true }],
  errata: [
    async ({ environment }, use, { file }) => use(await errataOf(file, environment)),
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
