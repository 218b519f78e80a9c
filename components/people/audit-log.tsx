"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { auditLog } from "../../lib/queries/people.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";

/** Changes to people, keys, settings, imports, and pull requests, newest first. */
export function AuditLog() {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(auditLog);
  const entries = data?.pages.flatMap(({ log }) => log);
  return (
    <section aria-labelledby="log" className="flex flex-col gap-2">
      <h2 id="log" className="font-semibold text-sm">
        Audit log
      </h2>
      <p className="text-muted">
        Changes to people, keys, and settings, plus imports and pull requests. Jobs and feedback
        have their own history.
      </p>
      <ErrorNotice error={error} />
      {entries?.length === 0 && <p className="text-muted">No activity yet.</p>}
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
