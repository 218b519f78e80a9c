"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { DraftNotices } from "./draft-notices.tsx";
import { EvidenceList } from "./evidence-list.tsx";
import { JobSplit } from "./job-split.tsx";
import { SizeMeter } from "./size-meter.tsx";
import { TemplateSelect } from "./template-select.tsx";
import { TooLong } from "./too-long.tsx";
import type { Draft } from "./use-draft.ts";
import type { Sequence } from "./use-sequence.ts";

/** The prompt in an editor, with the evidence it was drafted from beside it. */
export function DraftEditor(props: {
  /** Selected entries that are not there any more. */
  missing: number;
  draft: Draft;
  sequence: Sequence;
  /** By entry: why to look twice. */
  flags: ReadonlyMap<string, string[]>;
  /** Entries that a job which is not over was made from. */
  busy: ReadonlySet<string>;
  templates: PromptTemplate[];
  /** What is said of drafts from before. */
  earlier: ReactNode;
  onCancel: () => void;
  onFinish: () => void;
  onReview: () => void;
}) {
  const { draft, sequence, missing } = props;
  const editor = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    editor.current?.focus();
  }, []);
  const ready = draft.fits && draft.behind.length > 0 && draft.prompt.trim() !== "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && ready) props.onReview();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the button below.
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-md:flex-col md:h-full [@media(max-height:600px)]:h-auto">
          <div className="flex min-h-0 shrink-0 flex-col gap-3 border-line p-3 max-md:border-b md:w-80 md:border-r">
            <JobSplit sequence={sequence} />
            {missing > 0 && (
              <Notice tone="warn">
                {missing} of the selected {missing === 1 ? "entries is" : "entries are"} not here
                any more.
              </Notice>
            )}
            <EvidenceList
              evidence={draft.about}
              left={draft.left}
              flags={props.flags}
              busy={props.busy}
              onToggle={draft.toggle}
            />
          </div>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 p-3">
            {props.earlier}
            <TemplateSelect
              templates={props.templates}
              chosen={draft.template}
              onChoose={draft.setTemplate}
            />
            <DraftNotices draft={draft} />
            <TooLong draft={draft} onSplit={offerOf(sequence)} />
            <textarea
              key={draft.scope}
              ref={editor}
              data-testid="prompt-editor"
              aria-label="Prompt"
              spellCheck
              value={draft.prompt}
              onChange={(event) => draft.edit(event.target.value)}
              className="min-h-56 w-full flex-1 resize-none rounded-md border border-line-strong bg-surface p-3 font-mono text-xs leading-5"
            />
          </div>
        </div>
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2">
        <SizeMeter entries={draft.behind.length} size={draft.size} />
        {sequence.created.length > 0 ? (
          <Button onClick={props.onFinish}>Finish without this job</Button>
        ) : (
          <Button onClick={props.onCancel}>Cancel</Button>
        )}
        <Button variant="primary" disabled={!ready} onClick={props.onReview}>
          Review
        </Button>
      </footer>
    </div>
  );
}

function offerOf({ isOffered, perPage, split }: Sequence): (() => void) | null {
  return isOffered && !perPage ? () => split(true) : null;
}
