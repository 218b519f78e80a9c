"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ExportStatus } from "../../lib/contract/api/sync.ts";
import { requestSync, syncStatus } from "../../lib/queries/sync.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { RefreshCw } from "../ui/icons.tsx";
import { BackfillRate } from "./backfill-rate.tsx";
import { HourlyLimit } from "./hourly-limit.tsx";
import { Permitted } from "./permitted.tsx";
import { SyncSummary } from "./sync-summary.tsx";
import { Time } from "./time.tsx";

interface SyncRequest {
  /** Epoch milliseconds. */
  at: number;
  isPending: boolean;
  /** Why it failed. */
  problem?: string | undefined;
}

/** The sync status of a hosted platform: the hourly request budget, and a button that syncs now. */
export function ExportSync({ projectId, status }: { projectId: string; status: ExportStatus }) {
  const client = useQueryClient();
  // Not a mutation of the query library, whose code the inbox would load for this button alone.
  const [request, setRequest] = useState<SyncRequest | null>(null);
  const syncNow = async () => {
    const at = Date.now();
    let problem: string | undefined;
    setRequest({ at, isPending: true });
    try {
      client.setQueryData(syncStatus(projectId).queryKey, await requestSync(projectId));
    } catch (error) {
      problem = error instanceof Error ? error.message : "";
    }
    setRequest({ at, isPending: false, problem });
  };
  const hasError = request?.problem !== undefined;
  const isRequested = request !== null && !hasError && (status.lastSuccessAt ?? 0) < request.at;
  const isSyncing = isRequested && !status.problem;
  return (
    <>
      <Permitted to="sync">
        <IconButton label="Sync now" disabled={request?.isPending} onClick={() => void syncNow()}>
          <RefreshCw size={13} className={isSyncing ? "motion-safe:animate-spin" : ""} />
        </IconButton>
      </Permitted>
      <div className="min-w-0 max-md:sr-only">
        <SyncSummary projectId={projectId} status={status}>
          <Headline status={status} />
        </SyncSummary>
        <HourlyLimit status={status} hasError={hasError} />
        <p role="status">{request?.problem ?? (isSyncing && "Syncing…")}</p>
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
