import type { Facets } from "../../../lib/contract/api/feedback-counts.ts";
import { ROWS_AT_FIRST } from "../../../lib/queries/feedback.ts";
import { Button } from "../../ui/button.tsx";

/** The number of matching items, announced when it changes, and a button that shows new ones. */
export function ResultCount(props: {
  facets: Facets | undefined;
  /** Whether the first sync is still running, so that there is no total yet. */
  isPartial: boolean;
  newCount: number;
  onShowNew: () => void;
}) {
  const { facets, newCount } = props;
  return (
    <>
      <p
        role="status"
        data-testid="result-count"
        className="whitespace-nowrap text-muted tabular-nums max-sm:mr-1"
      >
        {facets && <Count facets={facets} isPartial={props.isPartial} />}
      </p>
      {newCount > 0 && (
        <Button onClick={props.onShowNew} className="list-newer">
          Show {newCount < ROWS_AT_FIRST ? newCount : `${newCount}+`} new{" "}
          {newCount === 1 ? "item" : "items"}
        </Button>
      )}
    </>
  );
}

/** A narrow screen shows the matching items alone. During the first sync there is no total. */
function Count({ facets: { total, all }, isPartial }: { facets: Facets; isPartial: boolean }) {
  const isAll = isPartial && total === all;
  return (
    <>
      {total.toLocaleString("en")}
      {!isAll && <span className="max-sm:sr-only"> of {all.toLocaleString("en")}</span>}
      {isPartial && <span className="max-sm:sr-only"> so far</span>}
    </>
  );
}
