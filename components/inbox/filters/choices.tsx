"use client";

import type { ReactNode } from "react";

/**
 * The values of a filter with live counts. Values that the filter does not know are counted, too:
 * otherwise the numbers would not add up, and nobody would learn of them.
 */
export function Choices(props: {
  name: string;
  values: readonly string[];
  chosen: readonly string[] | null;
  counts: Record<string, number> | undefined;
  /** One value at a time. */
  single: boolean;
  nameOf: (value: string) => string;
  show: (value: string) => ReactNode;
  onChoose: (values: string[] | null) => void;
  /** The pointer or the focus came to a choice that would mean these. */
  onPrefetch: (values: string[] | null) => void;
  onDone: () => void;
}) {
  const { name, values, chosen, counts = {}, single, onChoose, onPrefetch } = props;
  const isChosen = (value: string) => chosen?.includes(value) ?? false;
  const withValue = (value: string) => {
    if (single) return [value];
    const next = values.filter((other) => isChosen(other) !== (other === value));
    return next.length > 0 ? next : null;
  };
  const others = Object.entries(counts).filter(([value]) => !values.includes(value));
  return (
    <fieldset className="min-w-52">
      <legend className="sr-only">{name}</legend>
      {values.map((value) => (
        <label
          key={value}
          onPointerEnter={() => onPrefetch(withValue(value))}
          className="flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 hover:bg-sunken"
        >
          <input
            type={single ? "radio" : "checkbox"}
            name={single ? name : undefined}
            value={value}
            checked={isChosen(value)}
            onFocus={() => onPrefetch(withValue(value))}
            onChange={() => onChoose(withValue(value))}
            className="size-4 accent-accent"
          />
          {props.show(value)}
          <Count of={counts[value]} />
        </label>
      ))}
      {others.length > 0 && (
        <ul className="max-w-64 border-line border-t pt-1 text-muted">
          {others.map(([value, count]) => (
            <li key={value} className="flex gap-2 py-1 pr-2 pl-8">
              <span className="untrusted min-w-0">{props.nameOf(value)}</span>
              <Count of={count} />
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        disabled={chosen === null}
        onPointerEnter={() => onPrefetch(null)}
        onClick={() => {
          onChoose(null);
          props.onDone();
        }}
        className="mt-1 w-full rounded border-line border-t px-2 py-1.5 text-left text-muted hover:bg-sunken hover:text-ink disabled:opacity-50"
      >
        Any {name.toLowerCase()}
      </button>
    </fieldset>
  );
}

function Count({ of: count = 0 }: { of: number | undefined }) {
  return <span className="ml-auto pl-4 text-muted tabular-nums">{count.toLocaleString("en")}</span>;
}
