import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { date, flag, type RowOf, table, text } from "../../database/table.ts";

/**
 * The tables of better-auth 1.7 with its admin plugin, as its generator creates them. Its dates are text on SQLite and
 * timestamps on PostgreSQL; Errata's own tables store epoch milliseconds.
 */
export const accounts = {
  tables: {
    auth_user: table({
      id: text.primary,
      name: text,
      email: text.unique,
      emailVerified: flag,
      image: text.orNull,
      createdAt: date,
      updatedAt: date,
      role: text.orNull,
      banned: flag.orNull,
      banReason: text.orNull,
      banExpires: date.orNull,
      twoFactorEnabled: flag.orNull,
    }),
    auth_session: table({
      id: text.primary,
      expiresAt: date,
      token: text.unique,
      createdAt: date,
      updatedAt: date,
      ipAddress: text.orNull,
      userAgent: text.orNull,
      userId: text.references("auth_user (id)"),
      impersonatedBy: text.orNull,
    }),
    auth_account: table({
      id: text.primary,
      accountId: text,
      providerId: text,
      userId: text.references("auth_user (id)"),
      accessToken: text.orNull,
      refreshToken: text.orNull,
      idToken: text.orNull,
      accessTokenExpiresAt: date.orNull,
      refreshTokenExpiresAt: date.orNull,
      scope: text.orNull,
      password: text.orNull,
      createdAt: date,
      updatedAt: date,
    }),
    auth_verification: table({
      id: text.primary,
      identifier: text,
      value: text,
      expiresAt: date,
      createdAt: date,
      updatedAt: date,
    }),
  },
  indexes: [
    'create index auth_session_by_userid on auth_session ("userId")',
    'create index auth_account_by_userid on auth_account ("userId")',
    'create unique index auth_account_once on auth_account ("providerId", "accountId")',
    "create index auth_verification_by_identifier on auth_verification (identifier)",
  ],
} satisfies TableFamily;

export type AuthUserTable = RowOf<(typeof accounts)["tables"]["auth_user"]>;
