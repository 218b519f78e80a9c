import "server-only";
import { randomBytes } from "node:crypto";
import { sql, type UpdateObject } from "kysely";
import type { Clock } from "../../clock.ts";
import { InvalidRequest, NotFound } from "../../errors.ts";
import { findProject } from "../projects.ts";
import type { PlatformQuery, PlatformSchema } from "../schema/schema.ts";
import type { PlatformCollectKeyTable } from "../schema/submissions.ts";
import { isAllowedOrigin, OWN_SITE, parseOrigin } from "./origins.ts";
import { type PagePath, parsePagePath } from "./page-path.ts";

/** A public key, with which a documentation site sends feedback. Instants are epoch milliseconds. */
export interface CollectKey {
  /** The key itself. It isn't secret: it stands in the site's pages. */
  key: string;
  projectId: string;
  name: string;
  /** Origins that may use the key, such as `https://docs.example.com` or `https://*.example.dev`. */
  origins: string[];
  /** How addresses become paths. */
  paths: PagePath[];
  createdAt: number;
  disabledAt: number | null;
  /** Whether browsers solve a challenge for each item. */
  challenge: boolean;
}

/** A key with the secret that signs its challenges; null if it asks for none. Never sent to a caller. */
export interface EnabledKey extends CollectKey {
  challengeSecret: string | null;
}

/** A key with the number of items that were received with it. */
export interface CollectKeyUse extends CollectKey {
  /** Items received with this key, suspected spam included. */
  received: number;
  /** Items that are held as suspected spam. */
  suspected: number;
  lastReceivedAt: number | null;
}

export interface NewCollectKey {
  name: string;
  origins: readonly string[];
  /** Rules like `https://docs.example.com/v2/* -> /*`, or a prefix to strip. */
  paths: readonly string[];
  challenge?: boolean;
}

export interface CollectKeys {
  /** Newest first, disabled ones included. */
  list(projectId: string): Promise<CollectKeyUse[]>;
  /**
   * @param record called before the transaction commits; if it fails, there is no key
   * @throws {NotFound} for an unknown project
   * @throws {InvalidRequest} naming the invalid part
   */
  create(projectId: string, wanted: NewCollectKey, record?: RecordKey): Promise<CollectKey>;
  /**
   * Takes effect immediately. Disabling twice does nothing.
   * @param record called before the transaction commits; if it fails, the key stays enabled
   * @throws {NotFound}
   */
  disable(projectId: string, key: string, record?: RecordKey): Promise<void>;
  /**
   * Switches the challenge on or off, immediately.
   * @param record called before the transaction commits; if it fails, nothing changes
   * @throws {NotFound}
   */
  setChallenge(
    projectId: string,
    key: string,
    challenge: boolean,
    record?: RecordKey,
  ): Promise<void>;
  /** Returns the oldest enabled key that works on this server's own pages; null if there is none. */
  forOwnSite(projectId: string): Promise<string | null>;
  /** Whether anything was received with a key that doesn't name this server's public origin. Counts nothing. */
  hasReceivedElsewhere(projectId: string): Promise<boolean>;
}

type RecordKey = (key: CollectKey) => Promise<void>;

const MAX_ORIGINS = 20;
const NAME_LENGTH = 100;

/** @param ownOrigins this server's origins, its public one first */
export function createCollectKeys(
  query: PlatformQuery,
  clock: Clock,
  ownOrigins: readonly string[],
): CollectKeys {
  const publicOrigin = ownOrigins.slice(0, 1);
  const create: CollectKeys["create"] = async (projectId, options, record) => {
    const { id } = await findProject(query, projectId);
    const row = newKeyRow(id, options, clock.now());
    const created = toCollectKey(row, publicOrigin);
    await query.transaction().execute(async (trx) => {
      await trx.insertInto("platform_collect_key").values(row).execute();
      await record?.(created);
    });
    return created;
  };

  const disable: CollectKeys["disable"] = (projectId, key, record) =>
    update(projectId, key, { disabled_at: sql`coalesce(disabled_at, ${clock.now()})` }, record);

  const setChallenge: CollectKeys["setChallenge"] = (projectId, key, challenge, record) =>
    update(projectId, key, { challenge_secret: challenge ? newSecret() : null }, record);

  const update = (
    projectId: string,
    key: string,
    columns: UpdateObject<PlatformSchema, "platform_collect_key">,
    record?: RecordKey,
  ): Promise<void> =>
    query.transaction().execute(async (trx) => {
      const updated = await trx
        .updateTable("platform_collect_key")
        .set(columns)
        .where("project_id", "=", projectId)
        .where("key", "=", key)
        .returningAll()
        .executeTakeFirst();
      if (!updated) {
        throw new NotFound("This public key doesn't exist in this project. Check the key.");
      }
      await record?.(toCollectKey(updated, publicOrigin));
    });

  return {
    list: listKeys.bind(null, query, publicOrigin),
    create,
    disable,
    setChallenge,
    forOwnSite: ownSiteKey.bind(null, query, ownOrigins),
    hasReceivedElsewhere: hasReceivedElsewhere.bind(null, query, publicOrigin),
  };
}

