import "server-only";
import { CLIENT_ADDRESS } from "../network.ts";

/** Stands for a client's address that isn't known. */
export const UNKNOWN_ADDRESS = "an unknown address";

/** Returns the address that a request comes from, or `UNKNOWN_ADDRESS`. */
export function addressOf(headers: Headers): string {
  return headers.get(CLIENT_ADDRESS) ?? UNKNOWN_ADDRESS;
}
