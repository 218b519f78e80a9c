import "server-only";
import { randomBytes } from "node:crypto";
import { encodePath } from "./links.ts";
import { branchQuery, messageHtml, missingHtml, pageHtml, type SiteFrame } from "./page-html.ts";
import type { SiteAnswer, SiteImage } from "./site.ts";

/** Returns the response to a request for a page or an image. `known` is the request's `If-None-Match`. */
export function respond(
  answer: SiteAnswer,
  frame: Omit<SiteFrame, "nonce">,
  known: string | null,
): Response {
  if (answer.kind === "image") return imageResponse(answer, known);
  if (answer.kind === "moved") {
    const location = `${frame.base}${encodePath(answer.address)}${branchQuery(frame.branch)}`;
    return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  }
  const nonce = newNonce();
  const framed = { ...frame, nonce };
  return answer.kind === "page"
    ? htmlResponse(200, pageHtml(answer, framed), nonce)
    : htmlResponse(404, missingHtml(answer.outline, framed), nonce);
}

/** Returns a page that says why there is no site. */
export function respondWithMessage(status: number, text: string): Response {
  const nonce = newNonce();
  const title = status === 404 ? "Page not found" : "Something went wrong";
  return htmlResponse(status, messageHtml(title, text, nonce), nonce);
}

function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The policy allows the widget, its requests to this server, and nothing of what a page could bring along.
 */
function htmlResponse(status: number, html: string, nonce: string): Response {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return new Response(html, {
    status,
    headers: {
      ...COMMON,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
    },
  });
}

/** An SVG image that someone opens on its own runs no scripts, as it is in a sandbox. */
function imageResponse({ content, id, type }: SiteImage, known: string | null): Response {
  const etag = `"${id}"`;
  const headers = {
    ...COMMON,
    "content-type": type,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "private, no-cache",
    etag,
  };
  if (known === etag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(content), { headers });
}

const COMMON = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};
