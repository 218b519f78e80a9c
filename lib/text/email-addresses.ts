/** Words of prose or JSON text, split at the characters that can't be part of an address. */
const WORDS = /[^\s"'<>()[\]{},;:\\|]+/gu;
/** The at sign as it is typed, in full width, and percent-encoded in a URL. */
const AT = /(@|＠|%40)/iu;
const MASK = "•••";

/**
 * Masks the e-mail addresses in a text: `a•••@example.org`. Other words that contain an at sign are
 * masked as well, because they can't be told apart reliably.
 */
export function maskAddresses(text: string): string {
  return text.replace(WORDS, (word) => (AT.test(word) ? maskWord(word) : word));
}

/**
 * Masks a reader's contact: `r•••@example.org` is enough to recognize, but not to write to. Anything
 * other than a single address is masked in full, because it may contain a phone number.
 */
export function maskContact(contact: string): string {
  const domain = /^[^\s@]{1,200}@([\w.-]+)$/.exec(contact.trim())?.[1];
  return domain === undefined ? MASK : `${maskName(contact.trim())}@${domain}`;
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
