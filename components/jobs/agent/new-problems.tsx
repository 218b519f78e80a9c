import type { JobReport } from "../../../lib/contract/api/jobs.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Notice } from "../../ui/notice.tsx";

/** Problems that are shown. */
const MAX_SHOWN = 20;

/** What a change breaks in the documentation, by file and line. */
export function NewProblems({ problems }: { problems: JobReport["problems"] }) {
  if (problems.length === 0) return null;
  const more = problems.length - MAX_SHOWN;
  return (
    <Notice tone="warn">
      {counted(problems.length, "new problem")} in the documentation:
      <ul data-testid="new-problems" className="mt-1 flex flex-col gap-1">
        {problems.slice(0, MAX_SHOWN).map(({ file, line, message }) => (
          <li key={`${file}:${line}:${message}`} className="untrusted break-words">
            <span className="font-mono text-xs">
              {displayable(file)}:{line}
            </span>{" "}
            {displayable(message)}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Notice>
  );
}
