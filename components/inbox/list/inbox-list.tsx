import { lazy, type RefObject, Suspense } from "react";
import { FilterBar } from "../filters/filter-bar.tsx";
import { InboxHeader } from "../inbox-header.tsx";
import { SelectionBar } from "../triage/selection-bar.tsx";
import type { InboxParts } from "../use-inbox.ts";
import { FeedbackTable } from "./feedback-table.tsx";
import { ListError } from "./list-error.tsx";

// Neither is needed where all is well, so neither is in the way.
const EmptyList = lazy(() =>
  import("./empty-list.tsx").then(({ EmptyList }) => ({ default: EmptyList })),
);
const SyncNotice = lazy(() =>
  import("../sync-notice.tsx").then(({ SyncNotice }) => ({ default: SyncNotice })),
);

/** Filters on top, the list, and a bar while rows are selected. */
export function InboxList(props: {
  inbox: InboxParts;
  search: RefObject<HTMLInputElement | null>;
  onKeys: () => void;
  /** Null where the person may not send prompts. */
  onDraft: (() => void) | null;
  /** An entry, or a draft, may be opened soon. */
  onApproachEntry: () => void;
  onApproachDraft: () => void;
}) {
  const { projectId, address, facets, sync, list, selection, fresh, ...inbox } = props.inbox;
  const { filters } = address;
  return (
    <section
      aria-label="Inbox"
      // On a narrow screen the open entry covers the list, which must not take the focus then.
      className={`flex min-w-0 flex-1 flex-col ${inbox.entry.open === null ? "" : "max-lg:invisible"}`}
    >
      <InboxHeader {...{ projectId, filters, facets, sync, fresh }} onKeys={props.onKeys} />
      <FilterBar {...{ projectId, address, facets }} search={props.search} />
      <Suspense>{sync?.problem && <SyncNotice sync={sync} />}</Suspense>
      <ListError list={list} />
      <FeedbackTable
        list={list}
        total={facets?.total ?? list.rows.length}
        sort={filters.sort}
        onSort={(sort) => address.setFilters({ sort })}
        selection={selection}
        entry={inbox.entry}
        onPrefetch={props.onApproachEntry}
        empty={
          !list.error && (
            <Suspense>
              <EmptyList
                sync={sync}
                all={facets?.all}
                filters={filters}
                onClear={() => address.setFilters(address.cleared)}
              />
            </Suspense>
          )
        }
      />
      <SelectionBar
        selection={selection}
        outside={inbox.outside}
        onSetStatus={inbox.triage?.setStatus ?? null}
        onDraft={props.onDraft}
        onPrefetch={props.onApproachDraft}
      />
    </section>
  );
}
