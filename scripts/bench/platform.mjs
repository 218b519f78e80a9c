import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds for the sample to arrive, and for a moment without a request of the mirror. */
const TIMEOUT = 180_000;

/**
 * Waits until the mirror has everything and its next request is `quiet` milliseconds away, so that
 * what is spent until then is spent by people.
 * @param {string} url
 * @param {number} quiet
 */
export async function untilMirrorRests(url, quiet) {
  const deadline = Date.now() + TIMEOUT;
  while (Date.now() < deadline) {
    const { phase, nextRequestAt } = await syncOf(url);
    if (phase === "following" && nextRequestAt - Date.now() >= quiet) return;
    await delay(200);
  }
  throw new Error("The mirror did not come to rest.");
}

/**
 * @param {string} url
 * @returns {Promise<number>} requests sent to the platform within the last hour
 */
export async function requestsSpent(url) {
  const { budget } = await syncOf(url);
  return budget.used;
}

/** @param {string} url */
async function syncOf(url) {
  const response = await fetch(`${url}/api/projects/docs/sync`);
  if (!response.ok) throw new Error(`GET …/sync answered ${response.status}`);
  return response.json();
}
