import { useState } from "react";
import { Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";
import type { DraftSessionState } from "./use-draft-session.ts";

/**
 * Says that the draft was restored, or offers another unfinished draft, whose selection is lost after
 * a reload.
 */
export function RestoredDraft(props: {
  session: DraftSessionState;
  onOpenOther: (feedbackIds: string[]) => void;
}) {
  const { restored, startOver, others, discard } = props.session;
  const [other, setOther] = useState(() => others()[0]);
  if (restored) {
    return (
      <Notice tone="info" role="status">
        Restored your draft.{" "}
        <button type="button" className="underline" onClick={startOver}>
          Start over
        </button>
      </Notice>
    );
  }
  if (!other) return null;
  const { selection, at } = other;
  return (
    <Notice tone="info">
      You have an unfinished draft from <Time at={at} /> with {selection.length} other{" "}
      {selection.length === 1 ? "item" : "items"}.{" "}
      <button type="button" className="underline" onClick={() => props.onOpenOther(selection)}>
        Open draft
      </button>{" "}
      <button
        type="button"
        className="underline"
        onClick={() => {
          discard(selection);
          setOther(others()[0]);
        }}
      >
        Discard draft
      </button>
    </Notice>
  );
}
