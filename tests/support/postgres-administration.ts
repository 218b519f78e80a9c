import pg from "pg";

/**
 * One connection of this process to each server. Connecting costs PostgreSQL more processor time than creating a
 * database does, and every test creates one.
 */
const pools = new Map<string, pg.Pool>();

/** Returns the address of another database on the same server. */
export function addressOf(server: string, database: string): string {
  const address = new URL(server);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs a statement outside of any transaction, such as `create database`. */
export async function administer(server: string, statement: string): Promise<void> {
  await poolOf(server).query(statement);
}

function poolOf(server: string): pg.Pool {
  const open = pools.get(server);
  if (open) return open;
  const settings = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true };
  const pool = new pg.Pool({ connectionString: server, ...settings });
  // The server stops at the end of a run, or of a test that has its own.
  pool.on("error", () => undefined);
  pools.set(server, pool);
  return pool;
}
