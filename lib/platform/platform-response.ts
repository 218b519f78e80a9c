import "server-only";

/** Creates a JSON response that must not be cached. */
export function platformResponse(
  status: number,
  body: unknown,
  headers: HeadersInit = {},
): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}
