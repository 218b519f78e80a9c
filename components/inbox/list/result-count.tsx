import type { Facets } from "../../../lib/contract/api/feedback-counts.ts";
import { Button } from "../../ui/button.tsx";

/** The number of matching items, announced when it changes, and a button that shows new ones. */
export function ResultCount(props: {
  facets: Facets | undefined;
  newCount: number;
  onShowNew: () => void;
}) {
  const { facets, newCount } = props;
  return (
    <>
      <p
        role="status"
        data-testid="result-count"
        className="whitespace-nowrap text-muted tabular-nums"
      >
        {facets && `${facets.total.toLocaleString("en")} of ${facets.all.toLocaleString("en")}`}
      </p>
      {newCount > 0 && (
        <Button onClick={props.onShowNew}>
          Show {newCount.toLocaleString("en")} new {newCount === 1 ? "item" : "items"}
        </Button>
      )}
    </>
  );
}
