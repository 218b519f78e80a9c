import { createContext } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import type { PullFile } from "../../../lib/contract/api/pull-request.ts";
import type { RenderedPull } from "../../../lib/queries/reviews.ts";
import { isPage } from "../../../lib/text/is-page.ts";

/** The data and choices for showing changed pages as they render. */
export interface PageRendering {
  pull: RenderedPull;
  /** The diff's last commit. */
  head: string;
  previews: JobReview["previews"];
  /** Whether each page can be shown otherwise than the others: there are several. */
  isForEach: boolean;
}

/** Whether a file is a page that can be shown as it renders. */
export function isRenderable({ path, kind, binary }: PullFile): boolean {
  return isPage(path) && !binary && (kind === "file" || kind === "executable");
}

/** Null where pages aren't rendered. */
export const PageRenderingContext = createContext<PageRendering | null>(null);
