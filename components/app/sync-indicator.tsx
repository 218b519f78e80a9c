"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { isStopped, requestSync, syncStatus } from "../../lib/queries/sync.ts";
import { BackfillRate } from "./backfill-rate.tsx";
import { formatDuration } from "./format-duration.ts";
import { Permitted } from "./permitted.tsx";
import { ClockTime, Time } from "./time.tsx";

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
      <Permitted to="sync">
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
      </Permitted>
      <div className="min-w-0 max-sm:sr-only">
        {status && <Freshness status={status} />}
        {status && status.quarantined > 0 && (
          // Out of sight on a narrow screen it must not take the focus.
          <Link
            href={`/settings#quarantine-${projectId}`}
            className="underline underline-offset-2 hover:text-ink max-sm:hidden"
          >
            {status.quarantined.toLocaleString("en")} set aside
            <span className="sr-only"> that could not be read as entries</span>
          </Link>
        )}
        <p role="status">{refresh.error?.message ?? (looking && "Looking for new feedback…")}</p>
      </div>
    </div>
  );
}

function Freshness({ status }: { status: SyncStatus }) {
  const { budget } = status;
  return (
    <>
      <p className="flex items-start gap-1">
        {status.problem && (
          <TriangleAlert aria-hidden size={12} className="mt-1 shrink-0 text-warn" />
        )}
        <span>
          <Headline status={status} />
        </span>
      </p>
      <p
        className="tabular-nums"
        title={`${budget.used} of this hour's ${budget.limit} requests are spent by Errata; it may send ${budget.remaining} more and leaves ${budget.reserve} to others`}
      >
        {budget.used}/{budget.limit} requests, {budget.remaining} left
        <span className="sr-only"> this hour; {budget.reserve} reserved for others</span>
      </p>
      <Pace status={status} />
    </>
  );
}

function Headline({ status }: { status: SyncStatus }) {
  if (isStopped(status)) return "Sync stopped";
  if (status.backfill) {
    return (
      <>
        First sync: {status.items.toLocaleString("en")} so far
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
      Synced {status.lastSuccessAt !== null && <Time at={status.lastSuccessAt} />}
      {status.problem && ", in part"}
    </>
  );
}

/** Beyond this many milliseconds between two looks, it is said how long one waits. */
const USUAL_WAIT = 120_000;

/** Why news comes later than one is used to, if it does. */
function Pace({ status }: { status: SyncStatus }) {
  const { budget, projects } = status;
  if (status.paused) {
    return (
      <p title="All of the hour's requests are left to others (PLATFORM_RESERVE)">
        Rests: all are left to others
      </p>
    );
  }
  if (budget.pausedUntil !== null) {
    return (
      <p title="The platform asked for a pause">
        Pauses until <ClockTime at={budget.pausedUntil} />
      </p>
    );
  }
  if (status.phase === "backfill" || status.newItemsInterval <= USUAL_WAIT) return null;
  return (
    <p title={projects > 1 ? `${projects} projects share the hour's requests` : undefined}>
      Looks every {formatDuration(status.newItemsInterval)}
      {projects > 1 && <span className="sr-only">, as {projects} projects share the requests</span>}
    </p>
  );
}
