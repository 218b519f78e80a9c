import { removeHiddenCharacters } from "./hidden.ts";

/** A stranger's text as it may be shown on the screen: letters as they are, none of them hidden. */
export function displayable(text: string): string {
  return removeHiddenCharacters(text);
}
