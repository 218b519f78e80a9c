"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SyncStatus } from "../../lib/contract/dashboard.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
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
  return (
    <div className="flex flex-col gap-3">
      {error && <Notice tone="warn">{error.message} What is shown may be old.</Notice>}
      {status.problem && (
        <Notice tone="warn">
          {status.problem.message} (since <Time at={status.problem.since} exact />)
        </Notice>
      )}
      <dl className="grid grid-cols-[11rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        {factsOf(status).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </div>
  );
}

function factsOf(status: SyncStatus): [string, ReactNode][] {
  const { budget } = status;
  const facts: [string, ReactNode][] = [
    ["Feedback entries here", status.entries.toLocaleString("en")],
    [
      "State",
      status.phase === "backfill"
        ? `First sync, ${status.pagesRead} pages so far`
        : "Following the platform",
    ],
    [
      "Last success",
      status.lastSuccessAt === null ? "None yet" : <Time key="t" at={status.lastSuccessAt} exact />,
    ],
    ["Next look", <Time key="t" at={status.nextAt} exact />],
    ["Requests by Errata this hour", `${budget.spent} of ${budget.limit}`],
    ["Left for Errata", `${budget.left}; ${budget.reserve} are reserved for others`],
  ];
  if (budget.pausedUntil !== null) {
    facts.push(["Paused until", <Time key="t" at={budget.pausedUntil} exact />]);
  }
  return facts;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </>
  );
}
