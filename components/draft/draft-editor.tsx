"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Evidence } from "../../lib/contract/dashboard.ts";
import { PROMPT_LIMIT } from "../../lib/prompt/size.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { EvidenceList } from "./evidence-list.tsx";
import { FenceNotice } from "./fence-notice.tsx";
import type { Draft } from "./use-draft.ts";

/** The prompt in an editor, with the evidence it was drafted from beside it. */
export function DraftEditor(props: {
  evidence: Evidence[];
  draft: Draft;
  onCancel: () => void;
  onReview: () => void;
}) {
  const { evidence, draft } = props;
  const editor = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    editor.current?.focus();
  }, []);
  const fits = draft.size <= PROMPT_LIMIT;
  const ready = fits && draft.behind.length > 0 && draft.prompt.trim() !== "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && ready) props.onReview();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the button below.
    <div
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 flex-col [@media(max-height:600px)]:min-h-max"
    >
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <EvidenceList evidence={evidence} left={draft.left} onToggle={draft.toggle} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 p-3">
          {draft.isEdited && (
            <Notice tone="info" role="status">
              Edited by hand: the text no longer follows the evidence.{" "}
              <button type="button" onClick={draft.draftAgain} className="underline">
                Discard the edits and draft again
              </button>
            </Notice>
          )}
          <FenceNotice problems={draft.problems} />
          {!fits && (
            <Notice tone="bad" role="alert">
              A prompt has at most {PROMPT_LIMIT.toLocaleString("en")} characters; this one has{" "}
              {draft.size.toLocaleString("en")}. Leave entries out, or shorten it.
            </Notice>
          )}
          <textarea
            ref={editor}
            data-testid="prompt-editor"
            aria-label="Prompt"
            spellCheck
            value={draft.prompt}
            onChange={(event) => draft.edit(event.target.value)}
            className="min-h-48 w-full flex-1 resize-none rounded-md border border-line-strong bg-surface p-3 font-mono text-xs leading-5"
          />
        </div>
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2">
        <p className="mr-auto text-muted tabular-nums">
          {draft.behind.length} {draft.behind.length === 1 ? "entry" : "entries"} ·{" "}
          {draft.size.toLocaleString("en")} characters
        </p>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button look="primary" disabled={!ready} onClick={props.onReview}>
          Review
        </Button>
      </footer>
    </div>
  );
}
