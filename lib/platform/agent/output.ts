import "server-only";
import { stripVTControlCharacters } from "node:util";
import { plain } from "./plain-text.ts";
import type { Redactor } from "./redact.ts";

/** Characters kept of the beginning, and of the end, where the reason of a failure stands. */
const HEAD = 64 * 1_024;
const TAIL = 192 * 1_024;

export interface Output {
  print(text: string): void;
  /** What is kept so far: plain text without control sequences and without secrets. */
  text(): string;
}

/**
 * Keeps the beginning and the end of what an agent says. Secrets are cut out before anything is
 * left out, so that no half of one stays; the end of what came is held back until it is certain.
 */
export function createOutput(redact: Redactor): Output {
  let held = "";
  let head = "";
  let tail = "";
  let leftOut = 0;
  const keep = (text: string) => {
    const room = HEAD - head.length;
    head += text.slice(0, room);
    tail += text.slice(room);
    if (tail.length <= 2 * TAIL) return;
    leftOut += tail.length - TAIL;
    tail = tail.slice(-TAIL);
  };
  return {
    print: (text) => {
      held = redact(held + text);
      const certain = held.length - redact.longest;
      if (certain <= 0) return;
      keep(held.slice(0, certain));
      held = held.slice(certain);
    },
    text: () => {
      const all = tail + held;
      const end = all.slice(-TAIL);
      const gap = leftOut + all.length - end.length;
      const note = gap > 0 ? `\n… ${gap} characters are left out here …\n` : "";
      // Once more: control sequences may have stood in the middle of a secret.
      return redact(plain(withoutControlSequences(head + note + end)));
    },
  };
}

/**
 * Titles and links first, each at most as long as they are: looking for an end that never comes,
 * from every beginning anew, would take minutes.
 */
function withoutControlSequences(text: string): string {
  return stripVTControlCharacters(
    text
      .replace(/\u001b\][^\u0007\u001b\u009c\n]{0,2000}(?:\u0007|\u001b\\|\u009c)?/g, "")
      .replace(/(?<!\u001b)\u001b+(?=\])/g, ""),
  );
}
