import { median } from "./table.mjs";

/** A route that does almost no work. */
const ROUTE = "/api/projects";
const TIMES = 400;
const PASSWORD = "a password for the benchmark only";

/**
 * Measures what checking the session adds to a request: calls the same route of a server with sign-in
 * and of one without, alternately.
 * @param {(environment?: Record<string, string>) => Promise<import("./clone.mjs").Started>} start
 * @returns {Promise<{ with: number, without: number }>} medians, in milliseconds
 */
export async function sessionCheck(start) {
  const open = await start();
  const guarded = await start({ AUTH_SECRET: "a-secret-for-the-benchmark-only-0" });
  try {
    const cookie = await signIn(guarded);
    const durations = { with: Array.of(0), without: Array.of(0) };
    for (let time = 0; time < TIMES; time++) {
      durations.with.push(await timeRequest(guarded.url, cookie));
      durations.without.push(await timeRequest(open.url, cookie));
    }
    return { with: median(durations.with.slice(1)), without: median(durations.without.slice(1)) };
  } finally {
    await Promise.all([open.stop(), guarded.stop()]);
  }
}

/**
 * Creates the first admin of a server with sign-in.
 * @param {{ url: string, output: () => string }} server that started last
 * @returns {Promise<string>} the session cookie of the first admin
 */
export async function signIn({ url, output }) {
  const token = /\/set-up\/(\S+)/.exec(output())?.[1];
  const response = await fetch(`${url}/api/invitation`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ token, name: "Bench", email: "bench@example.org", password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`Couldn't create the first admin: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/**
 * @param {string} url
 * @param {string} cookie
 * @returns {Promise<number>} milliseconds until the response is read
 */
async function timeRequest(url, cookie) {
  const before = performance.now();
  const response = await fetch(url + ROUTE, { headers: { cookie } });
  await response.text();
  if (!response.ok) throw new Error(`${ROUTE} responded with ${response.status}.`);
  return performance.now() - before;
}
