import "server-only";
import type { Clock } from "../clock.ts";
import type { Account, Actor, Teammate } from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import {
  type AccountChange,
  type Columns,
  changeAccount,
  deleteAccount,
  hasEnabledAdmin,
  resetSecondFactor,
} from "./change-account.ts";
import type { RenamePerson } from "./delete-person.ts";
import { isRole } from "./role.ts";
import type { AuthUserTable } from "./schema/accounts.ts";
import type { AuthDatabase, AuthQuery } from "./schema/schema.ts";

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

export function createPeopleStore({ query, engine }: AuthDatabase, clock: Clock): PeopleStore {
  const isPostgres = engine === "postgres";
  const flag = (value: boolean) => (isPostgres ? value : Number(value));
  const columns: Columns = {
    flag,
    at: clock.now,
    updatedAt: () => (isPostgres ? new Date(clock.now()) : new Date(clock.now()).toISOString()),
  };
  const change = (by: Actor, id: string, wanted: AccountChange) =>
    query.transaction().execute((trx) => changeAccount(trx, columns, by, id, wanted));
  return {
    secondFactor: (id) => secondFactorOf(query, id),
    endOtherSessions: async (id, sessionId) => {
      await query
        .deleteFrom("auth_session")
        .where("userId", "=", id)
        .where("id", "!=", sessionId)
        .execute();
    },
    resetSecondFactor: (by, id) =>
      query.transaction().execute((trx) => resetSecondFactor(trx, columns, by, id)),
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
    list: () => listAccounts(query),
    names: async () => {
      const rows = await query.selectFrom("auth_user").select(["id", "name", "banned"]).execute();
      return rows
        .map(({ id, name, banned }) => ({ id, name, isActive: !banned }))
        .sort((one, other) => one.name.localeCompare(other.name, "en"));
    },
    hasAdmin: () => hasEnabledAdmin(query),
    setRole: (by, id, role) =>
      change(by, id, { set: { role }, action: "changed the role of", suffix: ` to ${role}` }),
    disable: (by, id) => change(by, id, { set: { banned: flag(true) }, action: "disabled" }),
    enable: (by, id) => change(by, id, { set: { banned: flag(false) }, action: "enabled" }),
    delete: (by, id, rename) =>
      query.transaction().execute((trx) => deleteAccount(trx, columns, { by, id, rename })),
  };
}

async function secondFactorOf(
  query: AuthQuery,
  id: string,
): Promise<{ isOn: boolean; hasPassword: boolean }> {
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
}

async function listAccounts(query: AuthQuery): Promise<Account[]> {
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
}

/** Returns whether an account exists and isn't disabled. */
export async function isActivePerson(query: AuthQuery, id: string): Promise<boolean> {
  const found = await query
    .selectFrom("auth_user")
    .select("banned")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined && !found.banned;
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
