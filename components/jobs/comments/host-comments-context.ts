import { createContext } from "react";
import type { TakeableComment } from "../../../lib/contract/api/host-reviews.ts";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { CommentPlace } from "./comment-places.ts";

export type PlacedHostComment = TakeableComment & CommentPlace;

/** The comments of a code host on a job's change. */
export interface HostComments {
  job: JobDetail;
  /** Name of the host. */
  host: string;
  /** How many more there are on the host. */
  more: number;
  comments: readonly PlacedHostComment[];
  /** Whether the person can take them into their review. */
  mayTake: boolean;
}

/** Null where there are none. */
export const HostCommentsContext = createContext<HostComments | null>(null);

/** Whether someone should read a comment: it is a person's, settled by nobody, and in no review. */
export function isOpen({ isBot, state, taken }: PlacedHostComment): boolean {
  return !isBot && taken === null && (state === "open" || state === "outdated");
}
