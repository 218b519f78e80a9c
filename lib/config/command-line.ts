import "server-only";
import { z } from "zod";
import { InvalidRequest, isAppError } from "../errors.ts";

export type Command = [program: string, ...args: string[]];

// A double-quoted, single-quoted, escaped or plain piece of a word.
const PIECE = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/sy;

/**
 * Splits a command line into a program and its arguments, without a shell: words are separated by
 * white space; `'…'` is taken literally; in `"…"` a backslash quotes `"` and `\`; outside quotes a
 * backslash quotes any character. Nothing else (`$`, `*`, `|`, `>`) has a meaning.
 * @throws {InvalidRequest} when a quote is not closed or nothing is left
 */
export function splitCommand(line: string): Command {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (/\s/.test(line.charAt(at))) {
      at += 1;
      continue;
    }
    let word = "";
    for (let piece = pieceAt(line, at); piece; piece = pieceAt(line, at)) {
      word += piece.text;
      at = piece.end;
    }
    words.push(word);
    if (at < line.length && !/\s/.test(line.charAt(at))) {
      throw new InvalidRequest("has a quote or a backslash that nothing ends");
    }
  }
  const [program, ...args] = words;
  if (!program) throw new InvalidRequest("names no program");
  return [program, ...args];
}

function pieceAt(line: string, at: number): { text: string; end: number } | null {
  PIECE.lastIndex = at;
  const match = PIECE.exec(line);
  if (!match) return null;
  const [whole, double, single, escaped, plain] = match;
  const text = double?.replace(/\\(["\\])/g, "$1") ?? single ?? escaped ?? plain ?? "";
  return { text, end: at + whole.length };
}

/** Reads the value of `AGENT_COMMAND`. */
export const commandLine = z.string().transform((line, context): Command => {
  try {
    return splitCommand(line);
  } catch (error) {
    if (!isAppError(error)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});
