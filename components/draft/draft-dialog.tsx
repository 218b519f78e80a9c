"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { use, useState } from "react";
import { evidenceOf } from "../../lib/queries/evidence.ts";
import { NonceContext } from "../app/nonce.ts";
import { Notice } from "../ui/notice.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { Review } from "./review.tsx";
import { useDraft } from "./use-draft.ts";

/** Entries that one prompt takes at the most. */
const MOST = 200;

/** From a selection to a job: the draft with its evidence, the exact text, and only then the job. */
export function DraftDialog(props: {
  projectId: string;
  feedbackIds: string[];
  onClose: () => void;
}) {
  const { onClose } = props;
  return (
    <CSPProvider nonce={use(NonceContext)}>
      <Dialog.Root open onOpenChange={(open) => !open && onClose()} disablePointerDismissal>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Popup className="fixed inset-2 z-50 mx-auto flex max-w-6xl flex-col rounded-lg border border-line bg-surface text-ink shadow-2xl md:inset-8">
            <header className="flex items-center gap-3 border-line border-b px-4 py-2">
              <Dialog.Title className="font-semibold text-sm">Draft a prompt</Dialog.Title>
              <Dialog.Close
                aria-label="Close the draft"
                className="ml-auto grid size-7 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden size={16} />
              </Dialog.Close>
            </header>
            {props.feedbackIds.length > MOST ? (
              <div className="p-4">
                <Notice tone="warn">
                  {props.feedbackIds.length.toLocaleString("en")} entries are selected; one prompt
                  takes at most {MOST}. Select fewer, for example the entries of one page.
                </Notice>
              </div>
            ) : (
              <DraftSteps {...props} />
            )}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

function DraftSteps(props: { projectId: string; feedbackIds: string[]; onClose: () => void }) {
  const { projectId, feedbackIds, onClose } = props;
  const { data, error } = useQuery(evidenceOf(projectId, feedbackIds));
  const draft = useDraft(data?.evidence);
  const [reviewing, setReviewing] = useState(false);
  if (error) {
    return (
      <div className="p-4">
        <Notice tone="bad">{error.message}</Notice>
      </div>
    );
  }
  if (!data) return <p className="p-4 text-muted">Collecting the evidence…</p>;
  return reviewing ? (
    <Review
      projectId={projectId}
      prompt={draft.prompt}
      evidence={draft.included}
      problems={draft.problems}
      onBack={() => setReviewing(false)}
    />
  ) : (
    <DraftEditor
      evidence={data.evidence}
      draft={draft}
      onCancel={onClose}
      onReview={() => setReviewing(true)}
    />
  );
}
