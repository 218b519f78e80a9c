import "server-only";
import type { Generated } from "kysely";
import type { TableFamily } from "../../database/schema.ts";

export interface PlatformPullTable {
  number: Generated<number>;
  project_id: string;
  job_id: string;
  /** Unique: after a pull request is merged or closed, the job's next one uses a new branch. */
  branch: string;
  base: string;
  /** First and last commit of its diff. Final once it is merged or closed. */
  base_commit: string;
  head_commit: string;
  title: string;
  body: string;
  /** `open`, `merged` or `closed`. */
  state: string;
  created_at: number;
  settled_at: number | null;
  /** The merge commit. */
  merge_commit: string | null;
  /** Its URL on another code host; null for a pull request of the built-in code host. */
  link: string | null;
}

/** One row: the ID of the folder with the built-in code host's repositories, see host/repository-home.ts. */
export interface PlatformRepositoryHomeTable {
  singleton: number;
  id: string;
}

/** The tables of the built-in code host. */
export interface PullsTables {
  platform_pull: PlatformPullTable;
  platform_repository_home: PlatformRepositoryHomeTable;
}

export const pulls: TableFamily = {
  tables: ({ key, bigint, serial }) => [
    `create table platform_pull (
      number ${serial},
      project_id ${key} not null,
      job_id ${key} not null,
      branch ${key} not null unique,
      base text not null,
      base_commit text not null,
      head_commit text not null,
      title text not null,
      body text not null,
      state text not null,
      created_at ${bigint} not null,
      settled_at ${bigint},
      merge_commit text,
      link text
    )`,
    "create index platform_pull_by_job on platform_pull (job_id, number)",
    "create index platform_pull_by_project on platform_pull (project_id, number)",
    `create table platform_repository_home (
      singleton integer primary key,
      id text not null
    )`,
  ],
};
