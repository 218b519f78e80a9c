"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { DraftNotices } from "./draft-notices.tsx";
import { EvidenceList } from "./evidence-list.tsx";
import { JobPerPage } from "./job-per-page.tsx";
import { SizeMeter } from "./size-meter.tsx";
import { TemplateSelect } from "./template-select.tsx";
import { TooLong } from "./too-long.tsx";
import type { Draft } from "./use-draft.ts";
import type { PageSequence } from "./use-page-sequence.ts";

/** Edits the prompt next to its evidence. */
export function DraftEditor(props: {
  /** Selected items that no longer exist. */
  missing: number;
  draft: Draft;
  sequence: PageSequence;
  /** Signs of prompt injection, by item ID. */
  flags: ReadonlyMap<string, string[]>;
  /** Items that are already in an open job. */
  busy: ReadonlySet<string>;
  templates: PromptTemplate[];
  /** Notice about earlier drafts. */
  earlierDraft: ReactNode;
  onCancel: () => void;
  onFinish: () => void;
  onReview: () => void;
}) {
  const { draft, sequence, missing } = props;
  const editor = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    editor.current?.focus();
  }, []);
  const ready = draft.fits && draft.included.length > 0 && draft.prompt.trim() !== "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && ready) props.onReview();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcut for the button below.
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-md:flex-col md:h-full [@media(max-height:600px)]:h-auto">
          <div className="flex min-h-0 shrink-0 flex-col gap-3 border-line p-3 max-md:border-b md:w-80 md:border-r">
            <JobPerPage sequence={sequence} />
            {missing > 0 && (
              <Notice tone="warn">
                {missing} selected{" "}
                {missing === 1 ? "item no longer exists" : "items no longer exist"}.
              </Notice>
            )}
            <EvidenceList
              evidence={draft.about}
              excluded={draft.excluded}
              flags={props.flags}
              busy={props.busy}
              onToggle={draft.toggle}
            />
          </div>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 p-3">
            {props.earlierDraft}
            <TemplateSelect
              templates={props.templates}
              chosen={draft.template}
              onChoose={draft.setTemplate}
            />
            <DraftNotices draft={draft} />
            <TooLong draft={draft} onSplit={splitAction(sequence)} />
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
        <SizeMeter items={draft.included.length} size={draft.size} />
        {sequence.created.length > 0 ? (
          <Button onClick={props.onFinish}>Finish without this job</Button>
        ) : (
          <Button onClick={props.onCancel}>Cancel</Button>
        )}
        <Button variant="primary" disabled={!ready} onClick={props.onReview}>
          Review prompt
        </Button>
      </footer>
    </div>
  );
}

function splitAction({ canSplit, perPage, split }: PageSequence): (() => void) | null {
  return canSplit && !perPage ? () => split(true) : null;
}
