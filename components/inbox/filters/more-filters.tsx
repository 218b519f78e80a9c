"use client";

import type { ReactNode } from "react";
import { PopoverButton } from "../../ui/popover-button.tsx";
import { chipClass } from "./chip.ts";
import type { BarFilter, BarWidth } from "./overflow.ts";

/** The filters that each width leaves to the popover, and the class that shows their number there. */
const COUNTS: { shown: string; left: BarWidth[] }[] = [
  { shown: "@md:hidden", left: ["narrow", "medium", "wide"] },
  { shown: "@max-md:hidden @3xl:hidden", left: ["medium", "wide"] },
  { shown: "@max-3xl:hidden @5xl:hidden", left: ["wide"] },
];

/** The "Filters" button, with the number of filters that are on in its popover. */
export function MoreFilters(props: {
  filters: readonly BarFilter[];
  /** The filters that the open popover shows. */
  inPopover: ReadonlySet<string>;
  clear: ReactNode;
  onOpenChange: (open: boolean) => void;
}) {
  const { filters, inPopover } = props;
  return (
    <div className="flex shrink-0">
      <PopoverButton
        title="Filters"
        testId="filters"
        className={chipClass(false)}
        onOpenChange={props.onOpenChange}
        label={
          <>
            Filters
            {COUNTS.map(({ shown, left }) => (
              <ActiveCount
                key={shown}
                className={shown}
                count={
                  filters.filter(({ from, isActive }) => isActive && left.includes(from)).length
                }
              />
            ))}
          </>
        }
      >
        {() => (
          <div className="flex w-72 max-w-full flex-col items-start gap-2 p-2">
            {filters.map(
              ({ name, control }) =>
                inPopover.has(name) && (
                  <div key={name} className="flex max-w-full">
                    {control}
                  </div>
                ),
            )}
            {props.clear}
          </div>
        )}
      </PopoverButton>
    </div>
  );
}

function ActiveCount({ count, className }: { count: number; className: string }) {
  if (count === 0) return null;
  return (
    <span className={`rounded bg-accent px-1 text-accent-ink tabular-nums ${className}`}>
      {count}
      <span className="sr-only"> active</span>
    </span>
  );
}
