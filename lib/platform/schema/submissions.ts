import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, key, type RowOf, table, text } from "../../database/table.ts";

/** The tables of documentation sites' submissions. */
export const submissions = {
  tables: {
    /** A public key, with which a documentation site sends feedback. */
    platform_collect_key: table({
      key: key.primary,
      project_id: key,
      name: text,
      /** JSON lists. */
      origins: text,
      paths: text,
      created_at: bigint,
      disabled_at: bigint.orNull,
      /** Signs the key's challenges; null if it asks for none. */
      challenge_secret: text.orNull,
    }),
    /** A submission of a documentation site, beside the entry. */
    platform_submission: table({
      project_id: key,
      entry_id: key,
      collect_key: key,
      /** The ID that the client chose, while a second submission can complete this one. */
      client_id: key.orNull,
      received_at: bigint,
      /** JSON of `ReaderAnswers`. */
      extras: text,
      /** 1 if the user agent said that it is a program. */
      is_bot: bigint,
      /** Why it looks like spam, and its entry as JSON while it is held. */
      suspicion: text.orNull,
      suspected_entry: text.orNull,
    }).key("project_id", "entry_id"),
  },
  indexes: [
    "create unique index platform_submission_by_client on platform_submission (collect_key, client_id) where client_id is not null",
    "create index platform_submission_by_key on platform_submission (collect_key, received_at)",
    "create index platform_submission_suspected on platform_submission (project_id, received_at) where suspected_entry is not null",
  ],
} satisfies TableFamily;

export type PlatformCollectKeyTable = RowOf<(typeof submissions)["tables"]["platform_collect_key"]>;
export type PlatformSubmissionTable = RowOf<(typeof submissions)["tables"]["platform_submission"]>;
