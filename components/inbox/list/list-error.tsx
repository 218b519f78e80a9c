import { Notice } from "../../ui/notice.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";

/** Why the list, or more of it, could not be read. */
export function ListError({ list }: { list: FeedbackList }) {
  if (!list.error) return null;
  return (
    <Notice tone="bad" role="alert">
      {list.error.message}{" "}
      <button type="button" onClick={() => list.again()} className="underline">
        Try again
      </button>
    </Notice>
  );
}
