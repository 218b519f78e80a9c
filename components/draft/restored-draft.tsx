import { useMutation } from "@tanstack/react-query";
import { Time } from "../app/time.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import type { OfferedDraft } from "./browser-drafts.ts";
import { Action } from "./notices.tsx";
import type { DraftSessionState } from "./use-draft-session.ts";
import { useOfferedDrafts } from "./use-offered-drafts.ts";

/** Says that the draft was restored, or offers another unfinished one. */
export function RestoredDraft(props: {
  projectId: string;
  session: DraftSessionState;
  onOpenOther: (feedbackIds: string[]) => void;
}) {
  const { restored, startOver } = props.session;
  if (!restored) return <OtherDraft {...props} />;
  return (
    <Notice tone="info" role="status">
      Restored your draft. <Action onClick={startOver}>Start over</Action>
    </Notice>
  );
}

/** Offers the newest draft of another selection. */
function OtherDraft(props: {
  projectId: string;
  session: DraftSessionState;
  onOpenOther: (feedbackIds: string[]) => void;
}) {
  const { offered, selectionOf, discard } = useOfferedDrafts(props.projectId, props.session.id);
  const open = useMutation({
    mutationFn: (draft: OfferedDraft) => selectionOf(draft),
    onSuccess: (selection) => selection && props.onOpenOther(selection),
  });
  const discarding = useMutation({ mutationFn: (draft: OfferedDraft) => discard(draft) });
  const [other] = offered;
  if (!other) return null;
  return (
    <Notice tone="info">
      You have an unfinished draft from <Time at={other.at} /> with {other.items} other{" "}
      {other.items === 1 ? "item" : "items"}.{" "}
      <Action onClick={() => open.mutate(other)}>Open draft</Action>{" "}
      <Action onClick={() => discarding.mutate(other)}>Discard draft</Action>
      <ErrorNotice error={open.error ?? discarding.error} />
    </Notice>
  );
}
