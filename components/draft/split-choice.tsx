"use client";

import { useEffect, useId, useRef } from "react";
import type { Split } from "../../lib/prompt/split.ts";

/** Offers what the selection can become: one job, one per page, or one per report. */
export function SplitChoice(props: {
  split: Split;
  /** Number of jobs for each way to split. Ways that aren't listed can't be chosen. */
  counts: Partial<Record<Split, number>>;
  /** Whether the choice gets the focus, as the list of jobs has no text field. */
  isFocused: boolean;
  onChoose: (split: Split) => void;
}) {
  const { split, counts, isFocused } = props;
  const name = useId();
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) chosen.current?.focus();
  }, [isFocused]);
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="sr-only">Jobs</legend>
      {LABELS.map(([value, label]) => {
        const count = counts[value];
        return (
          count !== undefined && (
            <label key={value} className="flex min-h-6 cursor-pointer items-center gap-1.5">
              <input
                ref={split === value ? chosen : undefined}
                type="radio"
                name={name}
                checked={split === value}
                onChange={() => props.onChoose(value)}
                className="size-4"
              />
              {value === "none" ? label : `${label} (${count})`}
            </label>
          )
        );
      })}
    </fieldset>
  );
}

const LABELS: [Split, string][] = [
  ["none", "One job"],
  ["page", "One job per page"],
  ["theme", "One job per report"],
];
