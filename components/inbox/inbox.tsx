"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { hasDrafts } from "../../lib/outbox/stored-keys.ts";
import { browserStorage } from "../app/browser-storage.ts";
import { useSession } from "../app/session.tsx";
import { tabStorage } from "../draft/draft-storage.ts";
import { HighlightMatches } from "../feedback/highlight.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { preloadOnInput, preloadWhenIdle } from "../ui/preload.ts";
import { InboxList } from "./list/inbox-list.tsx";
import type { DecideRow } from "./list/row-swipes.ts";
import { RowTargets } from "./list/row-targets.ts";
import type { Choice } from "./triage/choice.ts";
import { dismissedItems } from "./triage/result.ts";
import { type InboxState, useInbox } from "./use-inbox.ts";
import { useInboxShortcuts } from "./use-inbox-shortcuts.ts";

// Not part of the first load, because the list doesn't need them.
const DetailPanel = lazyPart({
  name: "this item",
  load: () => import("../feedback/detail-panel.tsx").then((module) => module.DetailPanel),
  early: "always",
  // Reserves the panel's place, so that the list doesn't change its width.
  pending: <aside aria-label="Feedback item" aria-busy className="detail-panel" />,
  failureClass: "detail-panel",
});
const DraftDialog = lazyPart({
  name: "the draft",
  load: () => import("../draft/draft-dialog.tsx").then((module) => module.DraftDialog),
  failure: "floating",
});
const TriageToast = lazyPart({
  name: "the result of your change",
  offline: "Changes save when you reconnect.",
  load: () => import("./reached-parts.ts").then((module) => module.TriageToast),
  early: "used",
  failureClass: "toast-failure",
});
const TriageDialog = lazyPart({
  name: "the options",
  load: () => import("./reached-parts.ts").then((module) => module.TriageDialog),
  failure: "floating",
});
const KeyboardShortcuts = lazyPart({
  name: "the keyboard shortcuts",
  load: () => import("./reached-parts.ts").then((module) => module.KeyboardShortcuts),
  failure: "floating",
});

/** Milliseconds in which an opened item usually loads. */
const USUAL_LOAD_MS = 500;

/**
 * The inbox: the list, the open item next to it, and the dialogs.
 * @param props.hasDrafts whether the server has unfinished drafts of the person
 */
