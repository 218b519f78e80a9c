import type { ReactNode, RefObject } from "react";
import { isAppError } from "../../../lib/errors.ts";
import { useConnection } from "../../app/use-connection.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FilterBar } from "../filters/filter-bar.tsx";
import { InboxHeader } from "../inbox-header.tsx";
import type { Choice } from "../triage/choice.ts";
import type { InboxState } from "../use-inbox.ts";
import { FeedbackTable } from "./feedback-table.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";

// Loaded on demand, because most views don't need them.
const EmptyList = lazyPart({
  name: "this message",
  load: () => import("../reached-parts.ts").then((module) => module.EmptyList),
  early: "used",
});
const SyncNotice = lazyPart({
  name: "the sync error details",
  load: () => import("../sync-notice.tsx").then((module) => module.SyncNotice),
});
const SelectionBar = lazyPart({
  name: "the actions for selected items",
  load: () => import("../reached-parts.ts").then((module) => module.SelectionBar),
  early: "used",
});

/** The header, the filters, the list, and the selection bar. */
export function InboxList(props: {
  inbox: InboxState;
  search: RefObject<HTMLInputElement | null>;
  onShowShortcuts: () => void;
  canAssign: boolean;
  /** Opens a choice for the selected items; null if the person can't triage. */
  onChoose: ((kind: Choice["kind"]) => void) | null;
  /** Null if the person can't create jobs. */
  onDraft: (() => void) | null;
  /** Opens an unfinished draft; null without one. */
  onContinueDraft: ((feedbackIds: string[]) => void) | null;
  /** Messages, which float above the selection bar. */
  children: ReactNode;
}) {
  const { projectId, url, facets, sync, list, item, selection, newRows, triage, ...inbox } =
    props.inbox;
  const { filters } = url;
  // Without a connection, the list keeps showing the rows and counts of the previous filters, if there are any.
  const isOutdated = useConnection() !== "online" && list.isLoading;
  // Shown below the rows, so that they don't move.
  const problems = (
    <>
      {sync?.problem && <SyncNotice sync={sync} />}
      {isOutdated && (
        <Notice tone="warn" role="status">
          The rows that match the filters load when you reconnect.
        </Notice>
      )}
      <ListError list={list} />
    </>
  );
  return (
    <section
      aria-label="Inbox"
      // On a narrow screen the open item covers the list, which must not receive focus then.
      className={`flex min-w-0 flex-1 flex-col ${item.openId === null ? "" : "max-lg:invisible"}`}
    >
      <div className="list-bar">
        <InboxHeader
          {...{ projectId, url, sync, newRows }}
          facets={isOutdated ? undefined : facets}
          onShowNew={list.restart}
          onShowShortcuts={props.onShowShortcuts}
          onContinueDraft={props.onContinueDraft}
        />
        <FilterBar
          {...{ projectId, url, facets }}
          search={props.search}
          firstRow={inbox.firstRow}
        />
      </div>
      {list.rows.length === 0 && problems}
      <FeedbackTable
        list={list}
        isDimmed={list.isLoading && !isOutdated}
        total={facets?.total ?? list.rows.length}
        hasOneStatus={filters.status?.length === 1}
        sort={filters.sort}
        onSort={(sort) => url.setFilters({ sort })}
        selection={selection}
        item={item}
        empty={
          !list.error && (
            <EmptyList sync={sync} facets={facets} filters={filters} onChange={url.setFilters} />
          )
        }
      />
      {list.rows.length > 0 && problems}
      {props.children}
      {(selection.ids.size > 0 || selection.isLoading || selection.problem !== null) && (
        <SelectionBar
          projectId={projectId}
          selection={selection}
          hasUnlisted={inbox.hasUnlisted}
          onSetStatus={triage && ((status) => triage.change({ kind: "set", status }))}
          canAssign={props.canAssign}
          onChoose={props.onChoose}
          onRestore={triage && filters.noise ? () => triage.change({ kind: "restore" }) : null}
          onDraft={props.onDraft}
        />
      )}
    </section>
  );
}

/**
 * Shows that the list, or its next page, couldn't be loaded. The connection's own notice says that the server can't be
 * reached, unless there are no rows either.
 */
function ListError({ list }: { list: FeedbackList }) {
  const isUnreachable = isAppError(list.error) && list.error.code === "unavailable";
  if (!list.error || (isUnreachable && list.rows.length > 0)) return null;
  return (
    <Notice tone="bad" role="alert">
      {list.error.message}{" "}
      <button type="button" onClick={() => list.refetch()} className="underline">
        Try again
      </button>
    </Notice>
  );
}
