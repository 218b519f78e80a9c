import { fetchJson } from "./fetch-json.ts";

/** Merges a pull request of the built-in code host; a second time is refused, not repeated. */
export function mergePull(number: number): Promise<{ state: string }> {
  return fetchJson(`/pulls/${number}/merge`, { method: "POST" });
}

/** Closes a pull request without merging it. */
export function closePull(number: number): Promise<{ state: string }> {
  return fetchJson(`/pulls/${number}/close`, { method: "POST" });
}
