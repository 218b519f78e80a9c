import { createObservable } from "../observable.ts";

/** Names the server's build in responses of the API. The page has its own build in `data-version`. */
export const VERSION_HEADER = "x-errata-version";

/** Whether the server's build differs from the page's. Updated by every response. */
export const serverUpdated = createObservable(false);

/** @param version of the server that responded; null if it doesn't say, as in development */
export function reportVersion(version: string | null): void {
  const own = document.documentElement.dataset.version;
  if (version !== null && own !== undefined) serverUpdated.set(version !== own);
}