/** @throws {InvalidRequest} naming the invalid part */
function newKeyRow(projectId: string, wanted: NewCollectKey, now: number): PlatformCollectKeyTable {
  const name = wanted.name.trim();
  if (name === "" || name.length > NAME_LENGTH) {
    throw new InvalidRequest(`name: must have 1 to ${NAME_LENGTH} characters`);
  }
  if (wanted.origins.length === 0 || wanted.origins.length > MAX_ORIGINS) {
    throw new InvalidRequest(`origins: name 1 to ${MAX_ORIGINS}, such as https://docs.example.com`);
  }
  return {
    key: newPublicKey(),
    project_id: projectId,
    name,
    origins: JSON.stringify(wanted.origins.map(parseOrigin)),
    paths: JSON.stringify(wanted.paths.map(parsePagePath)),
    created_at: now,
    disabled_at: null,
    challenge_secret: wanted.challenge ? newSecret() : null,
  };
}

async function listKeys(
  query: PlatformQuery,
  own: readonly string[],
  projectId: string,
): Promise<CollectKeyUse[]> {
  const rows = await query
    .selectFrom("platform_collect_key")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("key")
    .execute();
  const uses = await query
    .selectFrom("platform_submission")
    .select(({ fn }) => [
      "collect_key",
      fn.countAll<number>().as("received"),
      fn.count<number>("suspected_entry").as("suspected"),
      fn.max("received_at").as("lastReceivedAt"),
    ])
    .where("project_id", "=", projectId)
    .groupBy("collect_key")
    .execute();
  const useOf = new Map(uses.map(({ collect_key, ...use }) => [collect_key, use]));
  const unused = { received: 0, suspected: 0, lastReceivedAt: null };
  return rows.map((row) => ({
    ...toCollectKey(row, own),
    ...(useOf.get(row.key) ?? unused),
  }));
}

async function hasReceivedElsewhere(
  query: PlatformQuery,
  publicOrigin: readonly string[],
  projectId: string,
): Promise<boolean> {
  const keys = (await keysOf(query, projectId)).map((row) => toCollectKey(row, publicOrigin));
  const isElsewhere = ({ origins }: CollectKey) =>
    !publicOrigin.some((origin) => origins.includes(origin));
  const elsewhere = keys.filter(isElsewhere).map(({ key }) => key);
  if (elsewhere.length === 0) return false;
  const received = await query
    .selectFrom("platform_submission")
    .select("collect_key")
    .where("collect_key", "in", elsewhere)
    .limit(1)
    .executeTakeFirst();
  return received !== undefined;
}

async function ownSiteKey(
  query: PlatformQuery,
  ownOrigins: readonly string[],
  projectId: string,
): Promise<string | null> {
  const keys = await keysOf(query, projectId);
  const enabled = keys.filter(({ disabled_at }) => disabled_at === null);
  return enabled.find((row) => isOwn(row, ownOrigins))?.key ?? null;
}

/** Oldest first. */
function keysOf(query: PlatformQuery, projectId: string) {
  return query
    .selectFrom("platform_collect_key")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("key")
    .execute();
}

function isOwn(row: PlatformCollectKeyTable, ownOrigins: readonly string[]): boolean {
  const { origins } = toCollectKey(row, ownOrigins);
  return ownOrigins.some((origin) => isAllowedOrigin(origins, origin));
}

/** Returns the row of a key for pages that this server itself serves. */
export function ownSiteKeyRow(projectId: string, name: string, now: number) {
  return {
    key: newPublicKey(),
    project_id: projectId,
    name,
    origins: JSON.stringify([OWN_SITE]),
    paths: "[]",
    created_at: now,
    disabled_at: null,
    challenge_secret: null,
  } satisfies PlatformCollectKeyTable;
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function newPublicKey(): string {
  return `pub_${randomBytes(15).toString("base64url")}`;
}

/**
 * Returns the key if it exists and isn't disabled.
 * @param ownOrigins this server's origins
 */
export async function enabledKey(
  query: PlatformQuery,
  key: string,
  ownOrigins: readonly string[],
): Promise<EnabledKey | null> {
  const row = await query
    .selectFrom("platform_collect_key")
    .selectAll()
    .where("key", "=", key)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row ? { ...toCollectKey(row, ownOrigins), challengeSecret: row.challenge_secret } : null;
}

/** @param own what stands in place of this server in the key's origins */
function toCollectKey(row: PlatformCollectKeyTable, own: readonly string[]): CollectKey {
  const origins: string[] = JSON.parse(row.origins);
  return {
    key: row.key,
    projectId: row.project_id,
    name: row.name,
    origins: origins.flatMap((origin) => (origin === OWN_SITE ? own : [origin])),
    paths: JSON.parse(row.paths),
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    challenge: row.challenge_secret !== null,
  };
}
