"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ExportStatus, SyncStatus } from "../../lib/contract/api/sync.ts";
import { feedHeadline, isStopped, requestSync, syncStatus } from "../../lib/queries/sync.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { RefreshCw, TriangleAlert } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { BackfillRate } from "./backfill-rate.tsx";
import { useConnection } from "./connection.tsx";
import { formatDuration } from "./format-duration.ts";
import { Permitted } from "./permitted.tsx";
import { ClockTime, Time, useNow } from "./time.tsx";

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
        {status && <Summary status={status} />}
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
        {status?.source === "export" && !syncNow.error && <NextManualCheck status={status} />}
      </div>
    </div>
  );
}

/** Says when someone can sync manually again, after too many manual checks. */
function NextManualCheck({ status: { manualChecks } }: { status: ExportStatus }) {
  const now = useNow();
  if (manualChecks.availableAt === null || manualChecks.availableAt <= now) return null;
  const minutes = Math.ceil((manualChecks.availableAt - now) / 60_000);
  return (
    <p>
      You can check again in {minutes} {minutes === 1 ? "minute" : "minutes"}
    </p>
  );
}

function Summary({ status }: { status: SyncStatus }) {
  const isOnline = useConnection() === "online";
  return (
    <>
      <p className="flex items-start gap-1">
        {status.problem && <TriangleAlert size={12} className="mt-1 shrink-0 text-warn" />}
        <span>{isOnline ? <Headline status={status} /> : <LastKnown status={status} />}</span>
      </p>
      {status.source === "export" && <Requests status={status} />}
    </>
  );
}

function Requests({ status }: { status: ExportStatus }) {
  const { budget } = status;
  return (
    <>
      <p
        className="tabular-nums"
        title={`Errata used ${budget.used} of ${budget.limit} requests this hour. It can send ${budget.remaining} more; ${budget.reserve} are reserved for other clients.`}
      >
        {budget.used} of {budget.limit} requests used
        <span className="sr-only">
          {" "}
          this hour; {budget.remaining} left, {budget.reserve} reserved for other clients
        </span>
      </p>
      <Delay status={status} />
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

/** Milliseconds between syncs above which the interval is shown. */
const USUAL_INTERVAL = 120_000;

/** Explains why new feedback arrives later than usual, if it does. */
function Delay({ status }: { status: ExportStatus }) {
  const { budget, projects } = status;
  if (status.paused) {
    return (
      <p title="PLATFORM_RESERVE keeps every request of the hour for other clients.">
        Paused: all requests reserved
      </p>
    );
  }
  if (budget.pausedUntil !== null) {
    return (
      <p title="The platform asked Errata to wait.">
        Paused until <ClockTime at={budget.pausedUntil} />
      </p>
    );
  }
  if (status.newItemsInterval <= USUAL_INTERVAL) return null;
  return (
    <p title={projects > 1 ? `${projects} projects share the hourly requests.` : undefined}>
      Syncs every {formatDuration(status.newItemsInterval)}
      {projects > 1 && (
        <span className="sr-only">, because {projects} projects share the hourly requests</span>
      )}
    </p>
  );
}
