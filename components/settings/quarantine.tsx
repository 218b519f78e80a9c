"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QuarantinedEntry } from "../../lib/contract/api/quarantine.ts";
import {
  dismissQuarantined,
  quarantined,
  withoutQuarantined,
} from "../../lib/queries/quarantine.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";

/** What the platform sent as entries and could not be read as such: each with its reason. */
export function Quarantine({ projectId }: { projectId: string }) {
  const client = useQueryClient();
  const { queryKey } = quarantined(projectId);
  const list = useInfiniteQuery(quarantined(projectId));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const total = list.data?.pages.at(-1)?.total;
  const dismiss = useMutation({
    mutationFn: (id: string) => dismissQuarantined(projectId, id),
    onSuccess: (left, id) => {
      client.setQueryData(queryKey, (shown) => shown && withoutQuarantined(shown, id, left.total));
      return client.invalidateQueries({ queryKey: syncStatus(projectId).queryKey });
    },
  });
  const problem = list.error ?? dismiss.error;
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={problem} />
      {list.isPending && !list.error && <p className="text-muted">Loading…</p>}
      {total === 0 && (
        <p className="text-muted">Nothing. Whatever the platform sent could be read.</p>
      )}
      {total !== undefined && total > 0 && (
        <>
          <p className="text-muted">
            {total.toLocaleString("en")} of what the platform sent could not be read as feedback.
            The rest of it is in the inbox; these return by themselves once they are right.
            {total > entries.length &&
              ` The newest ${entries.length.toLocaleString("en")} are shown.`}
          </p>
          <ul className="divide-y divide-line rounded-md border border-line">
            {entries.map((entry) => (
              <Item
                key={entry.id}
                entry={entry}
                busy={dismiss.isPending}
                onDismiss={() => dismiss.mutate(entry.id)}
              />
            ))}
          </ul>
        </>
      )}
      {list.hasNextPage && (
        <Button
          className="self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}

function Item(props: { entry: QuarantinedEntry; busy: boolean; onDismiss: () => void }) {
  const { entry } = props;
  const name = entry.entryId === null ? "Without an identifier" : displayable(entry.entryId);
  return (
    <li data-testid="quarantined" className="flex flex-col gap-1 px-3 py-2">
      <div className="flex items-start gap-x-4">
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1 py-1">
          <span className="untrusted min-w-0 font-mono">{name}</span>
          <span className="text-muted">
            First seen <Time at={entry.firstSeenAt} />, last seen <Time at={entry.lastSeenAt} />
          </span>
        </p>
        <Button
          variant="quiet"
          disabled={props.busy}
          onClick={props.onDismiss}
          className="-mr-2 shrink-0"
          title="Not shown again as long as it comes exactly as it is"
        >
          Dismiss
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      <p className="untrusted">{displayable(entry.reason)}</p>
      <details>
        <summary className="w-fit text-muted hover:text-ink">
          As it was received, e-mail addresses hidden
        </summary>
        <pre
          tabIndex={0}
          className="untrusted mt-1 max-h-80 overflow-auto whitespace-pre-wrap rounded-md bg-raised p-3 font-mono text-xs leading-5"
        >
          {displayable(entry.raw)}
        </pre>
      </details>
    </li>
  );
}
