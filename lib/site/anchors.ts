import "server-only";
import type { DocsGenerator } from "../contract/api/docs-generators.ts";
import { docutilsId, type SlugRule, slugRulesOf, TEXT_RULES } from "./heading-slugs.ts";
import { hasOwnId } from "./headings.ts";
import type { PagePart, PageParts } from "./page-parts.ts";

interface Heading {
  part: PagePart;
  title: string;
  /** The ID that the author gave it; null without one. */
  id: string | null;
}

/**
 * Returns the part of a page that the fragment of an address leads to: by the ID that its author gave to a heading, by
 * the generator's own rule for IDs, or by a label. Null if there is none.
 */
export function partAtAnchor(
  page: PageParts,
  fragment: string,
  generator: DocsGenerator,
): PagePart | null {
  const isText = page.format === "text";
  const headings = isText ? underlinedHeadings(page) : headingsOf(page);
  const own = headings.find(({ id }) => id === fragment);
  if (own) return own.part;
  for (const rule of isText ? TEXT_RULES : slugRulesOf(generator)) {
    const at = idsOf(headings, rule).indexOf(fragment);
    if (at >= 0) return headings[at]?.part ?? null;
  }
  return labeledPart(page, fragment);
}

function headingsOf({ parts, tokens }: PageParts): Heading[] {
  return parts.flatMap((part) => {
    const token = tokens[part.path.at(-1) ?? -1];
    if (part.kind !== "heading" || !part.section || !token) return [];
    const { id, title } = part.section;
    return [{ part, title, id: hasOwnId(token) ? id : null }];
  });
}

/** `== Title` of AsciiDoc, or the underline below a title of reStructuredText. */
function underlinedHeadings({ parts, lines }: PageParts): Heading[] {
  return parts.flatMap((part) => {
    const own = lines.slice(part.start, part.end);
    const at = own.findIndex((line) => /^([=\-~^"'`#*+.:_<>])\1{2,}\s*$/.test(line));
    // A title may have a line above it as well.
    const underlined = at === 0 ? own[1] : own[at - 1];
    const title = underlined ?? own.map((line) => /^={1,6} (.+)$/.exec(line)?.[1]).find(Boolean);
    return title === undefined ? [] : [{ part, title: title.trim(), id: null }];
  });
}

function idsOf(headings: readonly Heading[], rule: SlugRule): string[] {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return headings.map(({ title, id }) => {
    const slug = id ?? rule.slug(title);
    let own = slug;
    const counted = rule.countsAll ? "" : slug;
    let count = counts.get(counted) ?? 0;
    while (used.has(own)) own = rule.again(slug, ++count);
    counts.set(counted, count);
    used.add(own);
    return own;
  });
}

/** Labels of reStructuredText, MyST, and AsciiDoc on a line of their own. */
const LABEL =
  /^ {0,20}(?:\.\. _`?([^`:]{1,200})`?:\s*$|\(([^()]{1,200})\)=\s*$|\[{1,2}#?([\w:-][\w:.-]{0,100})[^\]]{0,200}\]{1,2}\s*$)/;
const HTML_ID = /\s(?:id|name)=["']([^"'<>]{1,200})["']/;

/** Returns the ID that a label gives to what is after it; null without a label. */
function labelOf(text: string): string | null {
  const [, rst, myst, asciidoc = null] = LABEL.exec(text) ?? [];
  const label = rst ?? myst;
  return label === undefined ? asciidoc : docutilsId(label);
}

/** Returns what is at a label, or after it. */
function labeledPart({ parts, lines }: PageParts, fragment: string): PagePart | null {
  for (const [line, text] of lines.entries()) {
    const isLabel = labelOf(text) === fragment;
    if (!isLabel && HTML_ID.exec(text)?.[1] !== fragment) continue;
    const at = parts.findIndex(({ end }) => end > line);
    const part = parts[at];
    const isAlone =
      part && (part.text === "" || (isLabel && part.end - part.start === 1 && part.start === line));
    const found = isAlone ? parts[at + 1] : part;
    if (found && found.kind !== "code") return found;
  }
  return null;
}
