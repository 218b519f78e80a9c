/**
 * Requests to the store. Those of one measurement are sent together, as the inbox does. `floor` gets
 * the same result with hand-written SQL, directly on the engine.
 * @typedef {object} Query
 * @property {string} name
 * @property {string[]} paths below the project's address
 * @property {(engine: "sqlite" | "postgres") => string[]} floor
 * @property {Record<number, number>} target in milliseconds, by number of items
 */

const WHERE = "where project_id = 'docs'";

const PAGE = `select f.id, f.source, f.team_status, f.path, f.page, substr(f.comment, 1, 280),
  f.created_at, f.sort_at, f.helpful
  from (select project_id, id, sort_at from feedback_index ${WHERE}
    order by sort_at desc, id desc limit 101) a
  join feedback f on f.project_id = a.project_id and f.id = a.id
  order by a.sort_at desc, a.id desc`;
const FACETS = `select facet_group_id, count(*) from feedback_index ${WHERE} group by facet_group_id`;
const DAY = 86_400_000;
const FROM = Date.now() - 90 * DAY;
const FACETS_FROM = `select facet_group_id, sum(n) from (select day, facet_group_id, count(*) n from feedback_index ${WHERE}
  and day >= ${Math.floor(FROM / DAY)} and +sort_at >= ${FROM} group by day, facet_group_id) s group by facet_group_id`;
const PAGES = `select page, facet_group_id, count(*), max(sort_at) from feedback_index ${WHERE}
  group by page, facet_group_id`;
const PAGES_FROM = `select page, facet_group_id, count(*), max(sort_at) from feedback_index ${WHERE}
  and sort_at >= ${FROM} group by page, facet_group_id`;
const DAYS = `select day, facet_group_id, count(*) from feedback_index ${WHERE} group by day, facet_group_id`;
/** The size of each group that the newest items are in. */
const GROUPS = `select m.group_id, (select count(*) from feedback_group_member o
    where o.project_id = 'docs' and o.group_id = m.group_id)
  from (select id from feedback_index ${WHERE} order by sort_at desc, id desc limit 101) a
  join feedback_group_member m on m.project_id = 'docs' and m.feedback_id = a.id`;
const LARGE_GROUPS = `select m.facet_group_id, count(*) from feedback_group_size s
  join feedback_group_member m on m.project_id = s.project_id and m.group_id = s.group_id
  where s.project_id = 'docs' and s.items >= 5 group by m.facet_group_id`;
const PACE = `select day, measure, bucket, items from wait_time_day ${WHERE} and items > 0`;
const DAY_FROM = Math.floor(FROM / DAY);

/** Words of the sample: one is in every third item, one in every fiftieth, and so on. */
const SEARCHES = [
  { name: "search, common word", q: "the" },
  { name: "search, rare word", q: "webhook" },
  { name: "search, two letters", q: "th" },
  { name: "search, one letter", q: "e" },
  { name: "search, no match", q: "zzqqxx" },
  { name: "search, two common words", q: "the page" },
  { name: "search, a common and a rare word", q: "the webhook" },
  { name: "search, a word and a letter", q: "webhook e" },
  { name: "search, a word without another", q: "webhook -the" },
  { name: "search, all without a word", q: "-webhook" },
];

/** Filters of which nothing is counted in advance. */
const FILTERS = [
  { name: "reader left a contact", query: "contact=true", wanted: "contact <> ''" },
  { name: "no contact", query: "contact=false", wanted: "(contact <> '') is not true" },
  {
    name: "label",
    query: "label=label-1",
    wanted:
      "id in (select feedback_id from feedback_label where label_id = 'label-1' and is_on = 1)",
  },
  {
    name: "no agent job",
    query: "hasJob=false",
    wanted: "id not in (select feedback_id from job_feedback)",
  },
  {
    name: "assigned to no one, not snoozed",
    query: "assignee=nobody&snoozed=false",
    wanted:
      "id not in (select feedback_id from feedback_assignee where person_id is not null) and id not in (select feedback_id from feedback_snooze where until is not null)",
  },
  {
    name: "the platform's own status",
    query: "differs=false",
    wanted: "team_status = platform_status",
  },
];

