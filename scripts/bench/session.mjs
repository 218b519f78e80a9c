import { median } from "./table.mjs";

/** A route that does next to nothing itself. */
const ROUTE = "/api/projects";
const TIMES = 400;
const PASSWORD = "only for the bench, and for nothing else";

/**
 * What asking who somebody is adds to a request: the same route of a server with sign-in and of one
 * without, in turns.
 * @param {(environment?: Record<string, string>) => Promise<import("./clone.mjs").Started>} start
 * @returns {Promise<{ with: number, without: number }>} medians, in milliseconds
 */
export async function sessionCheck(start) {
  const open = await start();
  const guarded = await start({ AUTH_SECRET: "a-secret-of-the-bench-and-no-other" });
  try {
    const cookie = await signIn(guarded);
    const taken = { with: Array.of(0), without: Array.of(0) };
    for (let time = 0; time < TIMES; time++) {
      taken.with.push(await ask(guarded.url, cookie));
      taken.without.push(await ask(open.url, cookie));
    }
    return { with: median(taken.with.slice(1)), without: median(taken.without.slice(1)) };
  } finally {
    await Promise.all([open.stop(), guarded.stop()]);
  }
}

/**
 * @param {import("./clone.mjs").Started} server
 * @returns {Promise<string>} the cookie of its first admin
 */
async function signIn({ url, output }) {
  const token = /\/set-up\/(\S+)/.exec(output())?.[1];
  const answer = await fetch(`${url}/api/invitation`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ token, name: "Bench", email: "bench@example.org", password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The first admin couldn't be created: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/**
 * @param {string} url
 * @param {string} cookie
 * @returns {Promise<number>} milliseconds until the answer was read
 */
async function ask(url, cookie) {
  const before = performance.now();
  const answer = await fetch(url + ROUTE, { headers: { cookie } });
  await answer.text();
  if (!answer.ok) throw new Error(`${ROUTE} answered ${answer.status}.`);
  return performance.now() - before;
}
