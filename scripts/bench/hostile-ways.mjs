/** Items of one kind in one import. Its figure is that of the longest step, so that it may grow with none of them. */
const IMPORTED = 20;

/** A page of the sample's documentation. */
export const PAGE = "/guides/authentication";

export const IMPORT = `Import of ${IMPORTED}`;

/**
 * How readers, sites, and agents send a text.
 * @type {Record<string, (comment: string, url: string) => object>}
 */
export const WAYS = {
  "Comment, to the inbox": (comment, url) => ({ url, helpful: false, comment }),
  Praise: (comment, url) => ({ url, helpful: true, comment }),
  "Agent's report": (comment, url) => ({ url, agent: true, comment }),
  "Reported code": (code) => ({
    url: PAGE,
    helpful: false,
    code,
    comment: "This code fails",
  }),
  "Comment with an address": (comment) => ({
    url: PAGE,
    helpful: false,
    comment,
    email: "reader@example.org",
  }),
};

/**
 * @param {import("./hostile-client.mjs").Client} client
 * @param {string} path
 * @param {string} comment
 */
export async function importFigure(client, path, comment) {
  const items = Array.from({ length: IMPORTED }, (_, at) => ({
    line: at + 1,
    copy: 0,
    value: {
      path: `${path}/imported`,
      comment: `${at} ${comment}`,
      helpful: false,
      source: "contextual",
    },
  }));
  await client.call("/api/projects/docs/imports", { file: "hostile.csv", items });
  return client.quiet();
}
