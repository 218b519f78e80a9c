import "server-only";
import type { Generated } from "kysely";
import { anyDiffers, type TableFamily } from "../../database/schema.ts";

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

/** How far the listing of a project's older items got, which were stored before the service was set up. */
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
  /** Hash of the prepared text and the model. */
  text_hash: string;
}

/** Texts without a vector. A trigger removes those that no item has. */
export interface EmbeddingPendingTable {
  project_id: string;
  text_hash: string;
  /** 1 if the service can't read the text. */
  is_rejected: Generated<number>;
}

/** The meaning of a text, as a vector. A trigger removes vectors whose text no item has. */
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

/** The tables of what comments mean, as vectors of a service. */
export interface EmbeddingTables {
  embedding_state: EmbeddingStateTable;
  embedding_scan: EmbeddingScanTable;
  embedding_queue: EmbeddingQueueTable;
  embedding_item: EmbeddingItemTable;
  embedding_pending: EmbeddingPendingTable;
  embedding_vector: EmbeddingVectorTable;
}

/** Only while a service is set up. Not "insert or ignore", which an outer statement overrides. */
const queued = `insert into embedding_queue (project_id, feedback_id) select new.project_id, new.id
  where exists (select 1 from embedding_state) and not exists (select 1 from embedding_queue
    where project_id = new.project_id and feedback_id = new.id);`;

/** In this order, in which a text that is answered meanwhile is locked first. */
const textLeft = ["embedding_pending", "embedding_vector"]
  .map(
    (table) => `delete from ${table} where project_id = old.project_id and text_hash = old.text_hash
      and not exists (select 1 from embedding_item
        where project_id = old.project_id and text_hash = old.text_hash);`,
  )
  .join(" ");

export const embeddings: TableFamily = {
  tables: ({ key, bigint, bytes }) => [
    `create table embedding_state (
      name ${key} primary key,
      model text not null,
      is_clearing integer not null,
      dimensions integer,
      threshold integer,
      last_number ${bigint} not null,
      failures integer not null default 0,
      retry_at ${bigint} not null default 0,
      failing_since ${bigint},
      problem text
    )`,
    `create table embedding_scan (
      project_id ${key} primary key,
      after_id ${key}
    )`,
    `create table embedding_queue (
      project_id ${key} not null,
      feedback_id ${key} not null,
      constraint embedding_queue_key primary key (project_id, feedback_id)
    )`,
    `create table embedding_item (
      project_id ${key} not null,
      feedback_id ${key} not null,
      text_hash ${key} not null,
      constraint embedding_item_key primary key (project_id, feedback_id)
    )`,
    "create index embedding_item_by_text on embedding_item (project_id, text_hash, feedback_id)",
    `create table embedding_pending (
      project_id ${key} not null,
      text_hash ${key} not null,
      is_rejected integer not null default 0,
      constraint embedding_pending_key primary key (project_id, text_hash)
    )`,
    "create index embedding_pending_next on embedding_pending (project_id, is_rejected, text_hash)",
    `create table embedding_vector (
      project_id ${key} not null,
      text_hash ${key} not null,
      number ${bigint} not null,
      code ${bytes} not null,
      vector ${bytes} not null,
      constraint embedding_vector_key primary key (project_id, text_hash)
    )`,
    // Includes the codes, so that reading all of them reads no vectors.
    "create index embedding_vector_codes on embedding_vector (project_id, number, code)",
  ],
  triggers: [
    {
      name: "embedding_comment_added",
      after: "insert on feedback",
      when: "coalesce(trim(new.comment), '') <> ''",
      run: queued,
    },
    {
      name: "embedding_comment_changed",
      after: "update on feedback",
      when: anyDiffers(["comment", "noise"]),
      run: queued,
    },
    {
      name: "embedding_comment_deleted",
      after: "delete on feedback",
      run: "delete from embedding_item where project_id = old.project_id and feedback_id = old.id;",
    },
    { name: "embedding_text_deleted", after: "delete on embedding_item", run: textLeft },
    {
      name: "embedding_text_changed",
      after: "update on embedding_item",
      when: anyDiffers(["text_hash"]),
      run: textLeft,
    },
  ],
};
