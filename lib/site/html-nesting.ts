import "server-only";
import type { Token } from "markdown-it";

const TAGS = /<(\/?)([a-z][a-z0-9-]*)/gi;
/** Names of tags that have no end. */
export const WITHOUT_END = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/**
 * Returns for each token the number of tags that its HTML opens and later tokens close, minus those that it closes; yields
 * in between. Unclosed tags don't count: they end with their part of the page.
 */
export function* htmlNesting(tokens: readonly Token[]): Generator<void, number[]> {
  const nesting = tokens.map(() => 0);
  const add = (at: number, count: number) => {
    nesting[at] = (nesting[at] ?? 0) + count;
  };
  /** By the name of a tag, the tokens that open it and wait for its end. */
  const open = new Map<string, number[]>();
  for (const [at, token] of tokens.entries()) {
    for (const [, slash, name = ""] of htmlOf(token).matchAll(TAGS)) {
      if (WITHOUT_END.test(name)) continue;
      const waiting = open.get(name.toLowerCase()) ?? [];
      open.set(name.toLowerCase(), waiting);
      if (!slash) waiting.push(at);
      else if (waiting.length > 0) {
        add(waiting.pop() ?? at, 1);
        add(at, -1);
      }
    }
    yield;
  }
  return nesting;
}

/** The HTML that a block has as it is written in the page. */
function htmlOf({ type, content, children }: Token): string {
  if (type === "html_block") return content;
  const inline = children?.filter((child) => child.type === "html_inline") ?? [];
  return inline.map((child) => child.content).join("");
}
