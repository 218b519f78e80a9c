import "server-only";

/** A part of a block that is shown without the others: an item of a long list, a row of a table, a line of code. */
export interface HtmlPiece {
  html: string;
  /** The tags around it, which pieces that follow each other share. */
  open: string;
  close: string;
}

/** An element with what is in it. */
interface Element {
  tag: string;
  open: string;
  /** The HTML from its first tag to its last one. */
  html: string;
  children: (Element | string)[];
}

/** Characters of a block that is shown as a whole. */
const MAX_WHOLE = 1_500;
/** Levels of elements that are divided. */
const MAX_DEPTH = 6;
const PARTS = /<(\/?)([a-z][a-z0-9]*)(?:[ /][^<>]*)?>|[^<]+/g;
const WITHOUT_END = new Set(["br", "hr", "img"]);
/** Elements whose children are shown without each other. */
const DIVIDED = new Set(
  "ul ol li dl dd div blockquote details figure table thead tbody tfoot".split(" "),
);
const INLINE = new Set(
  "a img em strong b i u s mark small sub sup abbr code kbd samp var span br".split(" "),
);

/**
 * Divides long blocks.
 * @param html as `safeHtml` and its kind return it: closed tags, and no other `<` or `>`
 */
export function htmlPieces(html: string): HtmlPiece[] {
  return piecesOf(elementsIn(html), { open: "", close: "" }, 0);
}

type Around = Pick<HtmlPiece, "open" | "close">;

function piecesOf(
  nodes: readonly (Element | string)[],
  around: Around,
  depth: number,
): HtmlPiece[] {
  return grouped(nodes).flatMap((node) =>
    typeof node === "string" ? { html: node, ...around } : dividedElement(node, around, depth),
  );
}

function dividedElement(element: Element, around: Around, depth: number): HtmlPiece[] {
  const { tag, html, open, children } = element;
  if (html.length <= MAX_WHOLE || depth === MAX_DEPTH) return [{ html, ...around }];
  if (tag === "pre") return codeLines(element, around);
  if (!DIVIDED.has(tag)) return [{ html, ...around }];
  const close = `</${tag}>${around.close}`;
  const inner = { open: around.open + open, close };
  if (tag === "ol") return numbered(element, around, close, depth);
  const [first, ...rest] = children.filter((child) => typeof child !== "string");
  if (tag === "table" && first?.tag === "thead") {
    // Rows keep their headings.
    const withHead = { open: inner.open + first.html, close };
    return [{ html: first.html, ...inner }, ...piecesOf(rest, withHead, depth + 1)];
  }
  return piecesOf(children, inner, depth + 1);
}

/** Items of a list with their numbers. */
function numbered({ open, children }: Element, around: Around, close: string, depth: number) {
  const start = Number(/ start="(-?\d{1,9})"/.exec(open)?.[1] ?? 1);
  const items = children.filter((child) => typeof child !== "string");
  return items.flatMap((item, index) =>
    piecesOf([item], { open: `${around.open}<ol start="${start + index}">`, close }, depth + 1),
  );
}

/** Lines of a code block. */
function codeLines({ html, open, children }: Element, around: Around): HtmlPiece[] {
  const [code] = children;
  const isPlain =
    typeof code === "object" && code.children.every((each) => typeof each === "string");
  if (!isPlain || children.length > 1) return [{ html, ...around }];
  const inside = {
    open: around.open + open + code.open,
    close: `</${code.tag}></pre>${around.close}`,
  };
  const lines = code.children.join("").match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.map((line) => ({ html: line, ...inside }));
}

/** Joins inline content of one line, such as words and links. */
function grouped(nodes: readonly (Element | string)[]): (Element | string)[] {
  const groups: (Element | string)[] = [];
  for (const node of nodes) {
    const text = typeof node === "string" ? node : INLINE.has(node.tag) ? node.html : null;
    const last = groups.at(-1);
    if (text === null) groups.push(node);
    else if (typeof last === "string") groups[groups.length - 1] = last + text;
    else groups.push(text);
  }
  return groups.filter((group) => typeof group !== "string" || group.trim() !== "");
}

function elementsIn(html: string): (Element | string)[] {
  const top: (Element | string)[] = [];
  const opened: { element: Element; from: number }[] = [];
  const append = (node: Element | string) => (opened.at(-1)?.element.children ?? top).push(node);
  for (const { 0: text, 1: slash, 2: tag = "", index } of html.matchAll(PARTS)) {
    if (tag === "") append(text);
    else if (slash) {
      const last = opened.pop();
      if (last) last.element.html = html.slice(last.from, index + text.length);
    } else {
      const element: Element = { tag, open: text, html: text, children: [] };
      append(element);
      if (!WITHOUT_END.has(tag)) opened.push({ element, from: index });
    }
  }
  return top;
}
