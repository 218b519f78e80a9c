"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { isStopped, syncStatus } from "../../lib/queries/sync.ts";
import { BackfillRate } from "../app/backfill-rate.tsx";
import { formatDuration } from "../app/format-duration.ts";
import { Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";

/** How the copy of a project's feedback stands, and what it may still spend this hour. */
export function SyncFacts({ projectId }: { projectId: string }) {
  const { data: status, error } = useQuery(syncStatus(projectId));
  if (!status) {
    return error ? (
      <Notice tone="bad">{error.message}</Notice>
    ) : (
      <p className="text-muted">Loading…</p>
    );
  }
  const { budget, problem, deleted, lastSuccessAt } = status;
  return (
    <div className="flex flex-col gap-3">
      {error && <Notice tone="warn">{error.message} What is shown may be old.</Notice>}
      {problem && (
        <Notice tone="warn">
          {problem.message} (since <Time at={problem.since} exact />)
        </Notice>
      )}
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <Fact name="Feedback entries here">
          {status.items.toLocaleString("en")}
          {deleted > 0 && `, ${deleted.toLocaleString("en")} of them gone upstream`}
        </Fact>
        <Fact name="State">
          <State status={status} />
        </Fact>
        <Fact name="Last success">
          {lastSuccessAt === null ? "None yet" : <Time at={lastSuccessAt} exact />}
        </Fact>
        {!status.paused && (
          <Fact name="Next look">
            <Time at={status.nextRequestAt} exact />
          </Fact>
        )}
        <Fact name="Requests by Errata this hour">{`${budget.used} of ${budget.limit}`}</Fact>
        <Fact name="Left for Errata">
          {`${budget.remaining}; ${budget.reserve} are reserved for others`}
        </Fact>
        {budget.pausedUntil !== null && (
          <Fact name="Paused until">
            <Time at={budget.pausedUntil} exact />
          </Fact>
        )}
        <Freshness status={status} />
      </dl>
    </div>
  );
}

function State({ status }: { status: SyncStatus }) {
  const { backfill } = status;
  if (isStopped(status)) return "Stopped; tries again by itself";
  if (status.paused) return "Rests: all of the hour's requests are left to others";
  if (!backfill) return "Following the platform";
  return (
    <>
      First sync, {backfill.pages.toLocaleString("en")} pages so far;{" "}
      <BackfillRate backfill={backfill} />
    </>
  );
}

/** How soon what changes on the platform is seen here. */
function Freshness({ status }: { status: SyncStatus }) {
  const { fullSync, projects } = status;
  if (status.paused || status.phase === "backfill") return null;
  return (
    <>
      <Fact name="New entries">
        {`looked for every ${formatDuration(status.newItemsInterval)}`}
        {projects > 1 && `, as ${projects} projects share the requests`}
      </Fact>
      <Fact name="Changes">{changesOf(status)}</Fact>
      {fullSync && (
        <Fact name="Walk through everything">
          {`page ${fullSync.pages.toLocaleString("en")} of about ${fullSync.expectedPages.toLocaleString("en")}; ends about `}
          <Time at={fullSync.expectedEndAt} exact />
        </Fact>
      )}
      {status.lastFullSyncAt !== null && (
        <Fact name="Last whole walk ended">
          <Time at={status.lastFullSyncAt} exact />
        </Fact>
      )}
    </>
  );
}

function changesOf({ hasChangeFeed, recentInterval, fullSyncInterval }: SyncStatus): string {
  const all = formatDuration(fullSyncInterval);
  if (hasChangeFeed) {
    return `what is imported is read within two minutes, as far as the requests go; all else within ${all}`;
  }
  if (recentInterval === fullSyncInterval) return `within ${all}`;
  return `within ${formatDuration(recentInterval)} among the newest 3,000 entries, within ${all} among all`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </>
  );
}
