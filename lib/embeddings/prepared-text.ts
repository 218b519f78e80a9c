import "server-only";
import { createHash } from "node:crypto";
import { maskAddresses } from "../text/email-addresses.ts";
import { withoutAddresses } from "../text/reader-address.ts";

/** Increase this with every change of how texts are prepared: stored vectors are then replaced. */
export const TEXT_RULES = 1;

/** Characters that are sent. Many models read about 500 tokens. */
const SENT_LENGTH = 2_000;
/** Characters that are prepared, as addresses get shorter. */
const READ_LENGTH = 4_000;
/** Characters of a comment to read: enough to know whether it is cut. */
export const COMMENT_LENGTH = READ_LENGTH + 1;
const ALL = () => true;

/**
 * Returns what the service reads of a comment, without email addresses; null if it has no letters or digits. Texts
 * that differ only in spacing or width are the same.
 */
export function preparedText(comment: string): string | null {
  const cut = comment.length > READ_LENGTH;
  // The last word may be half an address.
  const read = cut ? comment.slice(0, READ_LENGTH).replace(/\S{0,200}$/u, "") : comment;
  const text = maskAddresses(withoutAddresses(read, ALL))
    .replaceAll("\0", "")
    .toWellFormed()
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .trim()
    .slice(0, SENT_LENGTH)
    .toWellFormed();
  return /[\p{L}\p{N}]/u.test(text) ? text : null;
}

/** Returns the key of a text's vector. */
export function textHash(model: string, text: string): string {
  return createHash("sha256")
    .update(JSON.stringify([model, text]))
    .digest("hex")
    .slice(0, 40);
}
