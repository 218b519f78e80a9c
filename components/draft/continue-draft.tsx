import { useMutation } from "@tanstack/react-query";
import { counted } from "../../lib/text/counted.ts";
import { Button } from "../ui/button.tsx";
import { Pencil } from "../ui/icons.tsx";
import type { OfferedDraft } from "./browser-drafts.ts";
import { useOfferedDrafts } from "./use-offered-drafts.ts";

/** Offers to continue the person's newest unfinished draft. */
export function ContinueDraft(props: {
  projectId: string;
  onContinue: (feedbackIds: string[]) => void;
}) {
  const { offered, selectionOf } = useOfferedDrafts(props.projectId, null);
  const open = useMutation({
    mutationFn: (draft: OfferedDraft) => selectionOf(draft),
    onSuccess: (selection) => selection && props.onContinue(selection),
  });
  const [newest] = offered;
  if (!newest) return null;
  const items = counted(newest.items, "item");
  return (
    <>
      <span role="status" className="text-bad text-xs">
        {open.error && "Couldn't load your draft. Try again."}
      </span>
      <Button
        variant="quiet"
        data-testid="continue-draft"
        aria-label={`Continue draft of ${items}`}
        title="Continue draft"
        aria-disabled={open.isPending}
        onClick={() => open.isPending || open.mutate(newest)}
      >
        {/* The header is narrow beside an open item. */}
        <span className="hidden sm:@2xl:inline">Continue draft of {items}</span>
        <Pencil className="text-accent sm:@2xl:hidden" />
      </Button>
    </>
  );
}
