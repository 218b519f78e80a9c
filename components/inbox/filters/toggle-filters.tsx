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

/** Shows items whose status on the platform differs from the team's. */
export function PlatformFilter(props: {
  differs: boolean | null;
  onChange: (differs: boolean | null) => void;
  onPrefetch: (differs: boolean | null) => void;
}) {
  const { differs, onChange, onPrefetch } = props;
  const next = differs === true ? null : true;
  // Only a URL can set this.
  if (differs === false)
    return <RemovableFilter name="Same as platform" onRemove={() => onChange(null)} />;
  return (
    <button
      type="button"
      data-testid="filter-differs"
      aria-pressed={differs === true}
      onPointerEnter={() => onPrefetch(next)}
      onClick={() => onChange(next)}
      className={chipClass(differs === true)}
    >
      <span className="truncate">Differs from platform</span>
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
