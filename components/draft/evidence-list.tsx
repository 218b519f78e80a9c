"use client";

import { type FocusEvent, memo, type ReactNode } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import { byPage, countedOnly, countedWords, type PageEvidence } from "../../lib/prompt/evidence.ts";
import { Comment } from "../feedback/comment.tsx";
import { SourceIcon } from "../feedback/source-label.tsx";
import { GitBranch, type Icon, TriangleAlert } from "../ui/icons.tsx";
import { PathText } from "../ui/path-text.tsx";
import { useIncrementalRows } from "../ui/use-incremental-rows.ts";

/** Distance from the last shown item, in items, at which moving the focus shows more. */
const ITEMS_BEFORE_END = 5;

/** Lists the prompt's evidence by page. Unchecked items are excluded. */
export const EvidenceList = memo(function EvidenceList(props: {
  evidence: Evidence[];
  /** Excluded items with the reason; null if they were excluded manually. */
  excluded: ReadonlyMap<string, string | null>;
  flags: ReadonlyMap<string, string[]>;
  /** Items that are already in an open job. */
  busy: ReadonlySet<string>;
  onToggle: (ids: string[], include: boolean) => void;
}) {
  const { evidence, excluded, flags, busy, onToggle } = props;
  const { shown, end, more } = useIncrementalRows<HTMLParagraphElement>(evidence.length);
  const included = evidence.filter(({ id }) => !excluded.has(id)).length;
  // The keyboard gets to the next items before they are scrolled to.
  const onFocus = ({ currentTarget, target }: FocusEvent) => {
    const boxes = [...currentTarget.querySelectorAll<Element>("input")];
    if (boxes.indexOf(target) > shown - ITEMS_BEFORE_END) more();
  };
  return (
    <section
      aria-label="Feedback"
      onFocus={onFocus}
      className="min-h-0 overflow-y-auto max-md:max-h-72 [@media(max-height:600px)]:max-h-72"
    >
      <h3 className="mb-2 font-medium tabular-nums">
        Feedback: {included} of {evidence.length} included
      </h3>
      <LeftOut items={evidence} excluded={excluded} />
      {firstOf(byPage(evidence), shown).map(({ page, items }) => (
        <fieldset key={page} className="mb-3">
          <legend className="untrusted mb-1 text-muted">
            <PathText path={page} />
          </legend>
          {items.map((item) => (
            <label
              key={item.id}
              className="flex cursor-pointer items-start gap-2 rounded px-1 py-1 hover:bg-raised"
            >
              <input
                type="checkbox"
                checked={!excluded.has(item.id)}
                onChange={(event) => onToggle([item.id], event.target.checked)}
                className="mt-0.5 size-4 shrink-0"
              />
              <span className="mt-0.5">
                <SourceIcon source={item.source} helpful={item.helpful} className="text-muted" />
              </span>
              <span className="min-w-0">
                <Comment
                  text={item.comment?.trim() ? item.comment : item.reasons.join(", ")}
                  source={item.source}
                  className="line-clamp-3"
                />
                <Remarks flags={flags.get(item.id) ?? []} isBusy={busy.has(item.id)} />
                {excluded.get(item.id) && (
                  <span className="untrusted block text-muted text-xs">
                    Excluded: {excluded.get(item.id)}
                  </span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {shown < evidence.length && (
        <p ref={end} className="text-muted tabular-nums">
          Showing {shown} of {evidence.length} items…
        </p>
      )}
    </section>
  );
});

/** Returns the first items, by page. */
function firstOf(pages: readonly PageEvidence[], count: number): PageEvidence[] {
  let room = count;
  return pages.flatMap((page) => {
    const items = page.items.slice(0, room);
    room -= items.length;
    return items.length > 0 ? [{ ...page, items }] : [];
  });
}

function Remarks({ flags, isBusy }: { flags: string[]; isBusy: boolean }) {
  return (
    <>
      {flags.length > 0 && (
        <Remark icon={TriangleAlert}>
          Looks like a prompt-injection attempt. {flags.join(" ")}
        </Remark>
      )}
      {isBusy && <Remark icon={GitBranch}>Already in an open job.</Remark>}
    </>
  );
}

/** Says how many items the prompt only counts. */
export function LeftOut(props: {
  items: readonly Evidence[];
  excluded: ReadonlyMap<string, string | null>;
}) {
  const { items, excluded } = props;
  const words = countedWords(countedOnly(items).filter(({ id }) => excluded.has(id)));
  return words && <p className="mb-2 text-muted">{words} left out</p>;
}

/** A one-line warning about an item. */
export function Remark({ icon: Icon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <span className="mt-0.5 flex items-start gap-1 text-warn text-xs">
      <Icon size={12} className="mt-1 shrink-0" />
      <span>{children}</span>
    </span>
  );
}
