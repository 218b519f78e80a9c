import "server-only";
import { stripVTControlCharacters } from "node:util";
import { displayable } from "../../text/displayable.ts";
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
      return redact(displayable(withoutControlSequences(head + note + end)));
    },
  };
}

/** Begins a title or a link, which ends with one of the others. */
const COMMAND = "\u001b]";
const COMMAND_ENDS = ["\u0007", "\u001b\\", "\u009c"];

/**
 * Titles and links are taken out first, each within its line: node looks for an end that never
 * comes anew from every beginning, which takes minutes.
 */
function withoutControlSequences(text: string): string {
  const [before = "", ...parts] = text.split(COMMAND);
  const rest = parts.map((part) => {
    const line = part.split("\n", 1).join("");
    const ends = COMMAND_ENDS.map((end) => ({ at: line.indexOf(end), after: end.length }));
    const [end] = ends.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at);
    return end ? part.slice(end.at + end.after) : part;
  });
  // None may come together anew from what stood around another.
  return stripVTControlCharacters([before, ...rest].map(withoutOpenEnd).join(""));
}

function withoutOpenEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\u001b") end -= 1;
  return text.slice(0, end);
}
