import { isAppError } from "../../../lib/errors.ts";
import { Notice } from "../../ui/notice.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";

/**
 * Shows that the list, or its next page, couldn't be loaded. The connection's own notice says that the server can't be
 * reached, unless there are no rows either.
 */
export function ListError({ list }: { list: FeedbackList }) {
  const isUnreachable = isAppError(list.error) && list.error.code === "unavailable";
  if (!list.error || (isUnreachable && list.rows.length > 0)) return null;
  return (
    <Notice tone="bad" role="alert">
      {list.error.message}{" "}
      <button type="button" onClick={() => list.refetch()} className="underline">
        Try again
      </button>
    </Notice>
  );
}
