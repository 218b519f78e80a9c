import "server-only";
import type { TableFamily } from "../../database/schema.ts";

// better-auth's tables list only the columns that Errata reads. Its dates are text on SQLite and timestamps on PostgreSQL;
// Errata's own tables store epoch milliseconds.

export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  role: string | null;
  banned: number | boolean | null;
  twoFactorEnabled: number | boolean | null;
  createdAt: string | Date;
  updatedAt: string | Date;
}

export interface AuthSessionTable {
  id: string;
  userId: string;
}

export interface AuthAccountTable {
  id: string;
  userId: string;
  providerId: string;
}

/** The tables of better-auth 1.7 with its admin plugin, as its generator creates them. */
export interface AccountsTables {
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_account: AuthAccountTable;
}

export const accounts: TableFamily = {
  tables: ({ date, flag }) => [
    `create table auth_user (
      id text primary key,
      name text not null,
      email text not null unique,
      "emailVerified" ${flag} not null,
      image text,
      "createdAt" ${date} not null,
      "updatedAt" ${date} not null,
      role text,
      banned ${flag},
      "banReason" text,
      "banExpires" ${date},
      "twoFactorEnabled" ${flag}
    )`,
    `create table auth_session (
      id text primary key,
      "expiresAt" ${date} not null,
      token text not null unique,
      "createdAt" ${date} not null,
      "updatedAt" ${date} not null,
      "ipAddress" text,
      "userAgent" text,
      "userId" text not null references auth_user (id) on delete cascade,
      "impersonatedBy" text
    )`,
    'create index auth_session_by_userid on auth_session ("userId")',
    `create table auth_account (
      id text primary key,
      "accountId" text not null,
      "providerId" text not null,
      "userId" text not null references auth_user (id) on delete cascade,
      "accessToken" text,
      "refreshToken" text,
      "idToken" text,
      "accessTokenExpiresAt" ${date},
      "refreshTokenExpiresAt" ${date},
      scope text,
      password text,
      "createdAt" ${date} not null,
      "updatedAt" ${date} not null
    )`,
    'create index auth_account_by_userid on auth_account ("userId")',
    'create unique index auth_account_once on auth_account ("providerId", "accountId")',
    `create table auth_verification (
      id text primary key,
      identifier text not null,
      value text not null,
      "expiresAt" ${date} not null,
      "createdAt" ${date} not null,
      "updatedAt" ${date} not null
    )`,
    "create index auth_verification_by_identifier on auth_verification (identifier)",
  ],
};
