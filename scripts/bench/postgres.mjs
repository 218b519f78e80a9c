import pg from "pg";

/** As on a small server: a quarter of 2 GiB as cache, and a disk that seeks as fast as it reads. */
export const SETTINGS = [
  "shared_buffers=512MB",
  "effective_cache_size=1GB",
  "random_page_cost=1.1",
];

/**
 * Creates an empty database.
 * @param {string} server a connection URL of the server
 * @returns {Promise<string>} its connection URL
 */
export async function freshDatabase(server) {
  const name = `bench_${Date.now()}`;
  await run(server, `create database ${name} template template0`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

/** Does what autovacuum does within minutes. @param {string} database its connection URL */
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
