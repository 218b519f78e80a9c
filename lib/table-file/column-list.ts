import { counted } from "../text/counted.ts";

/** Characters of a column's name in a sentence, and columns that are named. */
const NAME_LENGTH = 40;
const MAX_NAMES = 5;

/** Returns a column's name as a part of a sentence. Some tools write line breaks into it. */
export function quoted(name: string): string {
  const plain = name.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return `“${plain.length > NAME_LENGTH ? `${plain.slice(0, NAME_LENGTH - 1).toWellFormed()}…` : plain}”`;
}

/** `“A”, “B”, or “C”` */
export function oneOf(names: readonly string[]): string {
  return listed(names, "or");
}

/** `“A”, “B”, and 3 others` */
export function allOf(names: readonly string[]): string {
  return listed(names, "and");
}

function listed(names: readonly string[], word: "and" | "or"): string {
  const rest = names.length - MAX_NAMES;
  const parts = names.slice(0, MAX_NAMES).map(quoted);
  if (rest > 0) parts.push(counted(rest, "other"));
  const last = parts.pop() ?? "";
  if (parts.length === 0) return last;
  return parts.length === 1
    ? `${parts[0]} ${word} ${last}`
    : `${parts.join(", ")}, ${word} ${last}`;
}
