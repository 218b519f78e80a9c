import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import * as accountRoutes from "../contract/api/account-routes.ts";
import type { Role } from "../contract/api/permissions.ts";
import { FIRST_NUMBER, request } from "./request.ts";

/** All accounts and open invitations. For admins. */
export const people = queryOptions({
  queryKey: ["people"],
  queryFn: ({ signal }) => request(accountRoutes.listPeople, { signal }),
});

/** The audit log, newest first. For admins. */
export const auditLog = infiniteQueryOptions({
  queryKey: ["people", "log"],
  queryFn: ({ pageParam, signal }) => {
    const query = pageParam === null ? {} : { before: String(pageParam) };
    return request(accountRoutes.listAuditLog, { query, signal });
  },
  initialPageParam: FIRST_NUMBER,
  getNextPageParam: ({ log, hasMore }) => (hasMore ? log.at(-1)?.id : undefined),
});

/** Creates an invitation. The response is the only one that contains the link. */
export function invite(body: { email: string; role: Role }) {
  return request(accountRoutes.createInvitation, { body });
}

export function revokeInvitation(invitationId: string) {
  return request(accountRoutes.revokeInvitation, { params: { invitationId } });
}

/** Creates a link for setting a new password. The response is the only one that contains it. */
export function createPasswordLink(personId: string) {
  return request(accountRoutes.createPasswordLink, { params: { personId } });
}

export function changePerson(personId: string, change: { role: Role } | { disabled: boolean }) {
  return request(accountRoutes.updatePerson, { params: { personId }, body: change });
}

/** Deletes an account. Can't be undone. */
export function deletePerson(personId: string) {
  return request(accountRoutes.deletePerson, { params: { personId } });
}

/** The sessions of the signed-in person. */
export const mySessions = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: ({ signal }) => request(accountRoutes.listSessions, { signal }),
});

export function endSession(sessionId: string) {
  return request(accountRoutes.endSession, { params: { sessionId } });
}

export function changePassword(passwords: { current: string; next: string }) {
  return request(accountRoutes.changePassword, { body: passwords });
}
