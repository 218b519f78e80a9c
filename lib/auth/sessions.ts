import "server-only";
import type { Clock } from "../clock.ts";
import type { SessionInfo } from "../contract/api/people.ts";
import { InvalidRequest, NotFound } from "../errors.ts";
import type { Accounts } from "./accounts.ts";
import { withJsonBody } from "./library-requests.ts";
import { libraryResponse, mapLibraryErrors } from "./library-response.ts";
import { requirePassword } from "./password.ts";

const HOUR = 3_600_000;
/** Milliseconds after which a session that wasn't used ends. */
const IDLE_LIFETIME_MS = 7 * 24 * HOUR;

/**
 * Ends a session that wasn't used for a week. Otherwise records that it is used, at most once an hour.
 * @returns whether the session goes on
 */
export async function keepActive(
  { $context }: Accounts,
  clock: Clock,
  session: { token: string; updatedAt: Date },
): Promise<boolean> {
  const idle = clock.now() - session.updatedAt.getTime();
  // Negative if the clock was set back since.
  if (Math.abs(idle) < HOUR) return true;
  const { internalAdapter } = await $context;
  if (idle > IDLE_LIFETIME_MS) {
    await internalAdapter.deleteSession(session.token);
    return false;
  }
  await internalAdapter.updateSession(session.token, { updatedAt: new Date(clock.now()) });
  return true;
}

/** Returns the signed-in person's sessions, newest first, without their tokens. */
export async function listSessions({ api }: Accounts, headers: Headers): Promise<SessionInfo[]> {
  const current = await mapLibraryErrors(api.getSession({ headers }));
  const sessions = await mapLibraryErrors(api.listSessions({ headers }));
  return sessions
    .map((session) => ({
      id: session.id,
      createdAt: session.createdAt.getTime(),
      expiresAt: session.expiresAt.getTime(),
      address: session.ipAddress || null,
      agent: session.userAgent || null,
      isCurrent: session.id === current?.session.id,
    }))
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** Ends a session. @throws {NotFound} if it isn't the signed-in person's */
export async function endSession(
  { api }: Accounts,
  headers: Headers,
  sessionId: string,
): Promise<void> {
  const sessions = await mapLibraryErrors(api.listSessions({ headers }));
  const session = sessions.find(({ id }) => id === sessionId);
  if (!session) throw new NotFound("This session doesn't exist or has already ended.");
  await mapLibraryErrors(api.revokeSession({ headers, body: { token: session.token } }));
}

/**
 * Sets a new password and ends all other sessions.
 * @param passwords.known the person's name and email, which the new password must not consist of
 * @param passwords.attempt limits attempts, so that nobody can guess the password from an open session
 * @throws {InvalidRequest} {AppError}
 */
export async function changePassword(
  { handler }: Accounts,
  publicUrl: string,
  headers: Headers,
  passwords: {
    current: string;
    next: string;
    known: readonly string[];
    attempt(work: () => Promise<Response>): Promise<Response>;
  },
): Promise<Response> {
  const { current, next, known, attempt } = passwords;
  if (current === next)
    throw new InvalidRequest("The new password must be different from the current one.");
  await requirePassword(next, known);
  const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
  const request = withJsonBody(`${publicUrl}/api/auth/change-password`, headers, body);
  request.headers.set("origin", publicUrl);
  return attempt(async () => libraryResponse(await handler(request)));
}
