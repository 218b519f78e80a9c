import SQLite from "better-sqlite3";
import pg from "pg";
import { questions } from "./store-questions.mjs";
import { median } from "./table.mjs";

// A process that asks every question in turns: the route handler here, the server over HTTP, and the
// floor directly on the engine, so that a busy moment of the machine meets all three. Its
// environment is the server's; it reports by `process.send`.

const ROUNDS = 15;
const WARM = 3;
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
  activity: () => import(`${folder}/[projectId]/activity/route.ts`),
};

const direct = openDirect();
const figures = [];
for (const { name, paths, floor, reach } of await withDeepPage()) {
  /** @type {Record<"handler" | "http" | "floor", () => Promise<unknown>>} */
  const ways = {
    handler: () => Promise.all(paths.map(handled)),
    http: () => Promise.all(paths.map(fetched)),
    floor: async () => {
      for (const statement of floor(engine)) await direct(statement);
    },
  };
  /** @type {Record<string, number[]>} */
  const taken = { handler: [], http: [], floor: [] };
  for (let round = 0; round < ROUNDS + WARM; round++) {
    for (const [way, work] of Object.entries(ways)) {
      const before = performance.now();
      await work();
      if (round >= WARM) taken[way]?.push(performance.now() - before);
    }
  }
  const [handler = [], http = [], engineAlone = []] = Object.values(taken);
  figures.push({
    ...{ name, handler: median(handler), http: median(http), floor: median(engineAlone) },
    ...{ least: Math.min(...handler), leastFloor: Math.min(...engineAlone), reach: reach[size] },
  });
}
process.send?.(figures, () => process.exit(0));

/** The questions, and a page far down the list beside the first one. */
async function withDeepPage() {
  const [alone, first, ...others] = questions;
  if (!alone || !first) return questions;
  let [cursor, down] = ["", 0];
  while (down < DEEP) {
    const body = await handled(`feedback?limit=200${cursor}`);
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
    down += 200;
  }
  const name = `page, ${down.toLocaleString("en")} entries down`;
  return [alone, first, { ...first, name, paths: [`feedback?limit=100${cursor}`] }, ...others];
}

/**
 * The answer of a route handler, as it is sent.
 * @param {string} path below the project's address
 */
async function handled(path) {
  const [name = "", query = ""] = path.split("?");
  const module = await modules[name]?.();
  if (!module) throw new Error(`The handler of ${name} is not known here.`);
  const { host } = new URL(url);
  const request = new Request(`${url}/api/projects/docs/${name}?${query}`, { headers: { host } });
  const params = Promise.resolve({ projectId: "docs" });
  return answerOf(path, await module.GET(request, { params }));
}

/** @param {string} path below the project's address */
async function fetched(path) {
  return answerOf(path, await fetch(`${url}/api/projects/docs/${path}`));
}

/**
 * @param {string} path
 * @param {Response} response
 */
async function answerOf(path, response) {
  const body = await response.json();
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(body)}`);
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
