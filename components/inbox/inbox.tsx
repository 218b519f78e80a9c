"use client";

import dynamic from "next/dynamic";
import { lazy, Suspense, useRef, useState } from "react";
import { SearchQueryContext } from "../feedback/highlight.tsx";
import { InboxList } from "./list/inbox-list.tsx";
import { type InboxState, useInbox } from "./use-inbox.ts";
import { useInboxShortcuts } from "./use-inbox-shortcuts.ts";

// Loaded on demand, because the list doesn't need them.
const loadDetail = () => import("../feedback/detail-panel.tsx");
// If the URL opens an item, the server sends this code with the page. Next.js requires a literal import.
const DetailPanel = dynamic(() =>
  import("../feedback/detail-panel.tsx").then(({ DetailPanel }) => DetailPanel),
);
const loadDraft = () => import("../draft/draft-dialog.tsx");
const DraftDialog = lazy(() => loadDraft().then(({ DraftDialog }) => ({ default: DraftDialog })));
const TriageToast = lazy(() =>
  import("./triage/triage-toast.tsx").then(({ TriageToast }) => ({ default: TriageToast })),
);
const KeyboardShortcuts = lazy(() =>
  import("./keyboard-shortcuts.tsx").then(({ KeyboardShortcuts }) => ({
    default: KeyboardShortcuts,
  })),
);

/** The inbox: the list, the open item next to it, and the dialogs. */
export function Inbox(props: { projectId: string; destination: string }) {
  const { projectId } = props;
  const inbox = useInbox(projectId);
  const { url, list, item, selection, decisions, triage, canDraft } = inbox;
  const [dialog, setDialog] = useState<"draft" | "shortcuts" | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const closeDialog = () => setDialog(null);
  const draft = () => setDialog("draft");
  const evidence = evidenceOf(inbox);
  const showShortcuts = () => setDialog("shortcuts");
  useInboxShortcuts({
    ids: list.ids,
    item,
    selection,
    triage,
    firstRow: inbox.firstRow,
    focusSearch: () => search.current?.focus(),
    draft: () => canDraft && evidence.length > 0 && draft(),
    showShortcuts,
    enabled: dialog === null,
  });
  return (
    <>
      <SearchQueryContext value={url.filters.q}>
        <div className="flex min-h-0 flex-1">
          <InboxList
            inbox={inbox}
            search={search}
            onShowShortcuts={showShortcuts}
            onDraft={canDraft ? draft : null}
            onPrefetchItem={loadDetail}
            onPrefetchDraft={loadDraft}
          />
          <OpenItem inbox={inbox} />
        </div>
      </SearchQueryContext>
      <ResultToast inbox={inbox} />
      <Suspense>
        {dialog === "draft" && (
          <DraftDialog
            projectId={projectId}
            destination={props.destination}
            feedbackIds={evidence}
            onClose={closeDialog}
            onCreated={(job, ids, isLast) => {
              decisions.jobCreated(job.id, ids);
              if (isLast) selection.clear();
            }}
          />
        )}
        {dialog === "shortcuts" && (
          <KeyboardShortcuts
            canTriage={triage !== null}
            canDraft={canDraft}
            onClose={closeDialog}
          />
        )}
      </Suspense>
    </>
  );
}

/** The items that a prompt is drafted from: the selection, or else the open item. */
function evidenceOf({ selection, item }: InboxState): string[] {
  if (selection.ids.size > 0) return [...selection.ids];
  return item.openId === null ? [] : [item.openId];
}

function OpenItem({ inbox }: { inbox: InboxState }) {
  const { projectId, item, decisions, triage } = inbox;
  if (item.openId === null) return null;
  return (
    <Suspense>
      <DetailPanel
        projectId={projectId}
        feedbackId={item.openId}
        unsavedStatus={decisions.statuses.get(item.openId)}
        onSetStatus={triage?.setOpenItemStatus ?? null}
        onClose={item.close}
      />
    </Suspense>
  );
}

/** The result of the last status change. Its live region must exist before the toast appears. */
function ResultToast({ inbox: { decisions, selection } }: { inbox: InboxState }) {
  // Above the selection bar, so that its buttons stay reachable.
  const position = selection.ids.size > 0 ? "bottom-14" : "bottom-3";
  return (
    <div
      role="status"
      className={`pointer-events-none fixed inset-x-0 ${position} z-30 flex justify-center px-3`}
    >
      <Suspense>
        {decisions.result && (
          <TriageToast
            result={decisions.result}
            onUndo={decisions.undo}
            onClose={decisions.dismiss}
          />
        )}
      </Suspense>
    </div>
  );
}
