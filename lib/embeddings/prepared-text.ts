import "server-only";
import { createHash } from "node:crypto";
import { maskAddresses } from "../text/email-addresses.ts";
import { normalForm } from "../text/normal-form.ts";
import { withoutAddresses } from "../text/reader-address.ts";
import { storable } from "../text/storable.ts";

/** Increase this with every change of how texts are prepared: stored vectors are then replaced. */
export const TEXT_RULES = 1;

/** Characters that are sent. Many models read about 500 tokens. */
const SENT_LENGTH = 2_000;
/** Characters that are prepared, as addresses get shorter. */
const READ_LENGTH = 4_000;
/** Characters at the end of those that are left out if they are part of one word. */
const LAST_WORD = 200;
/** Characters of a comment to read: enough to know whether it is cut. */
export const COMMENT_LENGTH = READ_LENGTH + 1;
const ALL = () => true;

/**
 * Returns what the service reads of a comment, without email addresses; null if it has no letters or digits. Texts
 * that differ only in spacing or width are the same.
 */
export function preparedText(comment: string): string | null {
  const read = comment.length > READ_LENGTH ? beginning(comment) : comment;
  const masked = storable(maskAddresses(withoutAddresses(read, ALL)));
  const text = normalForm(masked, "NFKC")
    .replace(/\s+/gu, " ")
    .trim()
    .slice(0, SENT_LENGTH)
    .toWellFormed();
  return /[\p{L}\p{N}]/u.test(text) ? text : null;
}

/** The last word may be half an address. */
function beginning(comment: string): string {
  const end = comment.slice(READ_LENGTH - LAST_WORD, READ_LENGTH);
  return comment.slice(0, READ_LENGTH - LAST_WORD) + end.replace(/(?<!\S)\S+$/u, "");
}

/** Returns the key of a text's vector. */
export function textHash(model: string, text: string): string {
  return createHash("sha256")
    .update(JSON.stringify([model, text]))
    .digest("hex")
    .slice(0, 40);
}
