import { setTimeout as delay } from "node:timers/promises";

/** How long to wait for the sample feedback, in milliseconds. */
const TIMEOUT = 180_000;

/**
 * Resolves once all feedback is synced.
 * @param {string} url
 */
export async function waitForSync(url) {
  const deadline = Date.now() + TIMEOUT;
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/api/projects/docs/sync`);
    if (!response.ok) throw new Error(`GET …/sync responded with ${response.status}`);
    const { phase, changesLeft } = await response.json();
    if (phase === "following" && changesLeft === 0) return;
    await delay(200);
  }
  throw new Error("The feedback wasn't synced within 3 minutes.");
}
