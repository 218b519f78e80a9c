import "server-only";
import { AppError, HTTP_STATUS } from "../errors.ts";

const UNKNOWN_ERROR = "Couldn't sign you in. Try again, or ask an admin to check the server log.";

/**
 * Returns better-auth's response with only the cookies, the provider's URL, and whether a code is needed.
 * Its body also contains the session token.
 * @throws {AppError} if better-auth answered with an error
 */
export async function libraryResponse(response: Response): Promise<Response> {
  if (response.status >= 300 && response.status < 400) return response;
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const answer = { url: urlOf(body), needsCode: needsCode(body) };
    return Response.json(answer, { headers: headersOf(response) });
  }
  throw appError(response.status, messageOf(body));
}

/** Converts errors of a better-auth call. @throws {AppError} */
export async function mapLibraryErrors<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && "statusCode" in error && "body" in error) {
      throw appError(Number(error.statusCode), messageOf(error.body));
    }
    throw error;
  }
}

function appError(status: number, message: string | null): AppError {
  const code = CODES.find((candidate) => HTTP_STATUS[candidate] === status);
  if (!code) throw new Error(`better-auth answered ${status}: ${message}`);
  return new AppError(code, message ?? UNKNOWN_ERROR);
}

/** The error code for each status. */
const CODES = [
  ...(["invalid_request", "unauthenticated", "forbidden", "not_found"] as const),
  ...(["method_not_allowed", "conflict", "too_large", "too_many_attempts"] as const),
];

function headersOf(response: Response): Headers {
  const headers = new Headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return headers;
}

/** Returns the provider URL to redirect to; null if there is none. */
function urlOf(body: unknown): string | null {
  const url = typeof body === "object" && body && "url" in body ? body.url : null;
  return typeof url === "string" ? url : null;
}

/** Whether the password was right, and a code of the second factor is needed to sign in. */
function needsCode(body: unknown): boolean {
  return typeof body === "object" && body !== null && "twoFactorRedirect" in body;
}

function messageOf(body: unknown): string | null {
  const message = typeof body === "object" && body && "message" in body ? body.message : null;
  return typeof message === "string" && message !== "" ? message : null;
}
