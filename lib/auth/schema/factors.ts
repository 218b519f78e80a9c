import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, date, flag, integer, table, text } from "../../database/table.ts";

/** The tables of better-auth 1.7's second factors and passkeys, and of codes that were used. */
export const factors = {
  tables: {
    /** A person's second factor; its secret and recovery codes are encrypted. */
    auth_second_factor: table({
      id: text.primary,
      secret: text,
      backupCodes: text,
      userId: text.unique.references("auth_user (id)"),
      verified: flag.orNull,
      failedVerificationCount: integer.orNull,
      lockedUntil: date.orNull,
    }),
    /** A code of a second factor that was used. */
    auth_used_code: table({
      user_id: text.references("auth_user (id)"),
      /** SHA-256, in hexadecimal. */
      hash: text,
      used_at: bigint,
    }).key("user_id", "hash"),
    /** A person's passkey. */
    auth_passkey: table({
      id: text.primary,
      name: text.orNull,
      publicKey: text,
      userId: text.references("auth_user (id)"),
      credentialID: text.unique,
      counter: bigint,
      deviceType: text,
      backedUp: flag,
      transports: text.orNull,
      createdAt: date.orNull,
      aaguid: text.orNull,
    }),
  },
  indexes: ['create index auth_passkey_user on auth_passkey ("userId")'],
} satisfies TableFamily;
