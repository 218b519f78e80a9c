import SQLite from "better-sqlite3";
import pg from "pg";
import { queries } from "./store-queries.mjs";
import { median } from "./table.mjs";

// Runs every query in three ways, alternately, so that a busy moment affects all three: through the
// route handler, over HTTP, and as plain SQL on the engine. Needs the server's environment. Reports
// with `process.send`.

const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
/** Items before the page that is far down the list. */
const DEEP = 8_000;

/** @type {{ location: import("./store-data.mjs").Location, engine: "sqlite" | "postgres", size: number, url: string }} */
const { location, engine, size, url } = JSON.parse(process.argv[2] ?? "{}");
const folder = "../../app/api/projects";

/** @type {Record<string, () => Promise<{ GET: Function }>>} */
const modules = {
  "../../projects": () => import(`${folder}/route.ts`),
  feedback: () => import(`${folder}/[projectId]/feedback/route.ts`),
  "feedback/facets": () => import(`${folder}/[projectId]/feedback/facets/route.ts`),
  pages: () => import(`${folder}/[projectId]/pages/route.ts`),
  insights: () => import(`${folder}/[projectId]/insights/route.ts`),
  home: () => import(`${folder}/[projectId]/home/route.ts`),
  history: () => import(`${folder}/[projectId]/history/route.ts`),
  activity: () => import(`${folder}/[projectId]/activity/route.ts`),
};

const direct = openDirect();
const figures = [];
for (const { name, paths, floor, target } of await withDeepPage()) {
  /** @type {Record<"handler" | "http" | "floor", () => Promise<unknown>>} */
  const ways = {
    handler: () => Promise.all(paths.map(handled)),
    http: () => Promise.all(paths.map(fetched)),
    floor: async () => {
      for (const statement of floor(engine)) await direct(statement);
    },
  };
  /** @type {Record<string, number[]>} */
  const durations = { handler: [], http: [], floor: [] };
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round++) {
    for (const [way, work] of Object.entries(ways)) {
      const before = performance.now();
      await work();
      if (round >= WARM_UP_ROUNDS) durations[way]?.push(performance.now() - before);
    }
  }
  const [handler = [], http = [], engineOnly = []] = Object.values(durations);
  figures.push({
    name,
    handler: median(handler),
    http: median(http),
    floor: median(engineOnly),
    least: Math.min(...handler),
    leastFloor: Math.min(...engineOnly),
    target: target[size],
  });
}
process.send?.(figures, () => process.exit(0));

/** Returns the queries, with one for a page far down the list after the one for the first page. */
async function withDeepPage() {
  const [overhead, first, ...others] = queries;
  if (!overhead || !first) return queries;
  let [cursor, down] = ["", 0];
  while (down < DEEP) {
    const body = await handled(`feedback?limit=200${cursor}`);
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
    down += 200;
  }
  const name = `page, ${down.toLocaleString("en")} items down`;
  return [overhead, first, { ...first, name, paths: [`feedback?limit=100${cursor}`] }, ...others];
}

/**
 * Returns the response body of a route handler.
 * @param {string} path below the project's address
 */
async function handled(path) {
  const [name = "", query = ""] = path.split("?");
  const module = await modules[name]?.();
  if (!module) throw new Error(`No route handler is listed for ${name}.`);
  const { host } = new URL(url);
  const request = new Request(`${url}/api/projects/docs/${name}?${query}`, { headers: { host } });
  const params = Promise.resolve({ projectId: "docs" });
  return bodyOf(path, await module.GET(request, { params }));
}

/** @param {string} path below the project's address */
async function fetched(path) {
  return bodyOf(path, await fetch(`${url}/api/projects/docs/${path}`));
}

/**
 * @param {string} path
 * @param {Response} response
 */
async function bodyOf(path, response) {
  const body = await response.json();
  if (!response.ok)
    throw new Error(`${path} responded with ${response.status}: ${JSON.stringify(body)}`);
  return body;
}

/** @returns {(sql: string) => Promise<unknown>} */
function openDirect() {
  if (location.databaseUrl) {
    const pool = new pg.Pool({ connectionString: location.databaseUrl, max: 1 });
    return (sql) => pool.query(sql);
  }
  const sqlite = new SQLite(location.file, { readonly: true });
  sqlite.pragma("cache_size = -32000");
  sqlite.pragma("temp_store = memory");
  return async (sql) => sqlite.prepare(sql).all();
}
