"use client";

import dynamic from "next/dynamic";
import { lazy, Suspense, useRef, useState } from "react";
import { SearchQueryContext } from "../feedback/highlight.tsx";
import { InboxList } from "./list/inbox-list.tsx";
import { pendingStatusFor } from "./triage/pending-status.ts";
import { type InboxParts, useInbox } from "./use-inbox.ts";
import { useInboxShortcuts } from "./use-inbox-shortcuts.ts";

// None is needed to read the list, so none is in its way.
const loadDetail = () => import("../feedback/detail-panel.tsx");
// Where the address opens an entry, its code comes with the page; Next looks for the import here.
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

/** The inbox: the list, the open entry beside it, and what is opened above both. */
export function Inbox(props: { projectId: string; destination: string }) {
  const { projectId } = props;
  const inbox = useInbox(projectId);
  const { address, list, entry, selection, triage, mayDraft } = inbox;
  const [above, setAbove] = useState<"draft" | "keys" | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const closeAbove = () => setAbove(null);
  const draft = () => setAbove("draft");
  useInboxShortcuts({
    ids: list.ids,
    entry,
    selection,
    triage,
    focusSearch: () => search.current?.focus(),
    draft: () => mayDraft && selection.ids.size > 0 && draft(),
    showKeys: () => setAbove("keys"),
    enabled: above === null,
  });
  return (
    <>
      <SearchQueryContext value={address.filters.q}>
        <div className="flex min-h-0 flex-1">
          <InboxList
            inbox={inbox}
            search={search}
            onKeys={() => setAbove("keys")}
            onDraft={mayDraft ? draft : null}
            onApproachEntry={loadDetail}
            onApproachDraft={loadDraft}
          />
          <OpenEntry inbox={inbox} />
        </div>
      </SearchQueryContext>
      <LastChange inbox={inbox} />
      <Suspense>
        {above === "draft" && (
          <DraftDialog
            projectId={projectId}
            destination={props.destination}
            feedbackIds={[...selection.ids]}
            onClose={closeAbove}
          />
        )}
        {above === "keys" && (
          <KeyboardShortcuts canTriage={triage !== null} canDraft={mayDraft} onClose={closeAbove} />
        )}
      </Suspense>
    </>
  );
}

function OpenEntry({ inbox }: { inbox: InboxParts }) {
  const { projectId, entry, changes, triage } = inbox;
  if (entry.open === null) return null;
  return (
    <Suspense>
      <DetailPanel
        projectId={projectId}
        feedbackId={entry.open}
        pendingStatus={pendingStatusFor(changes.pending, entry.open)}
        onSetStatus={triage?.setStatusOfOpen ?? null}
        onClose={entry.close}
      />
    </Suspense>
  );
}

/** What became of the last change; the region is there before it, or nobody would hear of it. */
function LastChange({ inbox: { changes, selection } }: { inbox: InboxParts }) {
  // Above the bar of a selection, which has things to press.
  const place = selection.ids.size > 0 ? "bottom-14" : "bottom-3";
  return (
    <div
      role="status"
      className={`pointer-events-none fixed inset-x-0 ${place} z-30 flex justify-center px-3`}
    >
      <Suspense>
        {changes.outcome && (
          <TriageToast outcome={changes.outcome} onUndo={changes.undo} onClose={changes.dismiss} />
        )}
      </Suspense>
    </div>
  );
}
