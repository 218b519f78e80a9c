import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Clock } from "../clock.ts";
import type { Actor } from "../contract/api/people.ts";
import { InvalidRequest } from "../errors.ts";
import type { Log } from "../log.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import type { FeedbackStore } from "../store/feedback-store.ts";
import { markRemoved, rememberForgotten, unfinishedReaders } from "../store/forgotten-readers.ts";
import { countByContact, removeReader } from "../store/remove-reader.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import {
  normalizedAddress,
  onlyAddressOf,
  type ReaderSearch,
  searchFor,
} from "../text/reader-address.ts";

/** Where readers' addresses are, and where forgetting them is recorded. */
interface Stores {
  store: StoreDatabase;
  /** Null with a hosted platform. */
  platform: Pick<EmbeddedPlatform, "forgetReader"> | null;
  clock: Clock;
  audit: Audit;
}

/** Forgetting the readers of items. */
export function readerServices(stores: Stores, feedback: Pick<FeedbackStore, "contact">) {
  const addressOf = async (projectId: string, feedbackId: string): Promise<string> => {
    const address = onlyAddressOf((await feedback.contact(projectId, feedbackId)) ?? "");
    if (address !== null) return address;
    throw new InvalidRequest(
      "This item's contact isn't an email address. Delete the item to remove the contact.",
    );
  };
  return {
    /**
     * Returns how many items of all projects have the same contact.
     * @throws {InvalidRequest} if the item's contact isn't one email address, {NotFound}
     */
    count: async (projectId: string, feedbackId: string) =>
      countByContact(stores.store, await addressOf(projectId, feedbackId)),
    /**
     * Removes the item's reader from everything that is stored, and from what is synced later.
     * @returns the number of changed rows
     * @throws {InvalidRequest} if the item's contact isn't one email address, {NotFound}
     */
    forget: async (projectId: string, feedbackId: string, by: Actor) =>
      forgetReader(stores, {
        address: await addressOf(projectId, feedbackId),
        by,
        subject: `the reader of ${feedbackId} in ${projectId}`,
      }),
  };
}

/**
 * Removes a reader's address from everything that is stored, and from what is synced and imported
 * later. What a stopped process left over is removed by the next start.
 * @returns the number of changed rows
 * @throws {InvalidRequest} if it isn't an email address
 */
export async function forgetReader(
  stores: Stores,
  { address: text, by, subject }: { address: string; by: Actor; subject: string },
): Promise<number> {
  const address = normalizedAddress(text);
  if (onlyAddressOf(address) !== address) {
    throw new InvalidRequest("This isn't an email address. Check it and try again.");
  }
  const { store, clock, audit } = stores;
  const hash = await store.query.transaction().execute(async (trx) => {
    // Don't record the address in the audit log.
    await audit.recordIn(trx, by, "forgot", subject);
    return rememberForgotten(trx, address, clock.now());
  });
  return removeEverywhere(stores, [hash], searchFor(address));
}

/** Removes the readers whose removal was interrupted. Reads everything, as only hashes are known. */
export async function resumeForgetting(stores: Stores, log: Log): Promise<void> {
  const unfinished = await unfinishedReaders(stores.store.query);
  if (!unfinished) return;
  const { hashes, isForgotten } = unfinished;
  const rows = await removeEverywhere(stores, hashes, { isForgotten, part: null });
  log.info({ readers: hashes.length, rows }, "finished forgetting readers after an interruption");
}

async function removeEverywhere(
  { store, platform, clock }: Stores,
  hashes: string[],
  search: ReaderSearch,
): Promise<number> {
  const rows = await removeReader(store, search);
  const atPlatform = (await platform?.forgetReader(search)) ?? 0;
  await markRemoved(store.query, hashes, clock.now());
  return rows + atPlatform;
}
