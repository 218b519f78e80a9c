"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, use, useState } from "react";
import type { Evidence } from "../../lib/contract/dashboard.ts";
import { MOST_EVIDENCE } from "../../lib/contract/limits.ts";
import { evidenceOf } from "../../lib/queries/evidence.ts";
import { NonceContext } from "../app/nonce.ts";
import { Notice } from "../ui/notice.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { Review } from "./review.tsx";
import { type Draft, useDraft } from "./use-draft.ts";

/** From a selection to a job: the draft with its evidence, the exact text, and only then the job. */
export function DraftDialog(props: {
  projectId: string;
  feedbackIds: string[];
  onClose: () => void;
}) {
  const { projectId, feedbackIds, onClose } = props;
  const tooMany = feedbackIds.length > MOST_EVIDENCE;
  const evidence = useQuery({ ...evidenceOf(projectId, feedbackIds), enabled: !tooMany });
  const draft = useDraft(evidence.data?.evidence);
  return (
    <CSPProvider nonce={use(NonceContext)}>
      <Dialog.Root
        open
        disablePointerDismissal
        onOpenChange={(open, { reason }) => {
          // A key pressed by habit must not throw away what somebody wrote.
          if (!open && !(reason === "escape-key" && draft.isEdited)) onClose();
        }}
      >
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
            {tooMany ? (
              <Message tone="warn">
                {feedbackIds.length.toLocaleString("en")} entries are selected; one prompt takes at
                most {MOST_EVIDENCE}. Select fewer, for example the entries of one page.
              </Message>
            ) : evidence.error ? (
              <Message tone="bad">{evidence.error.message}</Message>
            ) : evidence.data ? (
              <DraftSteps
                projectId={projectId}
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

function Message({ tone, children }: { tone: "warn" | "bad"; children: ReactNode }) {
  return (
    <div className="p-4">
      <Notice tone={tone}>{children}</Notice>
    </div>
  );
}

function DraftSteps(props: {
  projectId: string;
  evidence: Evidence[];
  draft: Draft;
  onClose: () => void;
}) {
  const { projectId, evidence, draft } = props;
  const [reviewing, setReviewing] = useState(false);
  return reviewing ? (
    <Review projectId={projectId} draft={draft} onBack={() => setReviewing(false)} />
  ) : (
    <DraftEditor
      evidence={evidence}
      draft={draft}
      onCancel={props.onClose}
      onReview={() => setReviewing(true)}
    />
  );
}
