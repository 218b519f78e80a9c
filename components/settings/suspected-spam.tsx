"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { restoreSuspect, suspects } from "../../lib/queries/collect.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { PathText } from "../ui/path-text.tsx";

/** Feedback that was kept aside because it looks like spam, each with the reason. */
export function SuspectedSpam({ projectId }: { projectId: string }) {
  const client = useQueryClient();
  const query = suspects(projectId);
  const { data, error } = useQuery(query);
  const restore = useMutation({
    mutationFn: (id: string) => restoreSuspect(projectId, id),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={error ?? restore.error} />
      {!data && !error && <p className="text-muted">Loading…</p>}
      {data?.suspects.length === 0 && (
        <p className="text-muted">No suspected spam. Feedback that looks like spam appears here.</p>
      )}
      {data && data.suspects.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {data.suspects.map(({ id, path, comment, reason, receivedAt }) => (
            <li key={id} data-testid="suspect" className="flex items-start gap-4 px-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="untrusted">{displayable(comment ?? "No comment")}</p>
                <p className="untrusted text-muted">
                  <PathText path={path} />, <Time at={receivedAt} />. {reason}
                </p>
              </div>
              <Button
                disabled={restore.isPending}
                className="shrink-0"
                onClick={() => restore.mutate(id)}
              >
                Not spam
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
