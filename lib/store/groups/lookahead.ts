import "server-only";
import type { Kysely } from "kysely";
import { bucketsOf, type ItemText, type Profile } from "../../groups/profile.ts";
import type { StoreSchema } from "../schema.ts";
import { PreparedText } from "./prepared-text.ts";
import { createYielder } from "./yielder.ts";

/** Milliseconds of work between two statements of a transaction that runs meanwhile. */
const BETWEEN_YIELDS = 1;

interface Row extends ItemText {
  id: string;
}

/** The next items of the queue, prepared for comparison while the database writes the ones before. */
export class Lookahead {
  #projectId = "";
  readonly #items = new Map<string, { text: PreparedText; buckets: number[] }>();

  /** Returns what the items that come next in the queue say. */
  async read(
    trx: Kysely<StoreSchema>,
    projectId: string,
    next: { after: string; limit: number },
  ): Promise<Row[]> {
    return trx
      .selectFrom("feedback_group_queue as queue")
      .innerJoin("feedback", (join) =>
        join
          .onRef("feedback.project_id", "=", "queue.project_id")
          .onRef("feedback.id", "=", "queue.feedback_id"),
      )
      .select(["id", "page", "comment", "code", "helpful"])
      .where("queue.project_id", "=", projectId)
      .where("queue.feedback_id", ">", next.after)
      .orderBy("queue.feedback_id")
      .limit(next.limit)
      .execute();
  }

  /** Prepares items in place of those before. */
  async prepare(projectId: string, rows: readonly Row[]): Promise<void> {
    this.#projectId = projectId;
    this.#items.clear();
    const maybeYield = createYielder(BETWEEN_YIELDS);
    for (const row of rows) {
      const text = new PreparedText(row);
      this.#items.set(row.id, { text, buckets: bucketsOf(projectId, text.profile) });
      await maybeYield();
    }
  }

  /** Returns an item's profile and buckets, as prepared if it still says the same. */
  profile(projectId: string, row: Row): { profile: Profile; buckets: number[] } {
    const known = projectId === this.#projectId ? this.#items.get(row.id) : undefined;
    if (known?.text.isOf(row)) return { profile: known.text.profile, buckets: known.buckets };
    const { profile } = new PreparedText(row);
    return { profile, buckets: bucketsOf(projectId, profile) };
  }
}
