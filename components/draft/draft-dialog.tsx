"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { use, useState } from "react";
import type { Evidence } from "../../lib/contract/dashboard.ts";
import { evidenceOf } from "../../lib/queries/evidence.ts";
import { NonceContext } from "../app/nonce.ts";
import { Notice } from "../ui/notice.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { Review } from "./review.tsx";
import { type Draft, useDraft } from "./use-draft.ts";

/** From a selection to a job: the draft with its evidence, the exact text, and only then the job. */
export function DraftDialog(props: {
  projectId: string;
  destination: string;
  feedbackIds: string[];
  onClose: () => void;
}) {
  const { projectId, feedbackIds, onClose } = props;
  const evidence = useQuery(evidenceOf(projectId, feedbackIds));
  const draft = useDraft(feedbackIds, evidence.data?.evidence);
  return (
    <CSPProvider nonce={use(NonceContext)}>
      <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Popup className="fixed inset-2 z-50 mx-auto flex max-w-6xl flex-col rounded-lg border border-line bg-surface text-ink shadow-2xl md:inset-8 [@media(max-height:600px)]:overflow-y-auto">
            <header className="flex items-center gap-3 border-line border-b px-4 py-2">
              <Dialog.Title className="font-semibold text-sm">Draft a prompt</Dialog.Title>
              <Dialog.Close
                aria-label="Close the draft"
                className="ml-auto grid size-7 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden size={16} />
              </Dialog.Close>
            </header>
            {evidence.error ? (
              <div className="p-4">
                <Notice tone="bad">{evidence.error.message}</Notice>
              </div>
            ) : evidence.data ? (
              <DraftSteps
                projectId={projectId}
                destination={props.destination}
                evidence={evidence.data.evidence}
                draft={draft}
                onClose={onClose}
              />
            ) : (
              <p className="p-4 text-muted">Collecting the evidence…</p>
            )}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

function DraftSteps(props: {
  projectId: string;
  destination: string;
  evidence: Evidence[];
  draft: Draft;
  onClose: () => void;
}) {
  const { projectId, evidence, draft } = props;
  const [reviewing, setReviewing] = useState(false);
  return reviewing ? (
    <Review
      projectId={projectId}
      destination={props.destination}
      draft={draft}
      onBack={() => setReviewing(false)}
    />
  ) : (
    <DraftEditor
      evidence={evidence}
      draft={draft}
      onCancel={props.onClose}
      onReview={() => setReviewing(true)}
    />
  );
}
