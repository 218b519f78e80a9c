"use client";

import { useMutation } from "@tanstack/react-query";
import type { ConnectionTest as Result } from "../../lib/contract/api/setup.ts";
import { HOUR, PAGE_LIMIT } from "../../lib/contract/platform/vocabulary.ts";
import { testConnection } from "../../lib/queries/setup.ts";
import { counted } from "../../lib/text/counted.ts";
import { formatDuration } from "../app/format-duration.ts";
import { Permitted } from "../app/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { type Check, CheckList } from "./check-list.tsx";

/** Sends one request to a hosted platform, and says how many requests a sync will take. */
export function ConnectionTest({ projectId }: { projectId: string }) {
  const test = useMutation({ mutationFn: () => testConnection(projectId) });
  return (
    <Permitted to="sync">
      <div className="flex flex-col gap-3" data-testid="connection-test">
        <p className="text-muted">
          A test sends one request, which counts toward the platform's hourly limit. Opening this
          page sends none.
        </p>
        <Button className="self-start" disabled={test.isPending} onClick={() => test.mutate()}>
          Test connection
        </Button>
        <ErrorNotice error={test.error} />
        {test.data && <Outcome result={test.data} />}
      </div>
    </Permitted>
  );
}

function Outcome({ result }: { result: Result }) {
  const { problem, isKeyAccepted, isProjectFound, order } = result;
  const checks: Check[] = [
    ["Key accepted", stateOf(isKeyAccepted)],
    ["Project found", stateOf(isProjectFound)],
  ];
  return (
    <div role="status" className="flex flex-col gap-2">
      <CheckList checks={checks} />
      {problem === null ? (
        <>
          <p>{ORDERS[order ?? "unknown"]}</p>
          <p>{costText(result)}</p>
        </>
      ) : (
        <p>{problem}</p>
      )}
      <p className="text-muted">{counted(result.spent, "request was", "requests were")} sent.</p>
    </div>
  );
}

function stateOf(known: boolean | null): Check[1] {
  return known === null ? "waiting" : known ? "done" : "failed";
}

const ORDERS = {
  newest_first: "The platform lists the newest items first, so new items sync within minutes.",
  oldest_first:
    "The platform lists the oldest items first. Errata asks for dates to find new items sooner.",
  unsorted: "The platform's list has no order by date, so some new items are found by full syncs.",
  unknown: "There are too few dated items to tell how the platform orders them.",
};

/** Says what a full sync costs. The interface doesn't report how many items there are. */
function costText({ requests, requestsPerHour }: Result): string {
  const items = (count: number) => (count * PAGE_LIMIT.maximum).toLocaleString("en");
  if (requests === null) {
    return `A sync takes 1 request for each ${PAGE_LIMIT.maximum} items. The first one sends up to ${requestsPerHour} requests an hour, for ${items(requestsPerHour)} items.`;
  }
  if (requests <= requestsPerHour) {
    return `A full sync takes ${counted(requests, "request")} and a few minutes at most.`;
  }
  const duration = formatDuration((requests / requestsPerHour) * HOUR);
  return `A full sync takes about ${requests.toLocaleString("en")} requests and ${duration}, at ${requestsPerHour} requests an hour.`;
}
