/** Returns `text` in at most `length` characters, with an ellipsis in place of what was cut. */
export function shorten(text: string, length: number): string {
  // A character has at most two UTF-16 units, so a long text isn't split in full.
  const characters = Array.from(text.slice(0, 2 * length + 2));
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, length - 1)
    .join("")
    .trimEnd()}…`;
}
