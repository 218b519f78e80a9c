"use client";

import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { LazyPopover } from "../ui/lazy-popover.tsx";
import { chipLook } from "./chip.ts";

/** A filter of several values with live counts. No value chosen means all of them. */
export function ChoiceFilter<Value extends string>(props: {
  name: string;
  testId: string;
  values: readonly Value[];
  chosen: readonly Value[] | null;
  counts: Record<string, number> | undefined;
  nameOf: (value: Value) => string;
  show: (value: Value) => ReactNode;
  onChoose: (values: Value[] | null) => void;
}) {
  const { name, values, chosen, counts } = props;
  const toggle = (value: Value) => {
    const next = values.filter((other) =>
      other === value ? !chosen?.includes(value) : chosen?.includes(other),
    );
    props.onChoose(next.length > 0 ? next : null);
  };
  return (
    <LazyPopover
      title={`Filter by ${name.toLowerCase()}`}
      testId={props.testId}
      className={chipLook(chosen !== null)}
      label={
        <>
          {chosen ? `${name}: ${chosen.map(props.nameOf).join(", ")}` : name}
          <ChevronDown aria-hidden size={12} />
        </>
      }
    >
      {(close) => (
        <fieldset className="min-w-52">
          <legend className="sr-only">{name}</legend>
          {values.map((value) => (
            <label
              key={value}
              className="flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 hover:bg-sunken"
            >
              <input
                type="checkbox"
                value={value}
                checked={chosen?.includes(value) ?? false}
                onChange={() => toggle(value)}
                className="size-4 accent-accent"
              />
              {props.show(value)}
              <span className="ml-auto pl-4 text-muted tabular-nums">
                {counts ? (counts[value] ?? 0).toLocaleString("en") : ""}
              </span>
            </label>
          ))}
          <button
            type="button"
            disabled={chosen === null}
            onClick={() => {
              props.onChoose(null);
              close();
            }}
            className="mt-1 w-full rounded border-line border-t px-2 py-1.5 text-left text-muted hover:bg-sunken hover:text-ink disabled:opacity-50"
          >
            Any {name.toLowerCase()}
          </button>
        </fieldset>
      )}
    </LazyPopover>
  );
}
