import "server-only";
import type { Person } from "../contract/api/people.ts";
import { lowestRole, may, type Permission, ROLES, type Role } from "../contract/api/permissions.ts";
import { AppError, Forbidden } from "../errors.ts";

export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/**
 * Returns the person if they have the permission.
 * @throws {AppError} `unauthenticated` without a person {Forbidden} with the required role
 */
export function assertPermission(person: Person | null, permission: Permission): Person {
  if (!person) throw new AppError("unauthenticated", "You're not signed in. Sign in to continue.");
  if (may(person.role, permission)) return person;
  throw new Forbidden(
    `This requires the ${lowestRole(permission)} role, and you're a ${person.role}. Ask an admin to change your role.`,
  );
}
