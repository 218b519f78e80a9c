"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ExportStatus } from "../../lib/contract/api/sync.ts";
import { requestSync, syncStatus } from "../../lib/queries/sync.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { RefreshCw } from "../ui/icons.tsx";
import { BackfillRate } from "./backfill-rate.tsx";
import { HourlyLimit } from "./hourly-limit.tsx";
import { Permitted } from "./permitted.tsx";
import { SyncSummary } from "./sync-summary.tsx";
import { Time } from "./time.tsx";

/** The sync status of a hosted platform: the hourly request budget, and a button that syncs now. */
export function ExportSync({ projectId, status }: { projectId: string; status: ExportStatus }) {
  const client = useQueryClient();
  const syncNow = useMutation({
    mutationFn: () => requestSync(projectId),
    onSuccess: (updated) => client.setQueryData(syncStatus(projectId).queryKey, updated),
  });
  const isRequested = syncNow.isPending || syncNow.isSuccess;
  const isSyncing =
    isRequested && (status.lastSuccessAt ?? 0) < syncNow.submittedAt && !status.problem;
  return (
    <>
      <Permitted to="sync">
        <IconButton label="Sync now" disabled={syncNow.isPending} onClick={() => syncNow.mutate()}>
          <RefreshCw size={13} className={isSyncing ? "motion-safe:animate-spin" : ""} />
        </IconButton>
      </Permitted>
      <div className="min-w-0 max-md:sr-only">
        <SyncSummary projectId={projectId} status={status}>
          <Headline status={status} />
        </SyncSummary>
        <HourlyLimit status={status} hasError={syncNow.isError} />
        <p role="status">{syncNow.error?.message ?? (isSyncing && "Syncing…")}</p>
      </div>
    </>
  );
}

function Headline({ status }: { status: ExportStatus }) {
  if (status.backfill) {
    return (
      <>
        First sync: {status.items.toLocaleString("en")} items so far
        {!status.paused && (
          <>
            , <BackfillRate backfill={status.backfill} />
          </>
        )}
      </>
    );
  }
  return (
    <>
      {status.problem ? "Partly synced " : "Synced "}
      {status.lastSuccessAt !== null && <Time at={status.lastSuccessAt} />}
    </>
  );
}
