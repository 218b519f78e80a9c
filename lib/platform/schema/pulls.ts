import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, serial, table, text } from "../../database/table.ts";

/** The tables of the built-in code host. */
export const pulls = {
  tables: {
    platform_pull: table({
      number: serial,
      project_id: key,
      job_id: key,
      /** Unique: after a pull request is merged or closed, the job's next one uses a new branch. */
      branch: key.unique,
      base: text,
      /** First and last commit of its diff. Final once it is merged or closed. */
      base_commit: text,
      head_commit: text,
      title: text,
      body: text,
      /** `open`, `merged` or `closed`. */
      state: text,
      created_at: bigint,
      settled_at: bigint.orNull,
      /** The merge commit. */
      merge_commit: text.orNull,
      /** Its URL on another code host; null for a pull request of the built-in code host. */
      link: text.orNull,
    }),
    /** One row: the ID of the folder with the built-in code host's repositories, see host/repository-home.ts. */
    platform_repository_home: table({
      singleton: integer.primary,
      id: text,
    }),
  },
  indexes: [
    "create index platform_pull_by_job on platform_pull (job_id, number)",
    "create index platform_pull_by_project on platform_pull (project_id, number)",
  ],
} satisfies TableFamily;

export type PlatformPullTable = RowOf<(typeof pulls)["tables"]["platform_pull"]>;
