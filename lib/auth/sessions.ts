import "server-only";
import type { SessionEntry } from "../contract/people.ts";
import { NotFound } from "../errors.ts";
import type { Accounts } from "./accounts.ts";
import { answered } from "./answer.ts";

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
      isThis: session.id === current?.session.id,
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
