import "server-only";
import { type Kysely, sql } from "kysely";
import type { Clock } from "../clock.ts";
import { type Account, type Actor, DELETED_PERSON, type Teammate } from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import type { Database } from "../database/open.ts";
import { Conflict, NotFound } from "../errors.ts";
import { recordAudit } from "./audit.ts";
import { type DeletedPerson, deletePerson } from "./delete-person.ts";
import { isRole } from "./role.ts";
import type { AuthUserTable } from "./schema/accounts.ts";
import type { AuthSchema } from "./schema/schema.ts";

/** Accounts and their roles. At least one enabled admin always remains. */
export interface PeopleStore {
  list(): Promise<Account[]>;
  /** Returns the names of all people, in alphabetical order. */
  names(): Promise<Teammate[]>;
  find(id: string): Promise<(Actor & { email: string; role: string | null }) | null>;
  /** Whether the person has a way to sign in. */
  canSignIn(id: string): Promise<boolean>;
  hasAdmin(): Promise<boolean>;
  /** @throws {NotFound} {Conflict} if no admin would be left */
  setRole(by: Actor, id: string, role: Role): Promise<void>;
  /** Signs the person out and blocks sign-in. */
  disable(by: Actor, id: string): Promise<void>;
  enable(by: Actor, id: string): Promise<void>;
  /**
   * Deletes the account and everything that only belongs to it.
   * @param rename called in the same transaction, to replace the name elsewhere
   * @throws {NotFound} {Conflict} if no admin would be left
   */
  delete(by: Actor, id: string, rename: RenamePerson): Promise<void>;
  /** Returns whether the person has a second factor, and a password. */
  secondFactor(id: string): Promise<{ isOn: boolean; hasPassword: boolean }>;
  /** Ends a person's sessions except the one with this ID. */
  endOtherSessions(id: string, sessionId: string): Promise<void>;
  /**
   * Removes another person's second factor and passkeys, and signs them out.
   * @throws {NotFound} {Conflict} if there is none, or it's the admin's own
   */
  resetSecondFactor(by: Actor, id: string): Promise<void>;
}

/** Replaces a deleted person's name in the histories of other rooms. */
export type RenamePerson = (trx: Kysely<AuthSchema>, person: DeletedPerson) => Promise<void>;

