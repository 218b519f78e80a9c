import "server-only";
import { type Kysely, sql } from "kysely";
import type { Migrations } from "../../database/migrate.ts";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText, serialKey } from "./column-types.ts";

/** Tables of people, sessions, invitations, and the audit log. Never change a migration that has shipped. */
export const authMigrations: Migrations = {
  "0001_people": async (db, engine) => {
    await libraryTables(db, engine);
    const key = binaryText(engine);
    const instant = bigint(engine);
    await db.schema
      .createTable("auth_invitation")
      .addColumn("id", sql`${key}`, (column) => column.primaryKey())
      .addColumn("hash", sql`${key}`, (column) => column.notNull().unique())
      .addColumn("email", "text")
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("invited_by", "text")
      .addColumn("created_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("expires_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("ended_at", sql`${instant}`)
      .execute();
    await db.schema
      .createTable("audit")
      .addColumn("id", sql`${serialKey(engine)}`)
      .addColumn("at", sql`${instant}`, (column) => column.notNull())
      .addColumn("by_id", sql`${key}`, (column) => column.notNull())
      .addColumn("by_name", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .execute();
  },
  "0002_local_key": async (db, engine) => {
    const key = binaryText(engine);
    await db.schema
      .createTable("auth_local_key")
      .addColumn("id", sql`${key}`, (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("expires_at", sql`${bigint(engine)}`, (column) => column.notNull())
      .execute();
  },
  // Until now in `auth_attempt`, where better-auth removes all rows that are a minute old.
  "0003_account_attempt": async (db, engine) => {
    await db.schema
      .createTable("auth_account_attempt")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("count", "integer", (column) => column.notNull())
      .addColumn("last_at", sql`${bigint(engine)}`, (column) => column.notNull())
      .execute();
  },
  "0004_second_factor": secondFactor,
  "0005_passkey": passkey,
  "0006_failed_attempts": async (db, engine) => {
    // It counted successes, by IP address. Failed attempts start from zero.
    await db.schema.dropTable("auth_attempt").execute();
    await sql`delete from auth_account_attempt`.execute(db);
    await db.schema
      .alterTable("auth_account_attempt")
      .addColumn("first_at", sql`${bigint(engine)}`, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** The table of better-auth 1.7's second factor, as its generator creates it, and used codes. */
async function secondFactor({ schema }: Kysely<unknown>, engine: Engine): Promise<void> {
  const date = engine === "postgres" ? sql`timestamptz` : sql`date`;
  const flag = engine === "postgres" ? sql`boolean` : sql`integer`;
  await schema.alterTable("auth_user").addColumn("twoFactorEnabled", flag).execute();
  await schema
    .createTable("auth_second_factor")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("backupCodes", "text", (column) => column.notNull())
    .addColumn("userId", "text", (column) =>
      column.notNull().unique().references("auth_user.id").onDelete("cascade"),
    )
    .addColumn("verified", flag)
    .addColumn("failedVerificationCount", "integer")
    .addColumn("lockedUntil", date)
    .execute();
  await schema
    .createTable("auth_used_code")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("auth_user.id").onDelete("cascade"),
    )
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("used_at", sql`${bigint(engine)}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("auth_used_code_key", ["user_id", "hash"])
    .execute();
}

/** The table of better-auth 1.7's passkeys, as its generator creates it, but with unique credential IDs. */
async function passkey({ schema }: Kysely<unknown>, engine: Engine): Promise<void> {
  const date = engine === "postgres" ? sql`timestamptz` : sql`date`;
  const flag = engine === "postgres" ? sql`boolean` : sql`integer`;
  await schema
    .createTable("auth_passkey")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text")
    .addColumn("publicKey", "text", (column) => column.notNull())
    .addColumn("userId", "text", (column) =>
      column.notNull().references("auth_user.id").onDelete("cascade"),
    )
    .addColumn("credentialID", "text", (column) => column.notNull().unique())
    .addColumn("counter", sql`${bigint(engine)}`, (column) => column.notNull())
    .addColumn("deviceType", "text", (column) => column.notNull())
    .addColumn("backedUp", flag, (column) => column.notNull())
    .addColumn("transports", "text")
    .addColumn("createdAt", date)
    .addColumn("aaguid", "text")
    .execute();
  await schema.createIndex("auth_passkey_user").on("auth_passkey").column("userId").execute();
}

/** Tables of better-auth 1.7 with its admin plugin and rate limits, as its generator creates them. */
async function libraryTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const date = engine === "postgres" ? sql`timestamptz` : sql`date`;
  const flag = engine === "postgres" ? sql`boolean` : sql`integer`;
  const { schema } = db;
  await schema
    .createTable("auth_user")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("emailVerified", flag, (column) => column.notNull())
    .addColumn("image", "text")
    .addColumn("createdAt", date, (column) => column.notNull())
    .addColumn("updatedAt", date, (column) => column.notNull())
    .addColumn("role", "text")
    .addColumn("banned", flag)
    .addColumn("banReason", "text")
    .addColumn("banExpires", date)
    .execute();
  await schema
    .createTable("auth_session")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("expiresAt", date, (column) => column.notNull())
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("createdAt", date, (column) => column.notNull())
    .addColumn("updatedAt", date, (column) => column.notNull())
    .addColumn("ipAddress", "text")
    .addColumn("userAgent", "text")
    .addColumn("userId", "text", (column) =>
      column.notNull().references("auth_user.id").onDelete("cascade"),
    )
    .addColumn("impersonatedBy", "text")
    .execute();
  await schema
    .createTable("auth_account")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("accountId", "text", (column) => column.notNull())
    .addColumn("providerId", "text", (column) => column.notNull())
    .addColumn("userId", "text", (column) =>
      column.notNull().references("auth_user.id").onDelete("cascade"),
    )
    .addColumn("accessToken", "text")
    .addColumn("refreshToken", "text")
    .addColumn("idToken", "text")
    .addColumn("accessTokenExpiresAt", date)
    .addColumn("refreshTokenExpiresAt", date)
    .addColumn("scope", "text")
    .addColumn("password", "text")
    .addColumn("createdAt", date, (column) => column.notNull())
    .addColumn("updatedAt", date, (column) => column.notNull())
    .execute();
  await schema
    .createTable("auth_verification")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("identifier", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("expiresAt", date, (column) => column.notNull())
    .addColumn("createdAt", date, (column) => column.notNull())
    .addColumn("updatedAt", date, (column) => column.notNull())
    .execute();
  await schema
    .createTable("auth_attempt")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("key", "text", (column) => column.notNull().unique())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("lastRequest", sql`${bigint(engine)}`, (column) => column.notNull())
    .execute();
  const indexes = {
    auth_session: "userId",
    auth_account: "userId",
    auth_verification: "identifier",
  };
  for (const [table, column] of Object.entries(indexes)) {
    await schema
      .createIndex(`${table}_by_${column.toLowerCase()}`)
      .on(table)
      .column(column)
      .execute();
  }
  // A provider account belongs to only one person.
  await schema
    .createIndex("auth_account_once")
    .on("auth_account")
    .columns(["providerId", "accountId"])
    .unique()
    .execute();
}
