import { setTimeout as delay } from "node:timers/promises";

/** How long to wait for the first sync and for a pause, in milliseconds. */
const TIMEOUT = 180_000;

/**
 * Waits until the first sync is complete and the next sync is at least `quiet` milliseconds away, so
 * that all requests until then are caused by people.
 * @param {string} url
 * @param {number} quiet
 */
export async function waitForIdleSync(url, quiet) {
  const deadline = Date.now() + TIMEOUT;
  while (Date.now() < deadline) {
    const { phase, nextRequestAt } = await syncOf(url);
    if (phase === "following" && nextRequestAt - Date.now() >= quiet) return;
    await delay(200);
  }
  throw new Error("The sync didn't pause within 3 minutes.");
}

/**
 * @param {string} url
 * @returns {Promise<number>} requests sent to the platform within the last hour
 */
export async function requestsUsed(url) {
  const { budget } = await syncOf(url);
  return budget.used;
}

/** @param {string} url */
async function syncOf(url) {
  const response = await fetch(`${url}/api/projects/docs/sync`);
  if (!response.ok) throw new Error(`GET …/sync responded with ${response.status}`);
  return response.json();
}
