"use client";

import { useQuery } from "@tanstack/react-query";
import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { ClockTime } from "../app/time.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { type Check, CheckList } from "./check-list.tsx";

/** Shows the syncs' findings about a hosted platform. Sends no request to the platform. */
export function PlatformChecks({ projectId }: { projectId: string }) {
  const { data: status, error } = useQuery(syncStatus(projectId));
  const states = statesOf(status);
  const checks: Check[] = [
    ["Configured", status?.source === "export" ? "done" : "waiting"],
    ["Key accepted", states.key],
    ["Project found", states.project],
    ["Feedback received", states.page],
  ];
  return (
    <div className="flex flex-col gap-3">
      <CheckList checks={checks} testId="platform-checks" />
      {status?.problem && (
        <p>
          {status.problem.message}
          {status.source === "export" && (
            <>
              {" Retrying at "}
              <ClockTime at={status.nextRequestAt} />.
            </>
          )}
        </p>
      )}
      <ErrorNotice error={error} />
    </div>
  );
}

/** A page that was read proves the rest. */
function statesOf(status: SyncStatus | undefined): Record<"key" | "project" | "page", Check[1]> {
  if (status?.source !== "export") return { key: "waiting", project: "waiting", page: "waiting" };
  const { problem, lastSuccessAt } = status;
  if (problem?.code === "key_rejected") {
    return { key: "failed", project: "waiting", page: "waiting" };
  }
  if (problem?.code === "project_rejected") {
    return { key: "done", project: "failed", page: "waiting" };
  }
  const state = lastSuccessAt === null ? "waiting" : "done";
  return { key: state, project: state, page: state };
}
