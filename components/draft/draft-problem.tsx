import { Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";
import { Action } from "./notices.tsx";
import type { StoredDraftState } from "./use-stored-draft.ts";

/** Says that the draft isn't saved on the server, and lets someone choose between two versions of it. */
export function DraftProblem(props: { stored: StoredDraftState; onClose: () => void }) {
  const { isChangedElsewhere, theirs, problem, error, choose, discard } = props.stored;
  const leave = () => {
    discard();
    props.onClose();
  };
  if (isChangedElsewhere) {
    return (
      <Notice tone="warn" role="alert">
        {theirs ? (
          <>
            You changed this draft on another device <Time at={theirs.savedAt} />.
          </>
        ) : (
          "You finished or discarded this draft on another device."
        )}{" "}
        This version is kept in this browser until you choose.
        <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          <Action onClick={() => void choose("keepOwn")}>Keep this version</Action>
          {theirs ? (
            <Action onClick={() => void choose("takeTheirs")}>Use the other version</Action>
          ) : (
            <Action onClick={leave}>Discard this version</Action>
          )}
        </span>
        {error && "Couldn't load the other version. Try again."}
      </Notice>
    );
  }
  if (problem === null) return null;
  return (
    <Notice tone="warn" role="status">
      This draft is only kept in this browser. {problem}
    </Notice>
  );
}
