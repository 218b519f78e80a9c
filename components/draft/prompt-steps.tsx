"use client";

import { type ReactNode, useMemo, useState } from "react";
import type { Job } from "../../lib/contract/api/jobs.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { evidenceFlags } from "../../lib/prompt/evidence-flags.ts";
import type { JobPart } from "../../lib/prompt/split.ts";
import { Button } from "../ui/button.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { DraftFrame } from "./draft-frame.tsx";
import type { DraftSession, JobRequest } from "./draft-session.ts";
import { useItemsRead } from "./read-items.ts";
import { Review } from "./review.tsx";
import { useDraft } from "./use-draft.ts";
import type { ChangeDraftSession } from "./use-draft-session.ts";

interface PromptStepsProps {
  projectId: string;
  /** Where the prompt goes: the agent and repository, for display. */
  destination: string;
  /** The whole selection. */
  feedbackIds: string[];
  settings: ProjectSettings;
  part: JobPart;
  isOneOfMany: boolean;
  /** What follows in the heading. */
  title: string;
  session: DraftSession;
  change: ChangeDraftSession;
  busy: ReadonlySet<string>;
  choice: ReactNode;
  similar: ReactNode;
  earlierDraft: ReactNode;
  /** Whether closing the dialog loses nothing that was changed. */
  isKept: boolean;
  onSplit: (() => void) | null;
  onBack: () => void;
  onClose: () => void;
  pendingAmong: (feedbackIds: readonly string[]) => string[];
  onJobCreated: (job: Job, pendingIds: string[]) => void;
}

/** Edits one prompt. That of the whole selection is then reviewed and sent; one of many goes back to the list. */
export function PromptSteps(props: PromptStepsProps) {
  if (useItemsRead(props.part.items)) return <Steps {...props} />;
  return (
    <DraftFrame title={`Draft fix${props.title}`}>
      <p className="p-4 text-muted">Loading feedback…</p>
    </DraftFrame>
  );
}

function Steps(props: PromptStepsProps) {
  const { part, isOneOfMany, session, change, settings, onBack } = props;
  const draft = useDraft(part, session, change, settings);
  const [request, setRequest] = useState<JobRequest | null>(null);
  const flags = useMemo(
    () => new Map(part.items.map((item) => [item.id, evidenceFlags(item)])),
    [part],
  );
  if (request) {
    return (
      <Review
        {...props}
        {...{ draft, request, flags }}
        onBack={() => setRequest(null)}
        onCreated={props.onJobCreated}
      />
    );
  }
  const review = draft.isReady ? () => setRequest(draft.prepareRequest()) : null;
  return (
    <DraftFrame
      title={`Draft fix${props.title}`}
      onNext={isOneOfMany ? onBack : review}
      onBack={isOneOfMany ? onBack : undefined}
    >
      <DraftEditor
        {...props}
        {...{ draft, flags }}
        choice={!isOneOfMany && props.choice}
        templates={settings.templates}
      >
        {isOneOfMany ? (
          <Button variant="primary" onClick={onBack}>
            Back to jobs
          </Button>
        ) : (
          <>
            <span role="status" className="text-muted">
              {props.isKept && "Draft saved"}
            </span>
            <Button onClick={props.onClose}>{props.isKept ? "Close" : "Cancel"}</Button>
            <Button variant="primary" disabled={!review} onClick={() => review?.()}>
              Review prompt
            </Button>
          </>
        )}
      </DraftEditor>
    </DraftFrame>
  );
}
