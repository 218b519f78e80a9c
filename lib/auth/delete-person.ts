import "server-only";
import { sql } from "kysely";
import { type Actor, DELETED_PERSON } from "../contract/api/people.ts";
import { likeText } from "../database/text-index.ts";
import type { AuthQuery } from "./schema/schema.ts";

/** A person whose account is deleted. */
export interface DeletedPerson extends Actor {
  email: string;
  /** Whether another account has the same name, which histories can't tell from this one. */
  isNamesake: boolean;
  /** Epoch milliseconds. */
  deletedAt: number;
}

/** Replaces a deleted person's name in the histories of other rooms. */
export type RenamePerson = (trx: AuthQuery, person: DeletedPerson) => Promise<void>;

/** Deletes what only belongs to the person, and replaces their name and address in the audit log. */
export async function deletePerson(
  trx: AuthQuery,
  { id, name, email, isNamesake }: DeletedPerson,
): Promise<void> {
  for (const table of ["auth_session", "auth_account"] as const) {
    await trx.deleteFrom(table).where("userId", "=", id).execute();
  }
  await trx.deleteFrom("auth_invitation").where("email", "=", email).execute();
  if (!isNamesake) {
    await trx
      .updateTable("auth_invitation")
      .set({ invited_by: DELETED_PERSON })
      .where("invited_by", "=", name)
      .execute();
  }
  await trx.deleteFrom("auth_user").where("id", "=", id).execute();
  await trx
    .updateTable("audit")
    .set({ by_name: DELETED_PERSON })
    .where(({ or, eb }) => or([eb("by_id", "=", id), eb("by_name", "=", email)]))
    .execute();
  await removeAddress(trx, email);
}

/** Replaces the address in what was done to the person. */
async function removeAddress(trx: AuthQuery, email: string): Promise<void> {
  const rows = await trx
    .selectFrom("audit")
    .select(["id", "subject"])
    .where(likeText(sql.ref<string>("subject"), email))
    .execute();
  for (const { id, subject } of rows) {
    const words = subject.split(" ").map((word) => (word === email ? DELETED_PERSON : word));
    await trx
      .updateTable("audit")
      .set({ subject: words.join(" ") })
      .where("id", "=", id)
      .execute();
  }
}
