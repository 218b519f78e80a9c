import "server-only";
import { isIPv6 } from "node:net";

/** Request header that the server sets to the client's IP address, replacing what a client sends (scripts/server.mjs). */
export const CLIENT_ADDRESS = "x-errata-client";

/** Groups of 16 bits of an IPv6 address that a provider gives to one customer. */
const CUSTOMER_GROUPS = 4;

/**
 * Returns what limits count a client by: the address, or the /64 network of an IPv6 address,
 * because one customer can use all of its addresses.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  // Canonical: lowercase, without leading zeros, without dots.
  const text = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = "", tail] = text.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...new Array<string>(zeros).fill("0"), ...last];
  return `${groups.slice(0, CUSTOMER_GROUPS).join(":")}::/64`;
}
