import { useId } from "react";
import { Button } from "../ui/button.tsx";
import type { PageSequence } from "./use-page-sequence.ts";

/** Offers one job per page for several pages, and navigates between their drafts. */
export function JobPerPage({ sequence }: { sequence: PageSequence }) {
  const name = useId();
  const { perPage, count, canSplit, previous, next, goTo } = sequence;
  if (!canSplit && !perPage) return null;
  return (
    <div className="flex flex-col gap-2">
      {canSplit && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="sr-only">Jobs</legend>
          {[
            { label: "One job", value: false },
            { label: `One job per page (${count})`, value: true },
          ].map(({ label, value }) => (
            <label key={label} className="flex min-h-6 cursor-pointer items-center gap-1.5">
              <input
                type="radio"
                name={name}
                checked={perPage === value}
                onChange={() => sequence.split(value)}
                className="size-4 accent-accent"
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {perPage && (
        <nav aria-label="Drafts" className="flex flex-wrap items-center gap-2">
          <span role="status" className="mr-auto tabular-nums">
            {sequence.position} of {sequence.total}
          </span>
          <Button disabled={previous === null} onClick={() => goTo(previous)}>
            Previous job
          </Button>
          <Button disabled={next === null} onClick={() => goTo(next)}>
            Next job
          </Button>
        </nav>
      )}
    </div>
  );
}
