import "server-only";
import type { TableFamily } from "../../database/schema.ts";

/** A project's settings by name; values are JSON text. */
export interface ProjectSettingTable {
  project_id: string;
  name: string;
  value: string;
  set_at: number;
}

/** A saved view of the inbox. */
export interface SavedViewTable {
  project_id: string;
  id: string;
  /** The person whose view it is; null for the team. */
  owner_id: string | null;
  name: string;
  /** Canonical, as in the inbox's URL, without `?`. */
  query: string;
  /** JSON; null for the layout that each person has chosen. */
  layout: string | null;
  created_at: number;
}

/** How a person arranges views. Views may have been deleted since. */
export interface ViewArrangementTable {
  project_id: string;
  person_id: string;
  /** JSON list of view IDs. */
  view_order: string;
  default_id: string | null;
}

/** The tables of a project's settings and views. */
export interface SettingTables {
  project_setting: ProjectSettingTable;
  saved_view: SavedViewTable;
  view_arrangement: ViewArrangementTable;
}

export const settings: TableFamily = {
  tables: ({ key, bigint }) => [
    `create table project_setting (
      project_id ${key} not null,
      name ${key} not null,
      value text not null,
      set_at ${bigint} not null,
      constraint project_setting_key primary key (project_id, name)
    )`,
    `create table saved_view (
      project_id ${key} not null,
      id ${key} not null,
      owner_id ${key},
      name text not null,
      query text not null,
      layout text,
      created_at ${bigint} not null,
      constraint saved_view_key primary key (project_id, id)
    )`,
    `create table view_arrangement (
      project_id ${key} not null,
      person_id ${key} not null,
      view_order text not null,
      default_id ${key},
      constraint view_arrangement_key primary key (project_id, person_id)
    )`,
  ],
};
