import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { receivedEntry } from "../contract/platform/feedback.ts";
import {
  entryWithoutAddresses,
  type IsForgotten,
  withoutAddresses,
  withoutAddressesInJson,
} from "../text/reader-address.ts";
import type { StoreQuery } from "./schema/schema.ts";
import type { RejectedEntry } from "./sync/skipped-items.ts";
import type { MirroredEntry } from "./write/write.ts";

/**
 * Remembers a keyed hash of the address, so that it is recognized in what is read from now on.
 * @param address as `normalizedAddress` returns it
 * @returns the hash
 */
export async function rememberForgotten(
  trx: StoreQuery,
  address: string,
  at: number,
): Promise<string> {
  await trx
    .insertInto("forgotten_reader_key")
    .values({ name: "addresses", secret: randomBytes(32).toString("hex") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const hash = hashOf(await secretOf(trx), address);
  await trx
    .insertInto("forgotten_reader")
    .values({ hash, forgotten_at: at, removed_at: null })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ removed_at: null }))
    .execute();
  return hash;
}

/** Returns how to recognize forgotten readers; null if there are none. */
export async function forgottenReaders(query: StoreQuery): Promise<IsForgotten | null> {
  const rows = await query.selectFrom("forgotten_reader").select("hash").execute();
  return rows.length === 0 ? null : hashedIn(query, rows);
}

/** Returns the hashes of readers that weren't removed to the end, and how to recognize them. */
export async function unfinishedReaders(
  query: StoreQuery,
): Promise<{ hashes: string[]; isForgotten: IsForgotten } | null> {
  const rows = await query
    .selectFrom("forgotten_reader")
    .select("hash")
    .where("removed_at", "is", null)
    .execute();
  if (rows.length === 0) return null;
  return { hashes: rows.map(({ hash }) => hash), isForgotten: await hashedIn(query, rows) };
}

/** Records that these readers were removed from everything that is stored. */
export async function markRemoved(query: StoreQuery, hashes: string[], at: number): Promise<void> {
  await query
    .updateTable("forgotten_reader")
    .set({ removed_at: at })
    .where("hash", "in", hashes)
    .execute();
}

/** Returns an entry without forgotten readers' addresses. */
export function withoutReaders(mirrored: MirroredEntry, isForgotten: IsForgotten): MirroredEntry {
  const value = entryWithoutAddresses(JSON.parse(mirrored.raw), isForgotten);
  const raw = JSON.stringify(value);
  const reasons = mirrored.reasons?.map((reason) => withoutAddresses(reason, isForgotten));
  const isSame = raw === mirrored.raw && reasons?.join() === mirrored.reasons?.join();
  return isSame ? mirrored : { entry: receivedEntry.parse(value), raw, reasons };
}

/** Returns an unreadable entry without forgotten readers' addresses. */
export function rejectedWithoutReaders(
  rejected: RejectedEntry,
  isForgotten: IsForgotten,
): RejectedEntry {
  return { ...rejected, raw: withoutAddressesInJson(rejected.raw, isForgotten) };
}

async function hashedIn(query: StoreQuery, rows: { hash: string }[]): Promise<IsForgotten> {
  const secret = await secretOf(query);
  const hashes = new Set(rows.map(({ hash }) => hash));
  return (address) => hashes.has(hashOf(secret, address));
}

async function secretOf(query: StoreQuery): Promise<string> {
  const key = query.selectFrom("forgotten_reader_key").select("secret");
  return (await key.executeTakeFirstOrThrow()).secret;
}

function hashOf(secret: string, address: string): string {
  return createHmac("sha256", secret).update(address).digest("hex");
}
