"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { followReport, isInProgress } from "../../../lib/queries/jobs.ts";

/** Follows what a running job's agent prints and does. */
export function useLiveReport(job: JobDetail): void {
  const client = useQueryClient();
  const isRunning = isInProgress(job) && job.settledAt === null && !job.isHeld;
  const { projectId, id, platformStatus, state } = job;
  useEffect(() => {
    if (!isRunning) return undefined;
    let end: (() => void) | undefined;
    // A browser has few connections to a server, which hidden tabs leave to others.
    const follow = () => {
      end?.();
      end = document.hidden
        ? undefined
        : followReport(client, { projectId, id, platformStatus, state });
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      end?.();
    };
  }, [client, isRunning, projectId, id, platformStatus, state]);
}
