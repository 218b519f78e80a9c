import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";

const UNIQUE =
  "unique (project_id, source, status, helpful, has_comment, noise, bare_vote, praise)";

/** Adds whether items are praise. None is until a background step has scored it. */
export async function addPraise(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of engine === "sqlite" ? SQLITE : POSTGRES) {
    await sql.raw(statement).execute(db);
  }
}

const COLUMN = "alter table feedback add column praise integer not null default 0";

/** SQLite can't change a table's constraints. */
const SQLITE = [
  COLUMN,
  "alter table facet_group rename to facet_group_before",
  `create table facet_group (
    id integer primary key,
    project_id text not null,
    source text not null,
    status text not null,
    helpful integer not null,
    has_comment integer not null,
    noise integer not null,
    bare_vote integer not null,
    praise integer not null,
    entries integer not null default 0,
    constraint facet_group_of ${UNIQUE}
  )`,
  `insert into facet_group select id, project_id, source, status, helpful, has_comment, noise, bare_vote, 0, entries
    from facet_group_before`,
  "drop table facet_group_before",
];

const POSTGRES = [
  COLUMN,
  "alter table facet_group add column praise integer not null default 0",
  "alter table facet_group alter column praise drop default",
  "alter table facet_group drop constraint facet_group_of",
  `alter table facet_group add constraint facet_group_of ${UNIQUE}`,
];
