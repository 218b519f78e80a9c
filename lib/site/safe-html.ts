import "server-only";
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from "sanitize-html";
import { encodePath, type LinkContext, resolveImage, resolveLink } from "./links.ts";

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];

const RULES: IOptions = {
  allowedTags: [
    ...HEADINGS,
    ...["p", "div", "span", "blockquote", "hr", "br", "ul", "ol", "li", "dl", "dt", "dd"],
    ...["a", "img", "figure", "figcaption", "details", "summary"],
    ...["em", "strong", "b", "i", "u", "s", "del", "ins", "mark", "small", "sub", "sup", "abbr"],
    ...["pre", "code", "kbd", "samp", "var"],
    ...["table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption"],
  ],
  allowedAttributes: {
    ...Object.fromEntries(HEADINGS.map((heading) => [heading, ["id"]])),
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "width", "height", "loading"],
    ol: ["start"],
    pre: ["tabindex", "data-filename"],
    div: ["tabindex"],
    details: ["open"],
    abbr: ["title"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
  },
  allowedClasses: {
    code: [/^language-[\w+#.-]+$/],
    div: ["table", "component", /^component-[\w-]+$/],
    p: ["component-title"],
    th: ["center", "right"],
    td: ["center", "right"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  // Their content isn't text for readers.
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "template",
    "iframe",
    "object",
  ],
  nestingLimit: 60,
};

/** Most characters of the HTML of a part of a page, of which at most 30 lines are shown. */
const MAX_EXCERPT = 20_000;

/**
 * Sanitizes a part of a page that is shown elsewhere: without IDs, which could clash with others, and with
 * images' descriptions. Headings are bold text, and links open a new tab.
 */
export function excerptHtml(html: string, place: LinkContext): string {
  const heading = () => ({ tagName: "p", attribs: { class: "component-title" } });
  return sanitizeHtml(html.slice(0, MAX_EXCERPT), {
    ...RULES,
    allowedAttributes: { ...RULES.allowedAttributes, a: ["href", "title", "rel", "target"] },
    transformTags: {
      ...Object.fromEntries(HEADINGS.map((tag) => [tag, heading])),
      a: (_tagName, attribs) => linkElsewhere(attribs, place),
      img: (_tagName, { alt = "" }) => ({ tagName: "span", attribs: {}, text: `[Image] ${alt}` }),
    },
  });
}

/**
 * Sanitizes a block of a page that is compared with another one: with images, and without the page's own `ins` and `del`.
 */
export function comparedHtml(html: string, place: LinkContext): string {
  const heading = (level: number) => () => ({
    tagName: "p",
    attribs: { class: `heading-${level + 1}` },
  });
  return sanitizeHtml(html, {
    ...RULES,
    allowedAttributes: { ...RULES.allowedAttributes, a: ["href", "title", "rel", "target"] },
    allowedClasses: { ...RULES.allowedClasses, p: ["component-title", /^heading-[1-6]$/] },
    transformTags: {
      ...Object.fromEntries(HEADINGS.map((tag, level) => [tag, heading(level)])),
      ins: "u",
      del: "s",
      a: (_tag, attribs) => linkElsewhere(attribs, place),
      details: (tagName) => ({ tagName, attribs: { open: "" } }),
      img: (_tag, attribs) => image(attribs, place),
    },
  });
}

/** A link that opens a new tab. */
function linkElsewhere({ href, title }: Attributes, place: LinkContext): Tag {
  const to = href === undefined ? null : resolveLink(href, place);
  const url = to?.startsWith("#") ? `${place.base}${encodePath(place.address)}${to}` : to;
  const opening = { target: "_blank", rel: "noopener nofollow" };
  return {
    tagName: "a",
    attribs: { ...(url && { href: url, ...opening }), ...(title && { title }) },
  };
}

/** Hidden elements are replaced by their description. */
function image({ src = "", alt = "", title, width, height }: Attributes, place: LinkContext): Tag {
  const at = resolveImage(src, place);
  if (at === null) return { tagName: "span", attribs: {}, text: alt };
  const size = { ...(width && { width }), ...(height && { height }) };
  const attribs = { src: at, alt, loading: "lazy", ...(title && { title }), ...size };
  return { tagName: "img", attribs };
}

/**
 * Removes from a page everything that isn't plain documentation: scripts, frames, forms, styles, event
 * handlers, and addresses that aren't the web's or this site's. Links and images lead to the site.
 */
export function safeHtml(html: string, place: LinkContext): string {
  return sanitizeHtml(html, {
    ...RULES,
    transformTags: {
      a: (tagName, { href, title }) => {
        const to = href === undefined ? null : resolveLink(href, place);
        const isAway = to !== null && /^[a-z]+:/i.test(to);
        const attribs = { ...(to && { href: to }), ...(title && { title }) };
        return { tagName, attribs: isAway ? { ...attribs, rel: "noopener nofollow" } : attribs };
      },
      img: (_tagName, attribs) => image(attribs, place),
    },
  });
}
