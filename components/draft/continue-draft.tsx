import { counted } from "../../lib/text/counted.ts";
import { Button } from "../ui/button.tsx";
import { Pencil } from "../ui/icons.tsx";
import { draftListKey, tabStorage } from "./draft-storage.ts";
import { parseDraftList } from "./saved-drafts.ts";

/** Offers to continue the newest unfinished draft of this tab. */
export function ContinueDraft(props: {
  projectId: string;
  onContinue: (feedbackIds: string[]) => void;
}) {
  const [newest] = parseDraftList(tabStorage()?.getItem(draftListKey(props.projectId)));
  if (!newest) return null;
  const { selection } = newest;
  const items = counted(selection.length, "item");
  return (
    <Button
      variant="quiet"
      data-testid="continue-draft"
      aria-label={`Continue draft of ${items}`}
      title="Continue draft"
      onClick={() => props.onContinue(selection)}
    >
      <span className="max-sm:hidden">Continue draft of {items}</span>
      <Pencil className="text-accent sm:hidden" />
    </Button>
  );
}
