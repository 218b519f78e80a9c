import "server-only";
import type { Correction } from "./parse-corrections.ts";

/** Why a reader's correction is left to a person. */
export type LeftToPerson = "masked" | "address";

/**
 * What prompts have instead of a reader's links, email addresses, markup, and fences (`lib/prompt/untrusted.ts`), or
 * what is cut. A reader may have typed the same, so that it can't be undone.
 */
const MASKED =
  /hxxps?:\/\/|\b(?:ftp|file|wss?)\[\.\]|\b(?:javascript|vbscript|data)\[:\]|\[email\]|\[image: |\] \(|\[ \[|[‹›]|… \[truncated, /i;
/** What pages link, or readers could take for a web address. */
const ADDRESS =
  /^(?:[a-z][a-z\d+.-]{0,30}:\/\/|\/\/|www\.|mailto:|(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:\p{L}{2,20}(?::\d{1,5})?[/?#]|(?:com|net|org|info|biz|io|dev|app)(?![\p{L}\p{N}.])))/u;

/**
 * Whether a correction is for a person, whatever the page: words that a prompt masks aren't written as they are there,
 * and a stranger's new web address isn't put into the documentation.
 * @param isReaders whether a reader wrote it, and not a teammate
 */
export function leftToPerson(
  { wrong, right }: Correction,
  isReaders: boolean,
): LeftToPerson | null {
  if (MASKED.test(wrong) || MASKED.test(right)) return "masked";
  const known = addressesIn(wrong);
  return isReaders && addressesIn(right).some((word) => !known.includes(word)) ? "address" : null;
}

function addressesIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s("'=]+/)
    .filter((word) => ADDRESS.test(word));
}
