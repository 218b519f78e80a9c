import "server-only";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { AppError, InvalidRequest, NotFound } from "../errors.ts";
import { findProject } from "./projects.ts";
import type { PlatformKeyTable, PlatformSchema } from "./schema.ts";

/** An admin API key as it is listed; the key itself is not kept. Instants are epoch milliseconds. */
export interface ApiKey {
  id: string;
  projectId: string;
  name: string;
  /** Its first and last characters: `errata_ab…xyz9`. */
  hint: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface CreatedKey extends ApiKey {
  /** The only time that it is seen. */
  key: string;
}

/** Whoever bears a key: it opens all projects of its organization. */
export interface Bearer {
  organization: string;
}

/**
 * Admin keys. A key remembers the project that it was made for, which is where it is listed and
 * revoked; what it opens is the organization (contract/observed.md: "A key of another
 * organization: 403").
 */
export interface Keys {
  /** Newest first, revoked ones included. */
  list(projectId: string): Promise<ApiKey[]>;
  /** @throws {NotFound} for an unknown project, {InvalidRequest} for a name that is none */
  create(projectId: string, name: string): Promise<CreatedKey>;
  /** Takes effect at once; a second time changes nothing. @throws {NotFound} */
  revoke(projectId: string, id: string): Promise<void>;
  /** @throws {AppError} `unauthenticated` where the header bears no valid key */
  authenticate(authorization: string | null): Promise<Bearer>;
}

const SECRET_BYTES = 24;
const NAME_LENGTH = 100;
const MINUTE = 60_000;

export function openKeys(
  database: Database<PlatformSchema>,
  options: { keyPrefix: string; clock: Clock },
): Keys {
  const { query } = database;
  const { clock, keyPrefix } = options;

  async function list(projectId: string): Promise<ApiKey[]> {
    const rows = await query
      .selectFrom("platform_key")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .execute();
    return rows.map(toApiKey);
  }

  async function create(projectId: string, name: string): Promise<CreatedKey> {
    const project = await findProject(query, projectId);
    return insertKey(query, { project, name: nameOf(name), keyPrefix, now: clock.now() });
  }

  async function revoke(projectId: string, id: string): Promise<void> {
    const { numUpdatedRows } = await query
      .updateTable("platform_key")
      .set(({ fn, val }) => ({ revoked_at: fn.coalesce("revoked_at", val(clock.now())) }))
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new NotFound("There is no such API key in this project.");
  }

  async function authenticate(authorization: string | null): Promise<Bearer> {
    const key = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? "")?.[1];
    if (!key) throw unauthenticated("An API key is needed: Authorization: Bearer <key>.");
    const found = await validKey(query, key);
    if (!found) throw unauthenticated("This API key is not known or has been revoked.");
    await touch(found);
    return { organization: found.organization };
  }

  /** Once a minute is enough to tell a used key from a forgotten one, and spares the writes. */
  async function touch({ id, last_used_at }: PlatformKeyTable): Promise<void> {
    const now = clock.now();
    if (last_used_at !== null && now - last_used_at < MINUTE) return;
    await query
      .updateTable("platform_key")
      .set({ last_used_at: now })
      .where("id", "=", id)
      .execute();
  }

  return { list, create, revoke, authenticate };
}

/** Makes a key and keeps its SHA-256; 192 random bits need no slower hash. */
export async function insertKey(
  query: Kysely<PlatformSchema>,
  options: {
    project: { id: string; organization: string };
    name: string;
    keyPrefix: string;
    now: number;
  },
): Promise<CreatedKey> {
  const { project, name, keyPrefix, now } = options;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const key = `${keyPrefix}${secret}`;
  const row: PlatformKeyTable = {
    id: randomUUID(),
    project_id: project.id,
    organization: project.organization,
    name,
    hash: hashOf(key),
    hint: `${keyPrefix}${secret.slice(0, 2)}…${secret.slice(-4)}`,
    created_at: now,
    last_used_at: null,
    revoked_at: null,
  };
  await query.insertInto("platform_key").values(row).execute();
  return { ...toApiKey(row), key };
}

/** The row of `key`, unless it is unknown or revoked. */
export function validKey(
  query: Kysely<PlatformSchema>,
  key: string,
): Promise<PlatformKeyTable | undefined> {
  return query
    .selectFrom("platform_key")
    .selectAll()
    .where("hash", "=", hashOf(key))
    .where("revoked_at", "is", null)
    .executeTakeFirst();
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > NAME_LENGTH || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) {
    throw new InvalidRequest(
      `A key's name is one line of 1 to ${NAME_LENGTH} characters that can be seen.`,
    );
  }
  return name;
}

function unauthenticated(message: string): AppError {
  return new AppError("unauthenticated", message);
}

function toApiKey(row: PlatformKeyTable): ApiKey {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    hint: row.hint,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
