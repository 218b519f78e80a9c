import "server-only";
import type { TableFamily } from "../../database/schema.ts";

/** A person's second factor; its secret and recovery codes are encrypted. */
export interface AuthSecondFactorTable {
  id: string;
  userId: string;
}

/** A code of a second factor that was used. */
export interface AuthUsedCodeTable {
  user_id: string;
  /** SHA-256, in hexadecimal. */
  hash: string;
  used_at: number;
}

/** A person's passkey. */
export interface AuthPasskeyTable {
  id: string;
  name: string | null;
  userId: string;
  credentialID: string;
  createdAt: string | Date;
}

/** The tables of better-auth 1.7's second factors and passkeys, and of codes that were used. */
export interface FactorsTables {
  auth_second_factor: AuthSecondFactorTable;
  auth_used_code: AuthUsedCodeTable;
  auth_passkey: AuthPasskeyTable;
}

export const factors: TableFamily = {
  tables: ({ bigint, date, flag }) => [
    `create table auth_second_factor (
      id text primary key,
      secret text not null,
      "backupCodes" text not null,
      "userId" text not null unique references auth_user (id) on delete cascade,
      verified ${flag},
      "failedVerificationCount" integer,
      "lockedUntil" ${date}
    )`,
    `create table auth_used_code (
      user_id text not null references auth_user (id) on delete cascade,
      hash text not null,
      used_at ${bigint} not null,
      constraint auth_used_code_key primary key (user_id, hash)
    )`,
    `create table auth_passkey (
      id text primary key,
      name text,
      "publicKey" text not null,
      "userId" text not null references auth_user (id) on delete cascade,
      "credentialID" text not null unique,
      counter ${bigint} not null,
      "deviceType" text not null,
      "backedUp" ${flag} not null,
      transports text,
      "createdAt" ${date},
      aaguid text
    )`,
    'create index auth_passkey_user on auth_passkey ("userId")',
  ],
};
