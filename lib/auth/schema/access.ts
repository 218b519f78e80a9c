import "server-only";
import type { TableFamily } from "../../database/schema.ts";

/** A link that creates one account or resets its password. */
export interface AuthInvitationTable {
  id: string;
  /** SHA-256 of the link's token, in hexadecimal. */
  hash: string;
  /** The invited person's email; null for the setup link. */
  email: string | null;
  role: string;
  invited_by: string | null;
  created_at: number;
  expires_at: number;
  /** When it was used or revoked; null while it's open. */
  ended_at: number | null;
}

/** Failed attempts that Errata counts by account, browser, and network, and sign-ins that a network starts. */
export interface AuthAccountAttemptTable {
  key: string;
  count: number;
  /** When the first one was made. */
  first_at: number;
  last_at: number;
}

/** A link that opens a local dashboard, or a browser that has opened it. */
export interface AuthLocalKeyTable {
  id: string;
  kind: string;
  /** SHA-256 of the key's secret part, in hexadecimal. */
  hash: string;
  expires_at: number;
}

/** The tables of invitations, failed attempts, and keys of a local dashboard. */
export interface AccessTables {
  auth_invitation: AuthInvitationTable;
  auth_account_attempt: AuthAccountAttemptTable;
  auth_local_key: AuthLocalKeyTable;
}

export const access: TableFamily = {
  tables: ({ key, bigint }) => [
    `create table auth_invitation (
      id ${key} primary key,
      hash ${key} not null unique,
      email text,
      role text not null,
      invited_by text,
      created_at ${bigint} not null,
      expires_at ${bigint} not null,
      ended_at ${bigint}
    )`,
    `create table auth_account_attempt (
      key text primary key,
      count integer not null,
      last_at ${bigint} not null,
      first_at ${bigint} not null default 0
    )`,
    `create table auth_local_key (
      id ${key} primary key,
      kind text not null,
      hash text not null,
      expires_at ${bigint} not null
    )`,
  ],
};
