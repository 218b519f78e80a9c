import { AT as ANY_AT, HOST, LOCAL } from "./address-patterns.ts";

/**
 * Words of prose, paths, or JSON text, split at the characters that aren't part of an address. A local
 * part may contain the last four by the letter of RFC 5322, but they nearly always separate in a URL.
 */
const WORDS = /[^\s"'<>()[\]{},;:\\|/?&#]+/gu;
/** The at sign as it is typed, in full width, small, and percent-encoded in a URL. */
const AT = /(@|＠|﹫|%40)/iu;
/** The at sign in every spelling. */
const HAS_AT = new RegExp(ANY_AT, "iu");
const MASK = "•••";
const UNQUOTED = LOCAL.replace("[^", '[^"');
/** Addresses whose name is quoted, whose at sign is written as code, or that have spaces around it. */
const DISGUISED = new RegExp(
  `(\\\\?"[^"\\s]{1,64}"|(?<![^\\s<>()[\\],;:/\\\\"])${UNQUOTED})([ \\t]{0,3}${ANY_AT}[ \\t]{0,3})(?=${HOST})`,
  "giu",
);

/**
 * Masks the e-mail addresses in a text: `a•••@example.org`. Other words that contain an at sign are
 * masked as well, because they can't be told apart reliably.
 */
export function maskAddresses(text: string): string {
  // Most texts have none, and looking for it is a tenth of the work.
  if (!HAS_AT.test(text)) return text;
  const shown = text.replace(DISGUISED, (all, name: string, at: string) =>
    /^[@＠﹫]$|^%40$/u.test(at) && !name.endsWith('"') ? all : `${MASK}${at}`,
  );
  return shown.replace(WORDS, (word) => (AT.test(word) ? maskWord(word) : word));
}

/**
 * Masks a reader's contact: `r•••@example.org` is enough to recognize, but not to write to. Anything
 * other than a single address is masked in full, because it may contain a phone number.
 */
export function maskContact(contact: string): string {
  const domain = /^[^\s@]{1,200}@([\w.-]+)$/.exec(contact.trim())?.[1];
  return domain === undefined ? MASK : `${maskName(contact.trim())}@${domain}`;
}

/** Returns whether a text may be one in which addresses were masked. */
export function isMasked(text: string): boolean {
  return text.includes(MASK);
}

/** Masks the e-mail addresses in every text of an answer. Keys stay as they are. */
export function maskAnswer<Answer>(answer: Answer): Answer;
export function maskAnswer(value: unknown): unknown {
  if (typeof value === "string") return maskAddresses(value);
  if (Array.isArray(value)) return value.map((part) => maskAnswer(part));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskAnswer(part)]));
}

function maskWord(word: string): string {
  const parts = word.split(AT);
  return parts.map((part, index) => (index + 1 < parts.length ? maskPart(part) : part)).join("");
}

function maskPart(part: string): string {
  return part === "" || AT.test(part) ? part : maskName(part);
}

function maskName(name: string): string {
  const [initial = ""] = name;
  return `${initial}${MASK}`;
}
