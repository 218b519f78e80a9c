import { createContext } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { PlacedComment } from "./comment-places.ts";

/** What the diff of a job's change needs for comments. */
export interface Review {
  job: JobDetail;
  /** The diff's last commit. */
  head: string;
  comments: readonly PlacedComment[];
  /** Whether the branch can be changed now. */
  canChange: boolean;
  /** ID of the element that describes the keys. */
  hintId: string;
}

/** Null where nobody comments: for people who may not, and for pull requests without a job. */
export const ReviewContext = createContext<Review | null>(null);
