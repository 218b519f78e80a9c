import "server-only";
import { z } from "zod";
import { InvalidRequest, isAppError } from "../errors.ts";

export type Command = [program: string, ...args: string[]];

// A double-quoted, single-quoted, escaped, or plain part of a word.
const PIECE = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/sy;

/**
 * Splits a command line into a program and its arguments without a shell. Words are separated by
 * whitespace. `'…'` is literal; in `"…"` a backslash escapes `"` and `\`; outside quotes it escapes
 * any character. Other shell characters (`$`, `*`, `|`, `>`) have no special meaning.
 * @throws {InvalidRequest} for an unclosed quote, a trailing backslash, or an empty line
 */
export function splitCommand(line: string): Command {
  const words: string[] = [];
  let index = 0;
  while (index < line.length) {
    if (/\s/.test(line.charAt(index))) {
      index += 1;
      continue;
    }
    let word = "";
    for (let piece = pieceAt(line, index); piece; piece = pieceAt(line, index)) {
      word += piece.text;
      index = piece.end;
    }
    words.push(word);
    if (index < line.length && !/\s/.test(line.charAt(index))) {
      throw new InvalidRequest("has an unclosed quote or a trailing backslash");
    }
  }
  const [program, ...args] = words;
  if (!program) throw new InvalidRequest("must start with a program");
  return [program, ...args];
}

function pieceAt(line: string, index: number): { text: string; end: number } | null {
  PIECE.lastIndex = index;
  const match = PIECE.exec(line);
  if (!match) return null;
  const [whole, double, single, escaped, plain] = match;
  const text = double?.replace(/\\(["\\])/g, "$1") ?? single ?? escaped ?? plain ?? "";
  return { text, end: index + whole.length };
}

/** Parses `AGENT_COMMAND` and `DOCS_CHECK_COMMAND`. */
export const commandLine = z.string().transform((line, context): Command => {
  try {
    return splitCommand(line);
  } catch (error) {
    if (!isAppError(error)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});
