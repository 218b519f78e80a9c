import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { integer, key, type RowOf, table, text } from "../../database/table.ts";

/** The tables of noise. Why an item is noise is a column of `feedback`. */
export const noise = {
  tables: {
    /** An item that someone restored from noise. Equal texts aren't noise anymore. */
    feedback_not_noise: table({
      project_id: key,
      feedback_id: key,
      /** As in `feedback`. */
      noise_key: text,
      /** As in `feedback_state`. */
      change_id: key,
    }).constraint("feedback_restored_text_of primary key (project_id, feedback_id, noise_key)"),
    /** The progress of scoring a project's items with the rules of this version. */
    noise_scan: table({
      project_id: key.primary,
      /** The version of the rules that scored them. */
      rules: integer,
      /** The last ID that was scored; null once all were. */
      after_id: key.orNull,
    }),
  },
  indexes: ["create index feedback_not_noise_by_key on feedback_not_noise (project_id, noise_key)"],
} satisfies TableFamily;

export type FeedbackNotNoiseTable = RowOf<(typeof noise)["tables"]["feedback_not_noise"]>;
