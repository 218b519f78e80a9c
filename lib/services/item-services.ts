import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Clock } from "../clock.ts";
import { MAX_SELECTED_ITEMS } from "../contract/api/limits.ts";
import type { Actor } from "../contract/api/people.ts";
import { InvalidRequest } from "../errors.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { deleteItems } from "../store/deletion/delete-items.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import { deletedOnlyHere, markDeletedOnPlatform } from "../store/write/deleted-items.ts";

/** Where items are, and where deleting them is recorded. */
interface Stores {
  store: StoreDatabase;
  /** Null with a hosted platform. */
  platform: Pick<EmbeddedPlatform, "deleteEntries"> | null;
  clock: Clock;
  audit: Audit;
}

export type ItemServices = ReturnType<typeof itemServices>;

/** Deleting feedback. */
export function itemServices(stores: Stores) {
  const { store, platform, clock, audit } = stores;
  return {
    /**
     * Deletes items with their history, also on the built-in platform. A hosted platform keeps them, but
     * a sync doesn't bring them back. IDs that the project doesn't have are ignored.
     * @returns the number of deleted items
     * @throws {InvalidRequest} for too many IDs
     */
    delete: async (projectId: string, ids: readonly string[], by: Actor) => {
      if (ids.length > MAX_SELECTED_ITEMS) {
        const limit = MAX_SELECTED_ITEMS.toLocaleString("en");
        throw new InvalidRequest(`ids: at most ${limit} items can be deleted at once`);
      }
      const deleted = await store.query.transaction().execute(async (trx) => {
        const isOnPlatform = platform !== null;
        const found = await deleteItems(trx, projectId, ids, { at: clock.now(), isOnPlatform });
        if (found.length > 0) await audit.recordIn(trx, by, "deleted", subjectOf(projectId, found));
        return found;
      });
      await resumeDeletions(stores);
      return deleted.length;
    },
  };
}

/** Deletes items on the built-in platform that were deleted here, including those of a stopped process. */
export async function resumeDeletions({ store, platform }: Stores): Promise<void> {
  if (!platform) return;
  for (const [projectId, ids] of await deletedOnlyHere(store.query)) {
    await platform.deleteEntries(projectId, ids);
    await markDeletedOnPlatform(store.query, projectId, ids);
  }
}

function subjectOf(projectId: string, ids: readonly string[]): string {
  const [only, ...others] = ids;
  return others.length === 0 ? `${only} of ${projectId}` : `${ids.length} items of ${projectId}`;
}
