import { useState } from "react";
import { Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";
import type { DraftSessionState } from "./use-draft-session.ts";

/**
 * Says that the draft is not a new one; or, where it is, that another one was left: after a reload
 * nothing is selected any more that would lead back to it.
 */
export function EarlierDraft(props: {
  work: DraftSessionState;
  onOpenOther: (feedbackIds: string[]) => void;
}) {
  const { restored, startAgain, others, discard } = props.work;
  const [other, setOther] = useState(() => others()[0]);
  if (restored) {
    return (
      <Notice tone="info" role="status">
        Restored your draft.{" "}
        <button type="button" className="underline" onClick={startAgain}>
          Start again
        </button>
      </Notice>
    );
  }
  if (!other) return null;
  const { selection, at } = other;
  return (
    <Notice tone="info">
      Unfinished: a draft of {selection.length} other {selection.length === 1 ? "entry" : "entries"}
      , <Time at={at} />.{" "}
      <button type="button" className="underline" onClick={() => props.onOpenOther(selection)}>
        Open it
      </button>{" "}
      <button
        type="button"
        className="underline"
        onClick={() => {
          discard(selection);
          setOther(others()[0]);
        }}
      >
        Discard it
      </button>
    </Notice>
  );
}
