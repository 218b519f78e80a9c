import "server-only";

/** Request header that the server sets to the client's IP address, replacing what a client sends. */
export const CLIENT_ADDRESS = "x-errata-client";

/** In place of a client's address that isn't known. */
export const UNKNOWN_ADDRESS = "an unknown address";

/** Returns the address that a request comes from, or `UNKNOWN_ADDRESS`. */
export function addressOf(headers: Headers): string {
  return headers.get(CLIENT_ADDRESS) ?? UNKNOWN_ADDRESS;
}
