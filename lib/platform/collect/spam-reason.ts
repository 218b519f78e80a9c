import "server-only";
import type { Submission } from "../../contract/collect/submission.ts";
import type { LinkedHosts } from "../host/linked-hosts.ts";
import { ownAddresses, type Site } from "./own-address.ts";

/** Most links to other sites in a comment that a reader would write. */
const MAX_LINKS = 3;
/** People need longer than this to write a comment, in milliseconds. */
const MIN_WRITING_TIME_MS = 1_000;

/** Quoted code, in which markup is what a reader writes about. */
const QUOTED_CODE = /`[^`]{0,2000}`/g;
// Each of these begins at a character that the rest of it excludes, or has a stated bound, so that a search from every
// place of a text takes at most 2,048 characters.
const MARKUP_LINK = /<a\s[^<>]{0,2048}?href|\[url[=\]]|\[link[=\]]/i;
const ADDRESS = /https?:\/\/[^\s<>"'[\]]{1,2048}/gi;
const MARKUP_TARGET =
  /\bhref\s?=\s?["']?([^\s"'<>]{1,2048})|\[(?:url|link)[=\]]["']?([^\s"'[\]]{1,2048})/gi;
const BOTS = /bot\b|crawl|spider|slurp|headless|python-requests|curl\/|wget\/|scrapy/i;

/**
 * Returns why a submission looks like spam, in words for the person who reviews it, or null. Links of readers whom the
 * page didn't help are what they report, and links to the site itself, or to where it links, are what they read.
 */
export async function spamReasonOf(
  submission: Submission,
  site: Omit<Site, "page">,
  linkedHosts: LinkedHosts,
): Promise<string | null> {
  const { website, shownFor, helpful, comment = "" } = submission;
  if (website !== undefined && website.trim() !== "") return "The hidden field was filled in.";
  const wasInstant = shownFor !== undefined && shownFor < MIN_WRITING_TIME_MS;
  if (wasInstant && comment.trim() !== "")
    return "The comment was sent within a second of the form appearing.";
  if (helpful === false) return null;
  const own = { ...site, page: submission.url };
  // Most comments need no look into the repository.
  if (spamReasonOfLinks(comment, own) === null) return null;
  return spamReasonOfLinks(comment, { ...own, hosts: await linkedHosts() });
}

function spamReasonOfLinks(comment: string, site: Site): string | null {
  const isOwn = ownAddresses(site);
  const isForeign = (address: string) => !isOwn(address);
  const text = comment.replaceAll(QUOTED_CODE, " ");
  const targets = Array.from(
    text.matchAll(MARKUP_TARGET),
    ([, href, tag = ""]) => href ?? (/^(?:https?:|[/#])/i.test(tag) ? tag : `http://${tag}`),
  );
  if (MARKUP_LINK.test(text) && (targets.length === 0 || targets.some(isForeign)))
    return "The comment contains a link in HTML or forum markup.";
  const links = (comment.match(ADDRESS) ?? []).filter(isForeign);
  if (links.length > MAX_LINKS) return `The comment contains ${links.length} links.`;
  const words = comment.replaceAll(ADDRESS, " ").trim();
  if (links.length > 0 && words === "") return "The comment contains nothing but a link.";
  return null;
}

/** Whether a user agent says that it is a program. The user agent itself isn't stored. */
export function isBot(userAgent: string | null): boolean {
  return userAgent !== null && BOTS.test(userAgent);
}
