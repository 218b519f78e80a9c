import "server-only";
import { type Kysely, sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Actor, PersonEntry } from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import type { Database } from "../database/open.ts";
import { Conflict, NotFound } from "../errors.ts";
import { recordAudit } from "./audit.ts";
import { isRole } from "./role.ts";
import type { AuthSchema, AuthUserTable } from "./schema.ts";

/** Who has an account, and what they may do. There is always somebody who can let others in. */
export interface PeopleStore {
  list(): Promise<PersonEntry[]>;
  hasAdmin(): Promise<boolean>;
  /** @throws {NotFound} {Conflict} when it would leave no admin */
  setRole(by: Actor, id: string, role: Role): Promise<void>;
  /** Nobody is removed, as what they did names them; disabled ones are signed out. */
  disable(by: Actor, id: string): Promise<void>;
  enable(by: Actor, id: string): Promise<void>;
}

export function createPeopleStore(
  { query, engine }: Database<AuthSchema>,
  clock: Clock,
): PeopleStore {
  const flag = (value: boolean) => (engine === "postgres" ? value : Number(value));
  const now = () =>
    engine === "postgres" ? new Date(clock.now()) : new Date(clock.now()).toISOString();

  const change = (
    by: Actor,
    id: string,
    set: Partial<Pick<AuthUserTable, "role" | "banned">>,
    action: string,
  ) =>
    query.transaction().execute(async (trx) => {
      // Locks all admins, so that two who demote each other at once take turns.
      await trx
        .updateTable("auth_user")
        .set({ updatedAt: now() })
        .where(({ or, eb }) => or([eb("role", "=", "admin"), eb("id", "=", id)]))
        .execute();
      const person = await trx
        .updateTable("auth_user")
        .set({ ...set, updatedAt: now() })
        .where("id", "=", id)
        .returning("email")
        .executeTakeFirst();
      if (!person) throw new NotFound("There is no such person.");
      if (!(await adminIn(trx))) {
        throw new Conflict("Nobody would be left who can let others in. Make another admin first.");
      }
      if (set.banned) await endAccess(trx, { id, email: person.email, at: clock.now() });
      await recordAudit(trx, { at: clock.now(), by, action, subject: person.email });
    });

  return {
    list: async () => {
      const people = await query.selectFrom("auth_user").selectAll().orderBy("email").execute();
      const accounts = await query
        .selectFrom("auth_account")
        .select(["userId", "providerId"])
        .execute();
      const ways = Map.groupBy(accounts, ({ userId }) => userId);
      return people.map((row) =>
        personEntry(
          row,
          (ways.get(row.id) ?? []).map(({ providerId }) => providerId),
        ),
      );
    },
    hasAdmin: () => adminIn(query),
    setRole: (by, id, role) => change(by, id, { role }, `changed the role to ${role} of`),
    disable: (by, id) => change(by, id, { banned: flag(true) }, "disabled"),
    enable: (by, id) => change(by, id, { banned: flag(false) }, "enabled"),
  };
}

/** Sessions, and links that would set a password for later. */
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

async function adminIn(query: Kysely<AuthSchema>): Promise<boolean> {
  const admin = await query
    .selectFrom("auth_user")
    .select("id")
    .where("role", "=", "admin")
    .where(sql<boolean>`coalesce(cast(banned as integer), 0) = 0`)
    .executeTakeFirst();
  return admin !== undefined;
}

function personEntry(row: AuthUserTable, ways: string[]): PersonEntry {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: isRole(row.role) ? row.role : "viewer",
    createdAt: new Date(row.createdAt).getTime(),
    disabled: Boolean(row.banned),
    signsInWith: ways.map((way) => (way === "credential" ? "password" : "provider")),
  };
}