export function Inbox(props: { projectId: string; destination: string; hasDrafts: boolean }) {
  const { projectId } = props;
  const inbox = useInbox(projectId);
  const { url, list, item, selection, decisions, triage, canDraft } = inbox;
  /** An array has the items of an unfinished draft. */
  const [dialog, setDialog] = useState<"draft" | "shortcuts" | string[] | Choice | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const closeDialog = () => setDialog(null);
  const { person, hasSignIn } = useSession();
  const canAssign = hasSignIn && triage !== null;
  const evidence = evidenceOf(inbox);
  const hasDraft = useHasDraft(canDraft && dialog === null, props.hasDrafts);
  const drafted = dialog === "draft" ? evidence : dialog;
  const draft = () =>
    selection.afterSelectionLoads({
      description: "drafting a prompt",
      run: () => {
        if (selection.currentIds().size + evidence.length > 0) setDialog("draft");
      },
    });
  const showShortcuts = () => setDialog("shortcuts");
  const label = () =>
    selection.afterSelectionLoads({
      description: "choosing labels",
      run: () => {
        const selected = [...selection.currentIds()];
        const ids = selected.length > 0 ? selected : evidence;
        if (ids.length > 0) setDialog({ kind: "label", ids });
      },
    });
  const choose = (kind: Choice["kind"]) => {
    const ids = kind === "explain" && dismissedItems(decisions.result);
    const { size } = selection.ids;
    if (kind === "label") label();
    // Don't open the dialog if something else has been selected since.
    else if (ids && (size === 0 || ids.every((id) => selection.ids.has(id))))
      setDialog({ kind, ids });
    else if (selection.isLoading || evidence.length > 0) {
      setDialog({ kind: kind === "explain" ? "dismiss" : kind });
    }
  };
  const client = useQueryClient();
  const canTriage = triage !== null;
  const decideRow = useRef<DecideRow>(() => {});
  useEffect(() => {
    decideRow.current = (id, status) =>
      triage?.changeRow(list.itemsOf([id]), { kind: "set", status });
  });
  useEffect(
    () =>
      preloadOnInput(() => {
        import("./reached-parts.ts")
          .then((module) =>
            module.preloadInboxParts(client, projectId, canTriage ? decideRow : null),
          )
          .catch(() => {});
      }),
    [client, projectId, canTriage],
  );
  const mayDraft = canDraft && evidence.length > 0;
  useEffect(() => {
    if (!mayDraft) return;
    // Wait until the item that makes this possible has loaded.
    const timer = setTimeout(() => preloadWhenIdle(DraftDialog.preload), USUAL_LOAD_MS);
    return () => clearTimeout(timer);
  }, [mayDraft]);
  useInboxShortcuts({
    list,
    item,
    selection,
    triage,
    firstRow: inbox.firstRow,
    focusSearch: () => search.current?.focus(),
    clearSearch: () => url.filters.q !== null && url.setFilters({ q: null }, "replace"),
    toggleGroups: () => url.setFilters({ grouped: url.filters.grouped ? null : true }),
    draft: () => canDraft && draft(),
    canAssign,
    choose: triage && choose,
    assignToMe: () => triage?.change({ kind: "assign", assignee: person.id }),
    showShortcuts,
    sayNothing: () => decisions.show({ kind: "nothing", action: "act on" }),
    enabled: dialog === null,
  });
  return (
    <>
      <HighlightMatches q={url.filters.q}>
        <div className="flex min-h-0 flex-1">
          <RowTargets
            value={{ triage, canAssign, canDraft, itemsOf: list.itemsOf, ask: setDialog }}
          >
            <InboxList
              inbox={inbox}
              search={search}
              onShowShortcuts={showShortcuts}
              canAssign={canAssign}
              onChoose={triage && choose}
              onDraft={canDraft ? draft : null}
              onContinueDraft={hasDraft ? setDialog : null}
            >
              <ResultToast inbox={inbox} onExplain={() => choose("explain")} />
            </InboxList>
          </RowTargets>
          <OpenItem
            inbox={inbox}
            canAssign={canAssign}
            onChoose={triage && setDialog}
            onFix={setDialog}
          />
        </div>
      </HighlightMatches>
      {Array.isArray(drafted) && (
        <DraftDialog
          projectId={projectId}
          destination={props.destination}
          feedbackIds={drafted}
          onClose={closeDialog}
          pendingAmong={decisions.pendingAmong}
          onCreated={(job, pendingIds, isLast) => {
            const isSelected = dialog === "draft" && selection.ids.size > 0;
            decisions.jobCreated(job.id, pendingIds, isSelected);
            if (isLast && isSelected) selection.clear();
          }}
          onBatchCreated={decisions.show}
        />
      )}
      {dialog === "shortcuts" && (
        <KeyboardShortcuts
          canTriage={triage !== null}
          canAssign={canAssign}
          canDraft={canDraft}
          onClose={closeDialog}
        />
      )}
      {dialog !== null && typeof dialog === "object" && "kind" in dialog && triage && (
        <TriageDialog
          choice={dialog}
          triage={triage}
          set={decisions.set}
          targets={evidence}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

/** Whether there may be an unfinished draft. What the browser has is found out after the page has loaded. */
function useHasDraft(isPossible: boolean, onServer: boolean): boolean {
  const [hasDraft, setHasDraft] = useState(false);
  useEffect(() => {
    const isThere = () => onServer || hasDrafts(browserStorage()) || hasDrafts(tabStorage());
    setHasDraft(isPossible && isThere());
  }, [isPossible, onServer]);
  return hasDraft;
}

/** Returns the items for a draft: the selection, or else the open item or the active row. */
function evidenceOf({ selection, item, list }: InboxState): string[] {
  if (selection.ids.size > 0) return [...selection.ids];
  // A row that left the list isn't visible.
  const { openId, activeId } = item;
  return list.itemsOf(openId === null ? list.ids.filter((id) => id === activeId) : [openId]);
}

function OpenItem(props: {
  inbox: InboxState;
  canAssign: boolean;
  onChoose: ((choice: Choice) => void) | null;
  onFix: (ids: string[]) => void;
}) {
  const { onChoose } = props;
  const { projectId, list, item, selection, decisions, triage, canDraft } = props.inbox;
  const { openId } = item;
  if (openId === null) return null;
  const index = list.ids.indexOf(openId);
  // An item that left the list keeps its former place.
  const before = index < 0 ? (item.formerIndex ?? Number.NaN) : index;
  return (
    <DetailPanel
      projectId={projectId}
      feedbackId={openId}
      unsaved={decisions.unsaved}
      onSetStatus={triage && ((status) => triage.changeRow([openId], { kind: "set", status }))}
      onRestore={triage && (() => triage.changeRow([openId], { kind: "restore" }))}
      canAssign={props.canAssign}
      onChoose={onChoose && ((kind) => onChoose({ kind, ids: [openId] }))}
      onFix={canDraft ? () => props.onFix([openId]) : null}
      previousId={list.ids[before - 1]}
      nextId={list.ids[index < 0 ? before : index + 1]}
      onDecide={triage && decisions.set}
      onOpen={item.open}
      onDeleted={(id) => {
        if (selection.ids.has(id)) selection.toggle([id]);
        item.close();
      }}
      onClose={item.close}
    />
  );
}

/** The result of the last status change. Its live region must exist before the toast appears. */
function ResultToast(props: { inbox: InboxState; onExplain: () => void }) {
  const { decisions, triage } = props.inbox;
  return (
    <div role="status" className="toasts">
      {decisions.result && (
        <TriageToast
          result={decisions.result}
          onUndo={triage?.undo ?? decisions.undo}
          onExplain={props.onExplain}
          onClose={decisions.dismiss}
        />
      )}
    </div>
  );
}
