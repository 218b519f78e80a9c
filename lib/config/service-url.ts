import "server-only";
import { BlockList, isIP } from "node:net";
import { z } from "zod";

export const webUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ""));

export const PLAIN_HTTP = "must be https. Plain http is only for this machine and private networks";

const confidentialUrl = webUrl.refine(isConfidential, { message: PLAIN_HTTP });

/** The URL of a service that gets a key. `fetch` refuses one with a password. */
export const serviceUrl = confidentialUrl.refine(
  (url) => new URL(url).username + new URL(url).password === "",
  { message: "must not have a user name or a password" },
);

/** The address of a website whose API comes after it, without `/api/v4`. */
export const gitlabUrl = confidentialUrl.refine(
  (url) => {
    const { pathname, username, password, search, hash } = new URL(url);
    return !/\/api(?:\/|$)/.test(pathname) && !(username || password || search || hash);
  },
  { message: "must be the address of the website, such as https://gitlab.example.com" },
);

/** Loopback, private, link-local, and shared addresses (RFC 1918, 3927, 4193, 4291, and 6598). */
const PRIVATE = new BlockList();
PRIVATE.addSubnet("127.0.0.0", 8);
PRIVATE.addSubnet("10.0.0.0", 8);
PRIVATE.addSubnet("172.16.0.0", 12);
PRIVATE.addSubnet("192.168.0.0", 16);
PRIVATE.addSubnet("169.254.0.0", 16);
PRIVATE.addSubnet("100.64.0.0", 10);
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

/** Names that no public server has: of one part, as in Compose's networks, or reserved for private use. */
const PRIVATE_NAME = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa)$/;

/** Returns false for plain http outside of private networks, where everyone in between could read a key. */
export function isConfidential(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:") return true;
  const host = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version === 0) return PRIVATE_NAME.test(host);
  return PRIVATE.check(host, version === 6 ? "ipv6" : "ipv4");
}
