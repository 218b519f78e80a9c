import { Notice } from "../../ui/notice.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";

/** Shows that the list, or its next page, couldn't be loaded. */
export function ListError({ list }: { list: FeedbackList }) {
  if (!list.error) return null;
  return (
    <Notice tone="bad" role="alert">
      {list.error.message}{" "}
      <button type="button" onClick={() => list.refetch()} className="underline">
        Try again
      </button>
    </Notice>
  );
}
