import { newToken } from "../../lib/text/token.ts";

/**
 * Returns a random key that makes a request idempotent: sending it again has no further effect.
 * `crypto.randomUUID` isn't used because browsers only offer it on secure origins.
 */
export function newIntentKey(): string {
  return newToken() + newToken();
}
