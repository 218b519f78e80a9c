"use client";

import type { ReactNode } from "react";

/** The values of a filter with live counts. */
export function Choices(props: {
  name: string;
  values: readonly string[];
  selected: readonly string[] | null;
  /** Undefined while they load, and if none exist. */
  counts: Record<string, number> | undefined;
  /** Only one value can be selected at a time. */
  single: boolean;
  nameOf: (value: string) => string;
  render: (value: string) => ReactNode;
  onChange: (values: string[] | null) => void;
  /** The pointer or focus reached a choice that would select these values. */
  onPrefetch: (values: string[] | null) => void;
  onDone: () => void;
}) {
  const { name, values, selected, counts = {}, single, onChange, onPrefetch } = props;
  const isSelected = (value: string) => selected?.includes(value) ?? false;
  const toggled = (value: string) => {
    if (single) return [value];
    const next = values.filter((other) => isSelected(other) !== (other === value));
    return next.length > 0 ? next : null;
  };
  const unknown = Object.entries(counts).filter(([value]) => !values.includes(value));
  return (
    <fieldset className="min-w-52">
      <legend className="sr-only">{name}</legend>
      {values.map((value) => (
        <label
          key={value}
          onPointerEnter={() => onPrefetch(toggled(value))}
          className="flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 hover:bg-sunken"
        >
          <input
            type={single ? "radio" : "checkbox"}
            name={single ? name : undefined}
            value={value}
            checked={isSelected(value)}
            onFocus={() => onPrefetch(toggled(value))}
            onChange={() => onChange(toggled(value))}
            className="size-4"
          />
          {props.render(value)}
          {props.counts && <Count of={counts[value]} />}
        </label>
      ))}
      {unknown.length > 0 && <UnknownValues counts={unknown} nameOf={props.nameOf} />}
      <button
        type="button"
        disabled={selected === null}
        onPointerEnter={() => onPrefetch(null)}
        onClick={() => {
          onChange(null);
          props.onDone();
        }}
        className="clear-choices"
      >
        Any {name.toLowerCase()}
      </button>
    </fieldset>
  );
}

/** Values that the dashboard doesn't know are listed, so that the counts add up and people notice them. */
function UnknownValues(props: { counts: [string, number][]; nameOf: (value: string) => string }) {
  return (
    <ul className="max-w-64 border-line border-t pt-1 text-muted">
      {props.counts.map(([value, count]) => (
        <li key={value} className="flex gap-2 py-1 pr-2 pl-8">
          <span className="untrusted min-w-0">{props.nameOf(value)}</span>
          <Count of={count} />
        </li>
      ))}
    </ul>
  );
}

function Count({ of: count = 0 }: { of: number | undefined }) {
  return <span className="ml-auto pl-4 text-muted tabular-nums">{count.toLocaleString("en")}</span>;
}
