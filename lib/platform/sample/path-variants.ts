import "server-only";
import { pickWeighted, type Random } from "./random.ts";
import { SAMPLE_SITE_URL } from "./site.ts";

/** Paths of pages that were removed or never existed. */
const MISSING: readonly string[] = [
  "/guides/webhooks",
  "/api/v1/send",
  "/sdks/rust",
  "/guides/terraform",
  "/getting-started",
  "sdks/dotnet",
  "/guides/authentication/old",
  "https://docs.parcelrelay.example/legacy/hooks",
];

const QUERIES = ["?utm_source=newsletter", "?lang=python", "?q=webhook%20retry", "?ref=cli"];

/** Returns a page's path as reported: usually the plain path, sometimes a full URL or another form. */
export function pathVariant(random: Random, address: string, headings: readonly string[]): string {
  const heading = headings.length > 0 ? random.pick(headings) : "top";
  const anchor = `#${heading.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
  return pickWeighted(random, [
    [address, 800],
    [address.slice(1), 60],
    [`${SAMPLE_SITE_URL}${address}`, 60],
    [`${address}${anchor}`, 25],
    [`${SAMPLE_SITE_URL}${address}${anchor}`, 10],
    [`${address}${random.pick(QUERIES)}`, 18],
    [`${address}/`, 10],
  ]);
}

/** Returns a path that isn't a page of the sample. */
export function unknownPath(random: Random): string {
  return random.pick(MISSING);
}
