"use client";

import { GitBranch, TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import { byPage } from "../../lib/prompt/evidence.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Comment } from "../feedback/comment.tsx";
import { SourceIcon } from "../feedback/source-label.tsx";

/** What the prompt is drafted from, by page. An entry without its mark is left out. */
export const EvidenceList = memo(function EvidenceList(props: {
  evidence: Evidence[];
  /** Entries that are left out: the reason, or null where a person did it. */
  left: ReadonlyMap<string, string | null>;
  flags: ReadonlyMap<string, string[]>;
  /** Entries that a job which is not over was made from. */
  busy: ReadonlySet<string>;
  onToggle: (ids: string[], include: boolean) => void;
}) {
  const { evidence, left, flags, busy, onToggle } = props;
  const pages = byPage(evidence);
  const marked = evidence.filter(({ id }) => !left.has(id)).length;
  return (
    <section
      aria-label="Evidence"
      className="min-h-0 overflow-y-auto max-md:max-h-72 md:flex-1 [@media(max-height:600px)]:max-h-72"
    >
      <h3 className="mb-2 font-medium tabular-nums">
        Evidence: {marked} of {evidence.length}
      </h3>
      {pages.map(({ page, entries }) => (
        <fieldset key={page} className="mb-3">
          <legend className="untrusted mb-1 text-muted">{displayable(page)}</legend>
          {entries.map((entry) => (
            <label
              key={entry.id}
              className="flex cursor-pointer items-start gap-2 rounded px-1 py-1 hover:bg-raised"
            >
              <input
                type="checkbox"
                checked={!left.has(entry.id)}
                onChange={(event) => onToggle([entry.id], event.target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="mt-0.5">
                <SourceIcon source={entry.source} helpful={entry.helpful} />
              </span>
              <span className="min-w-0">
                <Comment text={entry.comment} source={entry.source} className="line-clamp-3" />
                <Remarks flags={flags.get(entry.id) ?? []} isBusy={busy.has(entry.id)} />
                {left.get(entry.id) && (
                  <span className="untrusted block text-muted text-xs">
                    Left out: {left.get(entry.id)}
                  </span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  );
});

function Remarks({ flags, isBusy }: { flags: string[]; isBusy: boolean }) {
  return (
    <>
      {flags.length > 0 && (
        <Remark icon={TriangleAlert}>Reads like an instruction. {flags.join(" ")}</Remark>
      )}
      {isBusy && <Remark icon={GitBranch}>Already behind a job that is not over.</Remark>}
    </>
  );
}

function Remark({ icon: Icon, children }: { icon: typeof GitBranch; children: ReactNode }) {
  return (
    <span className="mt-0.5 flex items-start gap-1 text-warn text-xs">
      <Icon aria-hidden size={12} className="mt-1 shrink-0" />
      <span>{children}</span>
    </span>
  );
}
