import "server-only";
import type { TableFamily } from "../../database/schema.ts";

/** An item that someone restored from noise. Equal texts aren't noise anymore. */
export interface FeedbackNotNoiseTable {
  project_id: string;
  feedback_id: string;
  /** As in `FeedbackTable`. */
  noise_key: string;
  /** As in `FeedbackStateTable`. */
  change_id: string;
}

/** The progress of scoring a project's items with the rules of this version. */
export interface NoiseScanTable {
  project_id: string;
  /** The version of the rules that scored them. */
  rules: number;
  /** The last ID that was scored; null once all were. */
  after_id: string | null;
}

/** The tables of noise. Why an item is noise is a column of `feedback`. */
export interface NoiseTables {
  feedback_not_noise: FeedbackNotNoiseTable;
  noise_scan: NoiseScanTable;
}

export const noise: TableFamily = {
  tables: ({ key }) => [
    `create table feedback_not_noise (
      project_id ${key} not null,
      feedback_id ${key} not null,
      noise_key text not null,
      change_id ${key} not null,
      constraint feedback_restored_text_of primary key (project_id, feedback_id, noise_key)
    )`,
    "create index feedback_not_noise_by_key on feedback_not_noise (project_id, noise_key)",
    `create table noise_scan (
      project_id ${key} primary key,
      rules integer not null,
      after_id ${key}
    )`,
  ],
};
