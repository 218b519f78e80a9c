import "server-only";
import type { Submission } from "../../contract/collect/submission.ts";

/** Most links in a comment that a reader would write. */
const MAX_LINKS = 3;
/** People need longer than this to write a comment, in milliseconds. */
const MIN_WRITING_TIME = 1_000;

const MARKUP_LINK = /<a\s[^>]*href|\[url[=\]]|\[link[=\]]/i;
const BOTS = /bot\b|crawl|spider|slurp|headless|python-requests|curl\/|wget\/|scrapy/i;

/** Returns why a submission looks like spam, in words for the person who reviews it, or null. */
export function suspicionOf(submission: Submission): string | null {
  const { website, shownFor, comment = "" } = submission;
  if (website !== undefined && website.trim() !== "") return "The hidden field was filled in.";
  const wasInstant = shownFor !== undefined && shownFor < MIN_WRITING_TIME;
  if (wasInstant && comment.trim() !== "")
    return "The comment was sent within a second of the form appearing.";
  if (MARKUP_LINK.test(comment)) return "The comment contains a link in HTML or forum markup.";
  const links = comment.match(/https?:\/\/\S+/gi) ?? [];
  if (links.length > MAX_LINKS) return `The comment contains ${links.length} links.`;
  const words = comment.replaceAll(/https?:\/\/\S+/gi, " ").trim();
  if (links.length > 0 && words === "") return "The comment contains nothing but a link.";
  return null;
}

/** Whether a user agent says that it is a program. The user agent itself isn't stored. */
export function isBot(userAgent: string | null): boolean {
  return userAgent !== null && BOTS.test(userAgent);
}
