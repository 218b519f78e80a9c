import "server-only";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { AppError, InvalidRequest, NotFound } from "../errors.ts";
import { findProject } from "./projects.ts";
import type { PlatformKeyTable, PlatformSchema } from "./schema.ts";

/** An admin API key as listed. The key itself isn't stored. Instants are epoch milliseconds. */
export interface ApiKey {
  id: string;
  projectId: string;
  name: string;
  /** First and last characters of the key: `errata_ab…xyz9`. */
  hint: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface CreatedKey extends ApiKey {
  /** The key itself. It is only available here, right after creation. */
  key: string;
}

/** The owner of a key. A key gives access to all projects of its organization. */
export interface KeyOwner {
  organization: string;
}

/**
 * Admin API keys. A key is listed and revoked in the project it was created for, and gives access to
 * the whole organization (docs/contract/live-services.md).
 */
export interface Keys {
  /** Newest first, revoked ones included. */
  list(projectId: string): Promise<ApiKey[]>;
  /**
   * @param record called before the transaction commits; if it fails, there is no key
   * @throws {NotFound} for an unknown project @throws {InvalidRequest} for an invalid name
   */
  create(
    projectId: string,
    name: string,
    record?: (key: ApiKey) => Promise<void>,
  ): Promise<CreatedKey>;
  /**
   * Takes effect immediately. Revoking a revoked key does nothing.
   * @param record called before the transaction commits; if it fails, the key isn't revoked
   * @throws {NotFound}
   */
  revoke(projectId: string, id: string, record?: (key: ApiKey) => Promise<void>): Promise<void>;
  /** @throws {AppError} `unauthenticated` if the header contains no valid key */
  authenticate(authorization: string | null): Promise<KeyOwner>;
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

  const create: Keys["create"] = async (projectId, name, record) => {
    const project = await findProject(query, projectId);
    const wanted = { project, name: validName(name), keyPrefix, now: clock.now() };
    return query.transaction().execute(async (trx) => {
      const { key, ...created } = await insertKey(trx, wanted);
      await record?.(created);
      return { ...created, key };
    });
  };

  const revoke: Keys["revoke"] = (projectId, id, record) =>
    query.transaction().execute(async (trx) => {
      const revoked = await trx
        .updateTable("platform_key")
        .set(({ fn, val }) => ({ revoked_at: fn.coalesce("revoked_at", val(clock.now())) }))
        .where("project_id", "=", projectId)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst();
      if (!revoked)
        throw new NotFound("This API key doesn't exist in this project. Check the key ID.");
      await record?.(toApiKey(revoked));
    });

  async function authenticate(authorization: string | null): Promise<KeyOwner> {
    const key = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? "")?.[1];
    if (!key) throw unauthenticated('API key missing. Send it as "Authorization: Bearer <key>".');
    const found = await validKey(query, key);
    if (!found)
      throw unauthenticated(
        "This API key is invalid or was revoked. Create a new one in the settings.",
      );
    await updateLastUsed(found);
    return { organization: found.organization };
  }

  /** Writes at most once a minute, which is precise enough to spot unused keys. */
  async function updateLastUsed({ id, last_used_at }: PlatformKeyTable): Promise<void> {
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

/** Creates a key and stores its SHA-256. With 192 random bits, a slow hash isn't needed. */
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

/** Returns the row of `key`, or undefined if it is unknown or revoked. */
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

function validName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > NAME_LENGTH || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) {
    throw new InvalidRequest(
      `This key name is invalid. Use one line of 1 to ${NAME_LENGTH} visible characters.`,
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
