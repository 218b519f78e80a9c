import "server-only";
import type { Clone } from "./clone.ts";
import { gitBytes } from "./git.ts";

/** A line of a page. */
export interface TextPlace {
  path: string;
  /** Counted from 1. */
  line: number;
  text: string;
}

const PAGES = ["*.md", "*.mdx", "*.markdown", "*.rst", "*.adoc", "*.ipynb"];
/** Milliseconds: what was found isn't worth waiting longer for. */
const SEARCH_TIMEOUT_MS = 5_000;
/** Lines that are returned, characters of one, and bytes of output that are read. */
const MAX_PLACES = 200;
const MAX_LINE = 1_000;
const MAX_OUTPUT = 1_000_000;
const NOTHING_FOUND = 1;

/**
 * Returns the lines of a commit's pages that have one of these texts as whole words, whatever their case.
 * @throws {GitFailed} also when it takes too long
 */
export async function findText(
  clone: Clone,
  commit: string,
  texts: readonly string[],
): Promise<TextPlace[]> {
  const wanted = texts.filter((text) => !/[\0\n]/.test(text)).flatMap((text) => ["-e", text]);
  if (wanted.length === 0) return [];
  const output = await gitBytes(
    [
      ...["grep", "--line-number", "--null", "--full-name", "--no-color", "-I"],
      ...["--fixed-strings", "--ignore-case", "--word-regexp", ...wanted, commit, "--", ...PAGES],
    ],
    { ...clone, allowedExitCodes: [NOTHING_FOUND], timeLimit: SEARCH_TIMEOUT_MS },
  );
  const lines = output.subarray(0, MAX_OUTPUT).toString().split("\n");
  return lines.slice(0, MAX_PLACES).flatMap((line) => {
    const [name = "", number, text] = line.split("\0", 3);
    const at = { path: name.slice(commit.length + 1), line: Number(number) };
    return text === undefined ? [] : [{ ...at, text: text.slice(0, MAX_LINE) }];
  });
}
