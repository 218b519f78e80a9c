import { createContext } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import type { RenderedPull } from "../../../lib/queries/reviews.ts";

/** What it takes to show changed pages as they render. */
export interface PageRendering {
  pull: RenderedPull;
  /** The diff's last commit. */
  head: string;
  previews: JobReview["previews"];
}

/** Null where pages aren't rendered. */
export const PageRenderingContext = createContext<PageRendering | null>(null);
