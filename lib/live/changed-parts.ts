import type { Revision } from "../contract/api/changes.ts";

/** Parts of a project that are loaded again when they change. */
export interface ChangedParts {
  feedback: boolean;
  jobs: boolean;
}

/** Returns what changed between two revisions: everything, if they can't be compared. */
export function changedParts(before: Revision | null, after: Revision): ChangedParts {
  const [origin, feedback, jobs] = before?.split(".") ?? [];
  const [newOrigin, newFeedback, newJobs] = after.split(".");
  const isNew = origin !== newOrigin;
  return { feedback: isNew || feedback !== newFeedback, jobs: isNew || jobs !== newJobs };
}
