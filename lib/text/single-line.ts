import { displayable } from "./displayable.ts";

/** Returns untrusted text as one line with single spaces, without hidden characters. */
export function singleLine(text: string): string {
  return displayable(text).replace(/\s+/g, " ").trim();
}
