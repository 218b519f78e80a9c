import "server-only";
import { escapeHtml } from "./escape-html.ts";
import { encodePath } from "./links.ts";
import type { SiteOutline, SitePage } from "./site.ts";
import { STYLE } from "./style.ts";

/** The parts of a document around the page itself. */
export interface SiteFrame {
  /** Address of the site, such as `/site/docs`. */
  base: string;
  projectId: string;
  projectName: string;
  /** Public key for feedback; null shows no widget. */
  collectKey: string | null;
  isSample: boolean;
  /** The branch whose pages are shown; null for what is published. */
  branch: string | null;
  /** For the page's own style and script. */
  nonce: string;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='7' fill='%232f49b8'/%3E" +
  "%3Cpath d='M9 8h14M9 16h14M9 24h9' stroke='%23fff' stroke-width='3' stroke-linecap='round'/%3E%3C/svg%3E";

/** Suffix of pages' addresses, which keeps links on a branch. */
export function branchQuery(branch: string | null): string {
  return branch === null ? "" : `?at=${encodeURIComponent(branch)}`;
}

/** Returns the document of a page. */
export function pageHtml(page: SitePage, frame: SiteFrame): string {
  const heading = page.hasHeading ? "" : `<h1>${escapeHtml(page.title)}</h1>`;
  const lead = page.description ? `<p class="lead">${escapeHtml(page.description)}</p>` : "";
  const article = `<article>${heading}${lead}${page.html}${feedback(page, frame)}</article>`;
  const { title, address, outline } = page;
  return framed(frame, { title, address, outline, main: `${article}${turns(page, frame)}` });
}

/** Returns the document for an address without a page. */
export function missingHtml(outline: SiteOutline, frame: SiteFrame): string {
  const title = "Page not found";
  const text = "This page doesn't exist in the documentation repository.";
  const shown = { title, address: null, outline, main: messageOf(title, text) };
  return framed({ ...frame, collectKey: null }, shown);
}

/** Returns the document that says why there is no site. */
export function messageHtml(title: string, text: string, nonce: string): string {
  const header = '<a class="name" href="/">Errata</a>';
  return documentHtml({ nonce, title, header, main: messageOf(title, text) });
}

function messageOf(title: string, text: string): string {
  return `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`;
}

function framed(
  frame: SiteFrame,
  shown: { title: string; outline: SiteOutline; address: string | null; main: string },
): string {
  const { base, nonce, collectKey, branch } = frame;
  const { outline, title, address, main } = shown;
  const name = outline.name ?? frame.projectName;
  const link = address === null ? "Inbox" : "Feedback on this page";
  return documentHtml({
    nonce,
    title: `${title} · ${name}`,
    script: collectKey !== null,
    header: `<a class="name" href="${base}${branchQuery(branch)}">${escapeHtml(name)}</a>
<a class="to-menu" href="#errata-menu">Menu</a>
<a href="${inboxAddress(frame, address)}">${link}</a>`,
    menu: menuHtml(outline, frame, address),
    main,
    footer: footer(frame),
  });
}

/** @param parts HTML, except for the title */
function documentHtml(parts: {
  nonce: string;
  title: string;
  header: string;
  main: string;
  menu?: string;
  footer?: string;
  script?: boolean;
}): string {
  const { nonce, title, header, main, menu = "", footer = "", script = false } = parts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ICON}">
<style nonce="${nonce}">${STYLE}</style>
${script ? `<script src="/collect.js" nonce="${nonce}" defer></script>` : ""}
</head>
<body>
<a class="skip" href="#errata-content">Skip to content</a>
<header>${header}</header>
<div class="layout">
${menu}
<main id="errata-content" tabindex="-1">${main}</main>
</div>
${footer && `<footer>${footer}</footer>`}
</body>
</html>
`;
}

function menuHtml(
  outline: SiteOutline,
  { base, branch }: SiteFrame,
  current: string | null,
): string {
  const groups = outline.groups.map(({ title, pages }) => {
    const items = pages.map((page) => {
      const here = page.address === current ? ' aria-current="page"' : "";
      const href = `${base}${encodePath(page.address)}${branchQuery(branch)}`;
      return `<li><a href="${href}"${here}>${escapeHtml(page.title)}</a></li>`;
    });
    return `${title ? `<h2>${escapeHtml(title)}</h2>` : ""}<ul>${items.join("")}</ul>`;
  });
  const close = '<a class="close" href="#errata-content">Close menu</a>';
  return `<nav class="menu" id="errata-menu" aria-label="Documentation">${close}${groups.join("")}</nav>`;
}

/** Links to the previous and the next page. */
function turns({ outline, address }: SitePage, { base, branch }: SiteFrame): string {
  const pages = outline.groups.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.address === address);
  if (at < 0) return "";
  const link = (page: (typeof pages)[number] | undefined, rel: string, label: string) =>
    page
      ? `<a rel="${rel}" href="${base}${encodePath(page.address)}${branchQuery(branch)}"><small>${label}</small>${escapeHtml(page.title)}</a>`
      : "";
  const links = `${link(pages[at - 1], "prev", "Previous")}${link(pages[at + 1], "next", "Next")}`;
  return `<nav class="turn" aria-label="Previous and next page">${links}</nav>`;
}

/** The widget, and a form for readers without JavaScript (docs/collect.md). */
function feedback({ address }: SitePage, { collectKey }: SiteFrame): string {
  if (collectKey === null) return "";
  const url = escapeHtml(address);
  return `<errata-feedback data-key="${collectKey}" data-url="${url}" data-code></errata-feedback>
<noscript><form method="post" action="/v1/collect/${collectKey}">
<input type="hidden" name="url" value="${url}">
<label>Was this page helpful? Leave a comment. <textarea name="comment"></textarea></label>
<div><button name="helpful" value="yes">Helpful</button> <button name="helpful" value="no">Not helpful</button></div>
</form></noscript>`;
}

function inboxAddress({ projectId }: SiteFrame, address: string | null): string {
  const inbox = `/${encodeURIComponent(projectId)}/feedback`;
  return address === null ? inbox : `${inbox}?path=${encodePath(address)}`;
}

function footer(frame: SiteFrame): string {
  const inbox = `<a href="${inboxAddress(frame, null)}">inbox</a>`;
  if (frame.branch !== null) {
    return `The pages of branch <code>${escapeHtml(frame.branch)}</code>, as its pull request changes them.`;
  }
  return frame.isSample
    ? `Sample documentation for a fictional product. Feedback that you leave here appears in the ${inbox}.`
    : `A preview of the documentation repository. Feedback appears in the ${inbox}.`;
}
