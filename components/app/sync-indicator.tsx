"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import type { SyncStatus } from "../../lib/contract/dashboard.ts";
import { requestSync, syncStatus } from "../../lib/queries/sync.ts";
import { Time } from "./time.tsx";

/** How fresh the feedback is, what of the hour's requests is spent, and a way to ask for more. */
export function SyncIndicator({ projectId }: { projectId: string }) {
  const { data: status } = useQuery(syncStatus(projectId));
  const client = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => requestSync(projectId),
    onSuccess: (fresh) => client.setQueryData(syncStatus(projectId).queryKey, fresh),
  });
  const asked = refresh.isPending || refresh.isSuccess;
  const looking = asked && (status?.lastSuccessAt ?? 0) < refresh.submittedAt && !status?.problem;
  return (
    <div data-testid="sync-status" className="flex min-w-0 items-center gap-2 text-muted text-xs">
      <button
        type="button"
        aria-label="Check for new feedback now"
        title="Check for new feedback now"
        disabled={refresh.isPending}
        onClick={() => refresh.mutate()}
        className="grid size-6 shrink-0 place-items-center rounded hover:bg-sunken hover:text-ink disabled:opacity-50"
      >
        <RefreshCw aria-hidden size={13} className={looking ? "motion-safe:animate-spin" : ""} />
      </button>
      <div className="min-w-0 max-sm:sr-only">
        {status && <Freshness status={status} />}
        <p role="status">{refresh.error?.message ?? (looking && "Looking for new feedback…")}</p>
      </div>
    </div>
  );
}

function Freshness({ status }: { status: SyncStatus }) {
  return (
    <>
      <p className="flex items-center gap-1">
        {status.problem && <TriangleAlert aria-hidden size={12} className="shrink-0 text-warn" />}
        {headline(status)}
        {!status.problem && status.phase === "following" && status.lastSuccessAt !== null && (
          <Time at={status.lastSuccessAt} />
        )}
      </p>
      <p
        className="tabular-nums"
        title={`${status.budget.left} of this hour's requests may still be sent; ${status.budget.reserve} are left to others`}
      >
        {status.budget.spent}/{status.budget.limit}
        <span> requests by Errata</span>
        <span className="sr-only">
          {" "}
          spent this hour, {status.budget.left} left, {status.budget.reserve} reserved for others
        </span>
      </p>
    </>
  );
}

function headline(status: SyncStatus): string {
  if (status.problem) return "Sync stopped";
  return status.phase === "backfill" ? "First sync…" : "Synced";
}
