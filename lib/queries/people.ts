import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  AuditEntry,
  CreatedInvitation,
  People,
  SessionEntry,
} from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import { fetchJson } from "./fetch-json.ts";

/** Everybody with an account, and the open invitations. For admins. */
export const people = queryOptions({
  queryKey: ["people"],
  queryFn: ({ signal }) => fetchJson<People>("/api/people", { signal }),
});

/** Who did what, the newest first. For admins. */
export const auditLog = infiniteQueryOptions({
  queryKey: ["people", "log"],
  queryFn: ({ pageParam, signal }) =>
    fetchJson<{ log: AuditEntry[]; hasMore: boolean }>(
      `/api/people/log${pageParam === null ? "" : `?before=${pageParam}`}`,
      { signal },
    ),
  initialPageParam: null as number | null,
  getNextPageParam: ({ log, hasMore }) => (hasMore ? log.at(-1)?.id : undefined),
});

/** The link is told this once. */
export function invite(invited: { email: string; role: Role }): Promise<CreatedInvitation> {
  return fetchJson("/api/people/invitations", { method: "POST", body: invited });
}

export function revokeInvitation(id: string): Promise<People> {
  return fetchJson(`/api/people/invitations/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** A link for a new password, told this once. */
export function createPasswordLink(personId: string): Promise<CreatedInvitation> {
  return fetchJson(`${person(personId)}/password-link`, { method: "POST" });
}

export function changePerson(
  personId: string,
  change: { role: Role } | { disabled: boolean },
): Promise<People> {
  return fetchJson(person(personId), { method: "PATCH", body: change });
}

/** One's own sessions. */
export const mySessions = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: ({ signal }) => fetchJson<{ sessions: SessionEntry[] }>("/api/me/sessions", { signal }),
});

export function endSession(id: string): Promise<{ sessions: SessionEntry[] }> {
  return fetchJson(`/api/me/sessions/${encodeURIComponent(id)}`, { method: "DELETE" });
}

export function changePassword(passwords: { current: string; next: string }): Promise<object> {
  return fetchJson("/api/me/password", { method: "POST", body: passwords });
}

function person(id: string): string {
  return `/api/people/${encodeURIComponent(id)}`;
}
