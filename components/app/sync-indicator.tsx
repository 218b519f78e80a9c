"use client";

import { useQuery } from "@tanstack/react-query";
import { feedHeadline, syncStatus } from "../../lib/queries/sync.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { SyncSummary } from "./sync-summary.tsx";

// The built-in platform doesn't need it.
const ExportSync = lazyPart({
  name: "the sync status",
  load: () => import("./export-sync.tsx").then((module) => module.ExportSync),
});

/** The sync status. The built-in platform's changes arrive by themselves. */
export function SyncIndicator({ projectId }: { projectId: string }) {
  const { data: status } = useQuery(syncStatus(projectId));
  return (
    <div
      data-testid="sync-status"
      className={status?.source === "feed" ? "sync-feed max-md:sr-only" : "sync-line"}
    >
      {status?.source === "export" && <ExportSync projectId={projectId} status={status} />}
      {status?.source === "feed" && (
        <SyncSummary projectId={projectId} status={status}>
          {feedHeadline(status)}
        </SyncSummary>
      )}
    </div>
  );
}
