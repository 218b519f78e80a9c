import "server-only";

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

const MAX_ANSWERS = 400;
/** Most characters of an answer that is kept. */
const MAX_LENGTH = 256 * 1024;

/**
 * Returns a `fetch` that keeps answers with an ETag and asks whether they changed. GitHub doesn't count requests about
 * what didn't change.
 */
export function fetchWithETags(): Fetch {
  const kept = new Map<string, { etag: string; body: string; headers: Headers }>();
  return async (address, init) => {
    if (init.method !== undefined && init.method !== "GET") return fetch(address, init);
    const known = kept.get(address);
    const headers = new Headers(init.headers);
    if (known) headers.set("if-none-match", known.etag);
    const response = await fetch(address, { ...init, headers });
    if (known && response.status === 304) return new Response(known.body, known);
    const etag = response.headers.get("etag");
    if (response.status !== 200 || etag === null) return response;
    const body = await response.text();
    kept.delete(address);
    if (kept.size >= MAX_ANSWERS) kept.clear();
    if (body.length <= MAX_LENGTH) kept.set(address, { etag, body, headers: response.headers });
    return new Response(body, response);
  };
}
