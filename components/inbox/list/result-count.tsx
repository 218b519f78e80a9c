import type { Facets } from "../../../lib/contract/api/feedback-counts.ts";
import { Button } from "../../ui/button.tsx";

/** How much of the whole is shown, said aloud when it changes; and what has come since. */
export function ResultCount(props: {
  facets: Facets | undefined;
  fresh: number;
  onShowFresh: () => void;
}) {
  const { facets, fresh } = props;
  return (
    <>
      <p
        role="status"
        data-testid="result-count"
        className="whitespace-nowrap text-muted tabular-nums"
      >
        {facets && `${facets.total.toLocaleString("en")} of ${facets.all.toLocaleString("en")}`}
      </p>
      {fresh > 0 && (
        <Button onClick={props.onShowFresh}>
          {fresh.toLocaleString("en")} new {fresh === 1 ? "entry" : "entries"} · show
        </Button>
      )}
    </>
  );
}
