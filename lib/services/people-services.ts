import "server-only";
import type { Auth } from "../auth/auth.ts";
import { type Actor, type AuditRecord, DELETED_PERSON } from "../contract/api/people.ts";
import { unassignPerson } from "../store/changes/fields/assignee.ts";
import { forgetPerson } from "../store/people/notify.ts";
import { renamePerson } from "../store/rename-person.ts";
import type { StoreSchema } from "../store/schema/schema.ts";
import { deletePersonViews } from "../store/views.ts";
import { lockAllFeedback } from "../store/write/write-lock.ts";

/** Managing people, for admins, and their names, for everyone. */
export interface PeopleServices extends Auth {
  /**
   * Deletes an account. What the person did stays in histories, under a neutral name, their items are
   * assigned to nobody, and their own saved views are deleted.
   * @throws {NotFound} {Conflict} if no admin would be left
   */
  delete(by: Actor, personId: string): Promise<void>;
  /** Returns the audit log, newest first; `before` is the ID of the last row seen. */
  log(options: { limit: number; before: number | null }): Promise<AuditRecord[]>;
}

export function peopleServices(auth: Auth): PeopleServices {
  return {
    ...auth,
    log: auth.audit.list,
    delete: (by, personId) =>
      auth.deletePerson(by, personId, async (trx, person) => {
        const store = trx.$extendTables<Pick<StoreSchema, keyof StoreSchema>>();
        await lockAllFeedback(store);
        await forgetPerson(store, person.id);
        await unassignPerson(store, person.id, person.deletedAt);
        await deletePersonViews(store, person.id);
        await renamePerson(store, person, DELETED_PERSON);
      }),
  };
}
