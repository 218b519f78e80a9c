import "server-only";
import type { Person } from "../contract/api/people.ts";
import { leastRole, may, type Permission, ROLES, type Role } from "../contract/api/permissions.ts";
import { AppError, Forbidden } from "../errors.ts";

export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/**
 * The person, once it is sure that they may do it.
 * @throws {AppError} `unauthenticated` where nobody signed in, {Forbidden} with the role it takes
 */
export function assertPermission(person: Person | null, permission: Permission): Person {
  if (!person)
    throw new AppError("unauthenticated", "Sign in first: this server knows its people.");
  if (may(person.role, permission)) return person;
  throw new Forbidden(
    `This needs the role ${leastRole(permission)}; you are ${person.role}. An admin can change that on the page People.`,
  );
}
