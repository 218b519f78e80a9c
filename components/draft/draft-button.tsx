"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedbackFilters } from "../../lib/filters/feedback-filters.ts";
import { fetchOpenItemIds } from "../../lib/queries/documentation-pages.ts";
import { counted } from "../../lib/text/counted.ts";
import { Button } from "../ui/button.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import type { CreatedBatch } from "./draft-steps.tsx";

const DraftDialog = lazyPart({
  name: "the draft",
  load: () => import("./draft-dialog.tsx").then((module) => module.DraftDialog),
  failure: "floating",
});

/** Drafts jobs from the open items that match filters, such as a page's. */
export function DraftButton(props: {
  projectId: string;
  destination: string;
  filters: Partial<FeedbackFilters>;
  /** Names the items for screen readers. */
  of: string;
  /** Whether it is one of many in a table, which frames would hide. */
  isQuiet?: boolean;
}) {
  const { projectId, filters } = props;
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [created, setCreated] = useState<CreatedBatch | null>(null);
  const items = useMutation({
    mutationFn: () => fetchOpenItemIds(client, projectId, filters),
    onSuccess: ({ pending, inProgress }) => setIsOpen(pending.length + inProgress.length > 0),
  });
  const { pending = [], inProgress = [] } = items.data ?? {};
  const isPending = new Set(pending);
  return (
    <>
      <Button
        variant={props.isQuiet ? "quiet" : "plain"}
        className="max-sm:px-1.5"
        aria-label={`Draft fix for ${props.of}`}
        aria-disabled={items.isPending}
        onPointerEnter={DraftDialog.preload}
        onFocus={DraftDialog.preload}
        // Disabled, it would lose the focus, which returns here from the draft.
        onClick={() => items.isPending || items.mutate()}
      >
        Draft fix
      </Button>
      <span role="status" className="text-bad text-xs">
        {items.error && "Couldn't load the items. Try again."}
        {created && (
          <IntentLink href={created.href} className="link text-accent">
            Created {counted(created.count, "job")}
          </IntentLink>
        )}
        {items.isSuccess && isPending.size + inProgress.length === 0 && "No open items left"}
      </span>
      {isOpen && (
        <DraftDialog
          projectId={projectId}
          destination={props.destination}
          feedbackIds={[...pending, ...inProgress]}
          onClose={() => setIsOpen(false)}
          pendingAmong={(ids) => ids.filter((id) => isPending.has(id))}
          onBatchCreated={setCreated}
        />
      )}
    </>
  );
}
