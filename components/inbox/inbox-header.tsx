import type { Facets } from "../../lib/contract/api/feedback-counts.ts";
import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import type { FeedbackFilters } from "../../lib/filters/feedback-filters.ts";
import { BackfillRate } from "../app/backfill-rate.tsx";
import { Button } from "../ui/button.tsx";
import { ExportMenu } from "./filters/export-menu.tsx";
import { ResultCount } from "./list/result-count.tsx";
import type { useNewRows } from "./list/use-new-rows.ts";

/** How much is shown, whether it still grows, and a way to take it along. */
export function InboxHeader(props: {
  projectId: string;
  filters: FeedbackFilters;
  facets: Facets | undefined;
  sync: SyncStatus | undefined;
  fresh: ReturnType<typeof useNewRows>;
  onKeys: () => void;
}) {
  const { facets, fresh } = props;
  return (
    <div className="flex h-10 items-center gap-3 px-3">
      <h1 className="font-semibold text-sm">Inbox</h1>
      <ResultCount facets={facets} fresh={fresh.waiting} onShowFresh={fresh.show} />
      <FirstSync sync={props.sync} />
      <div className="ml-auto flex items-center">
        <ExportMenu projectId={props.projectId} filters={props.filters} total={facets?.total} />
        <Button variant="quiet" aria-label="Keys" title="Keys" onClick={props.onKeys}>
          ?
        </Button>
      </div>
    </div>
  );
}

/** Says nothing aloud: it changes with every page that is read. */
function FirstSync({ sync }: { sync: SyncStatus | undefined }) {
  if (!sync?.backfill || sync.problem || sync.paused) return null;
  return (
    <p className="min-w-0 truncate text-muted tabular-nums">
      First sync
      <span className="max-sm:hidden">
        {" under way, "}
        <BackfillRate backfill={sync.backfill} />
      </span>
    </p>
  );
}
