import "server-only";
import { InvalidRequest } from "../../errors.ts";

/** A host with an optional wildcard in place of its first labels: `*.preview.example.com`. */
const PATTERN = /^(https?):\/\/((?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/** Stands for this server in a key's origins, whatever its address is at the time. */
export const OWN_SITE = "self";

/**
 * Returns the normalized origin pattern in `text`.
 * @throws {InvalidRequest} for anything else than an origin with an optional `*.` before its host
 */
export function parseOrigin(text: string): string {
  const pattern = text.trim().toLowerCase().replace(/\/$/, "");
  const match = PATTERN.exec(pattern);
  const concrete = pattern.replace("*.", "");
  // A wildcard over a whole top-level domain would let every site use the key.
  const isTooWide = pattern.includes("*") && !/\w\.\w/.test(match?.[2]?.slice(2) ?? "");
  if (!match || isTooWide || !URL.canParse(concrete)) {
    throw new InvalidRequest(
      `origins: ${JSON.stringify(text)} isn't an origin. Use one like https://docs.example.com or https://*.preview.example.com.`,
    );
  }
  const { origin } = new URL(concrete);
  return pattern.includes("*") ? origin.replace("://", "://*.") : origin;
}

/** Whether `origin` matches one of the patterns. A wildcard stands for one or more labels. */
export function isAllowedOrigin(patterns: readonly string[], origin: string): boolean {
  // Anything after the host could end like an allowed one.
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  const { protocol, host } = new URL(origin);
  return patterns.some((pattern) => {
    const [scheme, parent] = pattern.split("://*.");
    if (parent === undefined) return origin === pattern;
    if (`${scheme}:` !== protocol || !host.endsWith(`.${parent}`)) return false;
    const labels = host.slice(0, -`.${parent}`.length).split(".");
    return labels.every((label) => label !== "");
  });
}
