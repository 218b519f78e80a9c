import { removeHiddenCharacters } from "../text/hidden.ts";

const LONGEST = 120;

/** What a prompt is about, for lists: its first line that is neither blank, heading, fence nor quote. */
export function promptTitle(prompt: string): string {
  const lines = removeHiddenCharacters(prompt)
    .split("\n")
    .map((line) => line.trim());
  const meaningful = lines.find((line) => line !== "" && !/^(#+ |>|\[\[)/.test(line));
  const line = meaningful ?? lines.find((text) => text !== "")?.replace(/^#+ /, "") ?? "";
  const characters = Array.from(line);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : line;
}
