"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { auditLog } from "../../lib/queries/people.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";

/** Who did what to people, keys, settings and pull requests. */
export function AuditLog() {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(auditLog);
  const entries = data?.pages.flatMap(({ log }) => log);
  return (
    <section aria-labelledby="log" className="flex flex-col gap-2">
      <h2 id="log" className="font-semibold text-sm">
        Who did what
      </h2>
      <p className="text-muted">
        People, keys, settings, imports and pull requests. Jobs and statuses have histories of their
        own.
      </p>
      <ErrorNotice error={error} />
      {entries?.length === 0 && <p className="text-muted">Nothing yet.</p>}
      <ol className="flex flex-col gap-1">
        {entries?.map(({ id, at, by, action, subject }) => (
          <li key={id} className="flex gap-3">
            <span className="w-24 shrink-0 text-muted">
              <Time at={at} />
            </span>
            <span className="untrusted min-w-0">
              <span className="font-medium">{by}</span> {action} {subject}
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => fetchNextPage()} className="self-start">
          Show more
        </Button>
      )}
    </section>
  );
}
