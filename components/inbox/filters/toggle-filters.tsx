"use client";

import { chipClass } from "./chip.ts";

/** Hides votes without a comment. A toggle, because triage usually starts with comments. */
export function CommentFilter(props: {
  comment: boolean | null;
  counts: Record<string, number> | undefined;
  onChange: (comment: boolean | null) => void;
  onPrefetch: (comment: boolean | null) => void;
}) {
  const { comment, counts, onChange, onPrefetch } = props;
  const next = comment === true ? null : true;
  // Only a URL can set this, so there is no button for it. Show that the list is filtered.
  if (comment === false)
    return <RemovableFilter name="No comment" onRemove={() => onChange(null)} />;
  return (
    <button
      type="button"
      data-testid="filter-comment"
      aria-pressed={comment === true}
      onPointerEnter={() => onPrefetch(next)}
      onClick={() => onChange(next)}
      className={chipClass(comment === true)}
    >
      <span className="truncate">Has comment</span>
      <span className="text-muted tabular-nums">{counts?.true?.toLocaleString("en")}</span>
    </button>
  );
}

/** A filter that is on, off, or, as only a URL or a link can set it, the opposite. */
export function YesNoFilter(props: {
  names: [on: string, opposite: string];
  testId: string;
  /** The value when it is on; false for a filter that hides items. */
  on?: boolean;
  value: boolean | null;
  onChange: (value: boolean | null) => void;
  onPrefetch: (value: boolean | null) => void;
}) {
  const { names, on = true, value, onChange, onPrefetch } = props;
  const isOn = value === on;
  const next = isOn ? null : on;
  if (value === !on) return <RemovableFilter name={names[1]} onRemove={() => onChange(null)} />;
  return (
    <button
      type="button"
      data-testid={props.testId}
      aria-pressed={isOn}
      onPointerEnter={() => onPrefetch(next)}
      onClick={() => onChange(next)}
      className={chipClass(isOn)}
    >
      <span className="truncate">{names[0]}</span>
      {isOn && !on && <span aria-hidden>✕</span>}
    </button>
  );
}

/** A filter that only a URL can set. It can only be removed. */
export function RemovableFilter({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" data-chosen onClick={onRemove} className={chipClass(true)}>
      <span className="truncate">{name}</span>
      <span aria-hidden>✕</span>
      <span className="sr-only"> (remove filter)</span>
    </button>
  );
}
