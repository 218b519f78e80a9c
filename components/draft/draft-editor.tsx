"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { DraftNotices } from "./notices.tsx";
import { SizeMeter } from "./size-meter.tsx";
import { TemplateSelect } from "./template-select.tsx";
import { TooLong } from "./too-long.tsx";
import type { Draft } from "./use-draft.ts";

interface EditorProps {
  draft: Draft;
  /** Signs of prompt injection, by item ID. */
  flags: ReadonlyMap<string, string[]>;
  /** Items that are already in an open job. */
  busy: ReadonlySet<string>;
  templates: PromptTemplate[];
  /** Chooses how the selection is split. */
  choice: ReactNode;
  /** Offers items that report the same; false if there can be none. */
  similar: ReactNode;
  /** Notice about earlier drafts. */
  earlierDraft: ReactNode;
  /** Makes one job per page; null if that isn't possible. */
  onSplit: (() => void) | null;
  /** The buttons. */
  children: ReactNode;
}

/** Edits the prompt next to its evidence. */
export function DraftEditor(props: EditorProps) {
  const { draft } = props;
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-md:min-h-full max-md:flex-col md:h-full [@media(max-height:600px)]:h-auto">
          <div className="flex min-h-0 shrink-0 flex-col gap-3 border-line p-3 max-md:border-b md:w-80 md:border-r">
            {props.choice}
            <EvidenceList
              evidence={draft.about}
              excluded={draft.excluded}
              flags={props.flags}
              busy={props.busy}
              onToggle={draft.toggle}
            />
            {props.similar}
          </div>
          <PromptText {...props} />
        </div>
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2">
        <SizeMeter items={draft.included.length} size={draft.size} />
        {props.children}
      </footer>
    </>
  );
}

function PromptText({ draft, templates, earlierDraft, onSplit }: EditorProps) {
  const editor = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The focus lays out a long prompt, which is a task of its own.
    const frame = requestAnimationFrame(() => editor.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 p-3">
      {earlierDraft}
      <TemplateSelect templates={templates} choice={draft.template} onChoose={draft.setTemplate} />
      <DraftNotices draft={draft} />
      <TooLong draft={draft} onSplit={onSplit} />
      <textarea
        ref={editor}
        data-testid="prompt-editor"
        aria-label="Prompt"
        spellCheck
        value={draft.prompt}
        onChange={(event) => draft.edit(event.target.value)}
        className="min-h-56 w-full flex-1 resize-none rounded-md border border-line-strong bg-surface p-3 font-mono text-xs leading-5"
      />
    </div>
  );
}
