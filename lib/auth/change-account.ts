import "server-only";
import { sql } from "kysely";
import { type Actor, DELETED_PERSON } from "../contract/api/people.ts";
import { Conflict, NotFound } from "../errors.ts";
import { recordAudit } from "./audit.ts";
import { deletePerson, type RenamePerson } from "./delete-person.ts";
import { isRole } from "./role.ts";
import type { AuthUserTable } from "./schema/accounts.ts";
import type { AuthQuery } from "./schema/schema.ts";

/** Values as this database's columns store them. */
export interface Columns {
  flag(value: boolean): boolean | number;
  /** Epoch milliseconds. */
  at(): number;
  updatedAt(): Date | string;
}

/** A change of an account, and its audit log entry: the action, the email, and details. */
export interface AccountChange {
  set: Partial<Pick<AuthUserTable, "role" | "banned">>;
  action: string;
  suffix?: string;
}

/** Changes a role, or blocks or allows sign-in. @throws {NotFound} {Conflict} if no admin would be left */
export async function changeAccount(
  trx: AuthQuery,
  columns: Columns,
  by: Actor,
  id: string,
  { set, action, suffix = "" }: AccountChange,
): Promise<void> {
  await lockAdmins(trx, columns, id);
  const email = await updateUser(trx, columns, id, set);
  await requireAdmin(trx);
  const at = columns.at();
  if (set.banned) await endAccess(trx, { id, email, at });
  await recordAudit(trx, { at, by, action, subject: `${email}${suffix}` });
}

/** Locks all admin rows, so that two admins can't demote each other at the same time. */
async function lockAdmins(trx: AuthQuery, columns: Columns, id: string): Promise<void> {
  await trx
    .updateTable("auth_user")
    .set({ updatedAt: columns.updatedAt() })
    .where(({ or, eb }) => or([eb("role", "=", "admin"), eb("id", "=", id)]))
    .execute();
}

/** Returns the person's email. @throws {NotFound} */
async function updateUser(
  trx: AuthQuery,
  columns: Columns,
  id: string,
  set: Partial<AuthUserTable>,
): Promise<string> {
  const person = await trx
    .updateTable("auth_user")
    .set({ ...set, updatedAt: columns.updatedAt() })
    .where("id", "=", id)
    .returning("email")
    .executeTakeFirst();
  if (!person) throw new NotFound("This person doesn't exist.");
  return person.email;
}

/** See `PeopleStore.resetSecondFactor`. */
export async function resetSecondFactor(
  trx: AuthQuery,
  columns: Columns,
  by: Actor,
  id: string,
): Promise<void> {
  // Needs the password, which an open session alone doesn't prove.
  if (by.id === id) {
    throw new Conflict(
      "This is your own account. Turn off two-factor authentication on your account page.",
    );
  }
  const email = await updateUser(trx, columns, id, { twoFactorEnabled: columns.flag(false) });
  const removed = await Promise.all(
    (["auth_second_factor", "auth_passkey"] as const).map((table) =>
      trx.deleteFrom(table).where("userId", "=", id).executeTakeFirst(),
    ),
  );
  if (removed.every(({ numDeletedRows }) => numDeletedRows === 0n)) {
    throw new Conflict("This person has neither two-factor authentication nor a passkey.");
  }
  await trx.deleteFrom("auth_session").where("userId", "=", id).execute();
  const action = "reset two-factor authentication for";
  await recordAudit(trx, { at: columns.at(), by, action, subject: email });
}

/** See `PeopleStore.delete`. */
export async function deleteAccount(
  trx: AuthQuery,
  columns: Columns,
  { by, id, rename }: { by: Actor; id: string; rename: RenamePerson },
): Promise<void> {
  await lockAdmins(trx, columns, id);
  const people = await trx.selectFrom("auth_user").selectAll().execute();
  const found = people.find((row) => row.id === id);
  if (!found) throw new NotFound("This person doesn't exist.");
  const { name, email, role } = found;
  const isNamesake = people.some((row) => row.id !== id && row.name === name);
  const at = columns.at();
  const person = { id, name, email, isNamesake, deletedAt: at };
  await deletePerson(trx, person);
  await requireAdmin(trx);
  await rename(trx, person);
  await recordAudit(trx, {
    at,
    by: by.id === id ? { id, name: DELETED_PERSON } : by,
    action: "deleted the account of",
    subject: `a person with the role ${isRole(role) ? role : "viewer"}`,
  });
}

/** Ends all sessions and open links of a person. */
async function endAccess(
  trx: AuthQuery,
  { id, email, at }: { id: string; email: string; at: number },
): Promise<void> {
  await trx.deleteFrom("auth_session").where("userId", "=", id).execute();
  await trx
    .updateTable("auth_invitation")
    .set({ ended_at: at })
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .execute();
}

/** @throws {Conflict} */
async function requireAdmin(trx: AuthQuery): Promise<void> {
  if (await hasEnabledAdmin(trx)) return;
  throw new Conflict("This is the only admin. Make someone else an admin first.");
}

/** Returns whether an admin can sign in. */
export async function hasEnabledAdmin(query: AuthQuery): Promise<boolean> {
  const admin = await query
    .selectFrom("auth_user")
    .select("id")
    .where("role", "=", "admin")
    .where(sql<boolean>`coalesce(cast(banned as integer), 0) = 0`)
    .executeTakeFirst();
  return admin !== undefined;
}
