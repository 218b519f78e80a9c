import { TriangleAlert } from "lucide-react";
import type { Evidence } from "../../lib/contract/dashboard.ts";
import { entryFlags } from "../../lib/prompt/entry-flags.ts";
import { byPage } from "../../lib/prompt/evidence.ts";
import { displayable } from "../../lib/prompt/untrusted.ts";
import { Comment } from "../entry/comment.tsx";
import { SourceIcon } from "../entry/source-label.tsx";

/** What the prompt is drafted from, by page. An entry without its mark is left out. */
export function EvidenceList(props: {
  evidence: Evidence[];
  left: ReadonlySet<string>;
  onToggle: (id: string) => void;
}) {
  const pages = byPage(props.evidence);
  return (
    <section
      aria-label="Evidence"
      className="min-h-0 shrink-0 overflow-y-auto border-line p-3 max-md:max-h-[35%] max-md:border-b md:w-80 md:border-r"
    >
      <h3 className="mb-2 font-medium">Evidence</h3>
      {pages.map(({ page, entries }) => (
        <fieldset key={page} className="mb-3">
          <legend className="strange mb-1 text-muted">{displayable(page)}</legend>
          {entries.map((entry) => (
            <label
              key={entry.id}
              className="flex cursor-pointer items-start gap-2 rounded px-1 py-1 hover:bg-raised"
            >
              <input
                type="checkbox"
                checked={!props.left.has(entry.id)}
                onChange={() => props.onToggle(entry.id)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="mt-0.5">
                <SourceIcon source={entry.source} helpful={entry.helpful} />
              </span>
              <span className="min-w-0">
                <Comment text={entry.comment} source={entry.source} className="line-clamp-3" />
                <Flags entry={entry} />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  );
}

function Flags({ entry }: { entry: Evidence }) {
  const flags = entryFlags(entry);
  if (flags.length === 0) return null;
  return (
    <span className="mt-0.5 flex items-start gap-1 text-warn text-xs">
      <TriangleAlert aria-hidden size={12} className="mt-1 shrink-0" />
      Reads like an instruction. {flags.join(" ")}
    </span>
  );
}
