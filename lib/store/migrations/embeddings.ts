import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

/**
 * Migration 0034: what comments mean, as vectors of a service. While one is set up, which a row of `embedding_state`
 * says, triggers queue items whose comment is new or changed. A vector goes when the last item with its text does.
 */
export async function addEmbeddings(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createState(db, engine);
  await createVectors(db, engine);
  if (engine === "sqlite") await followOnSqlite(db);
  else await followOnPostgres(db);
}

async function createState(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const whole = bigint(engine);
  await db.schema
    .createTable("embedding_state")
    .addColumn("name", sql`${key}`, (column) => column.primaryKey())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("is_clearing", "integer", (column) => column.notNull())
    .addColumn("dimensions", "integer")
    .addColumn("threshold", "integer")
    .addColumn("last_number", sql`${whole}`, (column) => column.notNull())
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("retry_at", sql`${whole}`, (column) => column.notNull().defaultTo(0))
    .addColumn("failing_since", sql`${whole}`)
    .addColumn("problem", "text")
    .execute();
  await db.schema
    .createTable("embedding_scan")
    .addColumn("project_id", sql`${key}`, (column) => column.primaryKey())
    .addColumn("after_id", sql`${key}`)
    .execute();
  await db.schema
    .createTable("embedding_queue")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("embedding_queue_key", ["project_id", "feedback_id"])
    .execute();
}

async function createVectors(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const whole = bigint(engine);
  const bytes = engine === "postgres" ? sql`bytea` : sql`blob`;
  await db.schema
    .createTable("embedding_item")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("text_hash", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("embedding_item_key", ["project_id", "feedback_id"])
    .execute();
  await db.schema
    .createIndex("embedding_item_by_text")
    .on("embedding_item")
    .columns(["project_id", "text_hash", "feedback_id"])
    .execute();
  await db.schema
    .createTable("embedding_pending")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("text_hash", sql`${key}`, (column) => column.notNull())
    .addColumn("is_rejected", "integer", (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("embedding_pending_key", ["project_id", "text_hash"])
    .execute();
  await db.schema
    .createIndex("embedding_pending_next")
    .on("embedding_pending")
    .columns(["project_id", "is_rejected", "text_hash"])
    .execute();
  await db.schema
    .createTable("embedding_vector")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("text_hash", sql`${key}`, (column) => column.notNull())
    .addColumn("number", sql`${whole}`, (column) => column.notNull())
    .addColumn("code", bytes, (column) => column.notNull())
    .addColumn("vector", bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("embedding_vector_key", ["project_id", "text_hash"])
    .execute();
  // Has the codes, so that reading all of them reads no vectors.
  await db.schema
    .createIndex("embedding_vector_codes")
    .on("embedding_vector")
    .columns(["project_id", "number", "code"])
    .execute();
}

/** Statements are the same on both engines. Not "insert or ignore", which an outer statement overrides. */
const queued = `
  insert into embedding_queue (project_id, feedback_id) select new.project_id, new.id
    where exists (select 1 from embedding_state) and not exists (select 1 from embedding_queue
      where project_id = new.project_id and feedback_id = new.id);`;

const itemDeleted = `
  delete from embedding_item where project_id = old.project_id and feedback_id = old.id;`;

/** In this order, in which a text that is answered meanwhile is locked first. */
const textLeft = ["embedding_pending", "embedding_vector"]
  .map(
    (table) => `
  delete from ${table} where project_id = old.project_id and text_hash = old.text_hash
    and not exists (select 1 from embedding_item
      where project_id = old.project_id and text_hash = old.text_hash);`,
  )
  .join("");

const HAS_COMMENT = "coalesce(trim(new.comment), '') <> ''";

async function followOnSqlite(db: Kysely<unknown>): Promise<void> {
  const onItems = "on feedback for each row";
  await raw(
    db,
    `create trigger embedding_comment_added after insert ${onItems} when ${HAS_COMMENT}
    begin ${queued} end`,
  );
  await raw(
    db,
    `create trigger embedding_comment_changed after update ${onItems}
    when old.comment is not new.comment or old.noise is not new.noise begin ${queued} end`,
  );
  await raw(
    db,
    `create trigger embedding_comment_deleted after delete ${onItems} begin ${itemDeleted} end`,
  );
  const onTexts = "on embedding_item for each row";
  await raw(
    db,
    `create trigger embedding_text_deleted after delete ${onTexts} begin ${textLeft} end`,
  );
  await raw(
    db,
    `create trigger embedding_text_changed after update ${onTexts}
    when old.text_hash <> new.text_hash begin ${textLeft} end`,
  );
}

async function followOnPostgres(db: Kysely<unknown>): Promise<void> {
  const define = (name: string, body: string) =>
    raw(
      db,
      `create function ${name}() returns trigger language plpgsql as $$
      begin ${body} return null; end $$`,
    );
  await define("embedding_comment_queued", queued);
  await define("embedding_comment_gone", itemDeleted);
  await define("embedding_text_left", textLeft);
  await raw(
    db,
    `create trigger embedding_comment_added after insert on feedback for each row
    when (${HAS_COMMENT}) execute function embedding_comment_queued()`,
  );
  await raw(
    db,
    `create trigger embedding_comment_changed after update on feedback for each row
    when (old.comment is distinct from new.comment or old.noise is distinct from new.noise)
    execute function embedding_comment_queued()`,
  );
  await raw(
    db,
    `create trigger embedding_comment_deleted after delete on feedback for each row
    execute function embedding_comment_gone()`,
  );
  await raw(
    db,
    `create trigger embedding_text_deleted after delete on embedding_item for each row
    execute function embedding_text_left()`,
  );
  await raw(
    db,
    `create trigger embedding_text_changed after update on embedding_item for each row
    when (old.text_hash <> new.text_hash) execute function embedding_text_left()`,
  );
}
