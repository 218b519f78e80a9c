"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, useMemo } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { PullDiff } from "../../../lib/contract/api/pull-request.ts";
import { jobReport } from "../../../lib/queries/jobs.ts";
import { type PlacedProblem, placeProblems } from "./problem-places.ts";

/** The new problems in a shown diff, by file. */
export const ProblemsContext = createContext<ReadonlyMap<string, readonly PlacedProblem[]>>(
  new Map(),
);

/** The new problems that the checks found in a job's change, with where they are in the shown page of its diff. */
export function useProblems(job: JobDetail, isBuiltIn: boolean, diff: PullDiff | null) {
  const enabled = isBuiltIn && job.platformJobId !== null;
  const { data } = useQuery({ ...jobReport(job), enabled });
  const { problems, check } = data ?? {};
  return useMemo(() => {
    const placed = placeProblems([...(problems ?? []), ...(check?.problems ?? [])], diff);
    return { placed, byFile: Map.groupBy(placed, ({ file }) => file) };
  }, [problems, check, diff]);
}
