"use client";

import type { ReactNode } from "react";
import { ListFilter } from "../../ui/icons.tsx";
import { PopoverButton } from "../../ui/popover-button.tsx";
import { type BarFilter, hiddenBelow, hiddenFrom, type Room } from "./overflow.ts";

/** The "Filters" button, with the number of filters that are on in its popover. A phone only has room for its icon. */
export function MoreFilters(props: {
  filters: readonly BarFilter[];
  room: Room;
  /** The filters that the open popover shows. */
  inPopover: ReadonlySet<string>;
  clear: ReactNode;
  onOpenChange: (open: boolean) => void;
}) {
  const { filters, inPopover } = props;
  // The bar shows as many of the active filters as it has room for, from the first.
  const active = filters.filter(({ isActive }) => isActive);
  const widths = active.map(({ name }) => props.room.get(name));
  return (
    <div className="flex shrink-0">
      <PopoverButton
        title="Filters"
        testId="filters"
        className="chip max-sm:after:hidden"
        onOpenChange={props.onOpenChange}
        label={
          <>
            <ListFilter className="sm:hidden" />
            <span className="max-sm:sr-only">Filters</span>
            {active.map(({ name }, shown) => (
              <ActiveCount
                key={name}
                className={`${hiddenBelow(widths[shown - 1])} ${hiddenFrom(widths[shown])}`}
                count={active.length - shown}
              />
            ))}
          </>
        }
      >
        {() => (
          <div className="more-filters">
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
  return (
    <span className={`filter-count ${className}`}>
      {count}
      <span className="sr-only"> active</span>
    </span>
  );
}
