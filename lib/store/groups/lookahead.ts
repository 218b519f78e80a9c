import "server-only";
import type { Kysely } from "kysely";
import { bucketsOf, type ItemText, type Profile } from "../../groups/profile.ts";
import type { StoreSchema } from "../schema.ts";
import { PreparedText } from "./prepared-text.ts";
import { createYielder } from "./yielder.ts";

/** Milliseconds of work between two statements of a transaction that runs meanwhile. */
const BETWEEN_YIELDS = 1;

/** The next items of the queue, prepared for comparison while the database writes the ones before. */
export class Lookahead {
  readonly #read: Kysely<StoreSchema>;
  #projectId = "";
  readonly #items = new Map<string, { text: PreparedText; buckets: number[] }>();

  /** @param read for queries beside a transaction */
  constructor(read: Kysely<StoreSchema>) {
    this.#read = read;
  }

  /** Prepares the items that come next in the queue, in place of those before. Never fails: nothing depends on it. */
  async prepare(projectId: string, next: { after: string; limit: number }): Promise<void> {
    this.#projectId = projectId;
    this.#items.clear();
    const rows = await this.#next(projectId, next).catch(() => []);
    const maybeYield = createYielder(BETWEEN_YIELDS);
    for (const row of rows) {
      const text = new PreparedText(row);
      this.#items.set(row.id, { text, buckets: bucketsOf(projectId, text.profile) });
      await maybeYield();
    }
  }

  /** Returns an item's profile and buckets, as prepared if it still says the same. */
  profile(
    projectId: string,
    row: ItemText & { id: string },
  ): { profile: Profile; buckets: number[] } {
    const known = projectId === this.#projectId ? this.#items.get(row.id) : undefined;
    if (known?.text.isOf(row)) return { profile: known.text.profile, buckets: known.buckets };
    const { profile } = new PreparedText(row);
    return { profile, buckets: bucketsOf(projectId, profile) };
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
