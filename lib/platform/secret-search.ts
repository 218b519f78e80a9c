import "server-only";
import { constants, inflateRawSync } from "node:zlib";
import { runWithoutPauses } from "../pause.ts";
import {
  codeOf,
  type Reader,
  readBase64,
  readHex,
  readPlain,
  SKIPPED,
  unitsOf,
} from "./secret-readers.ts";

/** Where a secret is in a text, in UTF-16 units. */
export interface SecretMatch {
  start: number;
  end: number;
}

export interface SecretSearch {
  /** Returns where secrets are, in order and without overlaps. */
  find(text: string): SecretMatch[];
  /** Does the same in steps, after each of which others may run. */
  finding(text: string): Generator<void, SecretMatch[]>;
  /** UTF-16 units that a secret takes at most, in all encodings but gzip, with some line breaks. */
  maxLength: number;
}

/** Characters of a line that is a secret of its own, such as one of a private key. */
const MIN_LINE = 20;
/** Characters of `\u0061`, plus some for line breaks and the start of a line. */
const UNITS_PER_CHARACTER = 8;
/** Texts in gzip and base64 that are unpacked, the length of each, and the bytes that each may unpack to. */
const MAX_PACKED = 8;
const MAX_PACKED_LENGTH = 200_000;
const MAX_UNPACKED = 256 * 1_024;
/** How gzip starts in base64. */
const PACKED = "H4sI";
/** UTF-16 units that are read in one step. */
const UNITS_PER_STEP = 100_000;
/** How many characters a needle is looked up by. */
const PREFIX = 4;

/**
 * Creates a search for secrets in the encodings that docs/security.md lists ("Secrets in changes and output"). Its
 * work grows with the length of the text alone.
 */
export function createSecretSearch(secrets: readonly string[]): SecretSearch {
  const bytes = secrets.flatMap(bytesOf);
  const passes = [
    createPass(readPlain, secrets.flatMap(plainForms)),
    createPass(readBase64, bytes.flatMap(base64Forms)),
    createPass(
      readHex,
      bytes.map((each) => each.toString("hex")),
    ),
  ];
  function* search(text: string): Generator<void, SecretMatch[]> {
    const places: SecretMatch[] = [];
    for (const pass of passes) places.push(...(yield* pass(text)));
    return places;
  }
  function* finding(text: string): Generator<void, SecretMatch[]> {
    const places: SecretMatch[] = [];
    for (const part of packedParts(text)) {
      yield;
      if ((yield* search(part.content)).length > 0) places.push(part);
    }
    return merge([...(yield* search(text)), ...places]);
  }
  return {
    find: (text) => runWithoutPauses(finding(text)),
    finding,
    maxLength: Math.max(0, ...secrets.map(({ length }) => length)) * UNITS_PER_CHARACTER,
  };
}

/** As is, each long line, backward, and as the bytes that URL encoding has for characters beyond ASCII. */
function plainForms(secret: string): string[] {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= MIN_LINE);
  const reversed = [...secret].reverse().join("");
  return [secret, ...lines, reversed, Buffer.from(secret).toString("latin1")];
}

/** In UTF-8, and in UTF-16 without the last zero, which for ASCII is part of both byte orders. */
function bytesOf(secret: string): Buffer[] {
  return [Buffer.from(secret), Buffer.from(secret, "utf16le").subarray(0, -1)];
}

/** The characters that depend on nothing but the secret, after none, one, and two other bytes. */
function base64Forms(secret: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), secret]).toString("base64");
    const length = before + secret.length;
    return encoded.slice(Math.ceil((8 * before) / 6), Math.floor((8 * length) / 6));
  });
}

type Pass = (text: string) => Generator<void, SecretMatch[]>;

/** Creates a search for several needles at once, in one encoding. */
function createPass(read: Reader, forms: readonly string[]): Pass {
  const needles = new Map<number, number[][]>();
  for (const form of new Set(forms)) {
    const needle = codesIn(form, read);
    // A secret of spaces leaves too short a needle, which would be found everywhere.
    if (needle.length < PREFIX) continue;
    const key = needle.slice(0, PREFIX).reduce(nextKey, 0);
    needles.set(key, [...(needles.get(key) ?? []), needle]);
  }
  return function* (text) {
    const found: SecretMatch[] = [];
    if (needles.size === 0) return found;
    let key = 0;
    let stepEnd = UNITS_PER_STEP;
    // Where the last four characters start.
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let at = 0; at < text.length; ) {
      const character = read(text, at);
      const code = codeOf(character);
      if (code !== SKIPPED) {
        key = nextKey(key, code);
        [first, second, third, fourth] = [second, third, fourth, at];
        for (const needle of needles.get(key) ?? []) {
          const end = endOf(needle, text, first, read);
          if (end !== null) found.push({ start: first, end });
        }
      }
      at += unitsOf(character);
      if (at < stepEnd) continue;
      stepEnd = at + UNITS_PER_STEP;
      yield;
    }
    return found;
  };
}

/** Returns a number that depends on the last four characters. */
function nextKey(key: number, code: number): number {
  return (key << 8) | (code & 0xff) | 0;
}

function codesIn(text: string, read: Reader): number[] {
  const codes: number[] = [];
  for (let at = 0; at < text.length; ) {
    const character = read(text, at);
    if (codeOf(character) !== SKIPPED) codes.push(codeOf(character));
    at += unitsOf(character);
  }
  return codes;
}

/** Returns where a needle ends that starts at `start`; null if it isn't there, or with more skipped than its own length. */
function endOf(needle: readonly number[], text: string, start: number, read: Reader) {
  let matched = 0;
  const limit = Math.min(text.length, start + needle.length * UNITS_PER_CHARACTER);
  for (let at = start; at < limit; ) {
    const character = read(text, at);
    const code = codeOf(character);
    at += unitsOf(character);
    if (code === SKIPPED) continue;
    if (code !== needle[matched]) return null;
    matched += 1;
    if (matched === needle.length) return at;
  }
  return null;
}

/** Returns what is packed with gzip and base64 in a text: the first few parts. */
function* packedParts(text: string): Generator<SecretMatch & { content: string }> {
  const run = new RegExp(`(?:[\\w+/-]|\\s|\\\\n){1,${MAX_PACKED_LENGTH}}`, "y");
  let start = text.indexOf(PACKED);
  for (let count = 0; start >= 0 && count < MAX_PACKED; count += 1) {
    run.lastIndex = start;
    const packed = run.exec(text)?.[0] ?? "";
    const content = unpack(packed.replace(/\s|\\n/g, ""));
    if (content !== "") yield { start, end: start + packed.trimEnd().length, content };
    start = text.indexOf(PACKED, start + PACKED.length);
  }
}

/** Returns the text in a gzip file in base64, or its start if it is cut; empty if it isn't gzip or too large. */
function unpack(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  try {
    // Inflate without gzip's wrapper, which would reject text that follows. Returns the start if the end
    // is missing.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED };
    return inflateRawSync(bytes.subarray(headerLength(bytes)), options).toString();
  } catch {
    return "";
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3 */
function headerLength(bytes: Buffer): number {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + bytes.readUInt16LE(at);
  // The file's name, and a comment.
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1;
  return flags & 2 ? at + 2 : at;
}

function merge(places: readonly SecretMatch[]): SecretMatch[] {
  const merged: SecretMatch[] = [];
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
