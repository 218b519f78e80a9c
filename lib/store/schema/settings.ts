import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, key, type RowOf, table, text } from "../../database/table.ts";

/** The tables of a project's settings and views. */
export const settings = {
  tables: {
    /** A project's settings by name; values are JSON text. */
    project_setting: table({
      project_id: key,
      name: key,
      value: text,
      set_at: bigint,
    }).key("project_id", "name"),
    /** A saved view of the inbox. */
    saved_view: table({
      project_id: key,
      id: key,
      /** The person whose view it is; null for the team. */
      owner_id: key.orNull,
      name: text,
      /** Canonical, as in the inbox's URL, without `?`. */
      query: text,
      /** JSON; null for the layout that each person has chosen. */
      layout: text.orNull,
      created_at: bigint,
    }).key("project_id", "id"),
    /** How a person arranges views. Views may have been deleted since. */
    view_arrangement: table({
      project_id: key,
      person_id: key,
      /** JSON list of view IDs. */
      view_order: text,
      default_id: key.orNull,
    }).key("project_id", "person_id"),
  },
} satisfies TableFamily;

export type SavedViewTable = RowOf<(typeof settings)["tables"]["saved_view"]>;
