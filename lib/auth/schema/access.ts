import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, table, text } from "../../database/table.ts";

/** The tables of invitations, failed attempts, and keys of a local dashboard. */
export const access = {
  tables: {
    /** A link that creates one account or resets its password. */
    auth_invitation: table({
      id: key.primary,
      /** SHA-256 of the link's token, in hexadecimal. */
      hash: key.unique,
      /** The invited person's email; null for the setup link. */
      email: text.orNull,
      role: text,
      invited_by: text.orNull,
      created_at: bigint,
      expires_at: bigint,
      /** When it was used or revoked; null while it's open. */
      ended_at: bigint.orNull,
    }),
    /** Failed attempts that Errata counts by account, browser, and network, and sign-ins that a network starts. */
    auth_account_attempt: table({
      key: text.primary,
      count: integer,
      last_at: bigint,
      /** When the first one was made. */
      first_at: bigint.default(0),
    }),
    /** A link that opens a local dashboard, or a browser that has opened it. */
    auth_local_key: table({
      id: key.primary,
      kind: text,
      /** SHA-256 of the key's secret part, in hexadecimal. */
      hash: text,
      expires_at: bigint,
    }),
  },
} satisfies TableFamily;

export type AuthInvitationTable = RowOf<(typeof access)["tables"]["auth_invitation"]>;
