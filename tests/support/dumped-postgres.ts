import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import pg from "pg";
import { startPostgres, TEST_SETTINGS } from "../../scripts/setup/postgres.mjs";

/** A server that the installed `pg_dump` can dump, or why there is none. */
export type DumpedPostgres = { url: string; stop: () => Promise<void> } | { missing: string };

/**
 * Returns the tests' server if `pg_dump` is at least as new, otherwise starts the installed server that
 * comes with it.
 */
export async function postgresForDumps(url: string): Promise<DumpedPostgres> {
  const client = dumpVersion();
  if (client === null) return { missing: "pg_dump isn't installed" };
  const server = await serverVersion(url);
  if (client >= server) return { url, stop: async () => undefined };
  const folder = `/usr/lib/postgresql/${client}`;
  if (existsSync(`${folder}/bin/initdb`)) return startPostgres(TEST_SETTINGS, folder);
  return { missing: `pg_dump ${client} is older than the tests' server ${server}` };
}

function dumpVersion(): number | null {
  try {
    const version = execFileSync("pg_dump", ["--version"], { encoding: "utf8" });
    return Number(/\d+/.exec(version)?.[0]);
  } catch {
    return null;
  }
}

async function serverVersion(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  } finally {
    await client.end();
  }
}
