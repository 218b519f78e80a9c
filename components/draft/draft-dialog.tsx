"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { evidenceOf } from "../../lib/queries/evidence.ts";
import { agentLeash, openJobs } from "../../lib/queries/job-actions.ts";
import { projectSettings } from "../../lib/queries/project-settings.ts";
import { Modal } from "../ui/modal.tsx";
import { Notice } from "../ui/notice.tsx";
import { DRAFT_TITLE_ID, DraftFrame } from "./draft-frame.tsx";
import { DraftSteps, type DraftStepsProps } from "./draft-steps.tsx";
import { Action } from "./notices.tsx";
import { useOthers } from "./similar-items.tsx";
import { useStoredDraft } from "./use-stored-draft.ts";

type DraftProps = Omit<DraftStepsProps, "evidence" | "settings" | "stored" | "onOpenOther">;

/** Turns a selection into jobs: drafts with their evidence, a review, then the jobs. */
export function DraftDialog(props: DraftProps) {
  // Kept while the dialog is open: creating a job clears the selection behind it.
  const [feedbackIds, setFeedbackIds] = useState(props.feedbackIds);
  return (
    <Modal
      labelledBy={DRAFT_TITLE_ID}
      onClose={props.onClose}
      className="inset-2 mx-auto h-auto max-h-none max-w-6xl overflow-hidden md:inset-8 [@media(max-height:600px)]:inset-1"
    >
      <DraftLoader
        key={feedbackIds.join("\n")}
        {...props}
        feedbackIds={feedbackIds}
        onOpenOther={setFeedbackIds}
      />
    </Modal>
  );
}

/** Loads the evidence and the project instructions; a draft needs both. */
function DraftLoader(props: DraftProps & { onOpenOther: (feedbackIds: string[]) => void }) {
  const { projectId, feedbackIds } = props;
  const evidence = useQuery(evidenceOf(projectId, feedbackIds));
  const settings = useQuery(projectSettings(projectId));
  const stored = useStoredDraft(projectId, feedbackIds);
  // Prefetched for the review.
  useQuery(openJobs(projectId, feedbackIds));
  useQuery(agentLeash(projectId));
  // At the same time as the items, below which they are offered.
  useOthers(projectId, feedbackIds);
  // Thousands of items are rendered in slices.
  const items = useDeferredValue(evidence.data, undefined);
  if (items?.[0] && settings.data && !stored.isPending) {
    const loaded = { evidence: items, settings: settings.data, stored };
    return <DraftSteps {...props} {...loaded} />;
  }
  const failed = [evidence, settings].filter((query) => query.error !== null);
  const isEmpty = items?.length === 0;
  return (
    <DraftFrame title="Draft fix">
      {failed.length > 0 || isEmpty ? (
        <div className="p-4">
          <Notice tone="bad" role="alert">
            {failed[0]?.error?.message ?? "All selected items were deleted."}{" "}
            {failed.length > 0 && (
              <Action onClick={() => failed.forEach((query) => void query.refetch())}>
                Try again
              </Action>
            )}{" "}
            {isEmpty && stored.isKept && (
              <Action
                onClick={() => {
                  stored.discard();
                  props.onClose();
                }}
              >
                Discard draft
              </Action>
            )}
          </Notice>
        </div>
      ) : (
        <p className="p-4 text-muted">Loading feedback…</p>
      )}
    </DraftFrame>
  );
}
