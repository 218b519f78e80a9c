import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, key, type RowOf, serial, table, text } from "../../database/table.ts";

/** The tables of keys and of the requests that count. */
export const keys = {
  tables: {
    platform_key: table({
      id: key.primary,
      project_id: key,
      organization: text,
      name: text,
      /** SHA-256 of the key, hexadecimal. */
      hash: key.unique,
      /** First and last characters of the key, to recognize it. */
      hint: text,
      created_at: bigint,
      last_used_at: bigint.orNull,
      revoked_at: bigint.orNull,
      /** Null for no end. */
      expires_at: bigint.orNull,
      /** Separated by spaces; null for all. */
      scopes: text.orNull,
    }),
    /** One counted request: `export:{organization}` or `jobs:{projectId}`. */
    platform_use: table({
      id: serial,
      budget: key,
      at: bigint,
    }),
    platform_budget: table({
      budget: key.primary,
    }),
  },
  indexes: ["create index platform_use_by_time on platform_use (budget, at)"],
} satisfies TableFamily;

export type PlatformKeyTable = RowOf<(typeof keys)["tables"]["platform_key"]>;
