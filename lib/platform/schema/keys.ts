import "server-only";
import type { Generated } from "kysely";
import type { TableFamily } from "../../database/schema.ts";

export interface PlatformKeyTable {
  id: string;
  project_id: string;
  organization: string;
  name: string;
  /** SHA-256 of the key, hexadecimal. */
  hash: string;
  /** First and last characters of the key, to recognize it. */
  hint: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  /** Null for no end. */
  expires_at: number | null;
  /** Separated by spaces; null for all. */
  scopes: string | null;
}

/** One counted request: `export:{organization}` or `jobs:{projectId}`. */
export interface PlatformUseTable {
  id: Generated<number>;
  budget: string;
  at: number;
}

export interface PlatformBudgetTable {
  budget: string;
}

/** The tables of keys and of the requests that count. */
export interface KeysTables {
  platform_key: PlatformKeyTable;
  platform_use: PlatformUseTable;
  platform_budget: PlatformBudgetTable;
}

export const keys: TableFamily = {
  tables: ({ key, bigint, serial }) => [
    `create table platform_key (
      id ${key} primary key,
      project_id ${key} not null,
      organization text not null,
      name text not null,
      hash ${key} not null unique,
      hint text not null,
      created_at ${bigint} not null,
      last_used_at ${bigint},
      revoked_at ${bigint},
      expires_at ${bigint},
      scopes text
    )`,
    `create table platform_use (
      id ${serial},
      budget ${key} not null,
      at ${bigint} not null
    )`,
    "create index platform_use_by_time on platform_use (budget, at)",
    `create table platform_budget (
      budget ${key} primary key
    )`,
  ],
};
