import "server-only";
import { stripVTControlCharacters } from "node:util";
import { displayable } from "../../text/displayable.ts";
import { type AgentProgress, createStreamReader } from "./read-stream.ts";
import type { Redactor } from "./redact.ts";

/** Characters that are cleaned and searched for secrets at once. */
const CHARACTERS_PER_BATCH = 16 * 1_024;
/** Characters of the longest control sequence that isn't cut in a long line. */
const MAX_SEQUENCE = 1_024;
const SEQUENCE_STARTS = ["\u001b", "\u009b"];
/** Characters kept of the beginning, and of the end, which usually explains a failure. */
const HEAD_CHARACTERS = 64 * 1_024;
const TAIL_CHARACTERS = 192 * 1_024;

export interface Output {
  print(text: string): void;
  /** Reads what was printed as an agent's stream, before anything is cut. */
  follow(text: string): void;
  /** The stream's content so far, without secrets. */
  progress(): AgentProgress;
  /** The output so far: plain text without control sequences and secrets. */
  text(): string;
}

/**
 * Keeps the beginning and the end of an agent's output. Removes control sequences, which may split a secret, then secrets,
 * and only then cuts the output, so that no part of a secret remains. Holds back the last characters until they can't be
 * the start of either. All of this happens while the output arrives, so reading the text takes no work.
 */
export function createOutput(redact: Redactor): Output {
  let raw = "";
  let pending = "";
  let head = "";
  let tail = "";
  let omitted = 0;
  const plain = (text: string) => displayable(removeControlSequences(text));
  const stream = createStreamReader((text) => redact(plain(text)));
  const keep = (text: string) => {
    const room = HEAD_CHARACTERS - head.length;
    head += text.slice(0, room);
    tail += text.slice(room);
    if (tail.length <= 2 * TAIL_CHARACTERS) return;
    omitted += tail.length - TAIL_CHARACTERS;
    tail = tail.slice(-TAIL_CHARACTERS);
  };
  return {
    follow: stream.push,
    progress: stream.progress,
    print: (text) => {
      raw += text;
      if (raw.length < CHARACTERS_PER_BATCH) return;
      const end = endOfWhole(raw);
      pending += plain(raw.slice(0, end));
      raw = raw.slice(end);
      // Held-back text is searched again; without a limit, the work on a piece would grow with the longest
      // secret.
      if (pending.length < CHARACTERS_PER_BATCH + 2 * redact.maxLength) return;
      pending = redact(pending);
      const safeLength = Math.max(0, pending.length - redact.maxLength);
      keep(pending.slice(0, safeLength));
      pending = pending.slice(safeLength);
    },
    text: () => {
      const last = redact(pending + plain(raw));
      const room = HEAD_CHARACTERS - head.length;
      const all = tail + last.slice(room);
      const end = all.slice(-TAIL_CHARACTERS);
      const gap = omitted + all.length - end.length;
      const note = gap > 0 ? `\n… ${gap} characters omitted …\n` : "";
      return head + last.slice(0, room) + note + end;
    },
  };
}

/** Returns where a text of more than one batch can be cut: after its last line, or in a long line before what may go on. */
function endOfWhole(text: string): number {
  const line = text.lastIndexOf("\n") + 1;
  if (line > 0) return line;
  const starts = SEQUENCE_STARTS.map((start) => text.indexOf(start, text.length - MAX_SEQUENCE));
  const end = /[\ud800-\udbff\r]$/.test(text) ? text.length - 1 : text.length;
  return Math.min(end, ...starts.filter((at) => at >= 0));
}

/** Starts a terminal title or link. It ends with one of COMMAND_ENDS. */
const COMMAND = "\u001b]";
const COMMAND_ENDS = ["\u0007", "\u001b\\", "\u009c"];

/**
 * Removes terminal control sequences. Titles and links are removed first, line by line, because Node
 * takes minutes for many of them without an end.
 */
export function removeControlSequences(text: string): string {
  const [before = "", ...parts] = text.split(COMMAND);
  const rest = parts.map((part) => {
    const line = part.split("\n", 1).join("");
    const ends = COMMAND_ENDS.map((end) => ({ at: line.indexOf(end), after: end.length }));
    const [end] = ends.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at);
    return end ? part.slice(end.at + end.after) : part;
  });
  // Text around a removed sequence must not form a new one.
  return stripVTControlCharacters([before, ...rest].map(trimTrailingEscapes).join(""));
}

function trimTrailingEscapes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\u001b") end -= 1;
  return text.slice(0, end);
}
