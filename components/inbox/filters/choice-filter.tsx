"use client";

import type { ReactNode } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PopoverButton } from "../../ui/popover-button.tsx";
import { chipClass } from "./chip.ts";

const Choices = lazyPart({
  name: "this filter",
  early: "used",
  load: () => import("../reached-parts.ts").then((module) => module.Choices),
});

/** A filter for one or several values. No selected value means no filter. */
export function ChoiceFilter<Value extends string>(props: {
  name: string;
  testId: string;
  values: readonly Value[];
  selected: readonly Value[] | null;
  /** Counts by value, including values that the dashboard doesn't know and can't filter by. */
  counts: Record<string, number> | undefined;
  single?: boolean;
  nameOf: (value: string) => string;
  render?: (value: string) => ReactNode;
  onChange: (values: Value[] | null) => void;
  onPrefetch: (values: Value[] | null) => void;
}) {
  const { name, values, selected, nameOf, render = nameOf, single = false } = props;
  const toValues = (picked: string[] | null) =>
    picked && values.filter((value) => picked.includes(value));
  return (
    <PopoverButton
      title={`Filter by ${name.toLowerCase()}`}
      testId={props.testId}
      isActive={selected !== null}
      className={chipClass(selected !== null)}
      onPrefetch={Choices.preload}
      label={<span className="truncate">{choiceLabel(name, selected, nameOf)}</span>}
    >
      {(close) => (
        <Choices
          name={name}
          values={values}
          selected={selected}
          counts={props.counts}
          single={single}
          nameOf={nameOf}
          render={render}
          onChange={(picked) => props.onChange(toValues(picked))}
          onPrefetch={(picked) => props.onPrefetch(toValues(picked))}
          onDone={close}
        />
      )}
    </PopoverButton>
  );
}

/** Returns the text of a filter's button: its name, and what is chosen. */
export function choiceLabel(
  name: string,
  selected: readonly string[] | null,
  nameOf: (value: string) => string,
): string {
  return selected ? `${name}: ${selected.map(nameOf).join(", ")}` : name;
}
