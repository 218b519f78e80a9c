/**
 * What people ask of the store: the requests of one measure go out together, as the inbox sends
 * them. `floor` is the same answer as hand-written SQL, run directly on the engine.
 * @typedef {object} Question
 * @property {string} name
 * @property {string[]} paths below the project's address
 * @property {(engine: "sqlite" | "postgres") => string[]} floor
 * @property {Record<number, number>} reach milliseconds by number of entries
 */

const WHERE = "where project_id = 'docs'";

const PAGE = `select f.id, f.source, f.team_status, f.path, f.page, substr(f.comment, 1, 280),
  f.created_at, f.sort_at, f.helpful
  from (select project_id, id, sort_at from feedback_fact ${WHERE}
    order by sort_at desc, id desc limit 101) a
  join feedback f on f.project_id = a.project_id and f.id = a.id
  order by a.sort_at desc, a.id desc`;
const KINDS = `select kind, count(*) from feedback_fact ${WHERE} group by kind`;
const DAY = 86_400_000;
const FROM = Date.now() - 90 * DAY;
const KINDS_FROM = `select kind, sum(n) from (select day, kind, count(*) n from feedback_fact ${WHERE}
  and day >= ${Math.floor(FROM / DAY)} and +sort_at >= ${FROM} group by day, kind) s group by kind`;
const PAGES = `select page, kind, count(*), max(sort_at) from feedback_fact ${WHERE}
  group by page, kind`;
const DAYS = `select day, kind, count(*) from feedback_fact ${WHERE} group by day, kind`;

/** Words as the sample has them: every third entry, every fiftieth, and so on. */
const SEARCHES = [
  { name: "search, common word", q: "the" },
  { name: "search, rare word", q: "webhook" },
  { name: "search, two letters", q: "th" },
  { name: "search, one letter", q: "e" },
  { name: "search, no match", q: "zzqqxx" },
];

/** @type {Question[]} */
export const questions = [
  {
    // What an answer costs that asks the store nothing.
    name: "HTTP and server alone",
    paths: ["../../projects"],
    floor: () => ["select 1"],
    reach: {},
  },
  {
    name: "page",
    paths: ["feedback?limit=100"],
    floor: () => [PAGE],
    reach: { 100000: 4, 1000000: 6 },
  },
  {
    name: "page of a filter",
    paths: ["feedback?limit=100&status=pending&path=/guides/*"],
    floor: () => [PAGE],
    reach: { 100000: 4, 1000000: 6 },
  },
  {
    name: "facets with total",
    paths: ["feedback/facets?status=pending"],
    floor: () => [KINDS],
    reach: { 100000: 35, 1000000: 200 },
  },
  {
    name: "facets of 90 days",
    paths: [`feedback/facets?dateFrom=${new Date(FROM).toISOString()}`],
    floor: () => [KINDS_FROM],
    reach: { 100000: 35, 1000000: 200 },
  },
  {
    name: "by page",
    paths: ["pages"],
    floor: () => [PAGES],
    reach: { 100000: 35, 1000000: 150 },
  },
  {
    name: "activity",
    paths: ["activity"],
    floor: () => [DAYS],
    reach: { 100000: 20, 1000000: 150 },
  },
  ...SEARCHES.map(({ name, q }) => ({
    name,
    paths: [`feedback?limit=100&q=${q}`, `feedback/facets?q=${q}`],
    floor: (/** @type {"sqlite" | "postgres"} */ engine) => [PAGE, searchFloor(engine, q)],
    reach: { 100000: 15, 1000000: 60 },
  })),
];

/**
 * @param {"sqlite" | "postgres"} engine
 * @param {string} q
 */
function searchFloor(engine, q) {
  if (engine === "postgres") {
    return `select kind, count(*) from feedback_fact ${WHERE} and search_text like '%${q}%' group by kind`;
  }
  const codes = [...q].map((letter) => letter.codePointAt(0)?.toString(16)).join("x");
  const [index, match] =
    q.length < 3 ? ["feedback_fact_gram", codes] : ["feedback_fact_trigram", q];
  return `select rowid >> 32, count(*) from ${index} where ${index} match '"${match}"' group by 1`;
}
