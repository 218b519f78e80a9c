import { randomUUID } from "node:crypto";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { replyUrl } from "../../lib/text/reader-mail.ts";
import { matches } from "../../lib/text/searchable.ts";
import { PAGE } from "./hostile-ways.mjs";

const api = "/api/projects/docs";
const TOKEN = "0123456789abcdef";
/** Characters of a comment in which a browser marks what was searched for, and words of a search. */
const MARKED = 5_000;
const SEARCHED_WORDS = 20;

/** @typedef {import("./hostile-client.mjs").Client} Client */
/** @typedef {import("./hostile.mjs").Sent} Sent */

/** @param {string} comment */
function wordsOf(comment) {
  const words = new Set(comment.slice(0, MARKED).split(/\s+/));
  return [...words].slice(0, SEARCHED_WORDS).join(" ").slice(0, 900).toWellFormed();
}

/** @param {Sent} sent @param {Record<string, string>} [more] */
const filters = ({ path }, more = {}) => new URLSearchParams({ path, ...more });

/**
 * The places where people read comments. @type {Record<string, (client: Client, sent: Sent) =>
 * Promise<unknown>>}
 */
export const READINGS = {
  List: ({ call }, sent) => call(`${api}/feedback?${filters(sent)}`),
  "Grouped list": ({ call }, sent) => call(`${api}/feedback?${filters(sent, { grouped: "true" })}`),
  "Inbox, as a page": ({ call }, sent) => call(`/docs/feedback?${filters(sent)}`),
  "Open item, as a page": ({ call }, sent) =>
    call(`/docs/feedback?${filters(sent, { open: sent.ids[0] ?? "" })}`),
  Item: ({ call }, { ids }) => call(`${api}/feedback/${ids[0]}`),
  "Item with code": ({ call }, { ids }) => call(`${api}/feedback/${ids[6]}`),
  "Passage of the page": ({ call }, { ids }) => call(`${api}/feedback/${ids[8]}/page`),
  "Passage with the code": ({ call }, { ids }) => call(`${api}/feedback/${ids[6]}/page`),
  "Similar items": ({ call }, { ids }) => call(`${api}/feedback/${ids[0]}/similar`),
  "Search for its start": ({ call }, sent) =>
    call(`${api}/feedback?${filters(sent, { q: sent.comment.slice(0, 200).toWellFormed() })}`),
  "Search for its words": ({ call }, sent) =>
    call(`${api}/feedback?${filters(sent, { q: wordsOf(sent.comment) })}`),
  "Search for a letter": ({ call }, sent) =>
    call(`${api}/feedback?${filters(sent, { q: sent.comment.slice(200, 202).toWellFormed() })}`),
  "Counts of a search": ({ call }, sent) =>
    call(`${api}/feedback/facets?${filters(sent, { q: wordsOf(sent.comment) })}`),
  "Evidence of a prompt": ({ call }, { ids }) =>
    call(`${api}/feedback/evidence`, { ids: ids.slice(0, 1) }),
  "Export as CSV": ({ call }, sent) =>
    call(`${api}/feedback/export?${filters(sent, { format: "csv" })}`),
  "Export as JSON": ({ call }, sent) =>
    call(`${api}/feedback/export?${filters(sent, { format: "json" })}`),
};

/**
 * Screens of the whole project, which have the comments so far as well: what counts is what one more adds.
 * @type {Record<string, string>}
 */
export const SCREENS = {
  "Insights and themes": `${api}/insights`,
  "Insights, as a page": "/docs/insights",
  "Pages screen": "/docs/pages",
  Home: "/docs",
  Activity: "/docs/activity",
  Notifications: `${api}/notifications`,
  "Held posts": `${api}/collect/suspects`,
  "Jobs screen": "/docs/jobs",
};

/**
 * What browsers do with a comment, in this process.
 * @type {Record<string, (sent: Sent) => unknown>}
 */
export const IN_BROWSERS = {
  "Draft of a prompt": promptOf,
  "Marks of a search": ({ comment }) => matches(comment.slice(0, MARKED), ["a", "e"]),
  "Mail to a reader": ({ comment }) =>
    replyUrl("a@example.org", { page: "/a", comment, liveUrl: null }),
};

/** @param {Sent} sent */
function promptOf({ comment, ids: [id = ""] }) {
  const none = {
    lang: null,
    filename: null,
    reasons: [],
    file: null,
    otherFiles: [],
    labels: [],
    openPulls: [],
  };
  const item = {
    ...none,
    id,
    page: PAGE,
    path: PAGE,
    source: "contextual",
    helpful: false,
    createdAt: 0,
    comment,
    code: comment,
  };
  return draftPrompt([item], { token: TOKEN });
}

export const JOB = "Agent job";

/**
 * Runs a job with a comment.
 * @param {Client} client
 * @param {Sent} sent
 * @returns {Promise<{ longest: number, readings: Record<string, string> }>} the longest step of the job in milliseconds, and
 *   the addresses of what is read of it
 */
export async function runJob({ call, quiet }, sent) {
  const job = {
    intentKey: randomUUID(),
    prompt: promptOf(sent),
    feedbackIds: sent.ids.slice(0, 1),
  };
  const { id } = JSON.parse(await call(`${api}/jobs`, job)).job;
  let longest = 0;
  for (let settledAt = null; settledAt === null; ) {
    longest = Math.max(longest, await quiet());
    ({ settledAt } = JSON.parse(await call(`${api}/jobs/${id}`)).job);
  }
  return {
    longest,
    readings: {
      "Job, as a page": `/docs/jobs/${id}`,
      "Report of a job": `${api}/jobs/${id}/report`,
    },
  };
}
