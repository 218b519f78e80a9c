import { displayable } from "../text/displayable.ts";
import { shorten } from "../text/shorten.ts";

const LONGEST = 120;

/** What a prompt is about, for lists: its first line that is neither blank, heading, fence nor quote. */
export function promptTitle(prompt: string): string {
  const lines = displayable(prompt)
    .split("\n")
    .map((line) => line.trim());
  const meaningful = lines.find((line) => line !== "" && !/^(#+ |>|\[\[)/.test(line));
  const line = meaningful ?? lines.find((text) => text !== "")?.replace(/^#+ /, "") ?? "";
  return shorten(line, LONGEST);
}
