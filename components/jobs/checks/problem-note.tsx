import { displayable } from "../../../lib/text/displayable.ts";
import { TriangleAlert } from "../../ui/icons.tsx";
import { type PlacedProblem, problemDiffId, problemListId } from "./problem-places.ts";

/** A new problem in the diff, below its line or at the head of its file. It leads back to the list of checks. */
export function ProblemNote(props: { problem: PlacedProblem; isAtLine: boolean }) {
  const { problem, isAtLine } = props;
  const { index, line, message } = problem;
  return (
    <div
      id={problemDiffId(index)}
      role="note"
      tabIndex={-1}
      data-testid="problem-note"
      className="review-note problem-note"
    >
      <p className="flex gap-2">
        <TriangleAlert />
        <span className="untrusted min-w-0">
          <span className="font-medium">New problem{!isAtLine && atLine(line)}:</span>{" "}
          {displayable(message)}{" "}
          <a href={`#${problemListId(index)}`} className="link whitespace-nowrap text-muted">
            Show in checks
          </a>
        </span>
      </p>
    </div>
  );
}

const atLine = (line: number) => (line > 0 ? ` at line ${line.toLocaleString("en")}` : "");
