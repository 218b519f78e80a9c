import "server-only";
import { bucketsOf, type ItemText, Profile } from "../groups/profile.ts";
import { createPause } from "../pause.ts";
import type { StoreQuery } from "../store/schema/schema.ts";

/** Milliseconds of work between two statements of a transaction that runs meanwhile. */
const WORK_BETWEEN_STATEMENTS_MS = 1;

interface Prepared {
  profile: Profile;
  buckets: number[];
}

/** The next items of the queue, prepared for comparison while the database writes the ones before. */
export class Lookahead {
  readonly #read: StoreQuery;
  #projectId = "";
  readonly #items = new Map<string, Prepared>();

  /** @param read for queries beside a transaction */
  constructor(read: StoreQuery) {
    this.#read = read;
  }

  /**
   * Prepares the items that come next in the queue, and drops the ones before. Never fails, because nothing depends
   * on it.
   */
  async prepare(projectId: string, next: { after: string; limit: number }): Promise<void> {
    this.#projectId = projectId;
    this.#items.clear();
    const rows = await this.#next(projectId, next).catch(() => []);
    const pause = createPause(WORK_BETWEEN_STATEMENTS_MS);
    for (const row of rows) {
      this.#items.set(row.id, prepared(projectId, row));
      await pause();
    }
  }

  /** Returns an item's profile and buckets: the prepared ones if its text is unchanged. Doesn't keep them. */
  prefetched(projectId: string, row: ItemText & { id: string }): Prepared {
    const known = projectId === this.#projectId ? this.#items.get(row.id) : undefined;
    this.#items.delete(row.id);
    return known?.profile.isOf(row) ? known : prepared(projectId, row);
  }

  #next(projectId: string, { after, limit }: { after: string; limit: number }) {
    const queued = this.#read
      .selectFrom("feedback_group_queue")
      .select("feedback_id")
      .where("project_id", "=", projectId)
      .where("feedback_id", ">", after)
      .orderBy("feedback_id")
      .limit(limit);
    return this.#read
      .selectFrom("feedback")
      .select(["id", "page", "comment", "code", "helpful"])
      .where("project_id", "=", projectId)
      .where("id", "in", queued)
      .execute();
  }
}

function prepared(projectId: string, text: ItemText): Prepared {
  const profile = new Profile(text);
  return { profile, buckets: bucketsOf(projectId, profile) };
}