export function createPeopleStore(
  { query, engine }: Database<AuthSchema>,
  clock: Clock,
): PeopleStore {
  const flag = (value: boolean) => (engine === "postgres" ? value : Number(value));
  const now = () =>
    engine === "postgres" ? new Date(clock.now()) : new Date(clock.now()).toISOString();

  /** Locks all admin rows, so that two admins can't demote each other at the same time. */
  const lockAdmins = (trx: Kysely<AuthSchema>, id: string) =>
    trx
      .updateTable("auth_user")
      .set({ updatedAt: now() })
      .where(({ or, eb }) => or([eb("role", "=", "admin"), eb("id", "=", id)]))
      .execute();

  const change = (
    by: Actor,
    id: string,
    set: Partial<Pick<AuthUserTable, "role" | "banned">>,
    describe: (email: string) => { action: string; subject: string },
  ) =>
    query.transaction().execute(async (trx) => {
      await lockAdmins(trx, id);
      const person = await trx
        .updateTable("auth_user")
        .set({ ...set, updatedAt: now() })
        .where("id", "=", id)
        .returning("email")
        .executeTakeFirst();
      if (!person) throw new NotFound("This person doesn't exist.");
      await requireAdmin(trx);
      if (set.banned) await endAccess(trx, { id, email: person.email, at: clock.now() });
      await recordAudit(trx, { at: clock.now(), by, ...describe(person.email) });
    });

  return {
    secondFactor: async (id) => {
      const row = await query
        .selectFrom("auth_user")
        .select(({ selectFrom }) => [
          "twoFactorEnabled",
          selectFrom("auth_account")
            .select("auth_account.id")
            .whereRef("auth_account.userId", "=", "auth_user.id")
            .where("providerId", "=", "credential")
            .limit(1)
            .as("password"),
        ])
        .where("id", "=", id)
        .executeTakeFirst();
      return { isOn: Boolean(row?.twoFactorEnabled), hasPassword: Boolean(row?.password) };
    },
    endOtherSessions: async (id, sessionId) => {
      await query
        .deleteFrom("auth_session")
        .where("userId", "=", id)
        .where("id", "!=", sessionId)
        .execute();
    },
    resetSecondFactor: (by, id) =>
      query.transaction().execute(async (trx) => {
        // Needs the password, which an open session alone doesn't prove.
        if (by.id === id) {
          throw new Conflict(
            "This is your own account. Turn off two-factor authentication on your account page.",
          );
        }
        const person = await trx
          .updateTable("auth_user")
          .set({ twoFactorEnabled: flag(false), updatedAt: now() })
          .where("id", "=", id)
          .returning("email")
          .executeTakeFirst();
        if (!person) throw new NotFound("This person doesn't exist.");
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
        await recordAudit(trx, { at: clock.now(), by, action, subject: person.email });
      }),
    find: async (id) => {
      const wanted = query
        .selectFrom("auth_user")
        .select(["id", "name", "email", "role"])
        .where("id", "=", id);
      return (await wanted.executeTakeFirst()) ?? null;
    },
    canSignIn: async (id) => {
      const account = query.selectFrom("auth_account").select("id").where("userId", "=", id);
      return (await account.limit(1).executeTakeFirst()) !== undefined;
    },
    list: async () => {
      const people = await query.selectFrom("auth_user").selectAll().orderBy("email").execute();
      const accounts = await query
        .selectFrom("auth_account")
        .select(["userId", "providerId"])
        .execute();
      const accountsByUser = Map.groupBy(accounts, ({ userId }) => userId);
      const passkeys = await query.selectFrom("auth_passkey").select("userId").distinct().execute();
      const withPasskey = new Set(passkeys.map(({ userId }) => userId));
      return people.map((row) => {
        const providers = (accountsByUser.get(row.id) ?? []).map(({ providerId }) => providerId);
        return { ...toAccount(row, providers), hasPasskey: withPasskey.has(row.id) };
      });
    },
    names: async () => {
      const rows = await query.selectFrom("auth_user").select(["id", "name", "banned"]).execute();
      return rows
        .map(({ id, name, banned }) => ({ id, name, isActive: !banned }))
        .sort((one, other) => one.name.localeCompare(other.name, "en"));
    },
    hasAdmin: () => hasEnabledAdmin(query),
    setRole: (by, id, role) =>
      change(by, id, { role }, (email) => ({
        action: "changed the role of",
        subject: `${email} to ${role}`,
      })),
    disable: (by, id) =>
      change(by, id, { banned: flag(true) }, (subject) => ({ action: "disabled", subject })),
    enable: (by, id) =>
      change(by, id, { banned: flag(false) }, (subject) => ({ action: "enabled", subject })),
    delete: (by, id, rename) =>
      query.transaction().execute(async (trx) => {
        await lockAdmins(trx, id);
        const people = await trx.selectFrom("auth_user").selectAll().execute();
        const found = people.find((row) => row.id === id);
        if (!found) throw new NotFound("This person doesn't exist.");
        const { name, email, role } = found;
        const isNamesake = people.some((row) => row.id !== id && row.name === name);
        const person = { id, name, email, isNamesake, deletedAt: clock.now() };
        await deletePerson(trx, person);
        await requireAdmin(trx);
        await rename(trx, person);
        const subject = `a person with the role ${isRole(role) ? role : "viewer"}`;
        const actor = by.id === id ? { id, name: DELETED_PERSON } : by;
        await recordAudit(trx, {
          at: clock.now(),
          by: actor,
          action: "deleted the account of",
          subject,
        });
      }),
  };
}

/** Returns whether an account exists and isn't disabled. */
export async function isActivePerson(query: Kysely<AuthSchema>, id: string): Promise<boolean> {
  const found = await query
    .selectFrom("auth_user")
    .select("banned")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined && !found.banned;
}

/** Ends all sessions and open links of a person. */
async function endAccess(
  trx: Kysely<AuthSchema>,
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
async function requireAdmin(trx: Kysely<AuthSchema>): Promise<void> {
  if (await hasEnabledAdmin(trx)) return;
  throw new Conflict("This is the only admin. Make someone else an admin first.");
}

async function hasEnabledAdmin(query: Kysely<AuthSchema>): Promise<boolean> {
  const admin = await query
    .selectFrom("auth_user")
    .select("id")
    .where("role", "=", "admin")
    .where(sql<boolean>`coalesce(cast(banned as integer), 0) = 0`)
    .executeTakeFirst();
  return admin !== undefined;
}

function toAccount(row: AuthUserTable, providerIds: string[]): Omit<Account, "hasPasskey"> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: isRole(row.role) ? row.role : "viewer",
    createdAt: new Date(row.createdAt).getTime(),
    disabled: Boolean(row.banned),
    hasSecondFactor: Boolean(row.twoFactorEnabled),
    signsInWith: providerIds.map((id) => (id === "credential" ? "password" : "provider")),
  };
}
