import "server-only";
import { z } from "zod";
import { InvalidRequest, NotFound } from "../errors.ts";
import { PROVIDER } from "./accounts.ts";

/**
 * What of the library is reached from outside, with all that each takes. It would take more: the
 * token of a provider in place of its code, which is a way in without our state, nonce and verifier.
 */
const OPEN: Record<string, z.ZodType | null> = {
  "POST /api/auth/sign-in/email": z.strictObject({ email: z.string(), password: z.string() }),
  "POST /api/auth/sign-in/social": z.strictObject({
    provider: z.literal(PROVIDER),
    callbackURL: z.string(),
    errorCallbackURL: z.string().optional(),
    disableRedirect: z.literal(true),
    additionalData: z.strictObject({ invitation: z.string() }).optional(),
  }),
  "POST /api/auth/sign-out": z.strictObject({}),
  [`GET /api/auth/callback/${PROVIDER}`]: null,
};

/**
 * The request as the library gets it.
 * @param body what came with it, read already
 * @throws {NotFound} for all that is not open {InvalidRequest} for a body of another shape
 */
export function parseLibraryRequest(request: Request, body: unknown): Request {
  const shape = OPEN[`${request.method} ${new URL(request.url).pathname}`];
  if (shape === undefined) throw new NotFound("There is nothing at this address.");
  if (shape === null) return request;
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw new InvalidRequest("The body is not what this address takes.");
  return withJsonBody(request.url, request.headers, parsed.data);
}

/** A request that carries `body` as JSON, and the headers of another. */
export function withJsonBody(url: string, headers: Headers, body: unknown): Request {
  const own = new Headers(headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) own.delete(name);
  own.set("content-type", "application/json");
  return new Request(url, { method: "POST", headers: own, body: JSON.stringify(body) });
}
