const BLOCKS = "p|div|h[1-6]|ul|ol|table|tr|blockquote|section|article|pre|body|html|head";
const INLINE =
  "a|b|i|u|s|em|strong|span|font|small|code|kbd|img|sub|sup|mark|td|th|tbody|thead|hr|li|style|script|o:p";
const TAG = new RegExp(`</?(?:${BLOCKS}|${INLINE}|br)(?:\\s[^<>]{0,2000})?/?>`, "gi");
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;
const NAMED = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: " ",
    ndash: "–",
    mdash: "—",
    hellip: "…",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    laquo: "«",
    raquo: "»",
    copy: "©",
    reg: "®",
    trade: "™",
    euro: "€",
    bull: "•",
    middot: "·",
    times: "×",
    rarr: "→",
    larr: "←",
    deg: "°",
    auml: "ä",
    ouml: "ö",
    uuml: "ü",
    Auml: "Ä",
    Ouml: "Ö",
    Uuml: "Ü",
    szlig: "ß",
    eacute: "é",
    egrave: "è",
    ecirc: "ê",
    agrave: "à",
    ccedil: "ç",
    ntilde: "ñ",
    aacute: "á",
    iacute: "í",
    oacute: "ó",
    uacute: "ú",
  }),
);

/**
 * Whether a text was written as HTML, as help desks and forms export it. A text that talks about HTML isn't: it has
 * signs that HTML would escape, or a tag in the middle of a sentence.
 */
export function isHtml(text: string): boolean {
  return hasMarkup(text) || isEscaped(text);
}

/** Returns the text of HTML, with line breaks for its blocks. */
export function plainText(html: string): string {
  const once = hasMarkup(html) ? withoutTags(html) : html;
  const text = decodedEntities(once);
  // Some tools escape what was HTML before.
  const inner = hasMarkup(text) && !hasMarkup(html) ? decodedEntities(withoutTags(text)) : text;
  const lines = inner
    .replaceAll("\u00A0", " ")
    .split("\n")
    .map((line) => line.trimEnd());
  // One empty line between paragraphs is enough.
  return lines
    .filter((line, at) => line !== "" || lines[at - 1] !== "")
    .join("\n")
    .trim();
}

const ONLY_BLOCK = new RegExp(`^\\s*<(?:${BLOCKS}|br|strong|span|a|b|em)[\\s>/]`, "i");

function hasMarkup(text: string): boolean {
  if (!text.includes("<")) return false;
  const isAround = ONLY_BLOCK.test(text) && text.trimEnd().endsWith(">");
  const breaks = /[\p{L}\p{N}.,!?:)]<br ?\/?>/iu.test(text);
  return (isAround || breaks) && !text.replace(TAG, "").includes("<");
}

function isEscaped(text: string): boolean {
  if (!text.includes("&") || /[<>"]/.test(text)) return false;
  let known = 0;
  const rest = text.replace(ENTITY, (entity, ...groups) => {
    if (decodedEntity(entity, groups) === entity) return entity;
    known += 1;
    return "";
  });
  return known > 0 && !rest.includes("&");
}

function withoutTags(html: string): string {
  const oneLine = html
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
  return oneLine
    .replace(/<(style|script)\b[^<>]{0,2000}>[^<]*<\/\1>/gi, "")
    .replace(/<li\b[^<>]{0,2000}>/gi, "\n- ")
    .replace(
      new RegExp(`<br(?:\\s[^<>]{0,2000})?/?>|</(?:${BLOCKS})>|<hr[^<>]{0,2000}>`, "gi"),
      "\n",
    )
    .replace(TAG, "")
    .replace(/\n /g, "\n");
}

function decodedEntities(text: string): string {
  return text.replace(ENTITY, (entity, ...groups) => decodedEntity(entity, groups));
}

/** @param groups what the expression found: a decimal or hexadecimal number, or a name */
function decodedEntity(entity: string, [decimal, hexadecimal, name]: unknown[]): string {
  if (typeof name === "string") return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? entity;
  const code = decimal ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code).toWellFormed() : entity;
}
