import "server-only";
import type { SessionEntry } from "../contract/api/people.ts";
import { InvalidRequest, NotFound } from "../errors.ts";
import type { Accounts } from "./accounts.ts";
import { withJsonBody } from "./library-requests.ts";
import { answered, libraryResponse } from "./library-response.ts";

/** The open sessions of whoever asks, the newest first; their tokens stay here. */
export async function sessionsOf({ api }: Accounts, headers: Headers): Promise<SessionEntry[]> {
  const current = await answered(api.getSession({ headers }));
  const sessions = await answered(api.listSessions({ headers }));
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

/** @throws {NotFound} where it is not one of theirs */
export async function endSession(
  { api }: Accounts,
  headers: Headers,
  sessionId: string,
): Promise<void> {
  const sessions = await answered(api.listSessions({ headers }));
  const session = sessions.find(({ id }) => id === sessionId);
  if (!session) throw new NotFound("There is no such session.");
  await answered(api.revokeSession({ headers, body: { token: session.token } }));
}

/**
 * Sets a new password and ends all other sessions. It is asked as from outside, as tries are counted
 * there alone: whoever sits at an open session could try passwords without end.
 * @throws {InvalidRequest} {AppError}
 */
export async function changePassword(
  { handler }: Accounts,
  publicUrl: string,
  headers: Headers,
  { current, next }: { current: string; next: string },
): Promise<Response> {
  if (current === next) throw new InvalidRequest("The new password is the old one.");
  const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
  const request = withJsonBody(`${publicUrl}/api/auth/change-password`, headers, body);
  request.headers.set("origin", publicUrl);
  return libraryResponse(await handler(request));
}
