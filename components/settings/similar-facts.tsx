"use client";

import { useQuery } from "@tanstack/react-query";
import type { EmbeddingStatus } from "../../lib/contract/api/embeddings.ts";
import { embeddingStatus } from "../../lib/queries/embeddings.ts";
import { formatDuration } from "../app/format-duration.ts";
import { Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";

/** How similar items are found: by their wording, and with a service by their meaning. */
export function SimilarFacts({ projectId }: { projectId: string }) {
  const { data: status, error, dataUpdatedAt } = useQuery(embeddingStatus(projectId));
  if (error && !status) return <Notice tone="bad">{error.message}</Notice>;
  if (status === undefined) return <p className="text-muted">Loading…</p>;
  if (status === null) {
    return (
      <p>
        Errata finds similar items by their wording. To find them by meaning as well, across
        languages, start Errata with <code className="font-mono">EMBEDDINGS_URL</code> and{" "}
        <code className="font-mono">EMBEDDINGS_MODEL</code>. Readers' comments are then sent to that
        service.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {error && <Notice tone="warn">{error.message} This information may be out of date.</Notice>}
      {status.problem && <Problem problem={status.problem} now={dataUpdatedAt} />}
      <p>
        Similar items are found by wording and by meaning. Comments are sent to{" "}
        <code className="untrusted font-mono">{status.host}</code> (model{" "}
        <code className="untrusted font-mono">{status.model}</code>), with email addresses masked.
      </p>
      <p className="tabular-nums" data-testid="embedding-progress">
        {progressOf(status)}
      </p>
    </div>
  );
}

function Problem(props: { problem: NonNullable<EmbeddingStatus["problem"]>; now: number }) {
  const { problem, now } = props;
  const wait = problem.retryAt - now;
  return (
    <Notice tone="warn">
      {problem.message} {wait > 0 ? `Retrying in ${formatDuration(wait)}.` : "Retrying now."}{" "}
      Ongoing since <Time at={problem.since} exact />.
    </Notice>
  );
}

function progressOf({ read, rejected, total }: EmbeddingStatus): string {
  const [done, all] = [read, total].map((count) => count.toLocaleString("en"));
  const part = `${done} of ${all} ${total === 1 ? "comment" : "comments"} processed`;
  return rejected > 0 ? `${part}, ${rejected.toLocaleString("en")} rejected by the service` : part;
}
