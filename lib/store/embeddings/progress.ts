import "server-only";
import type { StoreQuery } from "../schema/schema.ts";

/** How many of a project's comments were read. */
export interface EmbeddingProgress {
  /** Comments with a vector. */
  read: number;
  /** Comments that the service can't read. */
  rejected: number;
  /** All comments but noise, and once they are listed, but those without letters and digits. */
  total: number;
}

export async function embeddingProgress(
  read: StoreQuery,
  projectId: string,
): Promise<EmbeddingProgress> {
  const [isListed, comments, listed, pending] = await Promise.all([
    read
      .selectFrom("embedding_scan")
      .select("project_id")
      .where("project_id", "=", projectId)
      .where("after_id", "is", null)
      .executeTakeFirst(),
    read
      .selectFrom("facet_group")
      .select(({ fn }) => fn.sum<number | null>("entries").as("count"))
      .where("project_id", "=", projectId)
      .where("has_comment", "=", 1)
      .where("noise", "=", 0)
      .executeTakeFirst(),
    read
      .selectFrom("embedding_item")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("project_id", "=", projectId)
      .executeTakeFirst(),
    read
      .selectFrom("embedding_pending as p")
      .innerJoin("embedding_item as i", (join) =>
        join.onRef("i.project_id", "=", "p.project_id").onRef("i.text_hash", "=", "p.text_hash"),
      )
      .select(({ fn }) => [
        fn.countAll<number>().as("count"),
        fn.sum<number | null>("p.is_rejected").as("rejected"),
      ])
      .where("p.project_id", "=", projectId)
      .executeTakeFirst(),
  ]);
  const texts = listed?.count ?? 0;
  const total = isListed ? texts : Math.max(texts, comments?.count ?? 0);
  return { read: texts - (pending?.count ?? 0), rejected: pending?.rejected ?? 0, total };
}
