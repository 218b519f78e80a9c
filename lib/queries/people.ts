import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Role } from "../contract/api/permissions.ts";
import * as routes from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** All accounts and open invitations. For admins. */
export const people = queryOptions({
  queryKey: ["people"],
  queryFn: ({ signal }) => request(routes.listPeople, { signal }),
});

/** The audit log, newest first. For admins. */
export const auditLog = infiniteQueryOptions({
  queryKey: ["people", "log"],
  queryFn: ({ pageParam, signal }) => {
    const query = pageParam === null ? {} : { before: String(pageParam) };
    return request(routes.listAuditLog, { query, signal });
  },
  initialPageParam: null as number | null,
  getNextPageParam: ({ log, hasMore }) => (hasMore ? log.at(-1)?.id : undefined),
});

/** Creates an invitation. The response is the only one that contains the link. */
export function invite(body: { email: string; role: Role }) {
  return request(routes.createInvitation, { body });
}

export function revokeInvitation(invitationId: string) {
  return request(routes.revokeInvitation, { params: { invitationId } });
}

/** Creates a link for setting a new password. The response is the only one that contains it. */
export function createPasswordLink(personId: string) {
  return request(routes.createPasswordLink, { params: { personId } });
}

export function changePerson(personId: string, change: { role: Role } | { disabled: boolean }) {
  return request(routes.updatePerson, { params: { personId }, body: change });
}

/** The sessions of the signed-in person. */
export const mySessions = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: ({ signal }) => request(routes.listSessions, { signal }),
});

export function endSession(sessionId: string) {
  return request(routes.endSession, { params: { sessionId } });
}

export function changePassword(passwords: { current: string; next: string }) {
  return request(routes.changePassword, { body: passwords });
}
