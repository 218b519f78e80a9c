import { setTimeout as delay } from "node:timers/promises";

const SITE = "https://docs.example.com";
const api = "/api/projects/docs";

/** Milliseconds between two checks whether the server is idle, and the share of a core that counts as idle. */
const CHECK_MS = 100;
const QUIET_SHARE = 0.2;
/** Checks in a row. */
const QUIET_CHECKS = 2;
/** After so many, it is busy with something else. */
const MAX_CHECKS = 40;

/**
 * @typedef {object} Client of a server that watches itself (watched-server.mjs)
 * @property {(path: string, body?: unknown) => Promise<string>} call sends `body` with POST
 * @property {(submission: object) => Promise<string>} post sends feedback as a reader of its own; returns the ID
 * @property {() => Promise<number>} quiet resolves once the server is idle, with how long the event loop was busy at
 *   most, since the last check
 * @property {(work: () => Promise<unknown>) => Promise<number>} ownTime returns the longest time of own work meanwhile
 * @property {(work: () => Promise<unknown>) => Promise<string>} slowest returns the function that takes most of some work
 */

/** @param {string} url @param {RequestInit} [options] */
async function textOf(url, options) {
  for (;;) {
    const response = await fetch(url, options);
    const text = await response.text();
    if (response.status === 429) {
      await delay(1_000 * Number(response.headers.get("retry-after") ?? 1));
      continue;
    }
    if (response.ok || response.status === 404) return text;
    throw new Error(
      `${url.slice(0, 200)} responded with ${response.status}: ${text.slice(0, 300)}`,
    );
  }
}

/**
 * @param {string} url of the server
 * @param {string} control address at which it says what it used
 * @returns {Promise<Client>}
 */
export async function connect(url, control) {
  const json = { origin: url, "content-type": "application/json" };
  /** @type {Client["call"]} */
  const call = (path, body) =>
    textOf(
      url + path,
      body === undefined ? {} : { method: "POST", headers: json, body: JSON.stringify(body) },
    );
  const created = await call(`${api}/collect/keys`, { name: "Bench", origins: [SITE], paths: [] });
  const collector = `${url}/v1/collect/${JSON.parse(created).keys[0].key}`;
  /** @returns {Promise<import("./watched-server.mjs").Used>} */
  const used = async () => JSON.parse(await textOf(control));
  let readers = 0;
  return {
    call,
    post: async (submission) => {
      readers += 1;
      const address = `10.0.${(readers >> 8) & 255}.${readers & 255}`;
      const headers = { ...json, origin: SITE, "x-forwarded-for": address };
      const options = { method: "POST", headers, body: JSON.stringify(submission) };
      return JSON.parse(await textOf(collector, options)).id;
    },
    quiet: async () => {
      let [longest, quiet] = [0, 0];
      for (let check = 0; check < MAX_CHECKS && quiet < QUIET_CHECKS; check += 1) {
        const began = performance.now();
        await delay(CHECK_MS);
        const { own, cpu } = await used();
        longest = Math.max(longest, own);
        quiet = cpu < QUIET_SHARE * (performance.now() - began) ? quiet + 1 : 0;
      }
      return longest;
    },
    ownTime: async (work) => {
      await used();
      await work();
      return (await used()).own;
    },
    slowest: async (work) => {
      await textOf(`${control}/profile`);
      await work();
      return JSON.parse(await textOf(`${control}/profile`));
    },
  };
}
