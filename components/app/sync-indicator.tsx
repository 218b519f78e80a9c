"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { feedHeadline, isStopped, requestSync, syncStatus } from "../../lib/queries/sync.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { RefreshCw, TriangleAlert } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { BackfillRate } from "./backfill-rate.tsx";
import { useConnection } from "./connection.tsx";
import { Permitted } from "./permitted.tsx";
import { ClockTime, Time } from "./time.tsx";

// Only hosted platforms have one.
const HourlyLimit = lazyPart({
  name: "the hourly limit",
  load: () => import("./hourly-limit.tsx").then((module) => module.HourlyLimit),
});

/**
 * The sync status. On a hosted platform also the hourly request budget and a button that syncs now; the
 * built-in platform's changes arrive by themselves.
 */
export function SyncIndicator({ projectId }: { projectId: string }) {
  const { data: status } = useQuery(syncStatus(projectId));
  const client = useQueryClient();
  const syncNow = useMutation({
    mutationFn: () => requestSync(projectId),
    onSuccess: (updated) => client.setQueryData(syncStatus(projectId).queryKey, updated),
  });
  const isRequested = syncNow.isPending || syncNow.isSuccess;
  const isSyncing =
    isRequested && (status?.lastSuccessAt ?? 0) < syncNow.submittedAt && !status?.problem;
  return (
    <div
      data-testid="sync-status"
      className="flex min-w-0 items-center max-md:shrink-0 gap-2 text-muted text-xs"
    >
      {status?.source === "export" && (
        <Permitted to="sync">
          <IconButton
            label="Sync now"
            disabled={syncNow.isPending}
            onClick={() => syncNow.mutate()}
          >
            <RefreshCw size={13} className={isSyncing ? "motion-safe:animate-spin" : ""} />
          </IconButton>
        </Permitted>
      )}
      <div className="min-w-0 max-md:sr-only">
        {status && <Summary status={status} hasError={syncNow.isError} />}
        {status && status.quarantined > 0 && (
          // Visually hidden on narrow screens, where it must not receive focus.
          <IntentLink
            href={`/settings#quarantine-${projectId}`}
            className="underline underline-offset-2 hover:text-ink max-md:hidden"
          >
            {status.quarantined.toLocaleString("en")} skipped
            <span className="sr-only"> because Errata couldn't read them</span>
          </IntentLink>
        )}
        <p role="status">{syncNow.error?.message ?? (isSyncing && "Syncing…")}</p>
      </div>
    </div>
  );
}

function Summary({ status, hasError }: { status: SyncStatus; hasError: boolean }) {
  const isOnline = useConnection() === "online";
  return (
    <>
      <p className="flex items-start gap-1">
        {status.problem && <TriangleAlert size={12} className="mt-1 shrink-0 text-warn" />}
        <span>{isOnline ? <Headline status={status} /> : <LastKnown status={status} />}</span>
      </p>
      {status.source === "export" && <HourlyLimit status={status} hasError={hasError} />}
    </>
  );
}

/** Without a connection, nothing newer than this is known. */
function LastKnown({ status: { lastSuccessAt } }: { status: SyncStatus }) {
  if (lastSuccessAt === null) return "Not synced yet";
  return (
    <>
      Showing data from <ClockTime at={lastSuccessAt} />
    </>
  );
}

function Headline({ status }: { status: SyncStatus }) {
  if (isStopped(status)) return "Sync stopped";
  if (status.source === "feed") return feedHeadline(status);
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
