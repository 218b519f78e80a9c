import "server-only";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import { KEY_SCOPES, type KeyScope } from "../contract/api/key-scopes.ts";
import { INSTANT_RANGE } from "../contract/platform/dates.ts";
import { AppError, Forbidden, InvalidRequest, NotFound } from "../errors.ts";
import { findProject } from "./projects.ts";
import type { PlatformKeyTable } from "./schema/keys.ts";
import type { PlatformDatabase, PlatformQuery } from "./schema/schema.ts";

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
  /** When it stops working; null for never. */
  expiresAt: number | null;
  scopes: KeyScope[];
}

/** Limits of a new key. */
export interface KeyOptions {
  /** Epoch milliseconds; null or not given for no end. */
  expiresAt?: number | null;
  /** All, if not given. */
  scopes?: readonly KeyScope[];
  /** Called before the transaction commits; if it fails, there is no key. */
  record?: (key: ApiKey) => Promise<void>;
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
   * @throws {NotFound} for an unknown project
   * @throws {InvalidRequest} for an invalid name, a past end, or no scope
   */
  create(projectId: string, name: string, options?: KeyOptions): Promise<CreatedKey>;
  /**
   * Takes effect immediately. Revoking a revoked key does nothing.
   * @param record called before the transaction commits; if it fails, the key isn't revoked
   * @throws {NotFound}
   */
  revoke(projectId: string, id: string, record?: (key: ApiKey) => Promise<void>): Promise<void>;
  /**
   * @throws {AppError} `unauthenticated` if the header contains no valid key
   * @throws {Forbidden} if the key lacks the scope
   */
  authenticate(authorization: string | null, scope: KeyScope): Promise<KeyOwner>;
}

const SECRET_BYTES = 24;
const NAME_LENGTH = 100;
const MINUTE = 60_000;

export function createKeys(
  database: PlatformDatabase,
  options: { keyPrefix: string; clock: Clock },
): Keys {
  const { query } = database;
  const { clock, keyPrefix } = options;

  const create: Keys["create"] = async (projectId, name, options = {}) => {
    const { record, expiresAt = null, scopes = KEY_SCOPES } = options;
    const project = await findProject(query, projectId);
    const now = clock.now();
    if (expiresAt !== null && expiresAt <= now)
      throw new InvalidRequest("The key's expiration date must be in the future.");
    const limits = { expires_at: expiresAt, scopes: scopesText(scopes) };
    const wanted = { project, name: validName(name), keyPrefix, now, ...limits };
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

  async function authenticate(authorization: string | null, scope: KeyScope): Promise<KeyOwner> {
    const key = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? "")?.[1];
    if (!key) throw unauthenticated('API key missing. Send it as "Authorization: Bearer <key>".');
    const found = await validKey(query, key);
    if (!found)
      throw unauthenticated(
        "This API key is invalid or was revoked. Create a new one in Settings.",
      );
    if (found.expires_at !== null && found.expires_at <= clock.now()) {
      const day = new Date(found.expires_at).toISOString().slice(0, 10);
      throw unauthenticated(`This API key expired on ${day}. Create a new one in Settings.`);
    }
    if (!storedScopes(found.scopes).includes(scope)) {
      throw new Forbidden(
        `This API key doesn't have the scope ${scope}. Create one that has it in Settings.`,
      );
    }
    await updateLastUsed(query, found, clock.now());
    return { organization: found.organization };
  }

  return { list: listKeys.bind(null, query), create, revoke, authenticate };
}

/** Writes at most once a minute, which is precise enough to spot unused keys. */
async function updateLastUsed(
  query: PlatformQuery,
  { id, last_used_at }: PlatformKeyTable,
  now: number,
): Promise<void> {
  if (last_used_at !== null && now - last_used_at < MINUTE) return;
  await query.updateTable("platform_key").set({ last_used_at: now }).where("id", "=", id).execute();
}

async function listKeys(query: PlatformQuery, projectId: string): Promise<ApiKey[]> {
  const rows = await query
    .selectFrom("platform_key")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toApiKey);
}

/** Creates a key and stores its SHA-256. With 192 random bits, a slow hash isn't needed. */
export async function insertKey(
  query: PlatformQuery,
  options: {
    project: { id: string; organization: string };
    name: string;
    keyPrefix: string;
    now: number;
    expires_at?: number | null;
    scopes?: string | null;
  },
): Promise<CreatedKey> {
  const { project, name, keyPrefix, now, expires_at = null, scopes = null } = options;
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
    expires_at,
    scopes,
  };
  await query.insertInto("platform_key").values(row).execute();
  return { ...toApiKey(row), key };
}

/** Returns the row of `key`, or undefined if it is unknown or revoked. It may have expired. */
export function validKey(query: PlatformQuery, key: string): Promise<PlatformKeyTable | undefined> {
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
    // Earlier versions stored any number, and a date beyond the range can't be shown.
    expiresAt: row.expires_at === null ? null : Math.min(row.expires_at, INSTANT_RANGE.max),
    scopes: storedScopes(row.scopes),
  };
}

/** Returns the scopes of a stored key; null are all. A scope that a newer version stored is ignored. */
function storedScopes(text: string | null): KeyScope[] {
  const stored = text?.split(" ");
  return KEY_SCOPES.filter((scope) => stored?.includes(scope) ?? true);
}

/** Returns scopes as a key stores them. @throws {InvalidRequest} if there is none */
function scopesText(scopes: readonly KeyScope[]): string | null {
  if (scopes.length === 0) throw new InvalidRequest("A key needs at least one scope.");
  const wanted = KEY_SCOPES.filter((scope) => scopes.includes(scope));
  return wanted.length === KEY_SCOPES.length ? null : wanted.join(" ");
}
