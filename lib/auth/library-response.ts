import "server-only";
import { AppError, type ErrorCode, HTTP_STATUS } from "../errors.ts";

const UNKNOWN = "Signing in does not work right now. The server's log has the cause.";

/**
 * What the library answered, with its failures as ours. Its successes carry the session's token in
 * the body, too: only the cookie and the address of the provider go on.
 * @throws {AppError}
 */
export async function libraryResponse(response: Response): Promise<Response> {
  if (response.status >= 300 && response.status < 400) return response;
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return Response.json({ url: urlOf(body) }, { headers: headersOf(response) });
  const seconds = Number(response.headers.get("x-retry-after"));
  throw failure(response.status, messageOf(body), seconds > 0 ? seconds * 1000 : undefined);
}

/** What a call of the library gives. @throws {AppError} for what it refuses */
export async function answered<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && "statusCode" in error && "body" in error) {
      throw failure(Number(error.statusCode), messageOf(error.body));
    }
    throw error;
  }
}

function failure(status: number, message: string | null, retryAfter?: number): AppError {
  const code = CODES.find((known) => HTTP_STATUS[known] === status);
  if (!code) throw new Error(`The sign-in library answered ${status}: ${message}`);
  if (code === "too_many_attempts") {
    return new AppError(code, "Too many attempts. Wait a minute, then try again.", { retryAfter });
  }
  return new AppError(code, message ?? UNKNOWN);
}

const CODES: ErrorCode[] = [
  ...["invalid_request", "unauthenticated", "forbidden", "not_found"],
  ...["method_not_allowed", "conflict", "too_large", "too_many_attempts"],
] as ErrorCode[];

function headersOf(response: Response): Headers {
  const headers = new Headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return headers;
}

/** Where the browser goes on, at the provider; null where it stays. */
function urlOf(body: unknown): string | null {
  const url = typeof body === "object" && body && "url" in body ? body.url : null;
  return typeof url === "string" ? url : null;
}

function messageOf(body: unknown): string | null {
  const message = typeof body === "object" && body && "message" in body ? body.message : null;
  return typeof message === "string" && message !== "" ? message : null;
}