/** @type {Query[]} */
export const queries = [
  {
    // What a response costs without any query.
    name: "HTTP and server only",
    paths: ["../../projects"],
    floor: () => ["select 1"],
    target: {},
  },
  {
    name: "page",
    paths: ["feedback?limit=100"],
    floor: () => [PAGE],
    target: { 100000: 4, 1000000: 6 },
  },
  {
    name: "page with filters",
    paths: ["feedback?limit=100&status=pending&path=/guides/*"],
    floor: () => [PAGE],
    target: { 100000: 4, 1000000: 6 },
  },
  {
    name: "page without noise",
    paths: ["feedback?limit=100&status=pending&noise=false"],
    floor: () => [PAGE],
    target: { 100000: 4, 1000000: 6 },
  },
  {
    name: "page of groups",
    paths: ["feedback?limit=100&grouped=true"],
    floor: () => [PAGE, GROUPS],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "page with votes in lines",
    paths: ["feedback?limit=100&voteLines=true"],
    floor: () => [PAGE],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "groups of five and more",
    paths: ["feedback?limit=100&grouped=true&groupSize=5", "feedback/facets?groupSize=5"],
    floor: () => [PAGE, LARGE_GROUPS],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "facets without noise",
    paths: ["feedback/facets?noise=false"],
    floor: () => [FACETS],
    target: { 100000: 35, 1000000: 200 },
  },
  {
    name: "facets with total",
    paths: ["feedback/facets?status=pending"],
    floor: () => [FACETS],
    target: { 100000: 35, 1000000: 200 },
  },
  {
    name: "facets for 90 days",
    paths: [`feedback/facets?dateFrom=${new Date(FROM).toISOString()}`],
    floor: () => [FACETS_FROM],
    target: { 100000: 35, 1000000: 200 },
  },
  {
    name: "pages by rank",
    paths: ["pages"],
    floor: () => [PAGES],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "the Pages screen",
    paths: ["pages?trend=true"],
    floor: () => [PAGES],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "the Pages screen for 90 days",
    paths: [`pages?trend=true&dateFrom=${new Date(FROM).toISOString()}`],
    floor: () => [PAGES_FROM],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "activity",
    paths: ["activity"],
    floor: () => [DAYS],
    target: { 100000: 20, 1000000: 150 },
  },
  {
    name: "insights",
    paths: ["insights"],
    floor: () => [DAYS, PACE],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "insights for 90 days",
    paths: [`insights?dateFrom=${new Date(FROM).toISOString().slice(0, 10)}`],
    floor: () => [`${DAYS} having day >= ${DAY_FROM}`, `${PACE} and day >= ${DAY_FROM}`],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "home, on the first visit",
    paths: ["home"],
    floor: () => [PAGES],
    target: { 100000: 35, 1000000: 150 },
  },
  {
    name: "history of all items",
    paths: ["history"],
    floor: () => [`select * from feedback_event ${WHERE} order by id desc limit 200`],
    target: { 100000: 35, 1000000: 150 },
  },
  ...SEARCHES.map(({ name, q }) => ({
    name,
    paths: [`feedback?limit=100&q=${q}`, `feedback/facets?q=${q}`],
    floor: (/** @type {"sqlite" | "postgres"} */ engine) => [PAGE, searchFloor(engine, q)],
    target: { 100000: 15, 1000000: 60 },
  })),
  ...FILTERS.map(({ name, query, wanted }) => ({
    name,
    paths: [`feedback?limit=100&${query}`, `feedback/facets?${query}`],
    floor: () => [
      PAGE,
      `select source, team_status, count(*) from feedback ${WHERE} and ${wanted} group by 1, 2`,
    ],
    target: { 100000: 35, 1000000: 200 },
  })),
];

/**
 * Counts what a search finds, from the text index. Words of one and of more characters have their own.
 * @param {"sqlite" | "postgres"} engine
 * @param {string} q
 */
function searchFloor(engine, q) {
  const words = q
    .split(" ")
    .map((word) => ({ not: word.startsWith("-"), text: word.replace("-", "") }));
  if (engine === "postgres") {
    const likes = words.map(({ not, text }) => `search_text ${not ? "not " : ""}like '%${text}%'`);
    return `select facet_group_id, count(*) from feedback_index ${WHERE} and ${likes.join(" and ")} group by facet_group_id`;
  }
  const found = words.map(({ not, text }) => {
    const codes = [...text].map((letter) => letter.codePointAt(0)?.toString(16)).join("x");
    const [index, match] =
      text.length < 3 ? ["feedback_index_gram", codes] : ["feedback_index_trigram", text];
    return `${not ? "except " : "intersect "}select rowid as row from ${index} where ${index} match '"${match}"'`;
  });
  const all = words[0]?.not ? "select key as row from feedback_index" : "";
  return `select row >> 32, count(*) from (${`${all} ${found.join(" ")}`.trim().replace(/^intersect /, "")}) group by 1`;
}
