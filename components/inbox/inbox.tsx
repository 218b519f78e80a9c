"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { isFiltered } from "../../lib/filters/feedback-filters.ts";
import { feedbackFacets } from "../../lib/queries/feedback.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { SearchedText } from "../entry/marked.tsx";
import { FeedbackTable } from "./feedback-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { InboxHead } from "./inbox-head.tsx";
import { ListProblem } from "./list-problem.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useActiveEntry } from "./use-active-entry.ts";
import { useFeedbackList } from "./use-feedback-list.ts";
import { useFreshRows } from "./use-fresh-rows.ts";
import { useInboxAddress } from "./use-inbox-address.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useOutsideView } from "./use-outside-view.ts";
import { useSelection } from "./use-selection.ts";

// None is needed to read the list, so none is in its way.
const loadDetail = () => import("../entry/detail-panel.tsx");
const DetailPanel = lazy(() => loadDetail().then(({ DetailPanel }) => ({ default: DetailPanel })));
const loadDraft = () => import("../draft/draft-dialog.tsx");
const DraftDialog = lazy(() => loadDraft().then(({ DraftDialog }) => ({ default: DraftDialog })));
const EmptyList = lazy(() =>
  import("./empty-list.tsx").then(({ EmptyList }) => ({ default: EmptyList })),
);
const SyncNotice = lazy(() =>
  import("./sync-notice.tsx").then(({ SyncNotice }) => ({ default: SyncNotice })),
);

/** The inbox: filters on top, the list, the open entry beside it, and a bar while rows are selected. */
export function Inbox(props: { projectId: string; destination: string }) {
  const { projectId } = props;
  const address = useInboxAddress(projectId);
  const { filters } = address;
  const list = useFeedbackList(projectId, filters);
  const { data: facets, isPlaceholderData } = useQuery(feedbackFacets(projectId, filters));
  const { data: sync } = useQuery(syncStatus(projectId));
  const entry = useActiveEntry(address);
  const selection = useSelection(projectId, filters);
  const [drafting, setDrafting] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const total = facets && !isPlaceholderData ? facets.total : null;
  const fresh = useFreshRows(projectId, list, total, sync);
  const outside = useOutsideView(selection.ids, list, total);
  useInboxKeys({
    ids: list.ids,
    entry,
    selection,
    focusSearch: () => search.current?.focus(),
    draft: () => setDrafting(selection.ids.size > 0),
    enabled: !drafting,
  });

  return (
    <>
      <SearchedText value={filters.q}>
        <div className="flex min-h-0 flex-1">
          <section
            aria-label="Inbox"
            // On a narrow screen the open entry covers the list, which must not take the focus then.
            className={`flex min-w-0 flex-1 flex-col ${entry.open === null ? "" : "max-lg:invisible"}`}
          >
            <InboxHead
              projectId={projectId}
              filters={filters}
              facets={facets}
              sync={sync}
              fresh={fresh}
            />
            <FilterBar projectId={projectId} address={address} facets={facets} search={search} />
            <Suspense>{sync?.problem && <SyncNotice sync={sync} />}</Suspense>
            <ListProblem list={list} />
            <FeedbackTable
              list={list}
              total={facets?.total ?? list.rows.length}
              sort={filters.sort}
              onSort={(sort) => address.setFilters({ sort })}
              selection={selection}
              entry={entry}
              onApproach={loadDetail}
              empty={
                !list.error && (
                  <Suspense>
                    <EmptyList
                      sync={sync}
                      all={facets?.all}
                      filtered={isFiltered(filters)}
                      onClear={() => address.setFilters(address.cleared)}
                    />
                  </Suspense>
                )
              }
            />
            <SelectionBar
              selection={selection}
              outside={outside}
              onDraft={() => setDrafting(true)}
              onApproach={loadDraft}
            />
          </section>
          {entry.open !== null && (
            <Suspense>
              <DetailPanel projectId={projectId} feedbackId={entry.open} onClose={entry.close} />
            </Suspense>
          )}
        </div>
      </SearchedText>
      {drafting && (
        <Suspense>
          <DraftDialog
            projectId={projectId}
            destination={props.destination}
            feedbackIds={[...selection.ids]}
            onClose={() => setDrafting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
