"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ExportStatus, SyncStatus } from "../../lib/contract/api/sync.ts";
import { feedHeadline, isStopped, syncStatus } from "../../lib/queries/sync.ts";
import { counted } from "../../lib/text/counted.ts";
import { BackfillRate } from "../app/backfill-rate.tsx";
import { DeletionDue } from "../app/deletion-due.tsx";
import { formatDuration } from "../app/format-duration.ts";
import { ClockTime, Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";

/** Sync status of a project, with its request budget for this hour on a hosted platform. */
export function SyncFacts({ projectId }: { projectId: string }) {
  const { data: status, error } = useQuery(syncStatus(projectId));
  if (!status) {
    return error ? (
      <Notice tone="bad">{error.message}</Notice>
    ) : (
      <p className="text-muted">Loading…</p>
    );
  }
  const { problem, deleted, lastSuccessAt } = status;
  return (
    <div className="flex flex-col gap-3">
      {error && <Notice tone="warn">{error.message} This information may be out of date.</Notice>}
      {problem && (
        <Notice tone="warn">
          {problem.message} {problem.dueAt !== undefined && <DeletionDue at={problem.dueAt} />}
          Ongoing since <Time at={problem.since} exact />.
        </Notice>
      )}
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <Fact name="Feedback">
          {counted(status.items, "item")}
          {deleted > 0 && `, ${deleted.toLocaleString("en")} deleted on the platform`}
        </Fact>
        <Fact name="Status">
          <State status={status} />
        </Fact>
        <Fact name="Last sync">
          {lastSuccessAt === null ? "Never" : <Time at={lastSuccessAt} />}
        </Fact>
        {status.source === "feed" ? <FeedFacts /> : <ExportFacts status={status} />}
      </dl>
    </div>
  );
}

/** The built-in platform reports every change. */
function FeedFacts() {
  return <Fact name="New and changed items">Synced within seconds</Fact>;
}

function ExportFacts({ status }: { status: ExportStatus }) {
  const { budget } = status;
  return (
    <>
      {!status.paused && (
        <Fact name="Next check">
          <Time at={status.nextRequestAt} exact />
        </Fact>
      )}
      <Fact name="Requests">
        {`${budget.used} of ${budget.limit} requests used this hour`}
        {budget.resetsAt !== null && (
          <>
            . Resets at <ClockTime at={budget.resetsAt} />
          </>
        )}
      </Fact>
      <Fact name="Remaining">
        {counted(budget.remaining, "request")}
        {budget.reserve > 0 && ` (another ${budget.reserve} reserved for other clients)`}
      </Fact>
      {budget.pausedUntil !== null && (
        <Fact name="Paused until">
          <Time at={budget.pausedUntil} exact />
        </Fact>
      )}
      <Intervals status={status} />
    </>
  );
}

function State({ status }: { status: SyncStatus }) {
  if (isStopped(status)) return "Stopped: retrying automatically";
  return status.source === "feed" ? feedHeadline(status) : <ExportState status={status} />;
}

function ExportState({ status }: { status: ExportStatus }) {
  const { backfill } = status;
  if (status.paused) return "Paused: all requests are reserved for other clients";
  if (!backfill) return "Syncing automatically";
  return (
    <>
      First sync: {backfill.items.toLocaleString("en")} items so far,{" "}
      <BackfillRate backfill={backfill} />
    </>
  );
}

/** How often new items and changes on the platform are synced. */
function Intervals({ status }: { status: ExportStatus }) {
  const { fullSync, projects, manualChecks } = status;
  if (status.paused) return null;
  const isFirstSync = status.phase === "backfill";
  return (
    <>
      <Fact name="New items">
        {newItemsInterval(status)}
        {projects > 1 && ` (${projects} projects share the request limit)`}
      </Fact>
      <Fact name="Manual syncs">
        {`${manualChecks.remaining} of ${manualChecks.limit} left this hour`}
        {manualChecks.availableAt !== null && (
          <>
            . You can sync again at <ClockTime at={manualChecks.availableAt} />
          </>
        )}
      </Fact>
      <Fact name="Changed items">
        {isFirstSync ? "Synced after the first sync" : changeInterval(status)}
      </Fact>
      <Fact name="Deleted items">
        {isFirstSync ? "Found after the first sync" : deletionInterval(status)}
      </Fact>
      <Fact name="Items without a date">
        {isFirstSync
          ? "New ones sync by the end of the next full sync"
          : `New ones sync within ${formatDuration(status.fullSyncInterval)}`}
      </Fact>
      {fullSync && (
        <Fact name="Full sync">
          {`${fullSync.pages.toLocaleString("en")} of about ${fullSync.expectedPages.toLocaleString("en")} requests, expected to finish around `}
          <Time at={fullSync.expectedEndAt} exact />
        </Fact>
      )}
      {status.lastFullSyncAt !== null && (
        <Fact name="Last full sync">
          <Time at={status.lastFullSyncAt} exact />
        </Fact>
      )}
    </>
  );
}

/** Describes how new feedback is found, and how soon. */
function newItemsInterval(status: ExportStatus): string {
  const { newItemsInterval, newItemsLate, fullSyncInterval, phase, ignoresDates, oldestFirst } =
    status;
  const interval = formatDuration(newItemsInterval);
  if (newItemsLate) return `Found within ${interval}, because checks are incomplete`;
  if (!ignoresDates) return `Checked about every ${interval}`;
  if (!oldestFirst) return `Checked about every ${interval}. The platform ignores dates`;
  if (newItemsInterval < fullSyncInterval) {
    return `Checked about every ${interval} at the end of the list. ${OLDEST_FIRST}`;
  }
  return phase === "backfill"
    ? `Found by the end of the first sync. ${OLDEST_FIRST}`
    : `Found by full syncs, within ${interval}. ${OLDEST_FIRST}`;
}

const OLDEST_FIRST = "The platform lists the oldest items first and ignores dates";

/** Describes how soon a change to existing feedback shows up. */
function changeInterval({ recentInterval, fullSyncInterval }: ExportStatus): string {
  const all = formatDuration(fullSyncInterval);
  if (recentInterval === fullSyncInterval) return `Synced within ${all}`;
  return `Synced within ${formatDuration(recentInterval)} for the newest 3,000 items, within ${all} for all others`;
}

/** Describes how soon a deletion shows up: after full syncs that didn't find the item anymore. */
function deletionInterval(status: ExportStatus): string {
  const { recentInterval, fullSyncInterval, deletedInterval } = status;
  const all = formatDuration((deletedInterval / recentInterval) * fullSyncInterval);
  const late = "If more than half are missing, they're marked a day later";
  if (recentInterval === fullSyncInterval) return `Found within ${all}. ${late}`;
  return `Found within ${formatDuration(deletedInterval)} for the newest 3,000 items, within ${all} for all others. ${late}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </>
  );
}
