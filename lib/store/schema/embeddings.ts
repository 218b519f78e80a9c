import "server-only";
import { anyDiffers, type TableFamily } from "../../database/schema.ts";
import { bigint, bytes, integer, key, type RowOf, table, text } from "../../database/table.ts";

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

/** The tables of what comments mean, as vectors of a service. */
export const embeddings = {
  tables: {
    /** How far reading with the embeddings service got. One row while one is set up, otherwise none. */
    embedding_state: table({
      name: key.primary,
      /** The model, and the rules by which texts are prepared for it. */
      model: text,
      /** 1 until the vectors of another model are removed. */
      is_clearing: integer,
      /** Null until the model was calibrated. */
      dimensions: integer.orNull,
      /** The least cosine of items that mean the same, in thousandths; null until the model was calibrated. */
      threshold: integer.orNull,
      /** The number of the newest vector. Only increases. */
      last_number: bigint,
      /** Requests in a row that failed. */
      failures: integer.default(0),
      /** No request before this time. */
      retry_at: bigint.default(0),
      failing_since: bigint.orNull,
      /** Why requests fail, for people; null if they don't. */
      problem: text.orNull,
    }),
    /** How far the listing of a project's older items got, which were stored before the service was set up. */
    embedding_scan: table({
      project_id: key.primary,
      /** The last ID that was listed; null once all were. */
      after_id: key.orNull,
    }),
    /** Items whose comment is new or has changed. Triggers add them. */
    embedding_queue: table({
      project_id: key,
      feedback_id: key,
    }).key("project_id", "feedback_id"),
    /** The text of an item's comment. */
    embedding_item: table({
      project_id: key,
      feedback_id: key,
      /** Hash of the prepared text and the model. */
      text_hash: key,
    }).key("project_id", "feedback_id"),
    /** Texts without a vector. A trigger removes those that no item has. */
    embedding_pending: table({
      project_id: key,
      text_hash: key,
      /** 1 if the service can't read the text. */
      is_rejected: integer.default(0),
    }).key("project_id", "text_hash"),
    /** The meaning of a text, as a vector. A trigger removes vectors whose text no item has. */
    embedding_vector: table({
      project_id: key,
      text_hash: key,
      /** Increases with every vector, across projects. */
      number: bigint,
      /** As `codeOf` returns it. */
      code: bytes,
      /** As `compactVector` returns it. */
      vector: bytes,
    }).key("project_id", "text_hash"),
  },
  indexes: [
    "create index embedding_item_by_text on embedding_item (project_id, text_hash, feedback_id)",
    "create index embedding_pending_next on embedding_pending (project_id, is_rejected, text_hash)",
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
} satisfies TableFamily;

export type EmbeddingStateTable = RowOf<(typeof embeddings)["tables"]["embedding_state"]>;
