import "server-only";
import type { Correction } from "./parse-corrections.ts";

/** Why a reader's correction is left for a person. */
export type SkipReason = "masked" | "address";

/**
 * Replacements that prompts contain for a reader's links, email addresses, markup, and fences
 * (`lib/prompt/untrusted.ts`), or a mark where text is cut. A reader may have typed the same, so they can't be
 * undone.
 */
const MASKED =
  /hxxps?:\/\/|\b(?:ftp|file|wss?)\[\.\]|\b(?:javascript|vbscript|data)\[:\]|\[email\]|\[image: |\] \(|\[ \[|[‹›]|… \[truncated, /i;
/** Text that pages turn into a link, or that readers could take for a web address. */
const ADDRESS =
  /^(?:[a-z][a-z\d+.-]{0,30}:\/\/|\/\/|www\.|mailto:|(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:\p{L}{2,20}(?::\d{1,5})?[/?#]|(?:com|net|org|info|biz|io|dev|app)(?![\p{L}\p{N}.])))/u;

/**
 * Whether a correction needs a person, whatever the page says: masked words aren't the page's own, and a stranger's
 * new web address must not get into the documentation.
 * @param isReaders whether a reader wrote it, and not a teammate
 */
export function skipReasonFor({ wrong, right }: Correction, isReaders: boolean): SkipReason | null {
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
