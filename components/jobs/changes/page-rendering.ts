import { createContext } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";

/** What it takes to show changed pages as they render. */
export interface PageRendering {
  projectId: string;
  jobId: string;
  /** The diff's last commit. */
  head: string;
  previews: JobReview["previews"];
}

/** Null for pull requests without a job. */
export const PageRenderingContext = createContext<PageRendering | null>(null);
