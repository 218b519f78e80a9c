import { newToken } from "../../lib/prompt/fence.ts";

/**
 * A key for what a person wants done once, however often it is sent. Not `randomUUID`, which
 * browsers keep from pages that came over plain http.
 */
export function newIntentKey(): string {
  return newToken() + newToken();
}
