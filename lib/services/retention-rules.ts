import "server-only";
import type { Kysely } from "kysely";
import { ATTEMPT_LIFETIME_MS, removeOldAttempts } from "../auth/account-attempts.ts";
import type { Auth } from "../auth/auth.ts";
import type { AuthSchema } from "../auth/schema/schema.ts";
import { systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import { DAY } from "../contract/platform/vocabulary.ts";
import type { Database } from "../database/open.ts";
import { processLog } from "../log.ts";
import { removeOldContacts } from "../store/deletion/old-contacts.ts";
import { removeDeletedItems } from "../store/deletion/remove-items.ts";
import { removeOldNotifications } from "../store/people/notifications.ts";
import type { StoreSchema } from "../store/schema/schema.ts";
import { createRetention, type Retention, type RetentionRule } from "./retention.ts";
import type { Source } from "./source.ts";

/** Milliseconds that a notification can matter to anyone. */
const NOTIFICATION_RETENTION_MS = 90 * DAY;

/** Milliseconds that an import can be undone. */
const IMPORT_CHANGE_RETENTION_MS = 90 * DAY;

/** Creates the retention rules: the kinds of data that expire, and how to remove them. */
export function openRetention(
  { retention }: Config,
  { query }: Database<StoreSchema & AuthSchema>,
  { audit }: Auth,
  platform: Source["platform"],
): Retention {
  const { contacts, deletedItems, suspectedSpam, jobOutput, auditLog } = retention;
  const atPlatform = platform?.retention;
  const rules = [
    {
      what: "contacts",
      period: contacts,
      remove: removeOldContacts.bind(null, query),
    },
    {
      what: "contacts on the built-in platform",
      period: atPlatform ? contacts : null,
      remove: elsewhere(atPlatform?.contacts),
    },
    {
      what: "items deleted on the platform",
      period: deletedItems,
      remove: removeDeletedItems.bind(null, query),
    },
    {
      what: "posts held for review",
      period: atPlatform ? suspectedSpam : null,
      remove: elsewhere(atPlatform?.suspectedSpam),
    },
    {
      what: "job output",
      period: atPlatform ? jobOutput : null,
      remove: elsewhere(atPlatform?.jobOutput),
    },
    { what: "audit log entries", period: auditLog, remove: audit.removeOld },
    // Nobody's data, so the audit log doesn't have these.
    {
      what: "notifications",
      period: NOTIFICATION_RETENTION_MS,
      remove: (before: number, limit: number) => removeOldNotifications(query, before, limit),
    },
    {
      what: "failed sign-ins",
      period: ATTEMPT_LIFETIME_MS,
      remove: (before: number, limit: number) => removeOldAttempts(query, before, limit),
    },
    // The items themselves stay, so the audit log doesn't have this either.
    {
      what: "previous values of imports",
      period: atPlatform ? IMPORT_CHANGE_RETENTION_MS : null,
      remove: async (before: number, limit: number) =>
        (await atPlatform?.importChanges(before, limit)) ?? 0,
    },
  ];
  const by = { id: "errata", name: "Errata" };
  const action = "removed expired data:";
  const record = <Schema>(subject: string, trx: Kysely<Schema> | null) =>
    trx ? audit.recordIn(trx, by, action, subject) : audit.record(by, action, subject);
  return createRetention({ clock: systemClock, log: processLog(), rules, record });
}

/** A removal from another database, which commits right after the audit log's. */
function elsewhere(
  remove: NonNullable<Source["platform"]>["retention"]["contacts"] = async () => 0,
): RetentionRule["remove"] {
  return (before, limit, record) => remove(before, limit, () => record(null));
}
