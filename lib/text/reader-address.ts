import { AT, addressesIn, DOT, HOST, LOCAL, replaceAddresses } from "./address-patterns.ts";
import { normalForm } from "./normal-form.ts";

/** An email address in prose, code, or a URL. */
const ADDRESS = new RegExp(`(${LOCAL})[ \\t]{0,3}${AT}[ \\t]{0,3}(${HOST})`, "giuy");
const SIGN = new RegExp(`(?<![ \\t])[ \\t]*${AT}[ \\t]*`, "giu");
const DOTS = new RegExp(DOT, "giu");
const ESCAPED = /%[\da-f]{2}/gi;
/**
 * Characters that may come right before an address: quotes, Markdown, parts of a URL, a script without
 * spaces.
 */
const BEFORE = /["'`*~^$=?&#{}|!]|%[\da-f]{2}|&#?\w{1,8};|^[._+-]+|[^!-~](?=[!-~])/gi;
/** Characters that may come right after one: a sentence, a dash, a script without spaces. */
const AFTER = /[.-](?=\p{Lu}\p{Ll})|--|-+$|(?<=[!-~])[^!-~]/gu;
/** An escape of JSON text. */
const ESCAPE = /(\\(?:u[\da-f]{4}|.))/giu;
/** Replaces a removed address in a text. */
export const REMOVED_ADDRESS = "[removed]";

/** Returns whether an address, as `normalizedAddress` returns it, is one to remove. */
export type IsForgotten = (address: string) => boolean;

/** Returns an address in the form in which addresses are compared. */
export function normalizedAddress(text: string): string {
  const spelled = text.trim().replace(SIGN, "@").replace(DOTS, ".").replace(ESCAPED, decoded);
  return normalForm(spelled, "NFKC").toLowerCase();
}

/**
 * Tells which readers' addresses to remove, and a part that texts with one contain: lower-case ASCII, or null
 * if unknown.
 */
export interface ReaderSearch {
  isForgotten: IsForgotten;
  part: string | null;
}

/** @param address as `normalizedAddress` returns it */
export function searchFor(address: string): ReaderSearch {
  // Letters and digits only, as everything else has several spellings.
  const parts = address.match(/[a-z0-9]{3,}/g) ?? [];
  const [part = null] = parts.toSorted((one, other) => other.length - one.length);
  return { isForgotten: (found) => found === address, part };
}

/** Returns the only email address in a text, normalized; null if it has none, or several. */
export function onlyAddressOf(text: string): string | null {
  const [found, ...others] = addressesIn(text, ADDRESS);
  if (!found || others.length > 0) return null;
  return normalizedAddress(found[0].replace(/^["'`]+/, ""));
}

/** Replaces forgotten addresses in a text. */
export function withoutAddresses(text: string, isForgotten: IsForgotten): string {
  return replaceAddresses(text, ADDRESS, ([found, local = "", host = ""]) => {
    const starts = [0, ...ends(local, BEFORE)];
    const tail = found.length - host.length;
    const stops = [found.length, ...Array.from(host.matchAll(AFTER), ({ index }) => tail + index)];
    for (const stop of stops) {
      for (const start of starts) {
        if (!isForgotten(normalizedAddress(found.slice(start, stop)))) continue;
        return `${found.slice(0, start)}${REMOVED_ADDRESS}${found.slice(stop)}`;
      }
    }
    return found;
  });
}

/** Replaces forgotten addresses in JSON text, which may be cut off. */
export function withoutAddressesInJson(text: string, isForgotten: IsForgotten): string {
  const parts = text.split(ESCAPE);
  return parts
    .map((part, index) => (index % 2 === 0 ? withoutAddresses(part, isForgotten) : part))
    .join("");
}

/**
 * Replaces forgotten addresses in all texts and keys of an entry but its ID, and removes a contact that
 * is or contains one.
 */
export function entryWithoutAddresses(
  entry: Record<string, unknown>,
  isForgotten: IsForgotten,
): Record<string, unknown> {
  const { id, contact } = entry;
  const result = cleanedParts(entry, isForgotten);
  if ("id" in entry) result.id = id;
  if (typeof contact === "string") {
    const isReader = result.contact !== contact || isForgotten(normalizedAddress(contact));
    if (isReader) result.contact = null;
  }
  return result;
}

function cleaned(value: unknown, isForgotten: IsForgotten): unknown {
  if (typeof value === "string") return withoutAddresses(value, isForgotten);
  if (Array.isArray(value)) return value.map((part) => cleaned(part, isForgotten));
  return typeof value === "object" && value !== null ? cleanedParts(value, isForgotten) : value;
}

function cleanedParts(value: object, isForgotten: IsForgotten): Record<string, unknown> {
  const parts = Object.entries(value).map(([key, part]) => [
    withoutAddresses(key, isForgotten),
    cleaned(part, isForgotten),
  ]);
  return Object.fromEntries(parts);
}

function ends(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => index + length);
}

function decoded(escaped: string): string {
  const code = Number.parseInt(escaped.slice(1), 16);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : escaped;
}
