import { type NextRequest, NextResponse } from "next/server";
import { config as configuration } from "./lib/config.ts";
import { ADDRESS_HEADER } from "./lib/http/address.ts";
import { assertHost } from "./lib/http/origin.ts";
import { errorResponse } from "./lib/http/route.ts";

const development = process.env.NODE_ENV === "development";

/** Rejects unknown hosts and gives every page a content security policy with its own nonce. */
export function proxy(request: NextRequest): Response {
  try {
    assertHost(request, configuration());
  } catch (error) {
    return errorResponse(error);
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(ADDRESS_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("x-frame-options", "DENY");
  response.headers.set("referrer-policy", "no-referrer");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("cross-origin-resource-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), geolocation=(), microphone=()");
  return response;
}

function contentPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = {
  // Next buffers the bodies of requests that pass the proxy. Routes with a body check the host
  // themselves. The widget's file has headers of its own (next.config.mjs), and so does the documentation's
  // site (lib/site/respond.ts).
  matcher: [
    "/((?!api/|v1/|v2/|site/|collect(?:-challenge)?\\.js$|pulls/[^/]+/(?:merge|close|update)$).*)",
  ],
};
