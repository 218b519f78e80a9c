/** Most characters of an address (RFC 5321). */
const MAX_LENGTH = 254;
/** One address without a display name, comments, quotes, and parameters. */
const ADDRESS =
  /^[\p{L}\p{N}.!#$'*+/=^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+[\p{L}\p{N}-]*\p{L}$/u;

/**
 * Returns what a reader left as a contact if it is a single email address that a mail program can be given; null for
 * everything else, such as phone numbers, several addresses, and more than an address.
 */
export function mailAddress(contact: string): string | null {
  const text = contact.trim();
  return text.length <= MAX_LENGTH && ADDRESS.test(text) ? text : null;
}
