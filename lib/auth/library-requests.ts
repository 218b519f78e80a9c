import "server-only";
import { z } from "zod";
import { ownAddress } from "../contract/api/own-address.ts";
import { usedPasskey } from "../contract/api/passkeys.ts";
import { InvalidRequest, NotFound } from "../errors.ts";
import { PROVIDER } from "./accounts.ts";

/** A path of this server. better-auth's own check accepts `/.//host`, which leads elsewhere. */
const ownPath = z.string().refine((path) => ownAddress(path) === path);

/** Characters of a code or recovery code at most. */
const CODE_LENGTH = 40;

/**
 * The better-auth endpoints that are reachable, and Errata's own for passkeys, with the fields that each accepts.
 * better-auth accepts more, such as a provider's token instead of a code, which would bypass state, nonce, and
 * verifier.
 */
const ENDPOINTS: Record<string, z.ZodType | null> = {
  "POST /api/auth/sign-in/email": z.strictObject({ email: z.string(), password: z.string() }),
  "POST /api/auth/sign-in/social": z.strictObject({
    provider: z.literal(PROVIDER),
    callbackURL: ownPath,
    errorCallbackURL: ownPath.optional(),
    disableRedirect: z.literal(true),
    additionalData: z.strictObject({ invitation: z.string() }).optional(),
  }),
  "POST /api/auth/two-factor/verify-totp": z.strictObject({ code: z.string().max(CODE_LENGTH) }),
  "POST /api/auth/two-factor/verify-backup-code": z.strictObject({
    code: z.string().max(CODE_LENGTH),
  }),
  "POST /api/auth/passkey/options": z.strictObject({}),
  "POST /api/auth/passkey/sign-in": z.strictObject({ response: usedPasskey }),
  "POST /api/auth/sign-out": z.strictObject({}),
  [`GET /api/auth/callback/${PROVIDER}`]: null,
};

/**
 * Validates a request for better-auth and returns it with only the accepted fields.
 * @param body the parsed request body
 * @throws {NotFound} for any other endpoint {InvalidRequest} for an invalid body
 */
export function parseLibraryRequest(request: Request, body: unknown): Request {
  const shape = ENDPOINTS[`${request.method} ${new URL(request.url).pathname}`];
  if (shape === undefined) throw new NotFound("This endpoint doesn't exist.");
  if (shape === null) return request;
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw new InvalidRequest("The request body is invalid.");
  return withJsonBody(request.url, request.headers, parsed.data);
}

/** Creates a POST request with a JSON body and the headers of another request. */
export function withJsonBody(url: string, headers: Headers, body: unknown): Request {
  const jsonHeaders = new Headers(headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"])
    jsonHeaders.delete(name);
  jsonHeaders.set("content-type", "application/json");
  return new Request(url, { method: "POST", headers: jsonHeaders, body: JSON.stringify(body) });
}
