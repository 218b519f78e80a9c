import "server-only";
import type { Generated } from "kysely";

/** How far reading with the embeddings service got. One row while one is set up, otherwise none. */
export interface EmbeddingStateTable {
  name: string;
  /** The model, and the rules by which texts are prepared for it. */
  model: string;
  /** 1 until the vectors of another model are removed. */
  is_clearing: number;
  /** Null until the model was calibrated. */
  dimensions: number | null;
  /** The least cosine of items that mean the same, in thousandths; null until the model was calibrated. */
  threshold: number | null;
  /** The number of the newest vector. Only increases. */
  last_number: number;
  /** Requests in a row that failed. */
  failures: Generated<number>;
  /** No request before this time. */
  retry_at: Generated<number>;
  failing_since: Generated<number | null>;
  /** Why requests fail, for people; null if they don't. */
  problem: Generated<string | null>;
}

/** How far a project's items were listed that were stored before the service was set up. */
export interface EmbeddingScanTable {
  project_id: string;
  /** The last ID that was listed; null once all were. */
  after_id: string | null;
}

/** Items whose comment is new or has changed. Triggers add them. */
export interface EmbeddingQueueTable {
  project_id: string;
  feedback_id: string;
}

/** The text of an item's comment. */
export interface EmbeddingItemTable {
  project_id: string;
  feedback_id: string;
  /** Of the prepared text and the model. */
  text_hash: string;
}

/** Texts without a vector. A trigger removes those that no item has. */
export interface EmbeddingPendingTable {
  project_id: string;
  text_hash: string;
  /** 1 if the service can't read the text. */
  is_rejected: Generated<number>;
}

/** What a text means. A trigger removes vectors whose text no item has. */
export interface EmbeddingVectorTable {
  project_id: string;
  text_hash: string;
  /** Increases with every vector, across projects. */
  number: number;
  /** As `codeOf` returns it. */
  code: Uint8Array;
  /** As `compactVector` returns it. */
  vector: Uint8Array;
}

export interface EmbeddingTables {
  embedding_state: EmbeddingStateTable;
  embedding_scan: EmbeddingScanTable;
  embedding_queue: EmbeddingQueueTable;
  embedding_item: EmbeddingItemTable;
  embedding_pending: EmbeddingPendingTable;
  embedding_vector: EmbeddingVectorTable;
}
