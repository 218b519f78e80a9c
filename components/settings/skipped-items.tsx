"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SkippedItem } from "../../lib/contract/api/skipped-items.ts";
import {
  dismissSkippedItem,
  skippedItems,
  withoutSkippedItem,
} from "../../lib/queries/skipped-items.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { ShowMore } from "../ui/show-more.tsx";

/** Items that the platform sent and Errata couldn't read, each with the reason. */
export function SkippedItems({ projectId }: { projectId: string }) {
  const client = useQueryClient();
  const { queryKey } = skippedItems(projectId);
  const list = useInfiniteQuery(skippedItems(projectId));
  const items = list.data?.pages.flatMap((page) => page.entries) ?? [];
  // The status already shows that there are none, before the list has loaded.
  const isNone = useQuery(syncStatus(projectId)).data?.quarantined === 0;
  const total = list.data?.pages.at(-1)?.total ?? (isNone ? 0 : undefined);
  const dismiss = useMutation({
    mutationFn: (id: string) => dismissSkippedItem(projectId, id),
    onSuccess: (remaining, id) => {
      client.setQueryData(
        queryKey,
        (pages) => pages && withoutSkippedItem(pages, id, remaining.total),
      );
      return client.invalidateQueries({ queryKey: syncStatus(projectId).queryKey });
    },
  });
  const problem = list.error ?? dismiss.error;
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={problem} />
      {total === undefined ? (
        !list.error && <p className="text-muted">Loading…</p>
      ) : (
        <Total total={total} shown={items.length} />
      )}
      {items.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {items.map((item) => (
            <SkippedItemRow
              key={item.id}
              item={item}
              busy={dismiss.isPending}
              onDismiss={() => dismiss.mutate(item.id)}
            />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </div>
  );
}

function Total({ total, shown }: { total: number; shown: number }) {
  return (
    <p className="text-muted">
      {total === 0
        ? "No skipped items. Errata read everything the platform sent."
        : `Errata couldn't read ${counted(total, "item")} from the platform. Items appear in the inbox once the platform sends them correctly.`}
      {total > shown && ` Showing the newest ${shown.toLocaleString("en")}.`}
    </p>
  );
}

function SkippedItemRow(props: { item: SkippedItem; busy: boolean; onDismiss: () => void }) {
  const { item } = props;
  const name = item.entryId === null ? "No ID" : displayable(item.entryId);
  return (
    <li data-testid="quarantined" className="flex flex-col gap-1 px-3 py-2">
      <div className="flex items-start gap-x-4">
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1 py-1">
          <span className="untrusted min-w-0 font-mono">{name}</span>
          <span className="text-muted">
            First seen <Time at={item.firstSeenAt} />, last seen <Time at={item.lastSeenAt} />
          </span>
        </p>
        <Button
          variant="quiet"
          disabled={props.busy}
          onClick={props.onDismiss}
          className="-mr-2 shrink-0"
          title="Hides this item until the platform sends a different version"
        >
          Dismiss
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      <p className="untrusted">{displayable(item.reason)}</p>
      <details>
        <summary className="w-fit text-muted hover:text-ink">
          Received data, with email addresses hidden
        </summary>
        <pre
          tabIndex={0}
          className="untrusted mt-1 max-h-80 overflow-auto whitespace-pre-wrap rounded-md bg-raised p-3 font-mono text-xs leading-5"
        >
          {displayable(item.raw)}
        </pre>
      </details>
    </li>
  );
}
