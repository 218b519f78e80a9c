import "server-only";
import type { Token } from "markdown-it";

/** `## Set up {#setup}`, also escaped, as a comment of MDX, and with classes. */
const EXPLICIT =
  /(?:[ \t]|^)(?:\\?\{:?[ \t]*(?:\.[\w-]{1,60}[ \t]+){0,3}#([\w:.-]{1,100})[^{}\n]{0,200}\\?\}|\{\/\*[ \t]*#([\w:.-]{1,100})[ \t]*\*\/\}|<!--[ \t]*#([\w:.-]{1,100})[ \t]*-->)[ \t]*$/;
/** Classes alone. */
const CLASSES = /[ \t]\{:?[ \t]*\.[\w. -]{1,100}\}[ \t]*$/;

/** Takes the IDs that authors gave to headings out of their text, before it is read. */
export function takeHeadingIds(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const inline = tokens[index + 1];
    if (token.type !== "heading_open" || !inline) continue;
    // Only the end is searched.
    const start = Math.max(0, inline.content.length - 500);
    const end = inline.content.slice(start);
    const found = EXPLICIT.exec(end);
    const id = found?.[1] ?? found?.[2] ?? found?.[3];
    if (id) {
      token.attrSet("id", id);
      token.meta = { hasOwnId: true };
    }
    const at = found?.index ?? CLASSES.exec(end)?.index;
    if (at !== undefined) inline.content = inline.content.slice(0, start + at).trimEnd();
  }
}

/** Whether the author gave a heading its ID. */
export function hasOwnId(heading: Token): boolean {
  return heading.meta?.hasOwnId === true;
}
